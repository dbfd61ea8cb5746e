// Circle the Cat on the page. A position holds the cat's cell, the blocks and exits as sets of cells, and the turn.
import { bitsOf, cellsOf, fill, has } from "./bits.js";
import { BoardGame } from "./board_game.js";

const COLUMNS = 11;
const CELLS = Array.from({ length: COLUMNS * COLUMNS }, (_, cell) => cell);
const DIRECTIONS = ["NW", "NE", "W", "E", "SW", "SE"];

/** @typedef {{cat: number, blocks: bigint, exits: bigint, turn: string}} Circle */

/** Circle the Cat. */
export class Game extends BoardGame {
  /** @param {import("./types.js").PageData} data */
  constructor(data) {
    super(data);
    /** @type {number[][]} */
    this.neighbours = this.setup.neighbours;
  }

  /** @param {any} position */
  moduleName(position) {
    return "all";
  }

  /**
   * @param {import("./bits.js").Random} random
   * @returns {Circle}
   */
  randomStart(random) {
    const cat = this.setup.cat;
    const others = CELLS.filter((cell) => cell !== cat);
    const exits = bitsOf(CELLS.filter((cell) => this.neighbours[cell].includes(-1)));
    return { cat, blocks: bitsOf(random.sample(others, this.setup.blocks)), exits, turn: "catcher" };
  }

  /**
   * @param {string[]} words
   * @returns {Circle}
   */
  read(words) {
    const [turn, cat, blocks, exits] = words.length === 3 ? ["catcher", ...words] : words;
    const [cell, ...more] = cellsIn(cat);
    const position = { cat: cell, blocks: bitsOf(cellsIn(blocks)), exits: bitsOf(cellsIn(exits)), turn };
    if (more.length || cell === undefined || !this.data.sides.includes(turn) || has(position.blocks, cell)) {
      throw new Error(words.join(" "));
    }
    return position;
  }

  /** @param {Circle} position */
  write({ cat, blocks, exits, turn }) {
    const [blocked, open] = [blocks, exits].map((set) => `[${cellsOf(set).map(pairText).join(", ")}]`);
    return [turn, pairText(cat), blocked, open];
  }

  /** @param {Circle} position */
  state({ cat, blocks, exits, turn }) {
    return [BigInt(cat), blocks, exits, BigInt(this.data.sides.indexOf(turn))];
  }

  /** @param {any} position */
  searchSetup(position) {
    return { neighbours: this.neighbours };
  }

  /** @param {Circle} position */
  steps({ cat, blocks }) {
    return this.neighbours[cat].filter((cell) => cell >= 0 && !has(blocks, cell));
  }

  /** @param {Circle} position */
  moves(position) {
    const { cat, blocks, turn } = position;
    return turn === "cat" ? this.steps(position) : CELLS.filter((cell) => cell !== cat && !has(blocks, cell));
  }

  /**
   * @param {Circle} position @param {number} move
   * @returns {Circle}
   */
  play(position, move) {
    const { blocks, turn } = position;
    return turn === "cat"
      ? { ...position, cat: move, turn: "catcher" }
      : { ...position, blocks: blocks | 1n << BigInt(move), turn: "cat" };
  }

  /**
   * @param {Circle} position
   * @returns {import("./types.js").Outcome | null}
   */
  outcome(position) {
    const { cat, blocks, exits } = position;
    if (has(exits & ~blocks, cat)) {
      return { winner: "cat", reason: "Cat runs away", margin: 0 };
    }
    const isCaught = this.steps(position).length === 0;
    return isCaught ? { winner: "catcher", reason: "Cat did not move and got caught", margin: 0 } : null;
  }

  /** @param {Circle} position @param {number} move */
  text({ cat, turn }, move) {
    return turn === "cat" ? DIRECTIONS[this.neighbours[cat].indexOf(move)] : pairText(move);
  }

  /** @param {Circle} position @param {string} text */
  readMove({ cat, turn }, text) {
    if (turn === "cat") {
      return this.neighbours[cat][DIRECTIONS.indexOf(text.toUpperCase())] ?? -1;
    }
    const cells = cellsIn(text);
    return cells.length === 1 ? cells[0] : -1;
  }

