// The page: one game, its players and its history, and the buttons around the board.
import { Random, capitalised, fill } from "./bits.js";
import { Kernels, Thinker } from "./engine.js";
import { joinWords, readRecord, splitWords, writeRecord } from "./record.js";
import { BoardView, MoveChoice, find } from "./view.js";

const OPENING_MOVES = 4; // moves of a side in which a level varies, as in common/play/players.py
const SCORE_LIMIT = { nodes: 3000, ignoredPart: 0, margin: null, seed: null };
const HINT_LIMIT = { seconds: 1, ignoredPart: 0, margin: null, seed: null };
const LARGEST_SEED = 1e9;
const BOTH = "both";
const NOBODY = "none";

/** Everything that a page shows and does. */
export class GamePage {
  constructor(game) {
    this.game = game;
    this.data = game.data;
    this.words = game.data.words;
    this.thinker = new Thinker(game.data.worker);
    this.choice = new MoveChoice();
    this.view = new BoardView(find("board"), game.data.kinds, {
      choose: (cell) => this.choose(this.choice.choose(cell)),
      grab: (cell) => this.choose(this.choice.grab(cell)),
      drag: (from, to) => this.choose(this.choice.drag(from, to)),
    });
    this.version = 0; // counts changes, so that an answer about an earlier position is dropped
    this.games = 0;
    this.shown = 0;
    this.hint = [];
    this.hintText = "";
    this.note = "";
    this.isThinking = false;
    this.score = { first: 0, words: "", proven: false };
    this.play = { history: [], moves: [], facts: [], ending: null, seed: null };
  }

  /** Fill the form, listen to it, and begin. */
  begin() {
    find("side").value = this.data.players.side;
    find("level").value = this.data.players.level;
    find("variant").value = this.data.setup.variant;
    this.listen();
    this.makeMoveButtons();
    if (!this.readHash()) this.newGame(this.data.players.seed);
  }

