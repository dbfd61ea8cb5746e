// Circle the Cat on the page. A position holds the cat's cell, the blocks and exits as sets of cells, and the turn.
import { bitsOf, cellsOf, fill, has } from "./bits.js";
import { DEFAULTS } from "./board_game.js";

const COLUMNS = 11;
const CELLS = Array.from({ length: COLUMNS * COLUMNS }, (_, cell) => cell);
const DIRECTIONS = ["NW", "NE", "W", "E", "SW", "SE"];

/** Circle the Cat. */
export const GAME = {
  ...DEFAULTS,
  prepare: () => {},
  moduleName: () => "certificates",

  randomStart(random) {
    const { cat, blocks } = this.data.setup;
    const exits = CELLS.filter((cell) => this.around(cell).includes(-1));
    const chosen = random.sample(CELLS.filter((cell) => cell !== cat), blocks);
    return { cat, blocks: bitsOf(chosen), exits: bitsOf(exits), turn: "catcher" };
  },

  read(words) {
    const [turn, cat, ...sets] = words.length === 3 ? ["catcher", ...words] : words;
    const [cell, ...others] = cellsIn(cat);
    const [blocks, exits] = sets.map((set) => bitsOf(cellsIn(set)));
    if (words.length > 4 || others.length || cell === undefined || !this.data.sides.includes(turn) || has(blocks, cell)) {
      throw new Error(words.join(" "));
    }
    return { cat: cell, blocks, exits, turn };
  },

  write({ cat, blocks, exits, turn }) {
    const sets = [blocks, exits].map((set) => `[${cellsOf(set).map(pairText).join(", ")}]`);
    return [turn, pairText(cat), ...sets];
  },

  state({ cat, blocks, exits, turn }) {
    return [BigInt(cat), blocks, exits, BigInt(this.data.sides.indexOf(turn))];
  },

  searchSetup() {
    return this.data.setup.neighbours;
  },

  around(cell) {
    return this.data.setup.neighbours[cell];
  },

  moves({ cat, blocks, turn }) {
    const cells = turn === "cat" ? this.around(cat) : CELLS;
    return cells.filter((cell) => cell >= 0 && cell !== cat && !has(blocks, cell));
  },

  play(position, move) {
    const { blocks, turn } = position;
    return turn === "cat"
      ? { ...position, cat: move, turn: "catcher" }
      : { ...position, blocks: blocks | 1n << BigInt(move), turn: "cat" };
  },

  outcome(position) {
    if (has(position.exits & ~position.blocks, position.cat)) {
      return { winner: "cat", reason: "Cat runs away", margin: 0 };
    }
    const isCaught = this.moves({ ...position, turn: "cat" }).length === 0;
    return isCaught ? { winner: "catcher", reason: "Cat did not move and got caught", margin: 0 } : null;
  },

  text({ cat, turn }, move) {
    return turn === "cat" ? DIRECTIONS[this.around(cat).indexOf(move)] : pairText(move);
  },

  readMove({ cat, turn }, text) {
    return turn === "cat" ? this.around(cat)[DIRECTIONS.indexOf(text.toUpperCase())] ?? -1 : cellsIn(text)[0] ?? -1;
  },

  path: (position, move) => [move],

  cells(history) {
    const { cat, blocks, exits } = history[history.length - 1];
    const played = lastCell(history);
    return CELLS.map((cell) => {
      const isExit = has(exits, cell);
      const ground = has(blocks, cell) ? (isExit ? "closed" : "block") : isExit ? "exit" : "floor";
      return `${ground} ${Number(cell === cat)} ${Number(cell === played)}`;
    });
  },

  describe({ cat, blocks, exits }) {
    const { block, exit, free } = this.data.words;
    return CELLS.map((cell) => {
      const ground = has(blocks, cell) ? block : has(exits, cell) ? exit : free;
      return `${pairText(cell)}: ${cell === cat ? "cat, " : ""}${ground}`;
    });
  },

  sentence({ turn }, move) {
    const { catSteps, catcherBlocks } = this.data.words;
    return fill(turn === "cat" ? catSteps : catcherBlocks, { cell: pairText(move) });
  },

  status(position) {
    const { noWay, oneStep, manySteps } = this.data.words;
    const count = this.stepsToExit(position);
    const text = count === Infinity ? noWay : count === 1 ? oneStep : manySteps;
    return this.outcome(position) ? "" : fill(text, { count });
  },

  stepsToExit(position) {
    const goal = position.exits & ~position.blocks;
    const seen = new Set([position.cat]);
    let fringe = [position.cat];
    for (let steps = 1; fringe.length; steps += 1) {
      const near = fringe.flatMap((cat) => this.moves({ ...position, cat, turn: "cat" }));
      fringe = near.filter((cell) => !seen.has(cell) && seen.add(cell));
      if (fringe.some((cell) => has(goal, cell))) return steps;
    }
    return Infinity;
  },

  explain({ turn }) {
    return turn === "cat" ? this.data.words.chooseStep : this.data.words.chooseBlock;
  },

  explainScore(position, score, side) {
    const { noWinner, sideWins } = this.data.words;
    return [score, score ? fill(sideWins, { side: score > 0 ? side : this.other(side) }) : noWinner];
  },
};

/** Return a cell as its row and column. */
function pairText(cell) {
  return `(${Math.floor(cell / COLUMNS)}, ${cell % COLUMNS})`;
}

/** Return the cells of a text such as (4, 6) or [(1, 1), (1, 5)]. Throw an error if it is malformed. */
function cellsIn(text) {
  const pair = /[([]\s*(\d{1,2})\s*,\s*(\d{1,2})\s*[)\]]/g;
  const rest = text.replace(pair, "").replace(/[\s,]/g, "");
  const places = Array.from(text.matchAll(pair), ([, row, column]) => [Number(row), Number(column)]);
  if (!["", "[]", "()"].includes(rest) || places.some((place) => Math.max(...place) >= COLUMNS)) {
    throw new Error(text);
  }
  return places.map(([row, column]) => row * COLUMNS + column);
}

/** Return the cell of the last move, or -1 at the start. */
function lastCell(history) {
  const [before, after] = history.slice(-2);
  if (!after) return -1;
  return before.turn === "cat" ? after.cat : cellsOf(after.blocks & ~before.blocks)[0] ?? -1;
}
