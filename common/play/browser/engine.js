// The engine of a page: kernels in WebAssembly, what chooses a move with them, and the worker in which it thinks.
import { Random, bitsOf, cellsOf, has } from "./bits.js";

const NO_MOVE = -1;
const NOT_OVER = 2 ** 40;
const DECISIVE = 20_000; // a score at least this far from 0 is that of a finished game
const MAX_DEPTH = 100;
const WINDOW = 15; // how far a score may be from the last depth's before it is searched again
const STABLE_DEPTHS = 3; // depths without a new best move after which half the time suffices
const CHANCE_TURNS = 3; // turns that the search for practical chances looks ahead
const LAYOUT_BITS = 23; // log2 of the entries of the table in a layout
const TABLE_BITS = 20; // of ours, 25 MB: a phone has less memory than the table that Python takes
const NO_LIMIT = 2 ** 60; // nodes

/** The kernels of a module with a memory of their own. A record is its address and the places of its fields. */
export class Kernels {
  static async load({ wasm, layout }) {
    const kernels = new Kernels();
    const memory = new WebAssembly.Memory({ initial: 64 });
    const poll = () => BigInt(performance.now() >= kernels.end);
    const { instance } = await WebAssembly.instantiate(wasm, { env: { memory, poll } });
    Object.assign(kernels, { layout, memory, exports: instance.exports, end: Infinity });
    kernels.free = instance.exports.__heap_base.value;
    kernels.results = kernels.allocate(32);
    return kernels;
  }

  /** Return the address of zeroed words. */
  allocate(words) {
    const address = Math.ceil(this.free / 64) * 64;
    this.free = address + 8 * words;
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    this.words = new BigInt64Array(this.memory.buffer);
    return address;
  }

  /** Return a zeroed record; `lengths` replaces lengths of fields. */
  record(name, lengths = {}) {
    const places = {};
    let words = 0;
    for (const [field, length] of Object.entries({ ...this.layout.records[name], ...lengths })) {
      places[field] = words;
      words += length || 1;
    }
    const first = this.allocate(words) / 8;
    for (const field of Object.keys(places)) places[field] += first;
    return { address: 8 * first, places };
  }

  get({ places }, field, at = 0) {
    return Number(this.words[places[field] + at]);
  }

  set({ places }, values) {
    for (const [field, value] of Object.entries(values)) this.words[places[field]] = BigInt(value);
  }

  /** Call a kernel with records, states and numbers; return the words of its result. */
  call(name, ...given) {
    const flat = given.flatMap((value) => value.places ? value.address : [value].flat().map(BigInt));
    if (this.exports[`kernel_${name}`](this.results, this.results + 248, ...flat)) throw new RangeError(name);
    const { length } = this.layout.results[name];
    return Array.from(this.words.subarray(this.results / 8, this.results / 8 + length));
  }

  /** Call a kernel whose result is one number. */
  number(name, ...given) {
    const [word] = this.call(name, ...given);
    return Number(this.layout.results[name] === "truth" ? word & 1n : word);
  }
}

/** Return the rules of a game by its kernels. */
export function rules(kernels) {
  const memory = kernels.record("memory");
  return {
    moves(state) {
      const found = [];
      const next = (move) => kernels.number("next_move", memory, state, move, 0);
      for (let move = next(NO_MOVE); move !== NO_MOVE; move = next(move)) found.push(move);
      return found;
    },
    play: (state, move) => kernels.call("play", state, move),
    endScore(state) {
      const score = kernels.number("end_score", memory, state, 0);
      return score === NOT_OVER ? null : score;
    },
  };
}

/** Return the end of a search that starts now: a fifth of its time early, at most 0.1 s. */
function endOf({ seconds }) {
  return seconds ? performance.now() + 1000 * (seconds - Math.min(0.1, seconds / 5)) : Infinity;
}

/** Return random numbers that depend on a text (FNV-1a). */
function randomBy(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return new Random(hash);
}

/** Return the moves that a level sees, at least one. */
function seenMoves(moves, state, { ignoredPart, seed }) {
  const chance = randomBy(`${state} ${seed}`);
  const seen = moves.filter(() => chance.next() >= ignoredPart);
  return seen.length ? seen : moves.slice(0, 1);
}

/** Return the noise of a move by the seed of a level that varies, up to its margin; 0 if it does not vary. */
function noiseOf(move, state, { margin, seed }) {
  return margin === null || seed === null ? 0 : (margin + 1) * randomBy(`${state} ${move} ${seed}`).next();
}

