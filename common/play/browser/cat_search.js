// Circle the Cat by certificates, decision by decision as solver.py, proof_player.py and evaluation.py.

import { BestFirst, CatBoard, Enclosure, Measures, bit, highest } from "./best_first.js";
import { cellsOf, popcount } from "./bits.js";
import { Kernels } from "./kernels.js";
import { Deadline, TimedRuns } from "./search.js";

/**
 * @typedef {import("./worker.js").Question} Question
 * @typedef {import("./worker.js").Finding} Finding
 * @typedef {{wins: boolean | null, move: number | null}} Proven
 * What is proven for the side to move, and a move that shows it.
 * @typedef {{cat: number, free: bigint, exits: bigint, isCat: boolean}} CatPosition
 */

const NO_DEADLINE = new Deadline(0, Infinity, null, null);

/** A solver for one set of exits, which keeps the certificates that it finds. */
export class CertificateSolver {
  /** @param {Kernels} kernels @param {CatBoard} board @param {TimedRuns} runs */
  constructor(kernels, board, runs) {
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.board = board;
    this.runs = runs;
    this.exits = 0n;
    this.deadline = NO_DEADLINE;
    this.memory = kernels.memory("memory");
  }

  /** Forget all certificates: they belong to other exits. @param {bigint} exits */
  reset(exits) {
    const { CAT_SHARE, EXIT_SHARE } = this.constants;
    const [low, high] = this.board.twoWords(exits);
    const numbers = { exit_low: low, exit_high: high, exit_share: EXIT_SHARE, cat_share: CAT_SHARE, nodes: 0 };
    Object.entries(numbers).forEach(([name, value]) => this.memory.set(name, value));
    this.memory.view("known").fill(0n);
    this.exits = exits;
    this.deadline = NO_DEADLINE;
    return this;
  }

  get nodes() {
    return this.memory.number("nodes");
  }

  /** Limit all following questions together. @param {Deadline} deadline */
  setDeadline(deadline) {
    this.deadline = deadline;
    if (!deadline.expired) {
      this.memory.set("nodes", 0);
    }
  }

  /** Prove whether the catcher, to move, wins, and by which block. @param {number} cat @param {bigint} free @returns {Proven} */
  proveBlock(cat, free, within = this.constants.NO_HORIZON) {
    const { CAT, CATCHER, NO_CELL } = this.constants;
    const found = this.exits & free & bit(cat) ? CAT : this.ask(cat, free, within);
    if (found !== CATCHER) {
      return { wins: found === CAT ? false : null, move: null };
    }
    const block = this.memory.number("best");
    return { wins: true, move: block === NO_CELL ? cellsOf(free & ~bit(cat))[0] ?? null : block };
  }

  /** Prove whether the cat, to move, wins, and by which step. @param {bigint} free @param {number[]} steps @returns {Proven} */
  proveStep(free, steps, within = this.constants.NO_HORIZON) {
    let open = null;
    for (const step of steps) {
      const { wins } = this.proveBlock(step, free, within);
      if (wins === false) {
        return { wins: true, move: step };
      }
      open = wins === null ? open ?? step : open;
    }
    return { wins: open === null ? false : null, move: open };
  }

  /** Return the steps by the flow from the exits, the highest first. @param {bigint} free @param {number[]} steps */
  ratedSteps(free, steps) {
    this.kernels.call("rate_steps", this.memory, ...this.board.twoWords(free), 0);
    const rate = (/** @type {number} */ step) => this.memory.number("worth", step);
    return [...steps].sort((one, other) => rate(other) - rate(one));
  }

  /** Return the block that the flows rate highest. @param {number} cat @param {bigint} free */
  bestBlock(cat, free) {
    this.kernels.call("rate_blocks", this.memory, cat, ...this.board.twoWords(free), 0);
    return this.kernels.number("best_rated", this.memory, ...this.board.twoWords(free & ~bit(cat)), 0);
  }

  /** Return true if the catcher wins by this block, null if that is not proven. @param {number} cat @param {bigint} free @param {number} block */
  blockWins(cat, free, block) {
    const after = free & ~bit(block);
    const { wins } = this.proveStep(after, this.board.steps(cat, after));
    return wins === null ? null : !wins;
  }

  /** Return the cells behind the last proof. */
  certificate() {
    return this.board.oneSet(this.memory.get("proof_low"), this.memory.get("proof_high"));
  }

  /** @param {number} cat @param {bigint} free @param {number} within */
  ask(cat, free, within) {
    if (this.deadline.expired) {
      return this.constants.UNDECIDED;
    }
    this.memory.set("within", within);
    return this.runs.run(this.memory, this.deadline, () =>
      this.kernels.number("decide", this.memory, cat, ...this.board.twoWords(free), 0),
    );
  }
}