  /** @param {Circle} position @param {number} move */
  path(position, move) {
    return [move];
  }

  /**
   * Return the kind of every cell; the cell just played is marked.
   * @param {Circle[]} history
   */
  cells(history) {
    const { cat, blocks, exits } = history[history.length - 1];
    const played = lastCell(history);
    return CELLS.map((cell) => {
      const isExit = has(exits, cell);
      const ground = has(blocks, cell) ? (isExit ? "closed" : "block") : isExit ? "exit" : "floor";
      return `${ground} ${Number(cell === cat)} ${Number(cell === played)}`;
    });
  }

  /** @param {Circle} position */
  describe({ cat, blocks, exits }) {
    return CELLS.map((cell) => {
      const ground = has(blocks, cell) ? this.words.block : has(exits, cell) ? this.words.exit : this.words.free;
      return `${pairText(cell)}: ${cell === cat ? `${this.sideName("cat")}, ` : ""}${ground}`;
    });
  }

  /** @param {Circle} position @param {number} move */
  sentence({ turn }, move) {
    return fill(turn === "cat" ? this.words.catSteps : this.words.catcherBlocks, { cell: pairText(move) });
  }

  /** @param {Circle} position */
  status(position) {
    const steps = this.outcome(position) ? 0 : this.stepsToExit(position);
    if (steps === 0) {
      return "";
    }
    const text = steps === Infinity ? this.words.noWay : steps === 1 ? this.words.oneStep : this.words.manySteps;
    return fill(text, { count: steps });
  }

  /**
   * Return the length of the cat's shortest way to an open exit.
   * @param {Circle} position
   */
  stepsToExit(position) {
    const { blocks, exits } = position;
    const seen = new Set([position.cat]);
    let fringe = [position.cat];
    for (let steps = 1; fringe.length; steps += 1) {
      fringe = fringe.flatMap((cat) => this.steps({ ...position, cat })).filter((cell) => !seen.has(cell) && seen.add(cell));
      if (fringe.some((cell) => has(exits & ~blocks, cell))) {
        return steps;
      }
    }
    return Infinity;
  }

  /** @param {Circle} position */
  explain({ turn }) {
    return turn === "cat" ? this.words.chooseStep : this.words.chooseBlock;
  }

  /**
   * Return a score for `side` in points, 100 / moves to the end, and who wins.
   * @param {Circle} position @param {number} score @param {string} side @param {boolean} proven
   * @returns {[number, string]}
   */
  explainScore(position, score, side, proven) {
    if (score === 0) {
      return [0, this.words.noWinner];
    }
    const winner = this.sideName(score > 0 ? side : this.other(side));
    const moves = Math.round(100 / Math.abs(score));
    const isKnown = !proven && Math.abs(score) > 1;
    const text = isKnown ? (moves === 1 ? this.words.winsInOne : this.words.winsInMany) : this.words.sideWins;
    return [score, fill(text, { side: winner, count: moves })];
  }
}

/** @param {number} cell */
function pairText(cell) {
  return `(${Math.floor(cell / COLUMNS)}, ${cell % COLUMNS})`;
}

/**
 * Return the cells that a text names, such as (4, 6) or [(1, 1), (1, 5)]. Throw an error if it is malformed.
 * @param {string} text
 */
function cellsIn(text) {
  const pair = /[([]\s*(\d{1,2})\s*,\s*(\d{1,2})\s*[)\]]/g;
  const rest = text.replace(pair, "").replace(/[\s,]/g, "");
  const cells = Array.from(text.matchAll(pair), ([, row, column]) => [Number(row), Number(column)]);
  if (!["", "[]", "()"].includes(rest) || cells.some((place) => Math.max(...place) >= COLUMNS)) {
    throw new Error(text);
  }
  return cells.map(([row, column]) => row * COLUMNS + column);
}

/**
 * Return the cell of the last move, or -1 at the start.
 * @param {Circle[]} history
 */
function lastCell(history) {
  const [before, after] = history.slice(-2);
  if (!after) {
    return -1;
  }
  return before.turn === "cat" ? after.cat : cellsOf(after.blocks & ~before.blocks)[0] ?? -1;
}
