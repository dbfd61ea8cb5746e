// Circle the Cat's best-first search, decision by decision as best_first.py, containment.py and distances.py.

import { Random, cellsOf, has, popcount } from "./bits.js";
import { Kernels } from "./kernels.js";

/**
 * @typedef {{nodes?: number | null, ignoredPart?: number, margin?: number | null, seed?: number | null}} Strength
 * @typedef {[value: number, cell: number]} Valued
 */

/** Return the set of one cell. @param {number} cell */
export function bit(cell) {
  return 1n << BigInt(cell);
}

/** Return the first item with the highest rating. @template Item @param {Item[]} items @param {(item: Item) => number} rate */
export function highest(items, rate) {
  const rates = items.map(rate);
  return items[rates.indexOf(Math.max(...rates))];
}

/** Compare two lists of numbers by the first that differ. @param {number[]} one @param {number[]} other */
function compareLists(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** The cells, their neighbours, and the kernels of distances. Sets of cells are bigints. */
export class CatBoard {
  /** @param {Kernels} kernels @param {number[][]} neighbours  six for each cell, -1 off the board */
  constructor(kernels, neighbours) {
    this.kernels = kernels;
    this.constants = kernels.constants;
    this.wordBits = BigInt(this.constants.WORD);
    this.neighbours = neighbours;
    this.size = neighbours.length;
    this.all = bit(this.size) - 1n;
    this.near = neighbours.map((cells) => cells.reduce((set, cell) => (cell < 0 ? set : set | bit(cell)), 0n));
    this.memory = kernels.memory("memory");
  }

  /** Return the two words of a set that kernels take. @param {bigint} set @returns {[bigint, bigint]} */
  twoWords(set) {
    return [BigInt.asUintN(this.constants.WORD, set), set >> this.wordBits];
  }

  /** Return the set of two words. @param {bigint} low @param {bigint} high */
  oneSet(low, high) {
    return low | (high << this.wordBits);
  }

  /** Return the free neighbours of a cell, by direction. @param {number} cell @param {bigint} free */
  steps(cell, free) {
    return this.neighbours[cell].filter((near) => near >= 0 && has(free, near));
  }

  /** @param {bigint} set */
  neighboursOf(set) {
    return cellsOf(set).reduce((around, cell) => around | this.near[cell], 0n);
  }

  /** Return the free cells that can be reached from a cell, and the cell. @param {number} cell @param {bigint} free */
  region(cell, free) {
    let region = bit(cell);
    for (let fringe = region; fringe; region |= fringe) {
      fringe = this.neighboursOf(fringe) & free & ~region;
    }
    return region;
  }
}

/** Distances and promises for a set of exits. */
export class Measures {
  /** @param {CatBoard} board @param {bigint} exits */
  constructor(board, exits) {
    this.board = board;
    this.constants = board.constants;
    this.exits = exits;
    this.blocksTried = 0;
  }

  /** Return the memory of the kernels with these exits; all measures share it. */
  memory() {
    const { memory } = this.board;
    const [low, high] = this.board.twoWords(this.exits);
    memory.set("exit_low", low);
    memory.set("exit_high", high);
    return memory;
  }

  /** Return the distance of every cell by number, FAR without a way. @param {bigint} free @param {number} neighboursNeeded */
  distances(free, neighboursNeeded) {
    const { board, constants } = this;
    const memory = this.memory();
    const found = Array(constants.MOST_CELLS).fill(constants.FAR);
    const count = board.kernels.number("levels", memory, ...board.twoWords(free), neighboursNeeded);
    for (let distance = 0; distance < count; distance += 1) {
      const level = board.oneSet(memory.get("level_low", distance), memory.get("level_high", distance));
      cellsOf(level).forEach((cell) => {
        found[cell] = distance;
      });
    }
    return found;
  }

  /** Return promise and cell of the crucial cells, row by row. @param {number} cat @param {bigint} free @returns {Valued[]} */
  promises(cat, free, cutoff = this.constants.NO_CUTOFF) {
    const memory = this.memory();
    const { kernels } = this.board;
    const words = this.board.twoWords(free);
    const choice = kernels.call("crucial_cells", memory, cat, ...words);
    const count = kernels.number("widen", memory, cat, ...words, ...choice, cutoff);
    this.blocksTried += count;
    return Array.from({ length: count }, (_, at) => [memory.number("promise", at), memory.number("cell", at)]);
  }

  /** Return the best promise, or the first of `cutoff` or more; null if the cat is held. @param {number} cat @param {bigint} free @param {number} cutoff */
  bestPromise(cat, free, cutoff) {
    const found = this.promises(cat, free, cutoff);
    return found.length ? Math.max(...found.map(([promise]) => promise)) : null;
  }
}

/** The end of a game on a board with these exits. */
export class Enclosure {
  /** @param {CatBoard} board @param {bigint} exits */
  constructor(board, exits) {
    this.board = board;
    this.constants = board.constants;
    this.exits = exits;
  }

  /** Return the smallest radius that holds the cat, and a block for it. @param {number} cat @param {bigint} free */
  ring(cat, free) {
    const rings = this.rings(cat, free);
    /** @type {Valued | null} */
    let best = null;
    /** @type {Valued | null} */
    let inner = null;
    let radius = 1;
    for (; radius <= rings.length; radius += 1) {
      const exits = rings.slice(radius).reduce((set, ring) => set | ring, this.exits & free);
      const found = new Measures(this.board, exits).promises(cat, free);
      best = found.length ? highest(found, ([promise]) => promise) : null;
      if (!best || best[0] >= this.constants.HELD) {
        break;
      }
      inner = best;
    }
    const needed = best ?? inner;
    const cell = needed ? needed[1] : this.board.steps(cat, free)[0];
    return { radius: Math.min(radius, rings.length), cell };
  }

  /** @param {number} cat @param {bigint} free */
  rings(cat, free) {
    const rings = [bit(cat)];
    for (let seen = rings[0]; rings[rings.length - 1]; seen |= rings[rings.length - 1]) {
      rings.push(this.board.neighboursOf(rings[rings.length - 1]) & free & ~seen);
    }
    return rings;
  }

  /** Return true if the catcher, to move, provably encloses the cat. @param {number} cat @param {bigint} free */
  holds(cat, free) {
    const { FAR, HELD } = this.constants;
    const ways = new Measures(this.board, this.exits);
    if (ways.distances(free, 2)[cat] === FAR) {
      return true;
    }
    const steps = this.board.steps(cat, free);
    const closing = ways.promises(cat, free).filter(([promise]) => promise >= HELD);
    return closing.some(([, cell]) => {
      const after = ways.distances(free & ~bit(cell), 2);
      return steps.every((step) => after[step] === FAR);
    });
  }

  /**
   * Return the fewest blocks, at most `most`, that force the end, and the first of them, or null.
   * @param {number} cat @param {bigint} free @param {number} most @param {number} budget
   */
  fastestEnd(cat, free, most, budget) {
    const search = new EndSearch(this.board, this.exits, budget);
    for (let blocks = 1; blocks <= most; blocks += 1) {
      const cell = search.firstBlock(cat, free, blocks);
      if (search.budget < 0) {
        return null;
      }
      if (cell !== null) {
        return { blocks, cell };
      }
    }
    return null;
  }
}

/** Depth-first search for a forced end. A negative budget makes its answers worthless. */
class EndSearch {
  /** @param {CatBoard} board @param {bigint} exits @param {number} budget */
  constructor(board, exits, budget) {
    this.board = board;
    this.exits = exits;
    this.budget = budget;
    /** @type {Map<string, number | null>} */
    this.answers = new Map();
  }

  /** Return a block that forces the end within some blocks, or null. @param {number} cat @param {bigint} free @param {number} blocks @returns {number | null} */
  firstBlock(cat, free, blocks) {
    const key = `${cat} ${free} ${blocks}`;
    const known = this.answers.get(key);
    if (known !== undefined) {
      return known;
    }
    this.budget -= 1;
    if (this.budget < 0) {
      return null;
    }
    const found = this.search(cat, free, blocks);
    this.answers.set(key, found);
    return found;
  }

  /** @param {number} cat @param {bigint} free @param {number} blocks @returns {number | null} */
  search(cat, free, blocks) {
    const near = this.board.near[cat] & free;
    if (blocks === 1) {
      return popcount(near) === 1 ? cellsOf(near)[0] : null;
    }
    if (near & (near - 1n) & this.exits) {
      return null;
    }
    const ends = (/** @type {number} */ cell) => {
      const after = free & ~bit(cell);
      const left = near & after;
      return !(left & this.exits) && cellsOf(left).every((step) => this.firstBlock(step, after, blocks - 1) !== null);
    };
    return this.candidateCells(cat, free, near, blocks).find((cell) => this.budget >= 0 && ends(cell)) ?? null;
  }

  /** @param {number} cat @param {bigint} free @param {bigint} near @param {number} blocks */
  candidateCells(cat, free, near, blocks) {
    const cells = cellsOf(near);
    let fringe = near;
    let seen = near | bit(cat);
    for (let more = 1; more < blocks; more += 1) {
      fringe = this.board.neighboursOf(fringe) & free & ~seen;
      cells.push(...cellsOf(fringe));
      seen |= fringe;
    }
    return cells;
  }
}

/** Best-first search for a set of exits, with the node limit and the weakness of a level. */
export class BestFirst {
  /** @param {CatBoard} board @param {bigint} exits @param {Strength} level */
  constructor(board, exits, level = {}) {
    const { nodes, ignoredPart = 0, margin, seed } = level;
    const varies = margin != null && seed != null;
    this.board = board;
    this.constants = board.constants;
    this.nodes = nodes || this.constants.DEFAULT_NODES;
    this.ignoredPart = ignoredPart;
    this.margin = varies ? margin : 0;
    this.seed = varies ? seed + 1 : 0;
    this.measures = new Measures(board, exits);
    this.enclosure = new Enclosure(board, exits);
  }

  /** Return the cell to block. @param {number} cat @param {bigint} free */
  block(cat, free) {
    if (!this.isHeld(this.rankedBlocks(cat, free))) {
      return this.bestBlock(cat, free, this.constants.CANDIDATES, this.nodes)[1];
    }
    return this.lastBlock(cat, free) ?? this.enclosure.ring(cat, free).cell;
  }

  /** Return the block that encloses the cat soonest, or null. @param {number} cat @param {bigint} free */
  lastBlock(cat, free) {
    const { END_NODES, LAST_BLOCKS } = this.constants;
    return this.enclosure.fastestEnd(cat, free, LAST_BLOCKS, END_NODES)?.cell ?? null;
  }

  /** Return the cell to step on. @param {number} cat @param {bigint} free */
  step(cat, free) {
    const { steps, distance } = this.stepsByDistance(cat, free);
    if (distance[steps[0]] === 0) {
      return steps[0];
    }
    if (Math.min(...steps.map((step) => distance[step])) === this.constants.FAR) {
      return this.longestSurvival(steps, free);
    }
    let best = [this.stepValue(steps[0], free), steps[0]];
    for (const step of steps.slice(1)) {
      if (this.measures.blocksTried > this.nodes) {
        break;
      }
      const value = this.stepValue(step, free);
      best = value < best[0] ? [value, step] : best;
    }
    return best[1];
  }

  /** @param {number} step @param {bigint} free */
  stepValue(step, free) {
    const { REPLY_CANDIDATES, STEP_NODES } = this.constants;
    return this.bestBlock(step, free, REPLY_CANDIDATES, STEP_NODES)[0];
  }

  /** Return the most promising blocks, the best first; none if the cat is held. @param {number} cat @param {bigint} free */
  likelyBlocks(cat, free) {
    return this.rankedBlocks(cat, free).map(([, cell]) => cell);
  }

  /** Return the cat's steps, the shortest two-distance first. @param {number} cat @param {bigint} free */
  likelySteps(cat, free) {
    return this.stepsByDistance(cat, free).steps;
  }

  /** @param {number} cat @param {bigint} free */
  stepsByDistance(cat, free) {
    const distance = this.measures.distances(free, 1);
    const twoDistance = this.measures.distances(free, 2);
    const seen = this.visibleCells(this.board.steps(cat, free), cat, free);
    const ways = new Map(
      seen.map((step) => {
        const length = this.withNoise(10 * (twoDistance[step] - 1), step, free);
        return [step, [length, distance[step], -this.shorterWays(step, distance)]];
      }),
    );
    const way = (/** @type {number} */ step) => ways.get(step) ?? [];
    return { steps: [...seen].sort((one, other) => compareLists(way(one), way(other))), distance };
  }

  /** @param {number} cat @param {bigint} free @returns {Valued[]} */
  rankedBlocks(cat, free) {
    const promises = this.measures
      .promises(cat, free)
      .map(([promise, cell]) => /** @type {Valued} */ ([this.withNoise(promise, cat, free & ~bit(cell)), cell]))
      .sort(([one], [other]) => other - one);
    const seen = this.visibleCells(promises.map(([, cell]) => cell), cat, free);
    return promises.filter(([, cell]) => seen.includes(cell));
  }

  /** Return the value with the catcher to move, and the cell to block. @param {number} cat @param {bigint} free @param {number} width @param {number} nodes @returns {Valued} */
  bestBlock(cat, free, width, nodes) {
    const { HELD, OPEN_EXIT_PROMISE } = this.constants;
    const ranked = this.rankedBlocks(cat, free);
    if (this.isHeld(ranked)) {
      return [HELD, ranked.length ? ranked[0][1] : cat];
    }
    /** @type {Valued} */
    let best = [-1, ranked[0][1]];
    const lastNode = this.measures.blocksTried + nodes;
    for (const [promise, cell] of ranked.slice(0, width)) {
      const after = free & ~bit(cell);
      const isOpen = promise < OPEN_EXIT_PROMISE;
      const found = isOpen ? promise : this.valueAfterReply(cat, after, best[0] - this.margin);
      const value = this.withNoise(found, cat, after);
      best = value > best[0] ? [value, cell] : best;
      if (value >= HELD || this.measures.blocksTried > lastNode) {
        break;
      }
    }
    return best;
  }

  /** Return the value after the cat's best step; only an upper bound up to `cutoff`. @param {number} cat @param {bigint} free @param {number} cutoff */
  valueAfterReply(cat, free, cutoff) {
    const { FAR, HELD } = this.constants;
    const ways = this.measures.distances(free, 2);
    let value = HELD;
    for (const step of this.board.steps(cat, free).sort((one, other) => ways[one] - ways[other])) {
      if (ways[step] < FAR) {
        value = Math.min(value, this.measures.bestPromise(step, free, value) ?? value);
      }
      if (value <= cutoff) {
        break;
      }
    }
    return value;
  }

  /** Return true if the catcher, to move, has won. @param {Valued[]} ranked */
  isHeld(ranked) {
    return !ranked.length || ranked[0][0] >= this.constants.HELD;
  }

  /** Return the step after which an enclosed cat lasts longest. @param {number[]} steps @param {bigint} free */
  longestSurvival(steps, free) {
    const survivals = steps.map((step) => this.survival(step, free));
    let best = 0;
    survivals.forEach((survival, at) => {
      best = compareLists(survival, survivals[best]) > 0 ? at : best;
    });
    return steps[best];
  }

  /** @param {number} step @param {bigint} free */
  survival(step, free) {
    const { LAST_BLOCKS, SURVIVAL_NODES } = this.constants;
    const end = this.enclosure.fastestEnd(step, free, LAST_BLOCKS - 1, SURVIVAL_NODES);
    const { radius } = this.enclosure.ring(step, free);
    return [end ? end.blocks : LAST_BLOCKS, radius, popcount(this.board.region(step, free))];
  }

  /** @param {number} cell @param {number[]} distance */
  shorterWays(cell, distance) {
    return this.board.steps(cell, this.board.all).filter((near) => distance[near] < distance[cell]).length;
  }

  /** Return a promise with noise up to half of the margin, by the seed. @param {number} promise @param {number} cat @param {bigint} free */
  withNoise(promise, cat, free) {
    const { HELD, OPEN_EXIT_PROMISE } = this.constants;
    if (!this.margin || promise < OPEN_EXIT_PROMISE || promise >= HELD) {
      return promise;
    }
    const noise = this.chance(cat, free).below(this.margin + 1) - Math.floor(this.margin / 2);
    return Math.min(Math.max(promise + noise, OPEN_EXIT_PROMISE), HELD - 1);
  }

  /** Return the cells that this player sees, at least one. @param {number[]} cells @param {number} cat @param {bigint} free */
  visibleCells(cells, cat, free) {
    if (!this.ignoredPart) {
      return cells;
    }
    const chance = this.chance(cat, free);
    const seen = cells.filter(() => chance.next() >= this.ignoredPart);
    return seen.length ? seen : cells.slice(0, 1);
  }

  /** Return random numbers that depend on the position and the seed. @param {number} cat @param {bigint} free */
  chance(cat, free) {
    return seededRandom(`${cat} ${free} ${this.seed}`);
  }
}

/** Return random numbers that depend on a text (FNV-1a). @param {string} text */
export function seededRandom(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return new Random(hash);
}
