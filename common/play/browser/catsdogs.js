// Cats & Dogs on the page. A position holds cats and dogs as sets of squares, and the step: 0 cats, 1 and 2 dogs.
import { bitsOf, capitalised, has, popcount } from "./bits.js";
import { SQUARES, STEPS, squareName } from "./squares.js";

const NUMBERS = ["", "", "", "Three", "Four", "Five"];
const MOST = 2; // cats in a line that are not too many
const PIECES = { C: "cat", D: "dog", ".": "empty" };
const ADVICE = [
  "Choose a cat, then a dog beside it.",
  "First of two moves: choose a dog, then an empty square beside it.",
  "Second move: choose a dog, then an empty square beside it.",
];
const LINES = [
  ...Array.from("abcdefg", (name, row) => lineOf(`row ${name}`, (square) => square >> 3 === row)),
  ...Array.from("1234567", (name, column) => lineOf(`column ${name}`, (square) => (square & 7) === column)),
];

/** Cats & Dogs. */
export const GAME = {
  ...STEPS,

  randomStart() {
    throw new Error("no random start");
  },

  read(words) {
    const [side, rows, step] = words;
    const letters = (rows ?? "").toUpperCase().replaceAll("/", "");
    const isBoard = /^([CD.]{7}\/){6}[CD.]{7}$/i.test(rows ?? "") && letters.split("C").length === 6;
    if (words.length !== 3 || !isBoard || !/^[012]$/.test(step) || side.toLowerCase() !== turnAt(Number(step))) {
      throw new Error(words.join(" "));
    }
    const [cats, dogs] = ["C", "D"].map((letter) => bitsOf(SQUARES.filter((_, at) => letters[at] === letter)));
    return this.afterPass({ cats, dogs, step: Number(step), turn: turnAt(Number(step)) });
  },

  write(position) {
    const letters = SQUARES.map((square) => letterAt(position, square)).join("");
    return [position.turn, (letters.match(/.{7}/g) ?? []).join("/"), String(position.step)];
  },

  state: ({ cats, dogs, step }) => [cats, dogs, BigInt(step)],

  moves(position) {
    return this.rulesOf(position).moves(singleState(position));
  },

  play(position, move) {
    const [cats, dogs] = this.rulesOf(position).play(singleState(position), move);
    const step = (position.step + 1) % 3;
    return this.afterPass({ cats, dogs, step, turn: turnAt(step) });
  },

  afterPass(position) {
    const stays = position.step === 0 || this.outcome(position) || this.moves(position).length;
    return stays ? position : { ...position, step: 0, turn: "cat" };
  },

  outcome(position) {
    if (this.rulesOf(position).endScore(this.state(position)) === null) return null;
    for (const [name, squares] of LINES) {
      const count = popcount(position.cats & squares);
      if (count > MOST) {
        return { winner: "dog", reason: `${NUMBERS[count]} cats stand in ${name}.`, margin: 0 };
      }
    }
    return { winner: "cat", reason: "No cat has a dog beside it.", margin: 0 };
  },

  singleMoves: (position, move) => [Math.floor(move / 4096), move % 4096].filter(Boolean),

  cells(history) {
    const turn = lastTurn(history);
    return SQUARES.map((square) => {
      const letters = turn.map((position) => letterAt(position, square));
      const isChanged = letters.some((letter) => letter !== letters[0]);
      return `${letters.at(-1)} ${Number(isChanged)}`;
    });
  },

  describe(position) {
    return SQUARES.map((square) => `${squareName(square)}: ${PIECES[letterAt(position, square)]}`);
  },

  sentence({ turn }, move) {
    return `${capitalised(turn)} moves ${squareName(move >> 6)} to ${squareName(move & 63)}`;
  },

  remark(before, after) {
    return before.step === 0 && after.step === 0 && !this.outcome(after) ? "Dog cannot move" : "";
  },

  status: ({ dogs }) => `${popcount(dogs)} dogs left`,

  explain: ({ step }) => ADVICE[step],

  curve({ dogs }) {
    const { odds, oddsPerDog } = this.data.setup;
    return { slope: 0, start: odds + oddsPerDog * popcount(dogs) };
  },

  explainScore(position, score, side, proven) {
    const { decisive, won, plies, winScore, safe } = this.data.setup;
    const size = Math.abs(score);
    const value = size < decisive ? score / safe : winScore * Math.sign(score);
    if (size < decisive || !proven) {
      return [value, outlook(position, side === "cat" ? value : -value, this.data.setup)];
    }
    const moves = Math.floor((won - size + Number(side === "cat")) / 2);
    const length = size <= won - plies ? "" : ` in ${moves} cat move${moves === 1 ? "" : "s"}`;
    return [value, `${score > 0 ? side : this.other(side)} wins${length}`];
  },
};

/** Say how many more dogs the cats are expected to capture, as expected_captures.py does. `value` is for the cats. */
function outlook({ dogs, step }, value, { safeWorth, safeWorthPerDog, dogsToMove }) {
  const left = popcount(dogs);
  const more = value * (safeWorth + safeWorthPerDog * left) + dogsToMove * Number(step > 0);
  const count = Math.round(Math.min(Math.max(more, 0), left));
  return `about ${count} more capture${count === 1 ? "" : "s"}`;
}

/** Return the state in which kernels list single moves; at step 1 they join two. */
function singleState({ cats, dogs, step }) {
  return [cats, dogs, step ? 2n : 0n];
}

/** Return the side that moves at a step. */
function turnAt(step) {
  return step ? "dog" : "cat";
}

/** Return the letter on a square. */
function letterAt({ cats, dogs }, square) {
  return has(cats, square) ? "C" : has(dogs, square) ? "D" : ".";
}

/** Return the positions of the last turn, which may be two moves of the dogs. */
function lastTurn(history) {
  let first = history.length - 1;
  while (first > 0 && history[first - 1].turn === history[history.length - 2].turn) {
    first -= 1;
  }
  return history.slice(first);
}

/** Return the name and the squares of a row or a column. */
function lineOf(name, isIn) {
  return [name, bitsOf(SQUARES.filter(isIn))];
}
