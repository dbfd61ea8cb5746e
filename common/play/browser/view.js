// The board on the page: cells that a person points at, drags between, or reaches with the keyboard.

const SVG = "http://www.w3.org/2000/svg";
const MOST_DOTS = 12; // targets that are shown at once
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the element with an id. */
export function find(id) {
  return document.getElementById(id);
}

/** Add an SVG element to another one. */
function addElement(parent, name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return parent.appendChild(made);
}

/** The drawing of a board. It tells its listener which cells a person chooses. */
export class BoardView {
  constructor(svg, kinds, listener) {
    this.svg = svg;
    this.kinds = kinds;
    this.listener = listener;
    this.cells = [];
    this.board = null;
    this.focused = 0; // the cell to which the Tab key returns
    this.pressed = -1;
    this.dragged = false;
    this.listen();
  }

  /** Handle pointer and keys. */
  listen() {
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => {
      this.pressed = -1;
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Draw the cells and labels of a board, unless it is drawn already. */
  build(board) {
    if (board === this.board) return;
    this.board = board;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `0 0 ${board.size[0]} ${board.size[1]}`);
    for (const [x, y, text] of board.labels) {
      addElement(this.svg, "text", { x, y, "aria-hidden": "true" }, text);
    }
    this.focused = 0;
    this.cells = board.places.map((place, cell) => this.addCell(board, place, cell));
  }

  addCell(board, [left, top], cell) {
    const [wide, high] = board.cell;
    const group = addElement(this.svg, "g", {
      class: "cell",
      role: "button",
      tabindex: cell ? -1 : 0,
      transform: `translate(${left} ${top})`,
      "data-cell": cell,
    });
    addElement(group, "use", {});
    addElement(group, "text", { class: "value", x: board.value[0], y: board.value[1] });
    addElement(group, "circle", { class: "dot", cx: wide / 2, cy: high / 2, r: wide / 7 });
    addElement(group, "circle", { class: "rim", cx: wide / 2, cy: high / 2, r: wide * 0.44 });
    return group;
  }

  /** Show the kind, the value and the description of every cell. */
  show(kinds, values, descriptions) {
    for (const [at, cell] of this.cells.entries()) {
      const [drawing, value] = cell.children;
      drawing.setAttribute("href", `#k${this.kinds[kinds[at]]}`);
      value.textContent = values[at] ?? "";
      value.classList.toggle("long", (values[at] ?? "").length > 6);
      cell.setAttribute("aria-label", descriptions[at]);
    }
  }

  /** Mark the cells that a person can choose, those chosen, those of a hint and those of the last move. */
  mark(choice, hint, last) {
    const [targets, pieces] = [choice.targets(), choice.targets([])];
    const { chosen } = choice;
    const showsDots = targets.size <= MOST_DOTS && !choice.isFirst;
    for (const [at, cell] of this.cells.entries()) {
      cell.classList.toggle("target", targets.has(at));
      cell.classList.toggle("dotted", targets.has(at) && showsDots);
      cell.classList.toggle("movable", targets.has(at) && choice.isFirst);
      cell.classList.toggle("chosen", chosen.includes(at));
      cell.classList.toggle("hint", hint.includes(at));
      cell.classList.toggle("last", last.includes(at));
      cell.setAttribute("aria-pressed", String(chosen.includes(at)));
      cell.setAttribute("aria-disabled", String(!targets.has(at) && !pieces.has(at)));
    }
  }

  /** Return the cell of an element, or -1. */
  cellOf(target) {
    const cell = target instanceof Element ? target.closest(".cell") : null;
    return cell ? Number(cell.getAttribute("data-cell")) : -1;
  }

  click(event) {
    const cell = this.cellOf(event.target);
    if (cell >= 0 && !this.dragged) {
      this.focus(cell);
      this.listener.choose(cell);
    }
    this.dragged = false;
  }

  press(event) {
    this.pressed = this.cellOf(event.target);
    this.dragged = false;
  }

  move(event) {
    if (this.pressed >= 0 && !this.dragged && this.cellUnder(event) !== this.pressed) {
      this.dragged = true;
      this.listener.grab(this.pressed);
    }
  }

  cellUnder(event) {
    return this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  release(event) {
    const from = this.pressed;
    const to = this.cellUnder(event);
    this.pressed = -1;
    if (from >= 0 && from !== to) {
      this.dragged = true;
      this.listener.drag(from, to);
    }
  }

  key(event) {
    const cell = this.cellOf(event.target);
    if (cell < 0 || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in DIRECTIONS) {
      this.focus(this.neighbour(cell, DIRECTIONS[event.key]));
    } else if (event.key === "Enter" || event.key === " ") {
      this.listener.choose(cell);
    } else if (event.key === "Escape") {
      this.listener.grab(-1);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Give the focus to a cell; the Tab key returns to it. */
  focus(cell) {
    this.cells[this.focused].setAttribute("tabindex", "-1");
    this.cells[cell].setAttribute("tabindex", "0");
    this.focused = cell;
    this.cells[cell].focus({ preventScroll: true });
  }

  /** Return the nearest cell in a direction, or the cell itself at the rim. */
  neighbour(cell, [right, down]) {
    const places = this.board.places;
    const [x, y] = places[cell];
    let best = cell;
    let least = Infinity;
    for (const [at, [left, top]] of places.entries()) {
      const ahead = right * (left - x) + down * (top - y);
      const aside = Math.abs(down * (left - x)) + Math.abs(right * (top - y));
      const far = ahead + aside;
      if (ahead > 0 && aside <= ahead && far < least) {
        best = at;
        least = far;
      }
    }
    return best;
  }
}

/** The choice of a move by its cells, one after the other: a piece, then its new place. */
export class MoveChoice {
  constructor() {
    this.moves = new Map();
    this.paths = [];
    this.chosen = [];
  }

  /** Offer moves. `path` returns the cells of a move. */
  offer(moves, path) {
    this.paths = moves.map(path);
    this.moves = new Map(moves.map((move, at) => [this.paths[at].join(), move]));
    this.chosen = [];
  }

  /** Return true if the next cell is the first of two. */
  get isFirst() {
    return this.chosen.length === 0 && this.paths.some((path) => path.length > 1);
  }

  /** Return the cells that may follow some chosen cells. */
  targets(chosen = this.chosen) {
    const fits = this.paths.filter((path) => chosen.every((cell, at) => path[at] === cell));
    return new Set(fits.filter((path) => path.length > chosen.length).map((path) => path[chosen.length]));
  }

  /** Choose a cell. Return the move that is complete now, else null. */
  choose(cell) {
    if (this.chosen.includes(cell)) {
      this.chosen = [];
    } else if (this.targets().has(cell)) {
      this.chosen = [...this.chosen, cell];
    } else {
      this.chosen = this.targets([]).has(cell) ? [cell] : [];
    }
    return this.moves.get(this.chosen.join()) ?? null;
  }

  /** Take up the piece on a cell, if it can move. */
  grab(cell) {
    this.chosen = this.targets([cell]).size ? [cell] : [];
    return null;
  }

  /** Choose the cells where a drag began and ended. Return the move that is complete now, else null. */
  drag(from, to) {
    this.grab(from);
    const move = this.isFirst || !this.targets().has(to) ? null : this.choose(to);
    this.chosen = [];
    return move;
  }
}
