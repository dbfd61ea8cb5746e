// The squirrel war's levels and exact play, as players.py, traverse_log.py, exact_solver.py and perfect_play.py.

import { seededRandom } from "./best_first.js";
import { Kernels } from "./kernels.js";
import { Deadline, TimedRuns } from "./search.js";

/**
 * @typedef {import("./worker.js").Question} Question
 * @typedef {import("./worker.js").Finding} Finding
 * @typedef {import("./search.js").Level} Level
 * @typedef {{own: number, enemies: number}} War  squares of the side to move and of the opponent, as bits
 */

const SQUARES = Array.from({ length: 25 }, (_, square) => square);
const INFINITY = 1 << 29;
const DEPTH = 3;
const ANALYSIS_DEPTH = 4;
const QUICK_SQUARES = 16;
const EXACT_PART = 0.9;
const BUCKETS = 1 << 18; // 16 MB: a phone has less memory than Python takes
const ENTRY_WORDS = 2;

/** The rules with the values of a game, on sets of squares that numbers hold. */
export class WarBoard {
  /** @param {Kernels} kernels @param {number[]} values */
  constructor(kernels, values) {
    const all = (1 << SQUARES.length) - 1;
    this.values = values;
    this.near = SQUARES.map((square) => kernels.number("turned_pieces", [all, all], square));
    this.beside = this.near.map((near) => SQUARES.filter((square) => (near >> square) & 1));
  }

  /** @param {War} war */
  freeSquares({ own, enemies }) {
    return SQUARES.filter((square) => !(((own | enemies) >> square) & 1));
  }

  /** Return what the opponent sees after a move, and the mover's gain. @param {War} war @param {number} square */
  play({ own, enemies }, square) {
    const taken = own & this.near[square] ? enemies & this.near[square] : 0;
    let gained = this.values[square];
    for (const enemy of this.beside[square]) {
      gained += (taken >> enemy) & 1 ? 2 * this.values[enemy] : 0;
    }
    return { own: enemies & ~taken, enemies: own | taken | (1 << square), gained };
  }

  /** Return the lead of the side to move. @param {War} war */
  lead({ own, enemies }) {
    return this.values.reduce((sum, value, at) => sum + value * (((own >> at) & 1) - ((enemies >> at) & 1)), 0);
  }

  /** Return the gain of the side to move within `depth` plies, by alpha-beta (fail-soft). @param {War} war @param {number} depth @param {number} alpha @param {number} beta @returns {number} */
  bestGain(war, depth, alpha, beta) {
    const free = this.freeSquares(war);
    if (depth === 0 || !free.length) {
      return 0;
    }
    const children = free.map((square) => this.play(war, square));
    if (depth === 1) {
      return Math.max(...children.map(({ gained }) => gained));
    }
    let best = -INFINITY;
    for (const child of children.sort((one, other) => other.gained - one.gained)) {
      const { gained } = child;
      best = Math.max(best, gained - this.bestGain(child, depth - 1, gained - beta, gained - Math.max(alpha, best)));
      if (best >= beta) {
        break;
      }
    }
    return best;
  }

  /** Return the square that alpha-beta chooses, the first of equals, or null. @param {War} war @param {number} depth */
  choose(war, depth) {
    let best = -INFINITY;
    let chosen = null;
    for (const square of this.freeSquares(war)) {
      const child = this.play(war, square);
      const { gained } = child;
      const value = gained - this.bestGain(child, depth - 1, -INFINITY, gained - best);
      [best, chosen] = value > best ? [value, square] : [best, chosen];
    }
    return chosen;
  }

  /** Return the principal variation of alpha-beta, scored by the lead at its end. @param {War} war @param {number} depth @returns {Finding} */
  principalVariation(war, depth) {
    const line = [];
    /** @type {War} */
    let end = war;
    for (let left = depth; left > 0; left -= 1) {
      const move = this.choose(end, left);
      if (move === null) {
        break;
      }
      line.push(move);
      end = this.play(end, move);
    }
    const score = this.lead(end) * (line.length % 2 ? -1 : 1);
    const proven = !this.freeSquares(end).length;
    return { move: line[0], line, score, shown: score, proven, depth: line.length, nodes: 0 };
  }

  /** Return the moves that a weakened player sees, at least one. @param {War} war @param {Level} level */
  seenMoves(war, { ignoredPart = 0, seed }) {
    const chance = seededRandom(`${war.own} ${war.enemies} ${seed ?? ""}`);
    const moves = this.freeSquares(war);
    const seen = moves.filter(() => chance.next() >= ignoredPart);
    return seen.length ? seen : moves.slice(0, 1);
  }

  /** Return a move by the seed among those within the margin of the best that the player sees. @param {War} war @param {Level} level */
  variedMove(war, level) {
    const depth = level.depth ?? 1;
    const margin = this.freeSquares(war).length > depth ? level.margin ?? 0 : 0;
    const moves = this.seenMoves(war, level);
    let best = -INFINITY;
    let chosen = moves[0];
    for (const square of moves) {
      const noise = seededRandom(`${war.own} ${war.enemies} ${square} ${level.seed ?? 0}`).next() * (margin + 1);
      const child = this.play(war, square);
      const least = Math.floor(best - noise); // a lower value cannot make this move the best
      const reply = this.bestGain(child, depth - 1, -INFINITY, child.gained - least + 1);
      const wish = child.gained - reply + noise;
      [best, chosen] = wish > best ? [wish, square] : [best, chosen];
    }
    return chosen;
  }
}

