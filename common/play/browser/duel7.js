// The sliding duel on the page. A position holds the pieces as sets of squares, the turns left and the turn.
import { bitsOf, has } from "./bits.js";
import { describeLead, leadSize } from "./board_game.js";
import { SQUARES, STEPS, WHOLE, countBeside, squareName, squareNames, squaresNamed } from "./squares.js";

const PLAYERS = { X: "Player1", O: "Player2" };
const MOST_TURNS = 1000000;

/** The sliding duel. */
export const GAME = {
  ...STEPS,

  randomStart(random) {
    const { pieces: [first, second], turns } = this.data.setup;
    const squares = random.sample(SQUARES, first + second);
    return { x: bitsOf(squares.slice(0, first)), o: bitsOf(squares.slice(first)), left: turns, turn: "X" };
  },

  read(words) {
    const [side, place, left] = words;
    const found = /^\s*X((?:\s+\w+)+)\s+O((?:\s+\w+)+)\s*$/i.exec(place ?? "");
    if (words.length !== 3 || !found || !/^[XO]$/i.test(side) || !/^\d{1,7}$/.test(left)) {
      throw new Error(words.join(" "));
    }
    const [x, o] = [found[1], found[2]].map((names) => squaresNamed(names.trim().split(/\s+/)));
    if (x & o || (x | o) === WHOLE || Number(left) > MOST_TURNS) throw new Error(words.join(" "));
    return { x, o, left: Number(left), turn: side.toUpperCase() };
  },

  write({ x, o, left, turn }) {
    return [turn, `X ${squareNames(x)} O ${squareNames(o)}`, String(left)];
  },

  state({ x, o, left, turn }) {
    return turn === "X" ? [x, o, BigInt(left)] : [o, x, BigInt(left)];
  },

  play(position, move) {
    const [own, other, left] = this.rulesOf(position).play(this.state(position), move);
    const [x, o] = position.turn === "X" ? [other, own] : [own, other];
    return { x, o, left: Number(left), turn: this.other(position.turn) };
  },

  outcome(position) {
    const score = this.rulesOf(position).endScore(this.state(position));
    if (score === null) return null;
    if (score <= -this.data.setup.won) {
      const reason = `${PLAYERS[position.turn]} (${position.turn}) has no valid move.`;
      return { winner: this.other(position.turn), reason, margin: 0 };
    }
    const [x, o] = spaces(position);
    const reason = `Turn limit reached. P1 moveable space count is ${x}, P2 moveable space count is ${o}.`;
    return { winner: x > o ? "X" : o > x ? "O" : null, reason, margin: Math.abs(x - o) };
  },

  cells(history) {
    const [before, after] = [history.at(-2) ?? history[0], history[history.length - 1]];
    return SQUARES.map((square) => {
      const letter = letterAt(after, square);
      return `${letter} ${Number(letter !== letterAt(before, square))}`;
    });
  },

  describe(position) {
    return SQUARES.map((square) => `${squareName(square)}: ${letterAt(position, square).replace(".", "empty")}`);
  },

  sentence({ turn }, move) {
    return `${turn} moves the piece at ${squareName(move >> 6)} to ${squareName(move & 63)}`;
  },

  status(position) {
    const [x, o] = spaces(position);
    return `turns left ${position.left} | moveable space X ${x} O ${o}`;
  },

  explain() {
    return "Choose one of your pieces, then an empty square above, below or beside it.";
  },

  explainScore(position, score, side) {
    const { won, plies, decisive, scale, winScore } = this.data.setup;
    const leader = score > 0 ? side : this.other(side);
    const size = Math.abs(score);
    if (size > won - plies) {
      return [winScore * Math.sign(score), `${leader} wins, no move left after ${won - size}`];
    }
    return [Math.sign(score) * leadSize(score, decisive) / scale, describeLead(score, leader, scale, decisive)];
  },
};

/** Count the empty squares beside the pieces of each side. */
function spaces({ x, o }) {
  return [x, o].map((pieces) => countBeside(pieces, WHOLE & ~(x | o)));
}

/** Return the letter on a square. */
function letterAt({ x, o }, square) {
  return has(x, square) ? "X" : has(o, square) ? "O" : ".";
}