/** The alpha-beta search of a game, which keeps its table. */
class Search {
  constructor(kernels, { ignoredPart, margin, seed }) {
    const { entries } = kernels.layout.records.table;
    const noise = margin === null || seed === null ? { margin: 0, seed: 0 } : { margin, seed: seed + 1 };
    this.kernels = kernels;
    this.moves = rules(kernels).moves;
    this.takesChances = "find_practical_chances" in kernels.layout.results && !ignoredPart;
    this.table = kernels.record("table", { entries: entries / 2 ** (LAYOUT_BITS - TABLE_BITS) });
    this.memory = kernels.record("memory");
    kernels.set(this.table, { mask: 2 ** TABLE_BITS - 1 });
    const ignored = Math.trunc(ignoredPart * 1024);
    kernels.set(this.memory, { ignored, ...noise, window: WINDOW + noise.margin, interval: 1 << 14 });
  }

  /** Yield a report for each depth, until the limit or a proof. */
  *think(state, level) {
    const { kernels, memory, table } = this;
    const limit = { stop: 0, check_at: 0, budget: level.nodes ?? NO_LIMIT };
    kernels.end = endOf(level);
    const half = (performance.now() + kernels.end) / 2;
    let last = null;
    let steady = 0;
    kernels.set(memory, limit);
    kernels.call("begin_search", memory);
    for (let depth = 1, goesOn = 1; goesOn && depth <= (level.depth ?? MAX_DEPTH); depth += 1) {
      goesOn = kernels.number("search_depth", memory, table, state, depth);
      const report = this.report(depth, last);
      if (report.move === NO_MOVE) break;
      yield report;
      steady = report.move === last?.move ? steady + 1 : 0;
      last = report;
      if (steady >= STABLE_DEPTHS && performance.now() > half) break;
    }
    if (last?.proven && last.score === 0 && this.takesChances) {
      kernels.set(memory, { ...limit, best: last.move });
      kernels.call("find_practical_chances", memory, table, state, CHANCE_TURNS);
      yield { ...last, move: kernels.get(memory, "best") };
    }
  }

  /** Return what a depth found. `shown` is the mean with the depth before: whoever moves last looks better. */
  report(depth, last) {
    const fields = ["best", "score", "proven", "nodes"];
    const [move, score, proven, nodes] = fields.map((field) => this.kernels.get(this.memory, field));
    const isOpen = last && !proven && Math.max(Math.abs(score), Math.abs(last.score)) < DECISIVE;
    const shown = isOpen ? Math.trunc((score + last.score) / 2) : score;
    return { move, score, shown, proven: proven === 1, depth, nodes };
  }
}

const UNDECIDED = 0;
const CAT = 1;
const CATCHER = 2;
const NO_HORIZON = 2 ** 20;
const WORD_CELLS = 61n; // cells in the first of the two words of a set
const ROOM_NODES = 4_000;
const LEAST_NODES = 1_000; // of a catcher that varies: the nodes of such levels are those of another search,
const WORTH = 50; // and each is worth so many of ours
const STEP = 10; // the margin that is a step of the cat's way: the flow about halves

/** Circle the Cat: certificates prove who wins, flows rate the moves. Sets of cells are bigints. */
class CatSearch {
  constructor(kernels, neighbours) {
    this.kernels = kernels;
    this.near = neighbours.map((cells) => bitsOf(cells.filter((cell) => cell >= 0)));
    this.all = (1n << BigInt(neighbours.length)) - 1n;
    this.memory = kernels.record("memory");
    kernels.set(this.memory, { exit_share: 5, cat_share: 12, within: NO_HORIZON, interval: 256 });
  }

  moves([cat, blocks, , isBlock]) {
    return cellsOf(~blocks & ~(1n << cat) & (isBlock ? this.all : this.near[cat]));
  }

  /** Yield the only report. A state is the cat, the blocks, the exits, and 0 if it is the cat's turn. */
  *think(state, level) {
    this.kernels.end = endOf(level);
    const [winner, move] = state[3] ? this.block(state, level) : this.step(state, level);
    const isWon = (winner === CATCHER) === Boolean(state[3]);
    const score = winner === UNDECIDED ? 0 : isWon ? 1 : -1;
    const nodes = this.kernels.get(this.memory, "nodes");
    yield { move, score, shown: score, proven: score !== 0 && !level.ignoredPart, depth: 1, nodes };
  }

