// The engine's search, decision by decision as common/search/iterative_deepening.py and engine.py, on one thread.

import { Kernels, Memory, rules } from "./kernels.js";

/**
 * @typedef {{seconds?: number | null, nodes?: number | null, depth?: number | null, ignoredPart?: number,
 *   margin?: number | null, seed?: number | null}} Level
 * The limits of a move, and how a level is weakened: as `Level` in common/search/limit.py.
 * @typedef {{move: number, score: number, line: number[], depth: number, nodes: number, proven: boolean,
 *   mean?: number}} Report
 * @typedef {{report: Report | null, deadline: Deadline, isLost: boolean}} EarlyResult
 * @typedef {{isExact: boolean, nodes: number, beforeSearch(state: bigint[], deadline: Deadline): EarlyResult,
 *   afterSearch(state: bigint[], last: Report | null, deadline: Deadline): Report | null}} Companion
 * A solver beside the search, as in common/search/solver.py.
 */

const UNLIMITED_NODES = 2 ** 60;
const TIMED_TABLE_BITS = 20; // 25 MB: a phone has less memory than the table that Python takes
const FIRST_NODES = 20_000; // nodes of a timed run of kernels, until their speed is known
const LEAST_NODES = 500; // nodes of a later one
const LEAST_TIMED = 5; // milliseconds of kernels that tell their speed
const RESERVE = 0.9; // part of the time left for which kernels run before the clock is read again

/** The end of a search by time, nodes or depth, as common/kernels/deadline.py. Times are in milliseconds. */
export class Deadline {
  /**
   * @param {number} start
   * @param {number} end
   * @param {number | null} nodes
   * @param {number | null} depth
   */
  constructor(start, end, nodes, depth) {
    this.start = start;
    this.end = end;
    this.nodes = nodes;
    this.depth = depth;
  }

  /**
   * Return the deadline of a search that starts now: a fifth of the time early, at most 0.1 s.
   * @param {Level} level
   */
  static of(level) {
    const now = performance.now();
    const left = level.seconds ? 1000 * (level.seconds - Math.min(0.1, level.seconds / 5)) : Infinity;
    return new Deadline(now, now + left, level.nodes || null, level.depth || null);
  }

  get isTimed() {
    return this.end < Infinity;
  }

  get remaining() {
    return Math.max(this.end - performance.now(), 0);
  }

  get expired() {
    return performance.now() >= this.end;
  }

  get budget() {
    return this.nodes ?? UNLIMITED_NODES;
  }

  /**
   * Return the deadline of a stage that starts now, for a part of all time and nodes.
   * @param {number} fraction
   */
  part(fraction) {
    const now = performance.now();
    const end = this.isTimed ? Math.min(this.end, now + (this.end - this.start) * fraction) : Infinity;
    const nodes = this.nodes === null ? null : Math.max(Math.trunc(this.nodes * fraction), 1);
    return new Deadline(now, end, nodes, this.depth);
  }

  /** @param {number | null} nodes */
  withNodes(nodes) {
    return new Deadline(this.start, this.end, nodes, this.depth);
  }
}

/** Runs of kernels that stop themselves by a budget of nodes, because no other thread can stop them. */
export class TimedRuns {
  constructor() {
    this.nodes = 0;
    this.time = 0;
  }

  /**
   * Call `attempt` until it finishes without a stop, or the deadline is reached, and return its last result.
   * @template Found
   * @param {Memory} memory
   * @param {Deadline} deadline
   * @param {() => Found} attempt
   * @returns {Found}
   */
  run(memory, deadline, attempt) {
    for (;;) {
      const before = memory.number("nodes");
      const began = performance.now();
      memory.set("stop", 0);
      memory.set("budget", Math.min(deadline.budget, before + this.nodesFor(deadline)));
      const found = attempt();
      this.nodes += memory.number("nodes") - before;
      this.time += performance.now() - began;
      if (!memory.number("stop") || memory.number("nodes") > deadline.budget || deadline.expired) return found;
    }
  }

