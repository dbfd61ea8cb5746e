// Boards of 7x7 squares, as common/rules/square_grid.py has them: bit 8 * row + column, a1 at the top left.
import { bitsOf, cellsOf, popcount } from "./bits.js";
import { DEFAULTS } from "./board_game.js";

export const WIDTH = 7;
const STRIDE = 8;
export const SQUARES = Array.from({ length: WIDTH * WIDTH }, (_, cell) => STRIDE * Math.floor(cell / WIDTH) + cell % WIDTH);
export const WHOLE = bitsOf(SQUARES);

/** What games of steps from square to square share. A step is origin * 64 + target. */
export const STEPS = {
  ...DEFAULTS,
  text: (position, move) => `${squareName(move >> 6)} ${squareName(move & 63)}`,
  path: (position, move) => [cellAt(move >> 6), cellAt(move & 63)],

  readMove(position, text) {
    const squares = (text.toLowerCase().match(/[a-z]\d+|[^\s,-]+/g) ?? []).map(squareNamed);
    return squares.length === 2 && !squares.includes(-1) ? squares[0] * 64 + squares[1] : -1;
  },
};

/** Return the cell of the drawing that shows a square. */
function cellAt(square) {
  return SQUARES.indexOf(square);
}

/** Return the name of a square, such as c4. */
export function squareName(square) {
  return "abcdefg"[square >> 3] + String((square & 7) + 1);
}

/** Return the square with a name, or -1. */
function squareNamed(name) {
  return SQUARES.find((square) => squareName(square) === name.toLowerCase()) ?? -1;
}

/** Return the names of the squares of a set. */
export function squareNames(set) {
  return cellsOf(set).map(squareName).join(" ");
}

/** Return the set of squares with these names. Throw an error if one is no name or comes twice. */
export function squaresNamed(names) {
  const squares = names.map(squareNamed);
  if (squares.includes(-1) || new Set(squares).size < squares.length) throw new Error(names.join(" "));
  return bitsOf(squares);
}

/** Count the squares of a set that are beside some pieces. */
export function countBeside(pieces, set) {
  const near = pieces << 1n | pieces >> 1n | pieces << BigInt(STRIDE) | pieces >> BigInt(STRIDE);
  return popcount(near & set);
}
