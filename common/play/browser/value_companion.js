// Walls: exact values beside the search, as common/games/walls/solver.py and tie_break.py.

import { Kernels } from "./kernels.js";
import { Deadline, TimedRuns } from "./search.js";

/**
 * @typedef {import("./search.js").Companion} Companion
 * @typedef {import("./search.js").Report} Report
 * @typedef {{lead: number, plies: number}} End
 * The end of a game with best play: the final lead of the player to move, and the plies to it.
 * @typedef {{low: number, isExact: boolean, move: number, nodes: number}} Bounds
 */

/** The limit of positions or the deadline is exceeded. */
class TooManyPositions extends Error {}

/** A solver of endgames, and of earlier positions on boards whose kernels prove values. @implements {Companion} */
export class ValueCompanion {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.constants = kernels.constants;
    this.isExact = true;
    this.nodes = 0;
    this.tieBreaker = new TieBreaker(kernels);
    this.prover = kernels.has("prove") ? new ValueProver(kernels) : null;
    /** @type {Report | null} */
    this.found = null;
  }

  /**
   * @param {bigint[]} state
   * @param {Deadline} deadline
   */
  beforeSearch(state, deadline) {
    this.found = this.provenReport(state, deadline);
    return { report: this.found, deadline, isLost: false };
  }

  /**
   * @param {bigint[]} state
   * @param {Report | null} last
   */
  afterSearch(state, last) {
    if (!this.found || !last || last.score > this.found.score) return null;
    return { ...this.found, depth: last.depth };
  }

  /**
   * Return the exact end with its best length, else a proven value, win, or loss by at most 1.
   * @param {bigint[]} state
   * @param {Deadline} deadline
   * @returns {Report | null}
   */
  provenReport(state, deadline) {
    const choice = deadline.depth === null ? this.tieBreaker.choose(state, deadline) : null;
    if (choice) {
      const { move, end } = choice;
      return this.report(move, end.lead, end.plies, this.tieBreaker.nodes, true);
    }
    const found = this.prover?.solve(state, deadline);
    return found ? this.report(found.move, found.low, 0, found.nodes, found.isExact || found.low > 0) : null;
  }

  /**
   * @param {number} move
   * @param {number} lead
   * @param {number} depth
   * @param {number} nodes
   * @param {boolean} proven
   */
  report(move, lead, depth, nodes, proven) {
    const score = Math.sign(lead) * this.constants.DECISIVE_SCORE + lead * this.constants.BRICK;
    return { move, score, line: [move], depth, nodes, proven };
  }
}

/** A search for the best length of the game among equally good moves; it stores ends of positions. */
class TieBreaker {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.memory = kernels.memory("memory");
    /** @type {Map<string, End>} */
    this.ends = new Map();
    this.left = 0;
    this.deadline = new Deadline(0, Infinity, null, null);
  }

  get nodes() {
    return this.constants.MAX_POSITIONS - this.left;
  }

  /**
   * Return the best move with its end, or null if that takes too many positions or too long.
   * @param {bigint[]} state
   * @param {Deadline} deadline
   */
  choose(state, deadline) {
    const { MAX_POSITIONS, MAX_STORED_ENDS, TIE_BREAK_PART } = this.constants;
    if (this.ends.size > MAX_STORED_ENDS) this.ends.clear();
    this.left = MAX_POSITIONS;
    this.deadline = deadline.part(TIE_BREAK_PART);
    try {
      return this.bestChoice(state);
    } catch (problem) {
      if (problem instanceof TooManyPositions) return null;
      throw problem;
    }
  }

  /** @param {bigint[]} state */
  bestChoice(state) {
    const choices = Array.from({ length: this.constants.CHOICES }, (_, move) => ({ move, end: this.after(state, move) }));
    return choices.reduce((best, other) => (isBetter(other.end, best.end) ? other : best));
  }

  /**
   * @param {bigint[]} state
   * @param {number} move
   * @returns {End}
   */
  after(state, move) {
    const child = this.kernels.call("play", state, move);
    const { lead, plies } = this.end(child);
    const again = this.kernels.number("keeps_turn", state, child) === 1;
    return { lead: again ? lead : 0 - lead, plies: plies + 1 };
  }

  /**
   * @param {bigint[]} state
   * @returns {End}
   */
  end(state) {
    const key = state.join();
    const known = this.ends.get(key);
    if (known) return known;
    this.left -= 1;
    if (this.left < 0 || this.deadline.expired) throw new TooManyPositions();
    const end = this.ended(state) ?? this.separated(state) ?? this.searched(state);
    this.ends.set(key, end);
    return end;
  }

  /** @param {bigint[]} state */
  ended(state) {
    const score = this.kernels.number("end_score", this.memory, state, 0);
    return score === this.constants.NOT_OVER ? null : { lead: this.leadOf(score), plies: 0 };
  }

  /** @param {number} score */
  leadOf(score) {
    const { BRICK, DECISIVE_SCORE } = this.constants;
    return (score - Math.sign(score) * DECISIVE_SCORE) / BRICK;
  }

  /** @param {bigint[]} state */
  separated(state) {
    const { MAX_DEPARTURES, NOT_SEPARATED } = this.constants;
    const [lead, plies] = this.kernels.call("end_separated", this.memory, state, MAX_DEPARTURES).map(Number);
    return lead === NOT_SEPARATED ? null : { lead, plies };
  }

  /** @param {bigint[]} state */
  searched(state) {
    if (this.kernels.number("horizon", state) > this.constants.MAX_REMAINING_PLIES) throw new TooManyPositions();
    return this.bestChoice(state).end;
  }
}