  /** Connect buttons, keys, files and the address with their actions. */
  listen() {
    const actions = {
      hint: () => this.showHint(),
      undo: () => this.undo(),
      now: () => this.moveNow(),
      resign: () => this.resign(),
      first: () => this.step(0),
      back: () => this.step(this.shown - 1),
      forward: () => this.step(this.shown + 1),
      last: () => this.step(this.play.moves.length),
      save: () => this.save(),
    };
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
    find("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.newGame(this.typedSeed());
    });
    find("side").addEventListener("change", () => this.changed());
    find("level").addEventListener("change", () => this.changed());
    find("variant").addEventListener("change", () => this.newGame(null));
    find("board").addEventListener("keydown", (event) => this.pressKey(event), true);
    window.addEventListener("hashchange", () => this.readHash());
    this.listenToFiles();
  }

  /** Open a saved game that is chosen or dropped. */
  listenToFiles() {
    find("open").addEventListener("change", (event) => {
      this.openFile(event.target.files[0]);
      event.target.value = "";
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.openFile(event.dataTransfer?.files[0]);
    });
  }

  /** Make a button for each move that has one. */
  makeMoveButtons() {
    for (const [move, text] of this.game.buttons) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => this.tryMove(move));
      find("moves").append(button);
    }
    find("moves").hidden = !find("moves").children.length;
  }

  /** Return the position at the end of the game. */
  get position() {
    return this.play.history[this.play.history.length - 1];
  }

  /** Return the outcome, or null while the game goes on. */
  get outcome() {
    return this.play.ending ?? this.game.outcome(this.position);
  }

  /** Return true if a person plays a side. */
  isPerson(side) {
    return [side, BOTH].includes(find("side").value);
  }

  /** Return true if a person is to move in the position shown. */
  get isPersonsTurn() {
    return this.state === "person";
  }

  /** Return the seed that is typed in the form, or null if it is the one in use. */
  typedSeed() {
    const text = find("seed").value.trim();
    return /^\d{1,9}$/.test(text) && Number(text) !== this.play.seed ? Number(text) : null;
  }

  /** Begin a new game. Without a seed, choose one. */
  newGame(seed) {
    const chosen = seed ?? Math.floor(Math.random() * LARGEST_SEED);
    const start = this.game.start(new Random(chosen), find("variant").value, this.games);
    this.games += 1;
    this.startFrom(start, chosen);
  }

  /** Begin a game from a position. */
  startFrom(start, seed) {
    this.play = { history: [start], moves: [], facts: [], ending: null, seed };
    find("seed").value = seed ?? "";
    this.note = "";
    this.changed();
  }

  /** Show the game after any change, then let the engine score the position and move. */
  async changed() {
    this.version += 1;
    const version = this.version;
    this.thinker.stop();
    this.shown = this.play.moves.length;
    this.hint = [];
    this.hintText = "";
    this.isThinking = !this.outcome && !this.isPerson(this.position.turn);
    this.score = { first: 0, words: "", proven: false };
    this.render();
    if (!this.outcome && (!this.isThinking || find("side").value === NOBODY)) {
      await this.think(SCORE_LIMIT, true); // of the engine's turns, its own search tells the score
    }
    if (version === this.version && this.isThinking) await this.engineMove(version);
  }

  /** Ask the worker for a move, or to analyse the position for the bar or a hint. The answer is null if it is late. */
  async think(level, isAnalysis) {
    const { version, position } = this;
    const name = this.game.moduleName(position);
    const about = { game: this.data.game, name, module: this.data.modules[name], setup: this.game.searchSetup(position) };
    const show = level.ignoredPart ? () => {} : (report) => this.showReport(report);
    const answer = await this.thinker.think({ ...about, state: this.game.state(position), level, isAnalysis }, show);
    if (version !== this.version || !answer) return null;
    if (answer.failure) {
      this.note = fill(this.words.failed, { message: answer.failure });
      find("event").textContent = this.note;
    }
    return answer;
  }

  /** Show the score of a report about the position at the end of the game. */
  showReport({ proven, score, shown }) {
    const side = this.position.turn;
    const [value, words] = this.game.explainScore(this.position, proven ? score : shown, side, proven);
    const first = side === this.data.sides[0] ? value : -value;
    this.score = { first: this.game.expected(this.position, first, proven), words, proven };
    this.renderScore();
  }

  /** Let the engine decide, and make its move, or its moves if a turn has several. */
  async engineMove(version) {
    const began = performance.now();
    const answer = await this.think({ ...this.data.levels[find("level").value], seed: this.levelSeed() }, false);
    const seconds = Number(((performance.now() - began) / 1000).toFixed(3));
    await pause(this.data.pace - (performance.now() - began));
    if (version === this.version && answer && answer.move !== null) {
      await this.playDecision(answer.move, this.factsOf(answer.report, seconds));
    }
  }

  /** Return the seed for a level that still varies, or null. */
  levelSeed() {
    const earlier = this.play.history.slice(0, -1).filter((position) => position.turn === this.position.turn);
    return earlier.length < OPENING_MOVES ? this.play.seed : null;
  }

  /** Return the facts about a move for the record. */
  factsOf(report, seconds) {
    if (!report) return { seconds };
    const [score] = this.game.explainScore(this.position, report.score, this.position.turn, report.proven);
    return { seconds, score, depth: report.depth, proven: report.proven };
  }

  /** Make the single moves of a decision of the engine. */
  async playDecision(decision, facts) {
    const { version } = this;
    const [last, ...earlier] = this.game.singleMoves(this.position, decision).reverse();
    for (const move of earlier.reverse()) {
      this.append(move, facts);
      this.shown = this.play.moves.length;
      this.render();
      await pause(this.data.pace);
      if (version !== this.version) return;
    }
    this.append(last, facts);
    this.changed();
  }

  /** Add a move to the game. */
  append(move, facts) {
    this.play.history.push(this.game.play(this.position, move));
    this.play.moves.push(move);
    this.play.facts.push(facts);
    this.note = "";
  }

  /** Make a person's move, or show what is chosen so far. */
  choose(move) {
    if (move === null || !this.isPersonsTurn) {
      this.renderMarks();
    } else {
      this.append(move, {});
      this.changed();
    }
  }

  /** Make a move of a button or a key, if it is legal now. */
  tryMove(move) {
    if (this.isPersonsTurn && this.game.moves(this.position).includes(move)) this.choose(move);
  }

  pressKey(event) {
    const move = this.game.keys[event.key];
    if (move !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.tryMove(move);
    }
  }

  /** End the engine's thinking: its last finished depth decides. */
  moveNow() {
    const report = this.thinker.last;
    this.version += 1;
    this.thinker.stop();
    this.playDecision(report ? report.move : this.game.moves(this.position)[0], this.factsOf(report, 0));
  }

  /** Take back moves up to the person's last decision. */
  undo() {
    const { history, moves, facts } = this.play;
    const isAlone = find("side").value !== BOTH && find("side").value !== NOBODY;
    if (this.play.ending) {
      this.play.ending = null;
    } else {
      do {
        history.pop();
        moves.pop();
        facts.pop();
      } while (isAlone && moves.length && !this.isPerson(this.position.turn));
    }
    this.changed();
  }

  /** Let the person's side, or with two people the side to move, resign. */
  resign() {
    const side = find("side").value;
    this.play.ending = this.game.resigned(this.data.sides.includes(side) ? side : this.position.turn);
    this.changed();
  }

  /** Show the best move that a second of search finds. */
  async showHint() {
    const answer = await this.think(HINT_LIMIT, true);
    if (answer && answer.move !== null) {
      const [move] = this.game.singleMoves(this.position, answer.move);
      this.hint = this.game.path(this.position, move);
      this.hintText = fill(this.words.hintText, { move: this.game.text(this.position, move) });
      this.render();
    }
  }

  /** Show an earlier or a later position of the game. */
  step(ply) {
    this.shown = Math.max(0, Math.min(this.play.moves.length, ply));
    this.render();
  }

  /** Return who acts now: a person, the engine, or nobody in a past position or after the end. */
  get state() {
    const isPast = this.shown < this.play.moves.length;
    return isPast ? "past" : this.outcome ? "over" : this.isThinking ? "engine" : "person";
  }

  /** Draw everything. */
  render() {
    const history = this.play.history.slice(0, this.shown + 1);
    const position = history[this.shown];
    const variant = this.game.variant(position);
    this.view.build(this.data.boards[variant]);
    this.view.show(this.game.cells(history), this.game.values(position), this.game.describe(position));
    if (variant) find("variant").value = variant;
    find("board").dataset.state = this.state;
    const moves = this.isPersonsTurn ? this.game.moves(position) : [];
    this.choice.offer(moves, (move) => this.game.path(position, move));
    this.renderMarks();
    this.renderTexts(position);
    this.renderList();
    this.renderButtons();
    this.renderScore();
  }

  /** Mark the cells that a person can choose, and those chosen. */
  renderMarks() {
    const last = this.game.lastCells(this.play.history.slice(0, this.shown + 1));
    this.view.mark(this.choice, this.hint, last);
  }

  /** Show the status line, and say what has happened and what to do. */
  renderTexts(position) {
    const atEnd = this.shown === this.play.moves.length;
    const number = fill(this.words.moveNumber, { ply: this.shown + Number(atEnd && !this.outcome) });
    const turn = atEnd && this.outcome ? "" : fill(this.words.toMove, { side: position.turn });
    find("status").textContent = [number, this.game.status(position), turn].filter(Boolean).join(" | ");
    find("event").textContent = this.note || this.eventAt(this.shown);
    find("advice").textContent = this.hintText || this.advice(position);
    find("advice").className = this.outcome && atEnd ? "result" : "";
    find("link").href = `#position=${encodeURIComponent(joinWords(this.game.write(position)))}`;
  }

  /** Return the sentence of the move that led to a position, with its remark. */
  eventAt(ply) {
    if (!ply) return this.words.start;
    const [before, after] = [this.play.history[ply - 1], this.play.history[ply]];
    const sentence = this.game.sentence(before, this.play.moves[ply - 1]);
    return [sentence, this.game.remark(before, after)].filter(Boolean).join(". ");
  }

  /** Return what to do in the position shown, or the result. */
  advice(position) {
    if (this.shown < this.play.moves.length) return this.words.earlier;
    const outcome = this.outcome;
    if (outcome) return capitalised(this.game.verdict(outcome));
    return this.isThinking ? this.words.thinking : this.game.explain(position);
  }

  /** List the moves; each is a button that shows the position after it. */
  renderList() {
    const list = find("list");
    while (list.children.length > this.play.moves.length) {
      list.lastElementChild.remove();
    }
    for (let ply = 1; ply <= this.play.moves.length; ply += 1) this.renderItem(list, ply);
    list.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest" });
  }

  /** Show a move in the list. */
  renderItem(list, ply) {
    if (list.children.length < ply) {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => this.step(ply));
      list.append(document.createElement("li"));
      list.children[ply - 1].append(button);
    }
    const item = list.children[ply - 1];
    item.firstElementChild.textContent = this.eventAt(ply);
    item.setAttribute("aria-current", ply === this.shown ? "step" : "false");
  }

  /** Enable the buttons that do something now. */
  renderButtons() {
    const last = this.play.moves.length;
    const isOver = this.outcome !== null;
    const enabled = {
      hint: this.isPersonsTurn,
      undo: (last > 0 || this.play.ending !== null) && find("side").value !== NOBODY,
      now: this.isThinking,
      resign: !isOver && find("side").value !== NOBODY,
      first: this.shown > 0,
      back: this.shown > 0,
      forward: this.shown < last,
      last: this.shown < last,
    };
    for (const [id, isEnabled] of Object.entries(enabled)) {
      if (!isEnabled && find(id) === document.activeElement) this.view.focus(this.view.focused);
      find(id).disabled = !isEnabled;
    }
    for (const button of find("moves").children) button.disabled = !this.isPersonsTurn;
  }

  /** Draw the expected score as a bar, and write it. */
  renderScore() {
    const { outcome } = this;
    const side = this.data.sides[0];
    const won = outcome?.winner ? (outcome.winner === side ? 100 : -100) : 0;
    const first = outcome ? won : this.score.first;
    const text = outcome ? "" : this.scoreText();
    find("bar").firstElementChild.style.width = `${50 + first / 2}%`;
    find("bar").setAttribute("aria-valuenow", String(first));
    find("bar").setAttribute("aria-valuetext", outcome ? this.game.verdict(outcome) : text);
    find("score").textContent = text;
  }

  /** Return the score in words. */
  scoreText() {
    const { first, words, proven } = this.score;
    const side = this.data.sides[0];
    const expected = first > 0 ? `+${first}` : String(first);
    return words && fill(proven ? this.words.proven : this.words.expected, { expected, side, words });
  }

  /** Return the game as a record holds it. */
  saved() {
    const { history, moves, facts, seed } = this.play;
    const level = find("level").value;
    const names = this.data.sides.map((side) => [side, this.isPerson(side) ? "human" : `level-${level}`]);
    const { nodes, seconds, depth } = this.data.levels[level];
    return {
      start: this.game.write(history[0]),
      players: Object.fromEntries(names),
      limits: JSON.parse(JSON.stringify({ seconds, nodes, depth })),
      moves: moves.map((move, at) => ({ side: history[at].turn, move: this.game.text(history[at], move), facts: facts[at] })),
      outcome: this.outcome,
      seed,
    };
  }

  /** Save the game as a file. */
  save() {
    const text = writeRecord(this.data.game, this.saved());
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = `${this.data.game}-${new Date().toISOString().slice(0, 19).replace(/\D/g, "")}.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async openFile(file) {
    if (!file) return;
    try {
      this.open(readRecord(this.data.game, await file.text()));
    } catch {
      find("event").textContent = fill(this.words.badRecord, { file: file.name });
    }
  }

  /** Show a saved game. Throw an error if a move is illegal. */
  open(saved) {
    const start = this.game.read(saved.start);
    const history = [start];
    const moves = [];
    for (const { move: text } of saved.moves) {
      const position = history[history.length - 1];
      const move = this.game.readMove(position, text);
      if (this.game.outcome(position) || !this.game.moves(position).includes(move)) throw new Error(text);
      moves.push(move);
      history.push(this.game.play(position, move));
    }
    const ending = this.game.outcome(history[history.length - 1]) ? null : saved.outcome; // a forfeit
    this.play = { history, moves, facts: saved.moves.map(({ facts }) => facts), ending, seed: saved.seed };
    this.seat(saved.players);
    find("seed").value = saved.seed ?? "";
    this.note = this.words.opened;
    this.changed();
  }

  /** Set who plays, as a record says; two people if it names other players. */
  seat(players) {
    const people = this.data.sides.filter((side) => players[side] === "human");
    const levels = this.data.sides.map((side) => /^level-([1-5])$/.exec(players[side] ?? "")?.[1]).filter(Boolean);
    find("side").value = people.length === 1 ? people[0] : BOTH;
    if (levels.length) find("level").value = levels[0];
  }

  /** Begin from the position in the address. Return false if there is none. */
  readHash() {
    const line = new URLSearchParams(location.hash.slice(1)).get("position");
    if (line === null || (this.play.history.length && line === joinWords(this.game.write(this.play.history[this.shown])))) {
      return false;
    }
    try {
      const start = this.game.read(splitWords(line));
      this.game.moves(start);
      this.startFrom(start, null);
    } catch {
      this.newGame(this.data.players.seed);
      find("event").textContent = fill(this.words.badPosition, { text: line });
    }
    return true;
  }
}

/** Wait for some milliseconds. */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds));
  });
}

/** Start the page of a game. */
export async function startPage(game) {
  game.data = JSON.parse(find("data").textContent);
  const kernels = {};
  for (const [name, module] of Object.entries(game.data.modules)) {
    module.wasm = Uint8Array.from(atob(module.wasm), (letter) => letter.charCodeAt(0));
    kernels[name] = await Kernels.load(module);
  }
  game.prepare(kernels);
  new GamePage(game).begin();
}