/** The positions and the time that are left for a move. */
class MoveBudget {
  /** @param {Deadline} deadline @param {Record<string, number>} constants */
  constructor(deadline, { DEFAULT_POSITIONS, FEW_POSITIONS, PROOF_PART }) {
    this.positions = deadline.nodes ?? (deadline.isTimed ? Infinity : DEFAULT_POSITIONS);
    this.fewPositions = FEW_POSITIONS;
    this.deadline = deadline;
    this.proofDeadline = deadline.part(PROOF_PART);
  }

  get isExpired() {
    return this.deadline.expired;
  }

  /** Ask a solver within some positions, and subtract what it uses. @template Answer @param {CertificateSolver} solver @param {number} positions @param {() => Answer} ask */
  limiting(solver, positions, ask, deadline = this.deadline) {
    const inTime = !deadline.expired;
    const most = Math.min(positions, this.positions);
    solver.setDeadline(deadline.withNodes(most === Infinity ? null : Math.trunc(most)));
    const answer = ask();
    this.positions = inTime ? Math.max(this.positions - solver.nodes, 0) : 0;
    return answer;
  }

  /** Ask a solver within part of the time, and all but a few positions. @template Answer @param {CertificateSolver} solver @param {() => Answer} ask */
  limitingProof(solver, ask) {
    return this.limiting(solver, this.positions - this.fewPositions, ask, this.proofDeadline);
  }
}

/** A player of either side by proofs, which expects the positions of a game in order. */
export class ProofPlayer {
  /** @param {CatBoard} board @param {Kernels} kernels */
  constructor(board, kernels) {
    this.board = board;
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.runs = new TimedRuns();
    /** @type {CertificateSolver[]} */
    this.solvers = [];
    /** @type {CertificateSolver | null} */
    this.inner = null; // of the previous region, which was too small
    this.free = 0n;
    this.exits = 0n;
    this.region = board.all;
    /** @type {CertificateSolver} */
    this.solver = this.freshSolver(0n);
    this.regionSolver = this.solver;
    this.bestFirst = new BestFirst(board, 0n);
    /** @type {boolean | null} */
    this.wins = null; // what the last move's proof says of its side
    this.nodes = 0;
  }

  /** Return a solver without certificates that is not in use: memory is never given back. @param {bigint} exits @returns {CertificateSolver} */
  freshSolver(exits) {
    const used = [this.solver, this.regionSolver, this.inner];
    let found = this.solvers.find((solver) => !used.includes(solver));
    if (!found) {
      found = new CertificateSolver(this.kernels, this.board, this.runs);
      this.solvers.push(found);
    }
    return found.reset(exits);
  }

  /** Return the cell to step on or to block. @param {CatPosition} position @param {Deadline} deadline */
  move({ cat, free, exits, isCat }, deadline) {
    this.inner = null;
    if (exits !== this.exits || free & ~this.free) {
      this.solver = this.regionSolver = this.solver.reset(exits);
      this.region = this.board.all;
    }
    this.exits = exits;
    this.free = free;
    const budget = new MoveBudget(deadline, this.constants);
    const before = budget.positions;
    this.bestFirst = new BestFirst(this.board, exits);
    const move = isCat ? this.step(cat, free, budget) : this.block(cat, free, budget);
    this.nodes = before < Infinity ? before - budget.positions : this.solver.nodes;
    return move;
  }

  /** @param {number} cat @param {bigint} free @param {MoveBudget} budget */
  step(cat, free, budget) {
    const { FEW_POSITIONS, IMPROVEMENT_POSITIONS } = this.constants;
    const { solver, bestFirst } = this;
    const steps = solver.ratedSteps(free, this.board.steps(cat, free));
    const { wins, move } = budget.limitingProof(solver, () => solver.proveStep(free, steps));
    this.wins = wins;
    if (wins && move !== null) {
      return this.fastestStep(free, steps, move, budget);
    }
    const guess = bestFirst.step(cat, free);
    if (move !== null) {
      const isLost = budget.limiting(solver, FEW_POSITIONS, () => solver.proveBlock(guess, free).wins);
      return isLost ? move : guess;
    }
    return this.hardestToAnswer([guess, ...steps], IMPROVEMENT_POSITIONS / steps.length, budget, (step) => {
      const blocks = bestFirst.likelyBlocks(step, free);
      return countWrong(blocks, (block) => solver.blockWins(step, free, block) !== true);
    });
  }