/**
 * Return true if an end is better for the player to move: the winner prefers few plies, the loser many.
 * @param {End} one
 * @param {End} other
 */
function isBetter(one, other) {
  if (one.lead !== other.lead) return one.lead > other.lead;
  return one.lead < 0 ? one.plies > other.plies : one.plies < other.plies;
}

/** A solver for exact values within a deadline; its table keeps all proofs. */
class ValueProver {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.memory = kernels.memory("memory");
    this.memory.set("places", this.constants.BUCKETS);
    this.memory.set("proofs", kernels.block(this.constants.PROOF_WORDS).handle);
    this.deadline = new Deadline(0, Infinity, null, null);
    this.runs = new TimedRuns();
  }

  /**
   * Prove the exact value, else a lower bound: a win, or a loss by at most 1. Return null if nothing is proven.
   * @param {bigint[]} state
   * @param {Deadline} deadline
   * @returns {Bounds | null}
   */
  solve(state, deadline) {
    const { CHOICES, PROOF_PART } = this.constants;
    if (deadline.depth && !deadline.nodes) return null;
    const win = deadline.part(PROOF_PART / 2);
    const valuePart = deadline.part(PROOF_PART);
    this.memory.set("nodes", 0);
    this.deadline = win;
    let move = this.move(state, 1);
    this.deadline = valuePart;
    if (move === null) {
      move = this.move(state, -1);
      return move === null || move === CHOICES ? null : this.bounds(-1, move, false);
    }
    let value = 1;
    while (move === CHOICES) move = this.move(state, --value);
    if (move === null || value < 1) return move === null ? null : this.bounds(value, move, true);
    let more = this.move(state, value + 1);
    while (more !== null && more !== CHOICES) {
      value += 1;
      move = more;
      more = this.move(state, value + 1);
    }
    return this.bounds(value, move, more === CHOICES);
  }

  /**
   * @param {number} low
   * @param {number} move
   * @param {boolean} isExact
   */
  bounds(low, move, isExact) {
    return { low, isExact, move, nodes: this.memory.number("nodes") };
  }

  /**
   * Return a move to end at least `target` ahead, CHOICES if none does, or null at the deadline.
   * @param {bigint[]} given
   * @param {number} target
   */
  move(given, target) {
    if (this.deadline.expired) return null;
    const { CHOICES, NO, STOPPED } = this.constants;
    const { state, isMirrored } = canonicalImage(this.kernels, given);
    this.memory.set("best", CHOICES);
    const found = this.answer(state, target);
    if (found === STOPPED) return null;
    if (found === NO) return CHOICES;
    const best = this.memory.number("best");
    const move = best === CHOICES ? this.findMove(state, target) : best;
    return move === null ? null : unmirroredMove(move, isMirrored, CHOICES);
  }

  /**
   * Return the first move that reaches `target`, where one does; null at the deadline.
   * @param {bigint[]} state
   * @param {number} target
   */
  findMove(state, target) {
    const { CHOICES, NO, STOPPED } = this.constants;
    for (let move = 0; move < CHOICES; move++) {
      const child = this.kernels.call("play", state, move);
      const again = this.kernels.number("keeps_turn", state, child) === 1;
      const found = this.answer(child, again ? target : 1 - target);
      if (found === STOPPED) return null;
      if ((found !== NO) === again) return move;
    }
    throw new Error("no move keeps the proven value");
  }

  /**
   * @param {bigint[]} state
   * @param {number} target
   */
  answer(state, target) {
    const ask = () => this.kernels.number("prove", this.memory, state, target, 0) & 3;
    return this.runs.run(this.memory, this.deadline, ask);
  }
}

/**
 * Return the least of the four symmetric images of a state, and if it swaps left and right.
 * @param {Kernels} kernels
 * @param {bigint[]} state
 */
export function canonicalImage(kernels, state) {
  const images = [0, 1, 2, 3].map((image) => ({
    state: kernels.call("symmetric_image", state, image),
    isMirrored: (image & 1) === 1,
  }));
  return images.reduce((least, other) => (compareImages(other, least) < 0 ? other : least));
}

/**
 * @param {{state: bigint[], isMirrored: boolean}} one
 * @param {{state: bigint[], isMirrored: boolean}} other
 */
function compareImages(one, other) {
  const at = one.state.findIndex((word, index) => word !== other.state[index]);
  if (at >= 0) return one.state[at] < other.state[at] ? -1 : 1;
  return Number(one.isMirrored) - Number(other.isMirrored);
}

/**
 * @param {number} move
 * @param {boolean} isMirrored
 * @param {number} choices
 */
export function unmirroredMove(move, isMirrored, choices) {
  return isMirrored && move > 0 && move < choices ? 3 - move : move;
}
