// The rules of a game as the page needs them. Each game extends this class in a file of its own.
import { capitalised, fill } from "./bits.js";

/** A game on the page: its positions, moves and texts. Moves are numbers. */
export class BoardGame {
  /** @param {import("./types.js").PageData} data */
  constructor(data) {
    this.data = data;
    this.words = data.words;
    this.setup = data.setup;
  }

  /**
   * Return a start position: the one that the page was made for, else a random one.
   * @param {import("./bits.js").Random} random
   * @param {string} variant  the chosen board
   * @param {number} number  games begun before
   */
  start(random, variant, number) {
    return this.data.start ? this.read(this.data.start) : this.randomStart(random, variant, number);
  }

  /**
   * Return a random start.
   * @param {import("./bits.js").Random} random
   * @param {string} variant
   * @param {number} number
   * @returns {any}
   */
  randomStart(random, variant, number) {
    throw new Error("no random start");
  }

  /**
   * Read a position. Throw an error if the words are none.
   * @param {string[]} words
   * @returns {any}
   */
  read(words) {
    throw new Error(words.join(" "));
  }

  /**
   * Return the variant of the board, a key of the page's boards.
   * @param {any} position
   */
  variant(position) {
    return "";
  }

  /**
   * Return the name of the module that plays a position.
   * @param {any} position
   */
  moduleName(position) {
    return this.data.game + this.variant(position);
  }

  /**
   * Return the other side.
   * @param {string} side
   */
  other(side) {
    const [first, second] = this.data.sides;
    return side === first ? second : first;
  }

  /**
   * Return the side's name for people.
   * @param {string} side
   */
  sideName(side) {
    return this.data.names[side] ?? side;
  }

  /**
   * Return the single moves of a kernel's move.
   * @param {any} position
   * @param {number} move
   */
  singleMoves(position, move) {
    return [move];
  }

  /**
   * Return what is constant in a game, for its search.
   * @param {any} position
   * @returns {any}
   */
  searchSetup(position) {
    return null;
  }

  /**
   * Return the texts in the cells.
   * @param {any} position
   * @returns {string[]}
   */
  values(position) {
    return [];
  }

  /**
   * Return a remark about the effect of a move.
   * @param {any} before
   * @param {any} after
   */
  remark(before, after) {
    return "";
  }

  /**
   * Return the cells of the last move that the kinds of cells do not mark.
   * @param {any[]} history
   * @returns {number[]}
   */
  lastCells(history) {
    return [];
  }

  /**
   * Return the moves that have buttons, with their names.
   * @returns {[number, string][]}
   */
  buttons() {
    return [];
  }

  /**
   * Return the moves that keys make while the board has the focus.
   * @returns {Record<string, number>}
   */
  keys() {
    return {};
  }

  /**
   * Return the outcome of a game that a side resigned.
   * @param {string} side
   * @returns {import("./types.js").Outcome}
   */
  resigned(side) {
    return { winner: this.other(side), reason: `${capitalised(side)} resigns`, margin: 0 };
  }

  /**
   * Return a sentence about the result.
   * @param {import("./types.js").Outcome} outcome
   */
  verdict(outcome) {
    const reason = this.reason(outcome).replace(/\.$/, "");
    if (outcome.winner === null) {
      return fill(this.words.draw, { reason });
    }
    const template = /[a-z]/.test(outcome.winner) ? this.words.theWins : this.words.wins;
    return fill(template, { reason, side: this.sideName(outcome.winner) });
  }

  /**
   * Return the reason of an outcome in the page's language.
   * @param {import("./types.js").Outcome} outcome
   */
  reason(outcome) {
    const [first] = outcome.reason.split(" ");
    if (outcome.reason === `${first} resigns`) {
      return fill(this.words.resigns, { side: capitalised(this.sideName(first.toLowerCase()) || first) });
    }
    return this.data.names[outcome.reason] ?? outcome.reason;
  }

  /**
   * Return the curve from scores to expected scores in a position.
   * @param {any} position
   * @returns {import("./types.js").Curve}
   */
  curve(position) {
    return this.setup.curve;
  }

  /**
   * Return the expected score of the first side, from -100 to +100.
   * @param {any} position
   * @param {number} value  of the first side, in the game's unit
   * @param {boolean} proven
   */
  expected(position, value, proven) {
    if (proven) {
      return 100 * Math.sign(value);
    }
    const { slope, start } = this.curve(position);
    return Math.round(99 * Math.tanh((slope * value + start) / 2));
  }
}

/**
 * Describe a score in words, as common/search/leads.py does.
 * @param {number} score
 * @param {string} leader
 * @param {number} scale  the score of a lead of 1
 * @param {number} decisive  the least score of a finished game
 */
export function describeLead(score, leader, scale, decisive) {
  const size = Math.abs(score);
  if (size === 0) {
    return "even";
  }
  if (size >= decisive) {
    return `${leader} wins by ${Math.floor((size - decisive) / scale)}`;
  }
  return `${leader} leads by ${Number((size / scale).toFixed(1))}`;
}

/**
 * Return the size of the lead in a score, whichever side leads.
 * @param {number} score
 * @param {number} decisive
 */
export function leadSize(score, decisive) {
  const size = Math.abs(score);
  return size >= decisive ? size - decisive : size;
}
