// The engine's worker: loads the kernels of a game, searches, and reports each depth.

import { CatThinker } from "./cat_search.js";
import { Kernels } from "./kernels.js";
import { Deadline, Search, shownScore, withMeanScores } from "./search.js";
import { SquirrelsThinker } from "./squirrels_search.js";
import { ValueCompanion } from "./value_companion.js";
import { WallsBook } from "./walls_book.js";
import { WinCompanion } from "./win_companion.js";

/**
 * @typedef {import("./kernels.js").Layout} Layout
 * @typedef {import("./search.js").Level} Level
 * @typedef {{move: number, line: number[], score: number, shown: number, proven: boolean, depth: number,
 *   nodes: number}} Finding
 * @typedef {{id: number, state: bigint[], setup: unknown, level: Level, thorough: boolean,
 *   isAnalysis?: boolean}} Question
 * An analysis searches also where a book or an only move makes that needless for play.
 * @typedef {{settledMove(question: Question): number | null, think(question: Question): Iterable<Finding>,
 *   fallbackMove(question: Question): number}} Thinker
 * A player: the move that needs no search, the search, and the move without any report.
 * @typedef {(kernels: Kernels[], question: Question, files: Uint8Array[]) => Promise<Thinker>} ThinkerFactory
 * @typedef {{type: "load", game: string, modules: {wasm: BufferSource, layout: Layout}[], files?: Uint8Array[]}
 *   | ({type: "think"} & Question)} Request
 */

const MAX_THINKERS = 2; // the player's and the analyst's, which keep their tables

/** The alpha-beta search of a game. */
class SearchThinker {
  /**
   * @param {Search} search
   * @param {WallsBook | null} book
   */
  constructor(search, book = null) {
    this.search = search;
    this.book = book;
  }

  /** @param {Question} question */
  settledMove({ state, level }) {
    const stored = this.book && !level.ignoredPart ? this.book.move(state, level) : null;
    if (stored !== null) return stored;
    const moves = this.search.rules.moves(state);
    return moves.length === 1 ? moves[0] : null;
  }

  /**
   * @param {Question} question
   * @returns {Generator<Finding>}
   */
  *think({ state, level }) {
    const reports = this.search.think(state, Deadline.of(level));
    for (const report of withMeanScores(reports, this.search.constants.DECISIVE_SCORE)) {
      const { move, line, score, proven, depth, nodes } = report;
      yield { move, line, score, shown: shownScore(report), proven, depth, nodes };
    }
  }

  /** @param {Question} question */
  fallbackMove({ state }) {
    return this.search.bestStaticMove(state);
  }
}

/** The thinkers of each game. @type {Record<string, ThinkerFactory>} */
export const THINKERS = {
  async game(modules, { setup }) {
    return new CatThinker(modules, /** @type {{neighbours: number[][]}} */ (setup));
  },
  async duel7([kernels], { level, thorough }) {
    return new SearchThinker(new Search(kernels, level, thorough));
  },
  async catsdogs([kernels], { level, thorough }) {
    return new SearchThinker(new Search(kernels, level, thorough, (own) => new WinCompanion(own)));
  },
  async squirrels([kernels], { setup }) {
    return new SquirrelsThinker(kernels, /** @type {{values: number[]}} */ (setup));
  },
  async walls([kernels], { level, thorough }, [strategy, openings]) {
    const book = strategy && openings ? await WallsBook.load(kernels, strategy, openings) : null;
    const steady = book && level.margin ? { ...level, seed: null } : level; // the book varies instead
    return new SearchThinker(new Search(kernels, steady, thorough, (own) => new ValueCompanion(own)), book);
  },
};

/** The state of a worker: what it has loaded, and its latest thinkers. */
export class Engine {
  /** @param {(message: object) => void} post */
  constructor(post) {
    this.post = post;
    this.game = "";
    /** @type {Kernels[]} */
    this.kernels = [];
    /** @type {Uint8Array[]} */
    this.files = [];
    /** @type {Map<string, Thinker>} */
    this.thinkers = new Map();
  }

  /** @param {Request} request */
  async answer(request) {
    try {
      if (request.type === "load") await this.load(request);
      else await this.think(request);
    } catch (problem) {
      this.post({ type: "failed", id: "id" in request ? request.id : null, message: String(problem) });
    }
  }

  /** @param {Request & {type: "load"}} request */
  async load({ game, modules, files = [] }) {
    this.game = game;
    this.files = files;
    this.kernels = await Promise.all(modules.map(({ wasm, layout }) => Kernels.load(wasm, layout)));
    this.thinkers.clear();
    this.post({ type: "ready" });
  }

  /** @param {Question} question */
  async think(question) {
    const { id } = question;
    const thinker = await this.thinkerFor(question);
    let move = question.isAnalysis ? null : thinker.settledMove(question);
    if (move === null) {
      for (const finding of thinker.think(question)) {
        move = finding.move;
        this.post({ type: "report", id, ...finding });
      }
    }
    this.post({ type: "done", id, move: move ?? thinker.fallbackMove(question) });
  }

  /**
   * Return the thinker for a level and a setup, with tables of its own.
   * @param {Question} question
   */
  async thinkerFor(question) {
    const { level, thorough, setup } = question;
    const key = JSON.stringify([level, thorough, setup], (_, value) => (typeof value === "bigint" ? `${value}n` : value));
    const thinker =
      this.thinkers.get(key) ??
      (await THINKERS[this.game](await this.newKernels(), question, this.files));
    this.thinkers.delete(key); // to be the latest
    this.thinkers.set(key, thinker);
    if (this.thinkers.size > MAX_THINKERS) this.thinkers.delete([...this.thinkers.keys()][0]);
    return thinker;
  }

  newKernels() {
    return Promise.all(this.kernels.map((kernels) => kernels.renewed()));
  }
}

/** Answer the messages of a page, one after another. Only a worker calls it. */
export function startWorker() {
  const engine = new Engine((message) => postMessage(message));
  let last = Promise.resolve();
  onmessage = ({ data }) => {
    last = last.then(() => engine.answer(data));
  };
}
