// Boards of 7x7 squares, as common/rules/square_grid.py has them: bit 8 * row + column, a1 at the top left.
import { bitsOf, cellsOf, popcount } from "./bits.js";

export const STRIDE = 8;
export const WIDTH = 7;
export const SQUARES = Array.from({ length: WIDTH * WIDTH }, (_, index) => squareAt(index));
export const WHOLE = bitsOf(SQUARES);

/**
 * Return the square of a cell of the drawing, which counts row by row.
 * @param {number} cell
 */
export function squareAt(cell) {
  return STRIDE * Math.floor(cell / WIDTH) + cell % WIDTH;
}

/**
 * Return the cell of the drawing that shows a square.
 * @param {number} square
 */
export function cellAt(square) {
  return WIDTH * (square >> 3) + (square & 7);
}

/**
 * Return the name of a square, such as c4.
 * @param {number} square
 */
export function squareName(square) {
  return "abcdefg"[square >> 3] + String((square & 7) + 1);
}

/**
 * Return the square with a name, or -1.
 * @param {string} name
 */
export function squareNamed(name) {
  const found = /^([a-g])([1-7])$/.exec(name.toLowerCase());
  return found ? STRIDE * "abcdefg".indexOf(found[1]) + Number(found[2]) - 1 : -1;
}

/**
 * Return the names of the squares of a set.
 * @param {bigint} set
 */
export function squareNames(set) {
  return cellsOf(set).map(squareName).join(" ");
}

/**
 * Return the set of squares with these names. Throw an error if one is no name or comes twice.
 * @param {string[]} names
 */
export function squaresNamed(names) {
  const squares = names.map(squareNamed);
  if (squares.includes(-1) || new Set(squares).size < squares.length) {
    throw new Error(names.join(" "));
  }
  return bitsOf(squares);
}

/**
 * Return the text of a step, origin * 64 + target, such as c4 d4.
 * @param {number} step
 */
export function stepText(step) {
  return `${squareName(step >> 6)} ${squareName(step & 63)}`;
}

/**
 * Return the step that a text names, legal or not, or -1.
 * @param {string} text
 */
export function stepNamed(text) {
  const squares = (text.toLowerCase().match(/[a-z]\d+|[^\s,-]+/g) ?? []).map(squareNamed);
  return squares.length === 2 && !squares.includes(-1) ? squares[0] * 64 + squares[1] : -1;
}

/**
 * Count the squares of a set that are beside some pieces.
 * @param {bigint} pieces
 * @param {bigint} set
 */
export function countBeside(pieces, set) {
  const near = pieces << 1n | pieces >> 1n | pieces << BigInt(STRIDE) | pieces >> BigInt(STRIDE);
  return popcount(near & set);
}
