// The squirrel war on the page. A position holds values and owners of the squares, row by row, and the turn.
import { bitsOf, cellsOf, has } from "./bits.js";
import { BoardGame } from "./board_game.js";

const SIZE = 5;
const CELLS = Array.from({ length: SIZE * SIZE }, (_, cell) => cell);
const FREE = "*";
const MOST_VALUE = 1000000;

/** @typedef {{values: number[], board: string, turn: string}} War */

/** The squirrel war. */
export class Game extends BoardGame {
  /**
   * @param {import("./types.js").PageData} data
   * @param {Record<string, import("./kernels.js").Kernels>} kernels
   */
  constructor(data, kernels) {
    super(data);
    this.kernels = kernels.exact;
  }

  /** @param {any} position */
  moduleName(position) {
    return "exact";
  }

  /**
   * @param {import("./bits.js").Random} random
   * @returns {War}
   */
  randomStart(random) {
    return { values: CELLS.map(() => 1 + random.below(99)), board: FREE.repeat(CELLS.length), turn: "X" };
  }

  /**
   * @param {string[]} words
   * @returns {War}
   */
  read(words) {
    const [side, numbers, rows] = words;
    const values = (numbers ?? "").replaceAll("/", " ").trim().split(/\s+/).map(Number);
    const areValues = values.length === CELLS.length && values.every((value) => Number.isInteger(value) && value >= 1 && value <= MOST_VALUE);
    if (words.length !== 3 || !areValues || !/^([XO*]{5}\/){4}[XO*]{5}$/.test(rows) || !/^[XO]$/i.test(side)) {
      throw new Error(words.join(" "));
    }
    return { values, board: rows.replaceAll("/", ""), turn: side.toUpperCase() };
  }

  /** @param {War} position */
  write({ values, board, turn }) {
    const rows = [0, 1, 2, 3, 4].map((row) => board.slice(row * SIZE, (row + 1) * SIZE));
    return [turn, values.join(" "), rows.join("/")];
  }

  /** @param {War} position @param {string} side */
  squaresOf({ board }, side) {
    return bitsOf(CELLS.filter((cell) => board[cell] === side));
  }

  /** @param {War} position */
  state(position) {
    return [this.squaresOf(position, position.turn), this.squaresOf(position, this.other(position.turn))];
  }

  /** @param {War} position */
  searchSetup({ values }) {
    return { values };
  }

  /** @param {War} position */
  moves(position) {
    return cellsOf(this.kernels.call("free_squares", this.state(position))[0]);
  }

  /**
   * @param {War} position @param {number} move
   * @returns {War}
   */
  play(position, move) {
    const [theirs, mine] = this.kernels.call("play", this.state(position), move);
    const { values, turn } = position;
    const other = this.other(turn);
    const owners = CELLS.map((cell) => has(mine, cell) ? turn : has(theirs, cell) ? other : FREE);
    return { values, board: owners.join(""), turn: other };
  }

  /** @param {War} position @param {string} side */
  owned({ values, board }, side) {
    return values.reduce((sum, value, cell) => sum + (board[cell] === side ? value : 0), 0);
  }

  /**
   * @param {War} position
   * @returns {import("./types.js").Outcome | null}
   */
  outcome(position) {
    if (position.board.includes(FREE)) {
      return null;
    }
    const margin = this.owned(position, "X") - this.owned(position, "O");
    const winner = margin > 0 ? "X" : margin < 0 ? "O" : null;
    const reason = winner ? `${winner} leads by ${Math.abs(margin)}` : "Both own the same";
    return { winner, reason, margin: Math.abs(margin) };
  }

  /** @param {War} position @param {number} move */
  text(position, move) {
    return squareText(move);
  }

  /** @param {War} position @param {string} text */
  readMove(position, text) {
    return CELLS.findIndex((cell) => squareText(cell) === text.trim().toUpperCase());
  }

  /** @param {War} position @param {number} move */
  path(position, move) {
    return [move];
  }

  /**
   * Return the kind of every cell; the square just taken and those turned are marked.
   * @param {War[]} history
   */
  cells(history) {
    const position = history[history.length - 1];
    const before = history[history.length - 2] ?? position;
    return CELLS.map((cell) => `${position.board[cell]} ${Number(position.board[cell] !== before.board[cell])}`);
  }

  /** @param {War} position */
  values({ values }) {
    return values.map(String);
  }

  /** @param {War} position */
  describe({ values, board }) {
    return CELLS.map((cell) => `${squareText(cell)}: ${board[cell] === FREE ? "free" : board[cell]}, value ${values[cell]}`);
  }

  /** @param {War} position @param {number} move */
  sentence(position, move) {
    return `${position.turn} takes ${squareText(move)}`;
  }

  /** @param {War} before @param {War} after */
  remark(before, after) {
    const turned = CELLS.filter((cell) => before.board[cell] === after.turn && after.board[cell] === before.turn);
    return turned.length ? `and turns ${turned.map(squareText).join(" ")}` : "";
  }

  /** @param {War} position */
  status(position) {
    return `values X ${this.owned(position, "X")} O ${this.owned(position, "O")}`;
  }

  /** @param {War} position */
  explain(position) {
    return "Choose a free square. Beside a square of yours, it also turns the enemies beside it.";
  }

  /** @param {War} position */
  curve({ values }) {
    const scale = values.reduce((sum, value) => sum + value, 0) / CELLS.length / this.setup.meanValue;
    return { slope: this.setup.curve.slope / scale, start: this.setup.curve.start };
  }

  /**
   * Return a lead of `side`, and in words.
   * @param {War} position @param {number} score @param {string} side @param {boolean} proven
   * @returns {[number, string]}
   */
  explainScore(position, score, side, proven) {
    if (score === 0) {
      return [0, proven ? "draw" : "even"];
    }
    const leader = score > 0 ? side : this.other(side);
    return [score, `${leader} ${proven ? "wins" : "leads"} by ${Math.abs(score)}`];
  }
}

/** @param {number} cell */
function squareText(cell) {
  return "ABCDE"[cell % SIZE] + String(Math.floor(cell / SIZE) + 1);
}
