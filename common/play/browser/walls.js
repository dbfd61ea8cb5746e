// Walls on the page. A position holds the size, both players' bricks as sets of squares, the players and who moves.
import { bitsOf, has, popcount } from "./bits.js";
import { BoardGame, describeLead, leadSize } from "./board_game.js";
import { rules } from "./kernels.js";

const SIDES = ["A", "B"];
const MOVES = ["try-forward", "turn-left", "turn-right"];
const TURNS = [0, 3, 1]; // quarter turns to the right of the square that each move aims at
const FACINGS = "^>v<";
const STEPS = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const STALL = 9;
const CELL_WIDTH = 4; // characters of a square in a row

/** @typedef {{square: number, facing: number, idle: number}} Builder */
/** @typedef {{size: number, bricks: bigint[], players: Builder[], mover: number, turn: string}} Wall */

/** Walls. */
export class Game extends BoardGame {
  /**
   * @param {import("./types.js").PageData} data
   * @param {Record<string, import("./kernels.js").Kernels>} kernels
   */
  constructor(data, kernels) {
    super(data);
    this.rules = Object.fromEntries(Object.entries(kernels).map(([name, each]) => [name, rules(each)]));
  }

  /** @param {Wall} position */
  rulesOf(position) {
    return this.rules[this.moduleName(position)];
  }

  /**
   * Return the start on a board; A and B begin in turn.
   * @param {any} random @param {string} variant @param {number} number
   * @returns {Wall}
   */
  randomStart(random, variant, number) {
    const size = Number(variant);
    const middle = Math.floor(size * size / 2);
    const players = [{ square: middle - 1, facing: 3, idle: 0 }, { square: middle + 1, facing: 1, idle: 0 }];
    return wallAt(size, [0n, 0n], players, number % 2);
  }

  /**
   * @param {string[]} words
   * @returns {Wall}
   */
  read(words) {
    const [side, text, ...idle] = words;
    const rows = (text ?? "").split("/");
    const cells = rows.flatMap((row) => cellsOfRow(row, rows.length));
    const mover = SIDES.indexOf(side);
    const players = SIDES.map((letter, at) => builderAt(cells, letter, Number(idle[at])));
    const isBoard = cells.every((cell) => /^([.ab]|A[\^>v<][.a]|B[\^>v<][.b])$/.test(cell)) && String(rows.length) in this.data.boards;
    const fits = players.every((player, at) => player.square >= 0 && /^\d$/.test(idle[at] ?? ""));
    if (words.length !== 4 || mover < 0 || !isBoard || !fits || players[mover].idle >= STALL) {
      throw new Error(words.join(" "));
    }
    const bricks = ["a", "b"].map((letter) => bitsOf(cells.flatMap((cell, at) => cell.endsWith(letter) ? [at] : [])));
    return wallAt(rows.length, bricks, players, mover);
  }

  /** @param {Wall} position */
  write(position) {
    const cells = cellTexts(position).map((cell) => cell.padEnd(CELL_WIDTH));
    const rows = Array.from({ length: position.size }, (_, row) => cells.slice(row * position.size, (row + 1) * position.size).join("").trimEnd());
    return [position.turn, rows.join("/"), ...position.players.map(({ idle }) => String(idle))];
  }

  /** @param {Wall} position */
  variant(position) {
    return String(position.size);
  }

  /** @param {Wall} position */
  state({ bricks, players, mover }) {
    const words = players.map(({ square, facing, idle }) => BigInt(square << 6 | facing << 4 | idle));
    return [bricks[mover], bricks[1 - mover], words[mover], words[1 - mover], BigInt(mover)];
  }

  /** @param {Wall} position */
  moves(position) {
    return this.rulesOf(position).moves(this.state(position));
  }

  /** @param {Wall} position @param {number} move */
  play(position, move) {
    const [own, other, me, you, side] = this.rulesOf(position).play(this.state(position), move);
    const both = [[own, builderOf(me)], [other, builderOf(you)]];
    const [[a, first], [b, second]] = side === 0n ? both : both.reverse();
    return wallAt(position.size, /** @type {bigint[]} */ ([a, b]), /** @type {Builder[]} */ ([first, second]), Number(side));
  }

  /**
   * @param {Wall} position
   * @returns {import("./types.js").Outcome | null}
   */
  outcome(position) {
    if (this.rulesOf(position).endScore(this.state(position)) === null) {
      return null;
    }
    const [a, b] = position.bricks.map(popcount);
    return { winner: a > b ? "A" : b > a ? "B" : null, reason: `A ${a} bricks, B ${b} bricks.`, margin: Math.abs(a - b) };
  }

  /** @param {Wall} position @param {number} move */
  text(position, move) {
    return MOVES[move];
  }

  /** @param {Wall} position @param {string} text */
  readMove(position, text) {
    return MOVES.indexOf(text);
  }

  /** @returns {[number, string][]} */
  buttons() {
    return [[1, "\u21b6 Turn left"], [0, "\u2191 Forward"], [2, "Turn right \u21b7"]];
  }