/** A solver of all positions with the same values. Values are future gains of the side to move. */
export class ExactSolver {
  /** @param {Kernels} kernels @param {WarBoard} board */
  constructor(kernels, board) {
    const { INFINITE, WAYS } = kernels.constants;
    this.kernels = kernels;
    this.infinite = INFINITE;
    this.fitsTable = board.values.reduce((sum, value) => sum + value, 0) <= INFINITE / 2 - 1;
    this.runs = new TimedRuns();
    this.deadline = new Deadline(0, Infinity, null, null);
    this.table = kernels.block(this.fitsTable ? BUCKETS * ENTRY_WORDS * WAYS : 0);
    this.memory = kernels.memory("memory");
    this.memory.set("table", this.table.handle);
    this.memory.set("mask", BUCKETS - 1);
    fillGains(kernels, this.memory, board);
    fillSums(this.memory, board.values);
  }

  get nodes() {
    return this.memory.number("nodes");
  }

  /** Limit the following searches together. @param {Deadline} deadline */
  setDeadline(deadline) {
    this.deadline = deadline;
    this.memory.set("nodes", 0);
  }

  /** Return the value if it is between the bounds, else a bound; null at the deadline. @param {bigint[]} state @param {number} low @param {number} high */
  search(state, low, high) {
    if (this.deadline.expired) {
      return null;
    }
    const value = this.runs.run(this.memory, this.deadline, () =>
      this.kernels.number("search", this.memory, state, low, high, 0),
    );
    return this.memory.number("stop") ? null : value;
  }

  /** Return the exact value of a state with its principal variation, or null at the deadline. @param {bigint[]} state */
  solve(state) {
    const value = this.search(state, -this.infinite, this.infinite);
    if (value === null) {
      return null;
    }
    return { value, line: [...this.principalVariation(state, value, this.memory.number("best"))] };
  }

  /** Yield the squares of the principal variation, to the end or the deadline. @param {bigint[]} state @param {number} value @param {number} first */
  *principalVariation(state, value, first) {
    let [end, left, move] = [state, value, first];
    for (;;) {
      yield move;
      left = this.kernels.number("gain", this.memory, end, move) - left;
      end = this.kernels.call("play", end, move);
      const isOver = !this.kernels.number("free_squares", end);
      const found = isOver ? null : this.search(end, left - 1, left);
      if (found === null || found < left) {
        return;
      }
      move = this.memory.number("best");
    }
  }
}

/** Fill the gain of each square for each set of enemies that it turns. @param {Kernels} kernels @param {import("./kernels.js").Memory} memory @param {WarBoard} board */
function fillGains(kernels, memory, { near, beside, values }) {
  for (const square of SQUARES) {
    for (let taken = near[square]; ; taken = (taken - 1) & near[square]) {
      const enemies = beside[square].filter((enemy) => (taken >> enemy) & 1);
      const gained = enemies.reduce((sum, enemy) => sum + 2 * values[enemy], values[square]);
      memory.set("gains", gained, (square << 4) | kernels.number("pattern", taken, square));
      if (!taken) {
        break;
      }
    }
  }
}

/** Fill the total value of each set of nine squares. @param {import("./kernels.js").Memory} memory @param {number[]} values */
function fillSums(memory, values) {
  for (const part of [0, 1, 2]) {
    const nine = values.slice(9 * part, 9 * part + 9);
    for (let squares = 0; squares < 1 << nine.length; squares += 1) {
      const sum = nine.reduce((total, value, at) => total + ((squares >> at) & 1) * value, 0);
      memory.set("sums", sum, part * 512 + squares);
    }
  }
}

/** The squirrel war's engine: levels of alpha-beta, and exact play where few squares are free or no depth is set. */
export class SquirrelsThinker {
  /** @param {Kernels} kernels @param {{values: number[]}} setup */
  constructor(kernels, { values }) {
    this.board = new WarBoard(kernels, values);
    this.solver = new ExactSolver(kernels, this.board);
  }

  /** @param {Question} question */
  settledMove({ state, level }) {
    const war = warOf(state);
    const moves = this.board.freeSquares(war);
    if (moves.length === 1) {
      return moves[0];
    }
    if (level.margin != null && level.seed != null) {
      return this.board.variedMove(war, level);
    }
    return level.ignoredPart ? this.board.variedMove(war, { ...level, depth: 1, margin: 0 }) : null;
  }

  /** @param {Question} question @returns {Generator<Finding>} */
  *think({ state, level, isAnalysis }) {
    const war = warOf(state);
    const free = this.board.freeSquares(war).length;
    yield this.board.principalVariation(war, level.depth ?? (isAnalysis ? ANALYSIS_DEPTH : DEPTH));
    const isLimited = level.seconds || level.nodes;
    if (level.depth == null && this.solver.fitsTable && (free <= QUICK_SQUARES || isLimited)) {
      yield* this.exact(state, Deadline.of(level).part(EXACT_PART));
    }
  }

  /** Return the exact result, if it is found before the deadline. @param {bigint[]} state @param {Deadline} deadline @returns {Generator<Finding>} */
  *exact(state, deadline) {
    this.solver.setDeadline(deadline);
    const found = this.solver.solve(state);
    if (found) {
      const { value, line } = found;
      const score = value + this.board.lead(warOf(state));
      const { nodes } = this.solver;
      yield { move: line[0], line, score, shown: score, proven: true, depth: line.length, nodes };
    }
  }

  /** @param {Question} question */
  fallbackMove({ state }) {
    return this.board.freeSquares(warOf(state))[0];
  }
}

/** @param {bigint[]} state @returns {War} */
function warOf([own, enemies]) {
  return { own: Number(own), enemies: Number(enemies) };
}
