// Types of the page's scripts, for `tsc --checkJs`. A page does not contain this file.

/**
 * A position: a plain object that is never changed. Each game has fields of its own.
 * @typedef {{turn: string}} Position
 */

/**
 * A result as records keep it: no winner in a draw, the reason in English.
 * @typedef {{winner: string | null, reason: string, margin: number}} Outcome
 */

/**
 * What a search found: kernel moves, kernel scores for the side to move. `shown` is for people.
 * @typedef {{move: number, line: number[], score: number, shown: number, proven: boolean, depth: number, nodes: number}} Report
 */

/**
 * A limit of the search, and how it plays below its strength.
 * @typedef {{nodes?: number, seconds?: number, depth?: number, ignoredPart: number, margin: number | null, seed: number | null}} Level
 */

/**
 * A board: the size of the drawing and of a cell, the corners of cells, the labels at the rim, the place of a value.
 * @typedef {object} Board
 * @property {[number, number]} size
 * @property {[number, number]} cell
 * @property {[number, number][]} places
 * @property {[number, number, string][]} labels
 * @property {[number, number]} value
 */

/**
 * The curve from scores of the first side to its expected scores.
 * @typedef {{slope: number, start: number}} Curve
 */

/**
 * A WebAssembly module as the page stores it, in base 64, with the layout of its memory.
 * @typedef {{wasm: string, layout: any}} StoredModule
 */

/**
 * The facts that Python writes into a page.
 * @typedef {object} PageData
 * @property {string} game
 * @property {string[]} sides
 * @property {Record<string, string>} words  texts of the page, some with {placeholders}
 * @property {Record<string, string>} names  of sides and of cells, translated
 * @property {Record<string, Level>} levels
 * @property {string[] | null} start  the words of a fixed start
 * @property {any} setup  options of a random start, and constants of the game
 * @property {{side: string, level: string, seed: number | null}} players
 * @property {Record<string, Board>} boards  by variant
 * @property {Record<string, number>} kinds  numbers of the drawings of cells
 * @property {string[]} colours
 * @property {Record<string, StoredModule>} modules
 * @property {string[]} files  for the worker, in base 64
 * @property {string} worker  the script of the worker
 */

/**
 * Facts about a move for its record.
 * @typedef {{seconds?: number, score?: number, depth?: number, proven?: boolean}} MoveFacts
 */

/**
 * A game as a record holds it: the words of the start, players by side, moves as text.
 * @typedef {object} SavedGame
 * @property {string[]} start
 * @property {Record<string, string>} players
 * @property {{side: string, move: string, facts: MoveFacts}[]} moves
 * @property {Outcome | null} outcome
 * @property {number | null} seed
 * @property {Record<string, number>} limits
 */

export {};
