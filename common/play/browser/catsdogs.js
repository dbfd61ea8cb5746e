// Cats & Dogs on the page. A position holds cats and dogs as sets of squares, and the step: 0 cats, 1 and 2 dogs.
import { bitsOf, capitalised, has, popcount } from "./bits.js";
import { BoardGame } from "./board_game.js";
import { rules } from "./kernels.js";
import { SQUARES, WIDTH, cellAt, countBeside, squareName, stepNamed, stepText } from "./squares.js";

const NUMBERS = ["", "", "", "Three", "Four", "Five"];
const MOST = 2; // cats in a line that are not too many

/** @typedef {{cats: bigint, dogs: bigint, step: number, turn: string}} Hunt */

/** Cats & Dogs. */
export class Game extends BoardGame {
  /**
   * @param {import("./types.js").PageData} data
   * @param {Record<string, import("./kernels.js").Kernels>} kernels
   */
  constructor(data, kernels) {
    super(data);
    this.rules = rules(kernels.catsdogs);
  }

  /**
   * @param {string[]} words
   * @returns {Hunt}
   */
  read(words) {
    const [side, rows, step] = words;
    const letters = (rows ?? "").toUpperCase().replaceAll("/", "");
    const isBoard = /^([CD.]{7}\/){6}[CD.]{7}$/i.test(rows ?? "") && letters.split("C").length === 6;
    const turn = step === "0" ? "cat" : "dog";
    if (words.length !== 3 || !isBoard || !/^[012]$/.test(step) || side.toLowerCase() !== turn) {
      throw new Error(words.join(" "));
    }
    const [cats, dogs] = ["C", "D"].map((letter) => bitsOf(SQUARES.filter((_, at) => letters[at] === letter)));
    return this.afterPass(huntAt(cats, dogs, Number(step)));
  }

  /** @param {Hunt} position */
  write(position) {
    const letters = SQUARES.map((square) => letterAt(position, square)).join("");
    const rows = SQUARES.map((_, row) => letters.slice(row * WIDTH, (row + 1) * WIDTH)).slice(0, WIDTH);
    return [position.turn, rows.join("/"), String(position.step)];
  }

  /** @param {Hunt} position */
  state(position) {
    return [position.cats, position.dogs, BigInt(position.step)];
  }

  /**
   * Return the state in which the kernels know single moves: they join the dogs' two moves at step 1.
   * @param {Hunt} position
   */
  singleState({ cats, dogs, step }) {
    return [cats, dogs, step ? 2n : 0n];
  }

  /** @param {Hunt} position */
  moves(position) {
    return this.rules.moves(this.singleState(position));
  }

  /** @param {Hunt} position @param {number} move */
  play(position, move) {
    const [cats, dogs] = this.rules.play(this.singleState(position), move);
    return this.afterPass(huntAt(cats, dogs, (position.step + 1) % 3));
  }

  /**
   * Pass for dogs that cannot move.
   * @param {Hunt} position
   */
  afterPass(position) {
    const stays = position.step === 0 || this.outcome(position) || this.moves(position).length;
    return stays ? position : huntAt(position.cats, position.dogs, 0);
  }

  /**
   * @param {Hunt} position
   * @returns {import("./types.js").Outcome | null}
   */
  outcome(position) {
    if (this.rules.endScore(this.state(position)) === null) {
      return null;
    }
    const crowded = LINES.find(([, squares]) => popcount(position.cats & squares) > MOST);
    if (!crowded) {
      return { winner: "cat", reason: "No cat has a dog beside it.", margin: 0 };
    }
    const [name, squares] = crowded;
    return { winner: "dog", reason: `${NUMBERS[popcount(position.cats & squares)]} cats stand in ${name}.`, margin: 0 };
  }

  /** @param {Hunt} position @param {number} move */
  singleMoves(position, move) {
    return [Math.floor(move / 4096), move % 4096].filter(Boolean);
  }

  /** @param {Hunt} position @param {number} move */
  text(position, move) {
    return stepText(move);
  }

  /** @param {Hunt} position @param {string} text */
  readMove(position, text) {
    return stepNamed(text);
  }

  /** @param {Hunt} position @param {number} move */
  path(position, move) {
    return [cellAt(move >> 6), cellAt(move & 63)];
  }