  /** The cat steps where it provably wins, else where nothing is proven. */
  step(state, level) {
    this.begin(state[2], level.nodes);
    const steps = this.rated(state, level);
    const winners = steps.map((cell) => this.decide(cell, state[1]));
    const winner = [CAT, UNDECIDED, CATCHER].find((each) => winners.includes(each));
    return [winner, steps[winners.indexOf(winner)]];
  }

  /** The catcher holds the cat in the smallest room that it can, from which all other cells are exits. */
  block(state, level) {
    const [cat, blocks, exits] = state;
    const around = (room) => cellsOf(room).reduce((all, cell) => all | this.near[cell] & ~blocks, room);
    const rooms = [1n << cat];
    while (rooms.at(-1) !== around(rooms.at(-1))) rooms.push(around(rooms.at(-1)));
    const most = level.margin === null ? level.nodes : LEAST_NODES + WORTH * level.nodes;
    let winner = UNDECIDED;
    for (const room of [...rooms, this.all]) {
      this.begin(exits | this.all & ~room, room === this.all ? most : Math.min(most ?? ROOM_NODES, ROOM_NODES));
      winner = this.decide(cat, blocks);
      if (winner === CATCHER) break;
    }
    const proven = winner === CATCHER ? this.kernels.get(this.memory, "best") : NO_MOVE;
    const seen = this.rated(state, level);
    return [winner, seen.includes(proven) ? proven : seen[0]];
  }

  /** Set the exits, and forget all certificates, which belong to others. */
  begin(exits, nodes) {
    const [exit_low, exit_high] = halves(exits);
    const { known } = this.memory.places;
    this.kernels.set(this.memory, { exit_low, exit_high, nodes: 0, budget: nodes ?? NO_LIMIT });
    this.kernels.words.fill(0n, known, known + 3 * this.near.length);
    this.exits = exits;
  }

  /** Return who wins with the catcher to move, as far as that is proven. */
  decide(cat, blocks) {
    this.kernels.set(this.memory, { stop: 0, check_at: 0 });
    if (has(this.exits, cat)) return CAT;
    return this.kernels.number("decide", this.memory, cat, ...halves(this.all & ~blocks), 0);
  }

  /** Return the moves that a level sees, the one with the highest flow first. */
  rated(state, level) {
    const [cat, blocks, , isBlock] = state;
    const kernel = isBlock ? ["rate_blocks", this.memory, cat] : ["rate_steps", this.memory];
    this.kernels.call(...kernel, ...halves(this.all & ~blocks), 0);
    const noise = (cell) => 2 ** (noiseOf(cell, state, level) / STEP);
    const worth = (cell) => this.kernels.get(this.memory, "worth", cell) / noise(cell);
    const rated = seenMoves(this.moves(state), state, level).map((cell) => [worth(cell), cell]);
    return rated.sort(([one], [other]) => other - one).map(([, cell]) => cell);
  }
}

/** Return the two words of a set of cells. */
function halves(set) {
  return [BigInt.asUintN(Number(WORD_CELLS), set), set >> WORD_CELLS];
}

/** The squirrel war with the values of a game: rules and alpha-beta. A side's squares are the bits of a number. */
export class War {
  constructor(values) {
    const width = Math.sqrt(values.length);
    const row = (square) => Math.floor(square / width);
    const isNear = (one, other) => Math.abs(row(one) - row(other)) + Math.abs(one % width - other % width) === 1;
    this.values = values;
    this.squares = [...values.keys()];
    this.near = this.squares.map((one) => Number(bitsOf(this.squares.filter((other) => isNear(one, other)))));
  }

  moves([own, enemies]) {
    return this.squares.filter((square) => !((own | enemies) >> square & 1));
  }

  /** Return the squares of the opponent and of the mover after a move, and the mover's gain. */
  play([own, enemies], square) {
    const taken = own & this.near[square] ? enemies & this.near[square] : 0;
    const gained = this.values[square] + 2 * this.total(taken);
    return { after: [enemies & ~taken, own | taken | 1 << square], gained };
  }

  /** Return the total value of a set of squares. */
  total(set) {
    let sum = 0;
    for (let rest = set; rest; rest &= rest - 1) sum += this.values[31 - Math.clz32(rest & -rest)];
    return sum;
  }

