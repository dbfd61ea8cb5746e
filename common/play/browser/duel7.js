// The sliding duel on the page. A position holds the pieces as sets of squares, the turns left and the turn.
import { bitsOf, has } from "./bits.js";
import { BoardGame, describeLead, leadSize } from "./board_game.js";
import { rules } from "./kernels.js";
import { SQUARES, WHOLE, cellAt, countBeside, squareName, squareNames, squaresNamed, stepNamed, stepText } from "./squares.js";

/** @type {Record<string, string>} */
const PLAYERS = { X: "Player1", O: "Player2" };
const MOST_TURNS = 1000000;

/** @typedef {{x: bigint, o: bigint, left: number, turn: string}} Duel */

/** The sliding duel. */
export class Game extends BoardGame {
  /**
   * @param {import("./types.js").PageData} data
   * @param {Record<string, import("./kernels.js").Kernels>} kernels
   */
  constructor(data, kernels) {
    super(data);
    this.rules = rules(kernels.duel7);
  }

  /**
   * @param {import("./bits.js").Random} random
   * @returns {Duel}
   */
  randomStart(random) {
    const [first, second] = this.setup.pieces;
    const squares = random.sample(SQUARES, first + second);
    return {
      x: bitsOf(squares.slice(0, first)),
      o: bitsOf(squares.slice(first)),
      left: this.setup.turns,
      turn: "X",
    };
  }

  /**
   * @param {string[]} words
   * @returns {Duel}
   */
  read(words) {
    const [side, place, left] = words;
    const found = /^\s*X((?:\s+\w+)+)\s+O((?:\s+\w+)+)\s*$/i.exec(place ?? "");
    if (words.length !== 3 || !found || !/^[XO]$/i.test(side) || !/^\d{1,7}$/.test(left)) {
      throw new Error(words.join(" "));
    }
    const [x, o] = [found[1], found[2]].map((names) => squaresNamed(names.trim().split(/\s+/)));
    if (x & o || (x | o) === WHOLE || Number(left) > MOST_TURNS) {
      throw new Error(words.join(" "));
    }
    return { x, o, left: Number(left), turn: side.toUpperCase() };
  }

  /** @param {Duel} position */
  write(position) {
    const place = `X ${squareNames(position.x)} O ${squareNames(position.o)}`;
    return [position.turn, place, String(position.left)];
  }

  /** @param {Duel} position */
  state(position) {
    const { x, o, left, turn } = position;
    return turn === "X" ? [x, o, BigInt(left)] : [o, x, BigInt(left)];
  }

  /** @param {Duel} position */
  moves(position) {
    return this.rules.moves(this.state(position));
  }

  /**
   * @param {Duel} position
   * @param {number} move
   * @returns {Duel}
   */
  play(position, move) {
    const [own, other, left] = this.rules.play(this.state(position), move);
    return position.turn === "X"
      ? { x: other, o: own, left: Number(left), turn: "O" }
      : { x: own, o: other, left: Number(left), turn: "X" };
  }

  /**
   * Count the empty squares beside the pieces of a side.
   * @param {Duel} position
   * @param {bigint} pieces
   */
  space(position, pieces) {
    return countBeside(pieces, WHOLE & ~(position.x | position.o));
  }

  /**
   * @param {Duel} position
   * @returns {import("./types.js").Outcome | null}
   */
  outcome(position) {
    const score = this.rules.endScore(this.state(position));
    if (score === null) {
      return null;
    }
    if (score <= -this.setup.won) {
      const reason = `${PLAYERS[position.turn]} (${position.turn}) has no valid move.`;
      return { winner: this.other(position.turn), reason, margin: 0 };
    }
    const x = this.space(position, position.x);
    const o = this.space(position, position.o);
    const reason = `Turn limit reached. P1 moveable space count is ${x}, P2 moveable space count is ${o}.`;
    return { winner: x > o ? "X" : o > x ? "O" : null, reason, margin: Math.abs(x - o) };
  }

  /**
   * @param {Duel} position
   * @param {number} move
   */
  text(position, move) {
    return stepText(move);
  }

  /**
   * @param {Duel} position
   * @param {string} text
   */
  readMove(position, text) {
    return stepNamed(text);
  }

  /**
   * Return the cells that a person points at to make a move.
   * @param {Duel} position
   * @param {number} move
   */
  path(position, move) {
    return [cellAt(move >> 6), cellAt(move & 63)];
  }

  /**
   * Return the kind of every cell after the last of some positions; what the last move changed is marked.
   * @param {Duel[]} history
   */
  cells(history) {
    const position = history[history.length - 1];
    const before = history[history.length - 2] ?? position;
    return SQUARES.map((square) => {
      const letter = letterAt(position, square);
      return `${letter} ${Number(letter !== letterAt(before, square))}`;
    });
  }

  /**
   * Return a description of every cell for a screen reader.
   * @param {Duel} position
   */
  describe(position) {
    return SQUARES.map((square) => {
      const letter = letterAt(position, square);
      return `${squareName(square)}: ${letter === "." ? "empty" : letter}`;
    });
  }

  /**
   * @param {Duel} position
   * @param {number} move
   */
  sentence(position, move) {
    return `${position.turn} moves the piece at ${squareName(move >> 6)} to ${squareName(move & 63)}`;
  }

  /** @param {Duel} position */
  status(position) {
    const x = this.space(position, position.x);
    const o = this.space(position, position.o);
    return `turns left ${position.left} | moveable space X ${x} O ${o}`;
  }

  /** @param {Duel} position */
  explain(position) {
    return "Choose one of your pieces, then an empty square above, below or beside it.";
  }

  /**
   * Return a score for `side` in squares, and in words.
   * @param {Duel} position
   * @param {number} score
   * @param {string} side
   * @returns {[number, string]}
   */
  explainScore(position, score, side) {
    const { won, plies, decisive, scale, winScore } = this.setup;
    const leader = score > 0 ? side : this.other(side);
    const size = Math.abs(score);
    const isImmobile = size > won - plies;
    const value = isImmobile ? winScore : leadSize(score, decisive) / scale;
    const words = isImmobile
      ? `${leader} wins, no move left after ${won - size}`
      : describeLead(score, leader, scale, decisive);
    return [score > 0 ? value : -value, words];
  }
}

/**
 * Return the letter of the piece on a square.
 * @param {Duel} position
 * @param {number} square
 */
function letterAt(position, square) {
  return has(position.x, square) ? "X" : has(position.o, square) ? "O" : ".";
}