  /**
   * Return the kind of every cell; what changed since the other side's last move is marked.
   * @param {Hunt[]} history
   */
  cells(history) {
    const position = history[history.length - 1];
    const turn = lastTurn(history);
    return SQUARES.map((square) => {
      const letters = turn.map((each) => letterAt(each, square));
      const isChanged = letters.some((letter) => letter !== letters[0]);
      return `${letterAt(position, square)} ${Number(isChanged)}`;
    });
  }

  /** @param {Hunt} position */
  describe(position) {
    /** @type {Record<string, string>} */
    const names = { C: "cat", D: "dog", ".": "empty" };
    return SQUARES.map((square) => `${squareName(square)}: ${names[letterAt(position, square)]}`);
  }

  /** @param {Hunt} position @param {number} move */
  sentence(position, move) {
    return `${capitalised(position.turn)} moves ${squareName(move >> 6)} to ${squareName(move & 63)}`;
  }

  /** @param {Hunt} before @param {Hunt} after */
  remark(before, after) {
    return before.step === 0 && after.step === 0 && !this.outcome(after) ? "Dog cannot move" : "";
  }

  /** @param {Hunt} position */
  status(position) {
    return `${popcount(position.dogs)} dogs left`;
  }

  /** @param {Hunt} position */
  explain(position) {
    return [
      "Choose a cat, then a dog beside it.",
      "First of two moves: choose a dog, then an empty square beside it.",
      "Second move: choose a dog, then an empty square beside it.",
    ][position.step];
  }

  /** @param {Hunt} position */
  curve({ dogs }) {
    return { slope: 0, start: this.setup.odds + this.setup.oddsPerDog * popcount(dogs) };
  }

  /**
   * Return a score for `side` in safe captures, and in words what the cats can expect.
   * @param {Hunt} position @param {number} score @param {string} side @param {boolean} proven
   * @returns {[number, string]}
   */
  explainScore(position, score, side, proven) {
    const { decisive, won, plies, winScore, safe } = this.setup;
    const size = Math.abs(score);
    if (size < decisive || !proven) {
      const value = size < decisive ? score / safe : winScore * Math.sign(score);
      return [value, this.outlook(position, side === "cat" ? value : -value)];
    }
    const winner = score > 0 ? side : this.other(side);
    const moves = Math.floor((won - size + Number(side === "cat")) / 2);
    const length = size <= won - plies ? "" : ` in ${moves} cat move${moves === 1 ? "" : "s"}`;
    return [winScore * Math.sign(score), `${winner} wins${length}`];
  }

  /**
   * Return how many more dogs the cats are expected to capture, as expected_captures.py tells.
   * @param {Hunt} position @param {number} value  safe captures of the cats
   */
  outlook({ dogs, step }, value) {
    const { safeWorth, safeWorthPerDog, dogsToMove } = this.setup;
    const left = popcount(dogs);
    const more = value * (safeWorth + safeWorthPerDog * left) + dogsToMove * Number(step > 0);
    const count = Math.round(Math.min(Math.max(more, 0), left));
    return `about ${count} more capture${count === 1 ? "" : "s"}`;
  }
}

/**
 * Return a position.
 * @param {bigint} cats @param {bigint} dogs @param {number} step
 * @returns {Hunt}
 */
function huntAt(cats, dogs, step) {
  return { cats, dogs, step, turn: step ? "dog" : "cat" };
}

/** @param {Hunt} position @param {number} square */
function letterAt(position, square) {
  return has(position.cats, square) ? "C" : has(position.dogs, square) ? "D" : ".";
}

/**
 * Return the positions of the last turn, which may be two moves of the dogs.
 * @param {Hunt[]} history
 */
function lastTurn(history) {
  let first = history.length - 1;
  while (first > 0 && history[first - 1].turn === history[history.length - 2].turn) {
    first -= 1;
  }
  return history.slice(first);
}

/**
 * Rows and columns with their names, as the rules name them.
 * @type {[string, bigint][]}
 */
const LINES = [
  ...Array.from("abcdefg", (name, row) => lineOf(`row ${name}`, (square) => square >> 3 === row)),
  ...Array.from("1234567", (name, column) => lineOf(`column ${name}`, (square) => (square & 7) === column)),
];

/**
 * @param {string} name @param {(square: number) => boolean} isIn
 * @returns {[string, bigint]}
 */
function lineOf(name, isIn) {
  return [name, bitsOf(SQUARES.filter(isIn))];
}