  /** Yield a report for the depth of the level; without one, for each depth up to the limit. */
  *think(state, level) {
    const all = this.moves(state);
    const deepest = Math.min(level.depth ?? all.length, all.length);
    let moves = seenMoves(all, state, level);
    Object.assign(this, { nodes: 0, budget: level.nodes ?? NO_LIMIT, end: endOf(level), isOver: false });
    for (let depth = level.depth ? deepest : 1; depth <= deepest; depth += 1) {
      const isLast = depth === all.length;
      const { move, value } = this.choose(state, depth, moves, isLast ? { ...level, margin: 0 } : level);
      if (this.isOver) return;
      const score = this.total(state[0]) - this.total(state[1]) + value;
      yield { move, score, shown: score, proven: isLast && !level.ignoredPart, depth, nodes: this.nodes };
      moves = [move, ...moves.filter((other) => other !== move)];
    }
  }

  /** Return the move with the highest value and noise, the first of equals, and its value. */
  choose(state, depth, moves, level) {
    let best = { wish: -Infinity };
    for (const move of moves) {
      const noise = noiseOf(move, state, level);
      const { after, gained } = this.play(state, move);
      const value = gained - this.gain(after, depth - 1, -Infinity, gained - Math.floor(best.wish - noise));
      if (value + noise > best.wish) best = { wish: value + noise, move, value };
    }
    return best;
  }

  /** Return the gain of the side to move within `depth` plies, or a bound outside the window (fail-soft). */
  gain(state, depth, alpha, beta) {
    this.nodes += 1;
    this.isOver ||= this.nodes > this.budget || this.nodes % 1024 === 0 && performance.now() > this.end;
    if (depth === 0 || this.isOver) return 0;
    const children = this.moves(state).map((square) => this.play(state, square));
    if (depth === 1) return Math.max(0, ...children.map(({ gained }) => gained));
    let best = children.length ? -Infinity : 0;
    for (const { after, gained } of children.sort((one, other) => other.gained - one.gained)) {
      best = Math.max(best, gained - this.gain(after, depth - 1, gained - beta, gained - Math.max(alpha, best)));
      if (best >= beta) break;
    }
    return best;
  }
}

const SEARCHES = {
  game: (kernels, { setup }) => new CatSearch(kernels, setup),
  squirrels: (kernels, { setup }) => new War(setup),
};
const kept = []; // the searches for play and for analysis, which keep their tables

/** Return the search for a question. */
async function searchFor({ isAnalysis, ...question }) {
  const { game, name, module, setup, level: { ignoredPart, margin, seed } } = question;
  const key = JSON.stringify([name, setup, ignoredPart, margin, seed]);
  const make = SEARCHES[game] ?? ((kernels, { level }) => new Search(kernels, level));
  const at = Number(isAnalysis);
  if (kept[at]?.key !== key) kept[at] = { key, search: make(module && await Kernels.load(module), question) };
  return kept[at].search;
}

/** Post reports about a state, then the move. An analysis searches also where there is only one. */
export async function answer(question, post) {
  const { state, level, isAnalysis } = question;
  try {
    const search = await searchFor(question);
    const moves = search.moves(state);
    let [move] = moves;
    for (const report of isAnalysis || moves.length > 1 ? search.think(state, level) : []) {
      ({ move } = report);
      post({ report });
    }
    post({ move, failure: "" });
  } catch (problem) {
    post({ move: null, failure: String(problem) });
  }
}

/** Answer the questions of a page. Only a worker calls it. */
export function startWorker() {
  onmessage = ({ data }) => answer(data, (message) => postMessage(message));
}

/** A worker that thinks about one question at a time, as the page sees it. */
export class Thinker {
  constructor(script) {
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.last = null;
  }

  /** Ask a question. The answer is null if `stop` ends the thinking. */
  think(question, onReport) {
    this.stop();
    this.last = null;
    this.worker ??= new Worker(this.address);
    this.worker.onerror = ({ message }) => this.finish({ move: null, failure: message });
    this.worker.onmessage = ({ data }) => {
      if (!data.report) return this.finish(data);
      this.last = data.report;
      onReport(data.report);
    };
    this.worker.postMessage(question);
    return new Promise((resolve) => { this.resolve = resolve; });
  }

  finish(found) {
    this.resolve?.(found && { ...found, report: this.last });
    this.resolve = null;
  }

  /** Stop thinking at once: a page without a server shares no memory with its worker, so that ends. */
  stop() {
    if (!this.resolve) return;
    this.worker.onmessage = null;
    this.worker.terminate();
    this.worker = null;
    this.finish(null);
  }
}
