// The squirrel war on the page. A position holds values and owners of the squares, row by row, and the turn.
import { bitsOf } from "./bits.js";
import { DEFAULTS } from "./board_game.js";
import { War } from "./engine.js";

const SIZE = 5;
const CELLS = Array.from({ length: SIZE * SIZE }, (_, cell) => cell);
const FREE = "*";
const LARGEST_RANDOM = 99;
const LARGEST = 1000000;

/** The squirrel war. */
export const GAME = {
  ...DEFAULTS,

  randomStart(random) {
    return { values: CELLS.map(() => 1 + random.below(LARGEST_RANDOM)), board: FREE.repeat(CELLS.length), turn: "X" };
  },

  read(words) {
    const [side, numbers, rows] = words;
    const values = (numbers ?? "").replaceAll("/", " ").trim().split(/\s+/).map(Number);
    const areValues = values.every((value) => Number.isInteger(value) && value >= 1 && value <= LARGEST);
    const isBoard = /^([XO*]{5}\/){4}[XO*]{5}$/.test(rows ?? "") && /^[XO]$/i.test(side);
    if (words.length !== 3 || values.length !== CELLS.length || !areValues || !isBoard) {
      throw new Error(words.join(" "));
    }
    return { values, board: rows.replaceAll("/", ""), turn: side.toUpperCase() };
  },

  write({ values, board, turn }) {
    return [turn, values.join(" "), (board.match(/.{5}/g) ?? []).join("/")];
  },

  state({ board, turn }) {
    return [turn, this.other(turn)].map((side) => Number(bitsOf(CELLS.filter((cell) => board[cell] === side))));
  },

  searchSetup: ({ values }) => values,

  moves: ({ board }) => CELLS.filter((cell) => board[cell] === FREE),

  play(position, move) {
    const { values, turn } = position;
    const [theirs, mine] = new War(values).play(this.state(position), move).after;
    const owners = CELLS.map((cell) => mine >> cell & 1 ? turn : theirs >> cell & 1 ? this.other(turn) : FREE);
    return { values, board: owners.join(""), turn: this.other(turn) };
  },

  outcome(position) {
    if (position.board.includes(FREE)) return null;
    const margin = owned(position, "X") - owned(position, "O");
    const winner = margin > 0 ? "X" : margin < 0 ? "O" : null;
    const reason = winner ? `${winner} leads by ${Math.abs(margin)}` : "Both own the same";
    return { winner, reason, margin: Math.abs(margin) };
  },

  text: (position, move) => squareText(move),

  readMove: (position, text) => CELLS.findIndex((cell) => squareText(cell) === text.trim().toUpperCase()),

  path: (position, move) => [move],

  cells(history) {
    const [before, after] = [history.at(-2) ?? history[0], history[history.length - 1]];
    return CELLS.map((cell) => `${after.board[cell]} ${Number(after.board[cell] !== before.board[cell])}`);
  },

  values: ({ values }) => values.map(String),

  describe({ values, board }) {
    return CELLS.map((cell) => `${squareText(cell)}: ${board[cell].replace(FREE, "free")}, value ${values[cell]}`);
  },

  sentence: ({ turn }, move) => `${turn} takes ${squareText(move)}`,

  remark(before, after) {
    const turned = CELLS.filter((cell) => ![FREE, after.board[cell]].includes(before.board[cell]));
    return turned.length ? `It turns ${turned.map(squareText).join(" ")}` : "";
  },

  status: (position) => `values X ${owned(position, "X")} O ${owned(position, "O")}`,

  explain: () => "Choose a free square. Beside a square of yours, it also turns the enemies beside it.",

  curve({ values }) {
    const { curve, meanValue } = this.data.setup;
    const scale = values.reduce((sum, value) => sum + value, 0) / CELLS.length / meanValue;
    return { slope: curve.slope / scale, start: curve.start };
  },

  explainScore(position, score, side, proven) {
    const leader = score > 0 ? side : this.other(side);
    const words = score ? `${leader} ${proven ? "wins" : "leads"} by ${Math.abs(score)}` : proven ? "draw" : "even";
    return [score, words];
  },
};

/** Return the name of a square. */
function squareText(cell) {
  return "ABCDE"[cell % SIZE] + String(Math.floor(cell / SIZE) + 1);
}

/** Return the total value of a side's squares. */
function owned({ values, board }, side) {
  return values.reduce((sum, value, cell) => sum + (board[cell] === side ? value : 0), 0);
}
