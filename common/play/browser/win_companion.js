// Cats & Dogs: proofs of the winner beside the search, as common/games/cats_and_dogs/pn_solver.py.

import { Kernels } from "./kernels.js";
import { Deadline, TimedRuns } from "./search.js";

/**
 * @typedef {import("./search.js").Companion} Companion
 * @typedef {import("./search.js").Report} Report
 * @typedef {{wins: boolean | null, move: number | null, plies: number | null}} Verdict
 */

const NUMBER_BITS = 31n;

/** A prover of the winner near the end, and if possible of the length. @implements {Companion} */
export class WinCompanion {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.isExact = false;
    this.memory = kernels.memory("memory");
    this.proofs = kernels.memory("proofs");
    this.proofs.set("mask", this.constants.BUCKETS - 1);
    this.proofs.set("table", kernels.block(this.constants.TABLE_WORDS).handle);
    this.proofs.set("threads", 1);
    this.runs = new TimedRuns();
    this.deadline = new Deadline(0, Infinity, null, null);
    /** @type {Verdict} */
    this.proof = { wins: null, move: null, plies: null };
  }

  /** Moves searched for the last move. */
  get nodes() {
    return this.memory.number("nodes");
  }

  /**
   * @param {bigint[]} state
   * @param {Deadline} deadline
   */
  beforeSearch(state, deadline) {
    const { WIN_CHECK } = this.constants;
    const most = deadline.part(1 - WIN_CHECK);
    const found = this.proveNearEnd(state, deadline);
    this.proof = found;
    if (found.plies !== null) return { report: this.winReport(found), deadline, isLost: false };
    const rest = new Deadline(deadline.start, found.wins ? most.end : deadline.end, deadline.nodes, deadline.depth);
    if (deadline.nodes === null) return { report: null, deadline: rest, isLost: found.wins === false };
    const spent = this.nodes + (found.wins ? Math.trunc(deadline.nodes * WIN_CHECK) : 0);
    return { report: null, deadline: rest.withNodes(Math.max(deadline.nodes - spent, 1)), isLost: false };
  }

  /**
   * @param {bigint[]} state
   * @param {Report | null} last
   * @param {Deadline} deadline
   * @returns {Report | null}
   */
  afterSearch(state, last, deadline) {
    const { DECISIVE_SCORE } = this.constants;
    const { wins, move } = this.proof;
    if (wins === null) return null;
    if (!wins) return last && { ...last, score: -DECISIVE_SCORE, proven: true };
    if (!last || move === null) return this.winReport(this.proof);
    const isKept = last.move === move || this.keepsWin(state, last.move, deadline);
    return { ...last, ...(isKept ? {} : { move, line: [move] }), score: DECISIVE_SCORE, proven: true };
  }

  /**
   * @param {Verdict} proof
   * @returns {Report}
   */
  winReport(proof) {
    const { DECISIVE_SCORE, NO_MOVE, WON } = this.constants;
    const score = proof.plies === null ? DECISIVE_SCORE : WON - proof.plies;
    const move = proof.move ?? NO_MOVE;
    return { move, score, line: [move], depth: proof.plies || 0, nodes: this.nodes, proven: true };
  }

  /**
   * Limit all following questions together, and count nodes from 0.
   * @param {Deadline} deadline
   */
  begin(deadline) {
    this.deadline = deadline;
    this.memory.set("nodes", 0);
  }

  /**
   * @param {bigint[]} state
   * @param {Deadline} deadline
   * @returns {Verdict}
   */
  proveNearEnd(state, deadline) {
    const { ANY_TIME, MAX_UNPROVEN_NODES, NEAR_END_DOGS, WIN_PROOF } = this.constants;
    this.begin(deadline.part(WIN_PROOF));
    const isSpare = deadline.isTimed || (deadline.nodes || 0) > MAX_UNPROVEN_NODES;
    const none = { wins: null, move: null, plies: null };
    if (deadline.depth || !isSpare || countBits(state[1]) > NEAR_END_DOGS) return none;
    const wins = this.winsBy(state, true, ANY_TIME);
    const verdict = { wins, move: wins ? this.move : null, plies: null };
    return wins ? this.withLength(state, verdict) : verdict;
  }

  /**
   * Return the verdict of a win with its plies, and the move that achieves it, if the limit suffices.
   * @param {bigint[]} state
   * @param {Verdict} verdict
   * @returns {Verdict}
   */
  withLength(state, verdict) {
    let { move } = verdict;
    for (let due = state[2] ? 1 : 2; due < this.constants.ANY_TIME; due += 2) {
      const answer = this.winsBy(state, true, due);
      if (answer === null) break;
      if (answer) return { wins: true, move: this.move, plies: due };
    }
    return { ...verdict, move };
  }

  /**
   * Return true if the side to move provably still wins after a move.
   * @param {bigint[]} state
   * @param {number} move
   * @param {Deadline} deadline
   */
  keepsWin(state, move, deadline) {
    const { ANY_TIME, NOT_OVER, WIN_CHECK } = this.constants;
    const child = this.kernels.call("play", state, move);
    const again = this.kernels.number("keeps_turn", state, child) === 1;
    const score = this.kernels.number("end_score", this.memory, child, 1);
    if (score !== NOT_OVER) return again ? score > 0 : score < 0;
    this.begin(deadline.part(WIN_CHECK));
    return this.winsBy(child, again, ANY_TIME) === again;
  }

  /**
   * Return whether the side to move wins by a ply, or has not lost by then; null if the limit is reached.
   * @param {bigint[]} state
   * @param {boolean} mustWin
   * @param {number} lastPly
   */
  winsBy(state, mustWin, lastPly) {
    const { kernels, memory, proofs } = this;
    const { INFINITE_NUMBER, NO_MOVE, NUMBER } = this.constants;
    memory.set("best", NO_MOVE);
    proofs.set("known", 0);
    const question = [Number(mustWin), INFINITE_NUMBER, INFINITE_NUMBER, lastPly, 0];
    const ask = () => kernels.call("prove_win", memory, proofs, state, ...question)[0];
    const numbers = this.runs.run(memory, this.deadline, ask);
    if (numbers >> NUMBER_BITS === 0n) return true;
    return (numbers & BigInt(NUMBER)) === 0n ? false : null;
  }

  get move() {
    return this.memory.number("best");
  }
}

/** @param {bigint} squares */
function countBits(squares) {
  return squares.toString(2).replaceAll("0", "").length;
}
