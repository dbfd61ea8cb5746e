// Walls on the page. A position holds the size, both players' bricks as sets of squares, the players and who moves.
import { bitsOf, has, popcount } from "./bits.js";
import { DEFAULTS, describeLead, leadSize } from "./board_game.js";

const SIDES = ["A", "B"];
const MOVES = ["try-forward", "turn-left", "turn-right"];
const TURNS = [0, 3, 1]; // quarter turns to the right of the square that each move aims at
const FACINGS = "^>v<";
const DIRECTIONS = ["north", "east", "south", "west"];
const STEPS_AHEAD = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const STALL = 9;
const CELL_WIDTH = 4; // characters of a square in a row
const CELL = /^([.ab]|A[\^>v<][.a]|B[\^>v<][.b])$/;
const GROUNDS = { a: "brick of A", b: "brick of B", ".": "empty" };

/** Walls. */
export const GAME = {
  ...DEFAULTS,
  buttons: [[1, "\u21b6 Turn left"], [0, "\u2191 Forward"], [2, "Turn right \u21b7"]],
  keys: { ArrowUp: 0, ArrowLeft: 1, ArrowRight: 2 },

  randomStart(random, variant, number) {
    const size = Number(variant);
    const middle = Math.floor(size * size / 2);
    const players = [{ square: middle - 1, facing: 3, idle: 0 }, { square: middle + 1, facing: 1, idle: 0 }];
    return wallAt(size, [0n, 0n], players, number % 2);
  },

  read(words) {
    const [side, text, ...idle] = words;
    const rows = (text ?? "").split("/");
    const cells = rows.flatMap((row) => rows.map((_, at) => row.slice(at * CELL_WIDTH, (at + 1) * CELL_WIDTH).trimEnd()));
    const players = SIDES.map((letter, at) => builderAt(cells, letter, Number(idle[at])));
    const isBoard = String(rows.length) in this.data.boards && cells.every((cell) => CELL.test(cell));
    const arePlayers = players.every((player, at) => player.square >= 0 && /^\d$/.test(idle[at] ?? ""));
    if (words.length !== 4 || !SIDES.includes(side) || !isBoard || !arePlayers || Number(idle[SIDES.indexOf(side)]) === STALL) {
      throw new Error(words.join(" "));
    }
    const bricks = ["a", "b"].map((letter) => bitsOf(cells.flatMap((cell, at) => cell.endsWith(letter) ? [at] : [])));
    return wallAt(rows.length, bricks, players, SIDES.indexOf(side));
  },

  write(position) {
    const text = cellTexts(position).map((cell) => cell.padEnd(CELL_WIDTH)).join("");
    const rows = text.match(new RegExp(`.{${CELL_WIDTH * position.size}}`, "g")) ?? [];
    return [position.turn, rows.map((row) => row.trimEnd()).join("/"), ...position.players.map(({ idle }) => String(idle))];
  },

  variant: ({ size }) => String(size),

  state({ bricks, players, mover }) {
    const words = players.map(({ square, facing, idle }) => BigInt(square << 6 | facing << 4 | idle));
    return [bricks[mover], bricks[1 - mover], words[mover], words[1 - mover], BigInt(mover)];
  },

  play(position, move) {
    const [own, other, me, you, side] = this.rulesOf(position).play(this.state(position), move);
    const [bricks, players] = side ? [[other, own], [you, me]] : [[own, other], [me, you]];
    return wallAt(position.size, bricks, players.map(builderOf), Number(side));
  },

  outcome(position) {
    if (this.rulesOf(position).endScore(this.state(position)) === null) return null;
    const [a, b] = position.bricks.map(popcount);
    return { winner: a > b ? "A" : b > a ? "B" : null, reason: `A ${a} bricks, B ${b} bricks.`, margin: Math.abs(a - b) };
  },

  text: (position, move) => MOVES[move],

  readMove: (position, text) => MOVES.indexOf(text),

  path({ size, players, mover }, move) {
    const { square, facing } = players[mover];
    const [down, right] = STEPS_AHEAD[(facing + TURNS[move]) % 4];
    const [row, column] = [Math.floor(square / size) + down, square % size + right];
    const isInside = Math.min(row, column) >= 0 && Math.max(row, column) < size;
    return [isInside ? row * size + column : -1 - move]; // below 0 beyond the edge
  },

  cells: (history) => cellTexts(history[history.length - 1]),

  lastCells(history) {
    const [before, after] = history.slice(-2);
    return after ? [before, after].map(({ players }) => players[before.mover].square) : [];
  },

  describe(position) {
    return cellTexts(position).map((cell, at) => {
      const name = "abcdefg"[Math.floor(at / position.size)] + String(at % position.size + 1);
      const player = cell.length > 1 ? `${cell[0]} facing ${DIRECTIONS[FACINGS.indexOf(cell[1])]}, ` : "";
      return `${name}: ${player}${GROUNDS[cell.slice(-1)]}`;
    });
  },

  sentence(position, move) {
    const { players, turn, mover } = position;
    const stays = move === 0 && this.play(position, move).players[mover].square === players[mover].square;
    return `${turn} moves ${MOVES[move]}${stays ? " (stays)" : ""}`;
  },

  remark: (before, after) => after.players[before.mover].idle === STALL ? `${before.turn} is stalled` : "",

  status({ bricks, players }) {
    const counts = bricks.map((set) => `${popcount(set)} brick${popcount(set) === 1 ? "" : "s"}`);
    return SIDES.map((side, at) => `${side} ${counts[at]}, idle ${players[at].idle}/${STALL}`).join(" | ");
  },

  explain: ({ turn }) => `${turn}: go forward or turn by button, by a square beside the arrow, or by arrow keys on the board.`,

  curve({ size }) {
    return this.data.setup.curves[String(size)];
  },

  explainScore(position, score, side) {
    const { decisive, scale } = this.data.setup;
    const size = Math.abs(score);
    const whole = Math.floor((size + scale / 2 - 1) / scale) * scale;
    const rounded = (size < decisive ? whole : size) * Math.sign(score);
    const leader = score > 0 ? side : this.other(side);
    return [Math.sign(rounded) * leadSize(rounded, decisive) / scale, describeLead(rounded, leader, scale, decisive)];
  },
};

/** Return a position. */
function wallAt(size, bricks, players, mover) {
  return { size, bricks, players, mover, turn: SIDES[mover] };
}

/** Return the player of a kernel's word. */
function builderOf(word) {
  const bits = Number(word);
  return { square: bits >> 6, facing: bits >> 4 & 3, idle: bits & 15 };
}

/** Return the player with a letter; its square is -1 unless it stands on the board once. */
function builderAt(cells, letter, idle) {
  const squares = cells.flatMap((cell, at) => cell.startsWith(letter) ? [at] : []);
  const square = squares.length === 1 ? squares[0] : -1;
  return { square, facing: FACINGS.indexOf(cells[square]?.[1] ?? ""), idle };
}

/** Return the text of each square as the assignment has it, at most a player and what is under it. */
function cellTexts({ size, bricks: [a, b], players }) {
  const texts = Array.from({ length: size * size }, (_, at) => String(has(a, at) ? "a" : has(b, at) ? "b" : "."));
  for (const [at, { square, facing }] of players.entries()) {
    texts[square] = SIDES[at] + FACINGS[facing] + texts[square];
  }
  return texts;
}
