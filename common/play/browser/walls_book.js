// Walls 5x5: the stored strategy and the stored opening moves, as common/games/walls/strategy.py and openings.py.

import { Kernels } from "./kernels.js";
import { canonicalImage, unmirroredMove } from "./value_companion.js";

/** @typedef {import("./search.js").Level} Level */

const MOVE_BITS = 2n;
const KEY_SHIFTS = [0n, 25n, 50n, 62n]; // of own and other bricks, own and other player
const CAREFUL_MARGIN = 4; // levels with at most this margin keep a proven win after the first move

/** Moves by key: sorted words, each a key and a move. */
class StoredMoves {
  /** @param {bigint[]} words */
  constructor(words) {
    this.words = words;
  }

  /**
   * Decode a strategy file: a line with a header, then compressed differences of words, 7 bits a byte.
   * @param {Uint8Array} file
   */
  static async read(file) {
    const packed = file.slice(file.indexOf(10) + 1);
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const words = [];
    let word = 0n;
    let difference = 0n;
    let shift = 0n;
    for (const byte of new Uint8Array(await new Response(unpacked).arrayBuffer())) {
      difference |= BigInt(byte & 127) << shift;
      shift += 7n;
      if (byte > 127) continue;
      word += difference;
      words.push(word);
      difference = shift = 0n;
    }
    return new StoredMoves(words);
  }

  /**
   * Return all moves for a key, lowest first.
   * @param {bigint} key
   */
  moves(key) {
    const found = [];
    for (let at = this.first(key << MOVE_BITS); at < this.words.length; at++) {
      if (this.words[at] >> MOVE_BITS !== key) break;
      found.push(Number(this.words[at] & 3n));
    }
    return found;
  }

  /**
   * Return the index of the first word that is not less, by bisection.
   * @param {bigint} word
   */
  first(word) {
    let low = 0;
    let high = this.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The book of 5x5. */
export class WallsBook {
  /**
   * @param {Kernels} kernels
   * @param {StoredMoves} strategy
   * @param {StoredMoves} openings
   */
  constructor(kernels, strategy, openings) {
    this.kernels = kernels;
    this.strategy = strategy;
    this.openings = openings;
  }

  /**
   * Read the stored files.
   * @param {Kernels} kernels
   * @param {Uint8Array} strategy
   * @param {Uint8Array} openings
   */
  static async load(kernels, strategy, openings) {
    return new WallsBook(kernels, await StoredMoves.read(strategy), await StoredMoves.read(openings));
  }

  /**
   * Return the stored move of a level in a state, or null. A level with a margin varies by its seed.
   * @param {bigint[]} state
   * @param {Level} level
   */
  move(state, { margin = null, seed = null }) {
    const { state: image, isMirrored } = canonicalImage(this.kernels, state);
    const key = KEY_SHIFTS.reduce((whole, shift, at) => whole | (image[at] << shift), 0n);
    const [stored] = this.strategy.moves(key);
    const isStart = image[0] === 0n && image[1] === 0n;
    const varies = Boolean(margin) && seed !== null;
    const choices = varies && (isStart || stored === undefined || Number(margin) > CAREFUL_MARGIN);
    const opening = choices ? pick(this.openings.moves(key), key, Number(seed)) : undefined;
    const found = opening ?? stored;
    return found === undefined ? null : unmirroredMove(found, isMirrored, this.kernels.constants.CHOICES);
  }
}

/**
 * Choose one of several moves by key and seed.
 * @param {number[]} moves
 * @param {bigint} key
 * @param {number} seed
 */
function pick(moves, key, seed) {
  const mixed = BigInt.asUintN(64, (key + BigInt(seed)) * 0x9e3779b97f4a7c15n) >> 32n;
  return moves[Number(mixed % BigInt(moves.length || 1))];
}
