// What the games on a page share; types.d.ts says what each method does.
import { capitalised, fill } from "./bits.js";

/** @type {GameDefaults<any>} */
export const DEFAULTS = {
  data: /** @type {any} */ (null),
  rules: {},
  kernels: {},
  buttons: [],
  keys: {},
  variant: () => "",
  singleMoves: (position, move) => [move],
  searchSetup: () => null,
  values: () => [],
  remark: () => "",
  lastCells: () => [],

  start(random, variant, number) {
    const game = /** @type {GameRules<any>} */ (this);
    return this.data.start ? game.read(this.data.start) : game.randomStart(random, variant, number);
  },

  moduleName(position) {
    return this.data.game + this.variant(position);
  },

  other(side) {
    const [first, second] = this.data.sides;
    return side === first ? second : first;
  },

  resigned(side) {
    return { winner: this.other(side), reason: `${capitalised(side)} resigns`, margin: 0 };
  },

  verdict(outcome) {
    const { draw, wins, theWins } = this.data.words;
    const reason = this.reason(outcome).replace(/\.$/, "");
    if (outcome.winner === null) {
      return fill(draw, { reason });
    }
    const side = outcome.winner;
    return fill(/[a-z]/.test(outcome.winner) ? theWins : wins, { reason, side });
  },

  reason({ reason }) {
    const side = this.data.sides.find((each) => reason === `${capitalised(each)} resigns`);
    return side ? fill(this.data.words.resigns, { side: capitalised(side) }) : reason;
  },

  curve() {
    return this.data.setup.curve;
  },

  expected(position, value, proven) {
    const { slope, start } = this.curve(position);
    return proven ? 100 * Math.sign(value) : Math.round(99 * Math.tanh((slope * value + start) / 2));
  },
};

/**
 * Describe a score in words, as common/search/leads.py does. `scale` is the score of a lead of 1, `decisive` the
 * least score of a finished game.
 * @param {number} score @param {string} leader @param {number} scale @param {number} decisive
 */
export function describeLead(score, leader, scale, decisive) {
  const lead = leadSize(score, decisive) / scale;
  if (score === 0) {
    return "even";
  }
  return Math.abs(score) < decisive ? `${leader} leads by ${Number(lead.toFixed(1))}` : `${leader} wins by ${Math.floor(lead)}`;
}

/** Return the size of the lead in a score. @param {number} score @param {number} decisive */
export function leadSize(score, decisive) {
  const size = Math.abs(score);
  return size < decisive ? size : size - decisive;
}