  /** @param {number} cat @param {bigint} free @param {MoveBudget} budget */
  block(cat, free, budget) {
    const { solver, bestFirst } = this;
    const { wins, move } = budget.limitingProof(solver, () => solver.proveBlock(cat, free));
    this.wins = wins;
    if (wins && move !== null) {
      return this.confiningBlock(cat, free, move, budget);
    }
    const guess = bestFirst.block(cat, free);
    if (wins === null) {
      return guess;
    }
    const needed = solver.certificate() & free & ~(bit(cat) | bit(guess));
    const blocks = [guess, ...cellsOf(needed)];
    return this.hardestToAnswer(blocks, this.constants.IMPROVEMENT_POSITIONS / blocks.length, budget, (block) => {
      const after = free & ~bit(block);
      const steps = bestFirst.likelySteps(cat, after);
      return countWrong(steps, (step) => solver.proveBlock(step, after).wins !== false);
    });
  }

  /**
   * Return the move with the most wrong replies, the first of equals.
   * @param {number[]} moves @param {number} positions @param {MoveBudget} budget @param {(move: number) => number} wrongReplies
   */
  hardestToAnswer(moves, positions, budget, wrongReplies) {
    return highest(moves, (move) =>
      budget.isExpired ? 0 : budget.limiting(this.solver, positions, () => wrongReplies(move)),
    );
  }

  /** Return the step with the soonest win that can be proven. @param {bigint} free @param {number[]} steps @param {number} winningStep @param {MoveBudget} budget */
  fastestStep(free, steps, winningStep, budget) {
    const { FEW_POSITIONS, IMPROVEMENT_POSITIONS, REGION_POSITIONS } = this.constants;
    const { solver } = this;
    let left = Math.min(IMPROVEMENT_POSITIONS, budget.positions);
    for (let within = 1; within < this.board.size; within += 1) {
      const most = Math.min(left, REGION_POSITIONS);
      const { wins, move } = budget.limiting(solver, most, () => solver.proveStep(free, steps, within));
      if (wins && move !== null) {
        return move;
      }
      left -= solver.nodes;
      if (left < FEW_POSITIONS || budget.isExpired) {
        break;
      }
    }
    return winningStep;
  }

  /** Return the block that provably holds the cat in the smallest region. @param {number} cat @param {bigint} free @param {number} winningBlock @param {MoveBudget} budget */
  confiningBlock(cat, free, winningBlock, budget) {
    const { MAX_LAST_CELLS, REGION_POSITIONS } = this.constants;
    if (popcount(this.board.region(cat, this.region & free)) <= MAX_LAST_CELLS) {
      const last = this.bestFirst.lastBlock(cat, free);
      if (last !== null) {
        return last;
      }
    }
    for (const { region, solver } of this.regions(cat, free)) {
      const { inner } = this;
      const [answer, spare] = budget.limiting(solver, REGION_POSITIONS, () => {
        const found = solver.proveBlock(cat, free);
        return [found, found.wins && inner && solver.proveStep(free, this.board.steps(cat, free)).wins === false];
      });
      if (answer.wins && answer.move !== null) {
        this.region = region;
        this.regionSolver = solver;
        return spare && inner ? inner.bestBlock(cat, free) : answer.move;
      }
      if (budget.isExpired) {
        break;
      }
      this.inner = solver;
    }
    return winningBlock;
  }

  /** Yield ever larger regions around the cat, each with a solver whose exits are all cells outside. @param {number} cat @param {bigint} free */
  *regions(cat, free) {
    const whole = this.board.region(cat, this.region & free);
    let region = bit(cat);
    while (region !== whole) {
      yield { region, solver: this.freshSolver(this.exits | (this.board.all & ~region)) };
      region |= this.board.neighboursOf(region) & whole;
    }
    yield { region: this.region, solver: this.regionSolver };
  }
}

/** Count the replies before the first that is not wrong. @param {number[]} replies @param {(reply: number) => boolean} isWrong */
function countWrong(replies, isWrong) {
  const first = replies.findIndex((reply) => !isWrong(reply));
  return first < 0 ? replies.length : first;
}

/** Return the position of a question: its state is the cat, the blocks, the exits, and 0 for the cat's turn. @param {Question} question @param {CatBoard} board @returns {CatPosition} */
function positionOf({ state: [cat, blocks, exits, turn] }, board) {
  return { cat: Number(cat), free: board.all & ~blocks, exits, isCat: turn === 0n };
}