  /** @returns {Record<string, number>} */
  keys() {
    return { ArrowUp: 0, ArrowLeft: 1, ArrowRight: 2 };
  }

  /**
   * Return the square at which a move aims, or a number below 0 beyond the edge.
   * @param {Wall} position @param {number} move
   */
  path({ size, players, mover }, move) {
    const { square, facing } = players[mover];
    const [down, right] = STEPS[(facing + TURNS[move]) % 4];
    const row = Math.floor(square / size) + down;
    const column = square % size + right;
    return [Math.min(row, column) >= 0 && Math.max(row, column) < size ? row * size + column : -1 - move];
  }

  /** @param {Wall[]} history */
  cells(history) {
    return cellTexts(history[history.length - 1]);
  }

  /**
   * Return the square that the last player to move left, and where it stands.
   * @param {Wall[]} history
   */
  lastCells(history) {
    const [before, after] = history.slice(-2);
    return after ? [before.players[before.mover].square, after.players[before.mover].square] : [];
  }

  /** @param {Wall} position */
  describe(position) {
    return cellTexts(position).map((cell, at) => {
      const name = "abcdefg"[Math.floor(at / position.size)] + String(at % position.size + 1);
      const brick = cell.endsWith("a") ? "brick of A" : cell.endsWith("b") ? "brick of B" : "empty";
      return `${name}: ${cell.length > 1 ? `${cell[0]} facing ${facingWord(cell[1])}, ` : ""}${brick}`;
    });
  }

  /** @param {Wall} position @param {number} move */
  sentence(position, move) {
    const { players, turn, mover } = position;
    const stays = move === 0 && this.play(position, move).players[mover].square === players[mover].square;
    return `${turn} moves ${MOVES[move]}${stays ? " (stays)" : ""}`;
  }

  /** @param {Wall} before @param {Wall} after */
  remark(before, after) {
    return after.players[before.mover].idle === STALL ? `${before.turn} is stalled` : "";
  }

  /** @param {Wall} position */
  status({ bricks, players }) {
    const texts = SIDES.map((side, at) => {
      const count = popcount(bricks[at]);
      return `${side} ${count} brick${count === 1 ? "" : "s"}, idle ${players[at].idle}/${STALL}`;
    });
    return texts.join(" | ");
  }

  /** @param {Wall} position */
  explain(position) {
    return `${position.turn} goes forward or turns: press a button, point at a square beside the arrow, or use the arrow keys on the board.`;
  }

  /** @param {Wall} position */
  curve({ size }) {
    return this.setup.curves[String(size)];
  }

  /**
   * Return a score for `side` in whole bricks, and in words.
   * @param {Wall} position @param {number} score @param {string} side
   * @returns {[number, string]}
   */
  explainScore(position, score, side) {
    const { decisive, scale } = this.setup;
    const whole = Math.floor((Math.abs(score) + scale / 2 - 1) / scale) * scale;
    const rounded = Math.abs(score) < decisive ? whole * Math.sign(score) : score;
    const lead = leadSize(rounded, decisive) / scale;
    const leader = rounded > 0 ? side : this.other(side);
    return [rounded >= 0 ? lead : -lead, describeLead(rounded, leader, scale, decisive)];
  }
}

/**
 * Return a position.
 * @param {number} size @param {bigint[]} bricks @param {Builder[]} players @param {number} mover
 * @returns {Wall}
 */
function wallAt(size, bricks, players, mover) {
  return { size, bricks, players, mover, turn: SIDES[mover] };
}

/**
 * @param {bigint} word
 * @returns {Builder}
 */
function builderOf(word) {
  const bits = Number(word);
  return { square: bits >> 6, facing: bits >> 4 & 3, idle: bits & 15 };
}

/**
 * Return the player with a letter; its square is -1 unless it stands on the board once.
 * @param {string[]} cells @param {string} letter @param {number} idle
 * @returns {Builder}
 */
function builderAt(cells, letter, idle) {
  const squares = cells.flatMap((cell, at) => cell.startsWith(letter) ? [at] : []);
  const square = squares.length === 1 ? squares[0] : -1;
  return { square, facing: FACINGS.indexOf(cells[square]?.[1] ?? "^"), idle };
}

/** @param {string} row @param {number} size */
function cellsOfRow(row, size) {
  return Array.from({ length: size }, (_, at) => row.slice(at * CELL_WIDTH, (at + 1) * CELL_WIDTH).trimEnd());
}

/**
 * Return the text of each square, as in the assignment: `.`, a brick, or a player before what is under it.
 * @param {Wall} position
 */
function cellTexts({ size, bricks, players }) {
  const texts = Array.from({ length: size * size }, (_, at) => has(bricks[0], at) ? "a" : has(bricks[1], at) ? "b" : ".");
  for (const [at, { square, facing }] of players.entries()) {
    texts[square] = SIDES[at] + FACINGS[facing] + texts[square];
  }
  return texts;
}

/** @param {string} sign */
function facingWord(sign) {
  return ["north", "east", "south", "west"][FACINGS.indexOf(sign)];
}