  /**
   * Return the nodes that kernels search in the time that is left.
   * @param {Deadline} deadline
   */
  nodesFor(deadline) {
    if (!deadline.isTimed) return UNLIMITED_NODES;
    if (this.time < LEAST_TIMED) return FIRST_NODES;
    return Math.max(Math.trunc((RESERVE * deadline.remaining * this.nodes) / this.time), LEAST_NODES);
  }
}

/** The companion of a game without a solver. @type {Companion} */
const NO_COMPANION = {
  isExact: true,
  nodes: 0,
  beforeSearch: (_, deadline) => ({ report: null, deadline, isLost: false }),
  afterSearch: () => null,
};

/** A search that keeps its table and its history between moves. */
export class Search {
  /**
   * @param {Kernels} kernels
   * @param {Level} level
   * @param {boolean} thorough
   * @param {((kernels: Kernels) => Companion) | null} companion
   */
  constructor(kernels, level, thorough = false, companion = null) {
    const { ASPIRATION_WINDOW, REPORT_BLOCK_WORDS } = kernels.constants;
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.rules = rules(kernels);
    this.level = level;
    this.thorough = thorough;
    const bits = tableBits(level, this.constants);
    const words = kernels.layout.records.table.entries / 2 ** ENTRY_BITS;
    this.table = kernels.memory("table", { entries: words * 2 ** bits });
    this.table.set("mask", 2 ** bits - 1);
    this.memory = kernels.memory("memory");
    this.reports = kernels.block(REPORT_BLOCK_WORDS);
    const [margin, seed] = noise(level, this.constants.LARGEST_SEED);
    const ignored = Math.trunc((level.ignoredPart || 0) * 1024);
    const fields = { thorough: Number(thorough), ignored, margin, seed, window: ASPIRATION_WINDOW + margin };
    for (const [name, value] of Object.entries(fields)) this.memory.set(name, value);
    this.memory.set("reports", this.reports.handle);
    this.takesChances = !thorough && !level.ignoredPart;
    this.companion = (!level.ignoredPart && companion && companion(kernels)) || NO_COMPANION;
    if (thorough && !this.companion.isExact) this.companion = NO_COMPANION;
    this.runs = new TimedRuns();
  }

  /**
   * Search until the deadline or a proof, and yield a report for each depth. The last report counts.
   * @param {bigint[]} state
   * @param {Deadline} deadline
   * @returns {Generator<Report>}
   */
  *think(state, deadline) {
    /** @type {Report | null} */
    let last = null;
    let steady = 0;
    const half = deadline.part(0.5);
    const early = this.companion.beforeSearch(state, deadline);
    if (early.report?.proven) {
      yield early.report;
      return;
    }
    const patient = this.thorough || (early.isLost && this.takesChances);
    for (const report of this.depths(state, early.deadline)) {
      if (last && !report.proven && report.depth <= last.depth) continue;
      steady = last && report.move === last.move ? steady + 1 : 0;
      last = { ...report, depth: Math.max(report.depth, last ? last.depth : 0) };
      yield last;
      const isSteady = !patient && steady >= this.constants.STABLE_DEPTHS && half.expired;
      if (last.proven || isSteady) break;
    }
    if (last?.proven) {
      if (last.score === 0 && this.takesChances) yield this.withBestChances(state, last, deadline);
      return;
    }
    const better = this.companion.afterSearch(state, last, deadline);
    if (better) yield better;
  }

  /**
   * Yield the reports of each depth.
   * @param {bigint[]} state
   * @param {Deadline} deadline
   * @returns {Generator<Report>}
   */
  *depths(state, deadline) {
    const { kernels, memory, table } = this;
    const { MAX_DEPTH, NO_MOVE, PLIES } = this.constants;
    memory.set("best", NO_MOVE);
    kernels.call("begin_search", memory);
    let read = 1;
    const deepest = Math.min(deadline.depth || MAX_DEPTH, PLIES - 1);
    for (let depth = 1; depth <= deepest; depth++) {
      const limit = depth === 1 && deadline.nodes === null ? NO_LIMIT : deadline; // there is always a report
      const goesOn = this.runs.run(memory, limit, () => kernels.number("search_depth", memory, table, state, depth));
      const end = Number(this.reports.read(0, 1)[0]);
      /** @type {Report | null} */
      let found = null; // of several reports of one depth, the last one is of its last run
      while (read < end) {
        found = this.report(read);
        read += this.constants.REPORT_HEAD_WORDS + found.line.length;
      }
      if (found) yield found;
      if (!goesOn) return;
    }
  }