/** Circle the Cat's engine: by proofs at full strength, else best-first search. */
export class CatThinker {
  /** @param {Kernels[]} modules @param {{neighbours: number[][]}} setup */
  constructor(modules, { neighbours }) {
    const [distances, certificates] = ["distances", "certificates"].map((name) => {
      return /** @type {Kernels} */ (modules.find(({ layout }) => layout.name === name));
    });
    this.constants = certificates.constants;
    this.board = new CatBoard(distances, neighbours);
    this.player = new ProofPlayer(this.board, certificates);
  }

  /** @param {Question} question */
  settledMove(question) {
    const { level } = question;
    return level.ignoredPart || level.margin != null ? this.bestFirstMove(positionOf(question, this.board), level) : null;
  }

  /** @param {Question} question @returns {Generator<Finding>} */
  *think(question) {
    const position = positionOf(question, this.board);
    const deadline = Deadline.of(question.level);
    yield question.isAnalysis ? this.insight(position, deadline) : this.proven(position, deadline);
  }

  /** @param {Question} question */
  fallbackMove(question) {
    return this.bestFirstMove(positionOf(question, this.board), {});
  }

  /** @param {CatPosition} position @param {import("./best_first.js").Strength} level */
  bestFirstMove({ cat, free, exits, isCat }, level) {
    const search = new BestFirst(this.board, exits, level);
    return isCat ? search.step(cat, free) : search.block(cat, free);
  }

  /** Return the engine's move, with the proven winner. @param {CatPosition} position @param {Deadline} deadline @returns {Finding} */
  proven(position, deadline) {
    const move = this.player.move(position, deadline);
    const { MIN_POINTS } = this.constants;
    const { wins, nodes } = this.player;
    const score = wins === null ? 0 : wins ? MIN_POINTS : -MIN_POINTS;
    return { move, line: [move], score, shown: score, proven: wins !== null, depth: 1, nodes };
  }

  /** Return the winner, proven or by playing on: sooner wins score higher. @param {CatPosition} position @param {Deadline} deadline @returns {Finding} */
  insight(position, deadline) {
    const { MAX_POINTS, MIN_POINTS } = this.constants;
    const { wins, move, nodes } = this.provenWinner(position, deadline);
    const first = wins ? move : null;
    const { line, winner } = this.playOn(position, first, deadline);
    const seenWins = winner === null ? null : winner === position.isCat;
    const known = wins ?? seenWins;
    const moves = Math.ceil((line.length - Number(known !== true)) / 2);
    const points = known === seenWins ? Math.round(100 * MAX_POINTS / moves) / 100 : MIN_POINTS;
    const score = known === null ? 0 : known ? points : -points;
    return { move: line[0], line, score, shown: score, proven: wins !== null, depth: line.length, nodes };
  }

  /** @param {CatPosition} position @param {Deadline} deadline @returns {Proven & {nodes: number}} */
  provenWinner({ cat, free, exits, isCat }, deadline) {
    const steps = this.board.steps(cat, free);
    let nodes = 0;
    if (deadline.isTimed || deadline.nodes) {
      const solver = this.player.freshSolver(exits);
      solver.setDeadline(deadline.part(this.constants.PROOF_PART));
      const found = isCat ? solver.proveStep(free, steps) : solver.proveBlock(cat, free);
      ({ nodes } = solver);
      if (found.wins !== null) {
        return { ...found, nodes };
      }
    }
    const catWins = this.catWinsByDistances(isCat ? steps : [cat], free, exits);
    return { wins: catWins === null ? null : catWins === isCat, move: null, nodes };
  }

  /** @param {number[]} cells @param {bigint} free @param {bigint} exits */
  catWinsByDistances(cells, free, exits) {
    const ways = new Measures(this.board, exits).distances(free, 2);
    if (cells.some((cell) => ways[cell] <= 1)) {
      return true;
    }
    const enclosure = new Enclosure(this.board, exits);
    return cells.every((cell) => enclosure.holds(cell, free)) ? false : null;
  }

  /** Play on by best-first search; return the moves, and true if the cat wins at the end. @param {CatPosition} position @param {number | null} first @param {Deadline} deadline */
  playOn(position, first, deadline) {
    const line = [];
    let { cat, free, exits, isCat } = position;
    let winner = null;
    let move = first;
    while (winner === null && (line.length - Number(first !== null)) < (deadline.depth ?? Infinity)) {
      const isGiven = move !== null;
      move ??= this.bestFirstMove({ cat, free, exits, isCat }, { nodes: deadline.nodes });
      line.push(move);
      cat = isCat ? move : cat;
      free = isCat ? free : free & ~bit(move);
      isCat = !isCat;
      winner = exits & free & bit(cat) ? true : this.board.near[cat] & free ? null : false;
      move = null;
      if (!isGiven && deadline.expired) {
        break;
      }
    }
    return { line, winner };
  }
}
