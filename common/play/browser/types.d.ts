// Types that the page's scripts share, for `tsc --checkJs`. A page does not contain this file.
import type { Random as RandomNumbers } from "./bits.js";
import type { Kernels, Rules } from "./kernels.js";

declare global {
  /** The kernels of each module of a game. */
  type KernelSet = Record<string, Kernels>;
  type KernelRules = Rules;
  type Random = RandomNumbers;

  /** A game on the page. P is its position: a plain object that is never changed. Moves are numbers. */
  interface GameRules<P> extends GameDefaults<P> {
    /** Get ready to call the kernels of the game. */
    prepare(kernels: KernelSet): void;
    /** Return a random start; `number` counts the games before. */
    randomStart(random: Random, variant: string, number: number): P;
    /** Read a position. Throw an error if the words are none. */
    read(words: string[]): P;
    /** Return the words of a position, as records keep them. */
    write(position: P): string[];
    /** Return the words of the kernels' state. */
    state(position: P): bigint[];
    /** Return the legal moves, which Python lists in the same order. */
    moves(position: P): number[];
    play(position: P, move: number): P;
    outcome(position: P): Outcome | null;
    /** Return the notation of a move. */
    text(position: P, move: number): string;
    /** Return the move that a text names, legal or not, or -1. */
    readMove(position: P, text: string): number;
    /** Return the cells that a person points at to make a move. */
    path(position: P, move: number): number[];
    /** Return the kind of every cell after some positions; what the last turn changed is marked. */
    cells(history: P[]): string[];
    /** Return a description of every cell for a screen reader. */
    describe(position: P): string[];
    /** Return a sentence about a move. */
    sentence(position: P, move: number): string;
    /** Return the state of the game in a few words. */
    status(position: P): string;
    /** Return what the person to move can do. */
    explain(position: P): string;
    /** Return a score for a side in the game's unit, and in words. */
    explainScore(position: P, score: number, side: string, proven: boolean): [number, string];
  }

  /** What games of steps from square to square share (squares.js). */
  type StepGame = GameDefaults<any> & Pick<GameRules<any>, "text" | "path" | "readMove">;

  /** What most games share (board_game.js). */
  interface GameDefaults<P> {
    data: PageData;
    /** The kernels by module, once they are ready. */
    rules: Record<string, KernelRules>;
    kernels: KernelSet;
    /** Return the start of a new game: the one that the page was made for, else a random one. */
    start(random: Random, variant: string, number: number): P;
    /** Return the name of the board, a key of the page's boards. */
    variant(position: P): string;
    /** Return the name of the module that plays a position; any other text stands for all modules. */
    moduleName(position: P): string;
    other(side: string): string;
    /** Return the single moves of a kernel's move. */
    singleMoves(position: P, move: number): number[];
    /** Return what is constant in a game, for its search. */
    searchSetup(position: P): any;
    /** Return the texts in the cells. */
    values(position: P): string[];
    /** Return a remark about the effect of a move. */
    remark(before: P, after: P): string;
    /** Return the cells of the last move, if their kinds do not mark them. */
    lastCells(history: P[]): number[];
    /** The moves that have buttons, with their names. */
    buttons: [number, string][];
    /** The moves that keys make while the board has the focus. */
    keys: Record<string, number>;
    resigned(side: string): Outcome;
    /** Return a sentence about the result in the page's language. */
    verdict(outcome: Outcome): string;
    reason(outcome: Outcome): string;
    curve(position: P): Curve;
    /** Return the expected score of the first side, from -100 to +100. `value` is for that side. */
    expected(position: P, value: number, proven: boolean): number;
  }

  /** A result as records keep it: no winner in a draw, the reason in English. */
  type Outcome = { winner: string | null; reason: string; margin: number };

  /** What a search found: kernel moves, scores for the side to move. `shown` is for people. */
  type Finding = {
    move: number;
    line: number[];
    score: number;
    shown: number;
    proven: boolean;
    depth: number;
    nodes: number;
  };

  /** The result of a search. Without a move, the engine failed. */
  type Answer = { move: number | null; report: Finding | null; failure: string };

  /** A limit of the search, and how it plays below its strength. */
  type Strength = {
    nodes?: number;
    seconds?: number;
    depth?: number;
    ignoredPart: number;
    margin: number | null;
    seed: number | null;
  };

  /** A board: size of the drawing and of a cell, corners of cells, labels at the rim, place of a value. */
  type Board = {
    size: [number, number];
    cell: [number, number];
    places: [number, number][];
    labels: [number, number, string][];
    value: [number, number];
  };

  /** What the board tells: a cell is chosen, a piece is taken up (-1: none), a piece was dragged. */
  type BoardListener = {
    choose(cell: number): void;
    grab(cell: number): void;
    drag(from: number, to: number): void;
  };

  /** The curve from scores of the first side to its expected scores. */
  type Curve = { slope: number; start: number };

  /** The facts that Python writes into a page. */
  type PageData = {
    game: string;
    sides: string[];
    /** Texts of the page, some with {placeholders}. */
    words: Record<string, string>;
    /** Translations of sides and reasons. */
    names: Record<string, string>;
    levels: Record<string, Strength>;
    /** The words of a fixed start, or null. */
    start: string[] | null;
    /** Options of a random start, and constants of the game. */
    setup: any;
    players: { side: string; level: string; seed: number | null };
    /** By the name of the variant. */
    boards: Record<string, Board>;
    /** Numbers of the drawings of cells. */
    kinds: Record<string, number>;
    /** Modules in base 64, and the layouts of their memory. */
    modules: Record<string, { wasm: string; layout: any }>;
    files: string[];
    /** Least milliseconds between a move and the engine's answer. */
    pace: number;
    worker: string;
  };

  /** Facts about a move for its record. */
  type MoveFacts = { seconds?: number; score?: number; depth?: number; proven?: boolean };

  /** A game as a record holds it: the words of the start, players by side, moves as text. */
  type SavedGame = {
    start: string[];
    players: Record<string, string>;
    moves: { side: string; move: string; facts: MoveFacts }[];
    outcome: Outcome | null;
    seed: number | null;
    limits: Record<string, number>;
  };

  /** The game that is played: all positions, the moves, and how it ended if a side resigned. */
  type Play = {
    history: any[];
    moves: number[];
    facts: MoveFacts[];
    ending: Outcome | null;
    seed: number | null;
  };
}