  /**
   * Read a report from the block.
   * @param {number} at
   * @returns {Report}
   */
  report(at) {
    const lineAt = at + this.constants.REPORT_HEAD_WORDS;
    const [depth, move, score, nodes, proven, length] = this.reports.read(at, lineAt).map(Number);
    const line = this.reports.read(lineAt, lineAt + length).map(Number);
    return { move, score, line, depth, nodes: nodes + this.companion.nodes, proven: proven === 1 };
  }

  /**
   * Among moves that keep the draw, choose the one after which most plausible replies lose.
   * @param {bigint[]} state
   * @param {Report} drawn
   * @param {Deadline} deadline
   * @returns {Report}
   */
  withBestChances(state, drawn, deadline) {
    const { kernels, memory, table } = this;
    if (!kernels.has("find_practical_chances")) return drawn;
    const { CHANCE_TURNS } = this.constants;
    memory.set("best", drawn.move);
    this.runs.run(memory, deadline, () => kernels.call("find_practical_chances", memory, table, state, CHANCE_TURNS));
    const move = memory.number("best");
    return move === drawn.move ? drawn : { ...drawn, move, line: [move] };
  }

  /**
   * Return the move with the best static score after it: the move without time to search.
   * @param {bigint[]} state
   */
  bestStaticMove(state) {
    const { moves, play, endScore, evaluate, keepsTurn } = this.rules;
    const scored = moves(state).map((move) => {
      const child = play(state, move);
      const score = endScore(child) ?? evaluate(child);
      return { move, score: keepsTurn(state, child) ? score : -score };
    });
    return scored.reduce((best, other) => (other.score > best.score ? other : best)).move;
  }
}

const ENTRY_BITS = 23; // log2 of the entries of the table in the layout
const NO_LIMIT = new Deadline(0, Infinity, null, null);

/**
 * Return log2 of the number of table entries for a limit.
 * @param {Level} level
 * @param {Record<string, number>} constants
 */
export function tableBits(level, { MIN_TABLE_BITS, MAX_TABLE_BITS }) {
  if (!level.nodes) return TIMED_TABLE_BITS;
  return Math.min(Math.max(Math.trunc(level.nodes).toString(2).length, MIN_TABLE_BITS), MAX_TABLE_BITS);
}

/**
 * Return the margin, and the seed from 1 on; both are 0 if the level does not vary.
 * @param {Level} level
 * @param {number} largest
 */
function noise({ margin = null, seed = null }, largest) {
  return margin === null || seed === null ? [0, 0] : [margin, (seed % largest) + 1];
}

/**
 * Yield the reports of a search with their mean scores, for people (common/search/engine.py).
 * @param {Iterable<Report>} reports
 * @param {number} decisive
 * @returns {Generator<Report>}
 */
export function* withMeanScores(reports, decisive) {
  /** @type {Map<number, number>} */
  const latest = new Map(); // the last score of even depths and of odd ones
  for (const report of reports) {
    if (report.proven || Math.abs(report.score) >= decisive) {
      latest.clear();
      yield report;
      continue;
    }
    latest.set(report.depth % 2, report.score);
    const sum = [...latest.values()].reduce((total, score) => total + score, 0);
    yield { ...report, mean: Math.trunc(sum / latest.size) + 0 };
  }
}

/**
 * Return the score of a report for people.
 * @param {Report} report
 */
export function shownScore(report) {
  return report.proven || report.mean === undefined ? report.score : report.mean;
}
