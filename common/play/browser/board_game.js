// What the games on a page share.
//
// A game is such an object with these methods. Positions are plain objects that are never changed; `turn` is the side
// to move. Moves are numbers, in the order of Python.
//
//   randomStart(random, variant, number)   a start; `number` counts the games before
//   read(words), write(position)           the words of a position in records; `read` throws an error if they are none
//   state(position)                        what the engine takes
//   moves, play, outcome                   the rules; an outcome is {winner, reason, margin} or null
//   text(position, move)                   the notation of a move
//   readMove(position, text)               the move that a text names, legal or not, or -1
//   path(position, move)                   the cells that a person points at to make a move
//   cells(history)                         the kind of every cell; what the last turn changed is marked
//   describe(position)                     every cell for a screen reader
//   sentence, status, explain              words about a move, about a position, about what the person can do
//   explainScore(position, score, side, proven)   a score for a side in the game's unit, and in words
import { capitalised, fill } from "./bits.js";
import { rules } from "./engine.js";

export const DEFAULTS = {
  data: null,
  rules: {},
  buttons: [],
  keys: {},
  variant: () => "",
  singleMoves: (position, move) => [move], // of a kernel's move
  searchSetup: () => null, // what is constant in a game, for its search
  values: () => [], // texts in the cells
  remark: () => "", // about the effect of a move
  lastCells: () => [], // of the last move, if their kinds do not mark them

  /** Get ready to call kernels, by the names of their modules. */
  prepare(kernels) {
    this.rules = Object.fromEntries(Object.entries(kernels).map(([name, each]) => [name, rules(each)]));
  },

  /** Return the rules of a position by kernels. */
  rulesOf(position) {
    return this.rules[this.moduleName(position)];
  },

  moves(position) {
    return this.rulesOf(position).moves(this.state(position));
  },

  start(random, variant, number) {
    return this.data.start ? this.read(this.data.start) : this.randomStart(random, variant, number);
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
    if (outcome.winner === null) return fill(draw, { reason });
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
 */
export function describeLead(score, leader, scale, decisive) {
  const lead = leadSize(score, decisive) / scale;
  if (score === 0) return "even";
  return Math.abs(score) < decisive ? `${leader} leads by ${Number(lead.toFixed(1))}` : `${leader} wins by ${Math.floor(lead)}`;
}

/** Return the size of the lead in a score. */
export function leadSize(score, decisive) {
  const size = Math.abs(score);
  return size < decisive ? size : size - decisive;
}
