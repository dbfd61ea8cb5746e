"use strict";
// Replay of games on a page. The address holds the game and the ply, as #game=1&ply=12.
const GAMES = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const WIDE = 600; // width of the score graph
const LEFT = 46, RIGHT = 588, TOP = 12, BOTTOM = 176; // its edges; the numbers stand outside
const MOST_SCORE = 110; // end of the axis of scores, which has these numbers
const SCORES = [-100, -50, 0, 50, 100];
const PLIES = [1, 2, 5, 10, 20, 50, 100, 200, 500]; // possible distances of the numbers of moves
const MOST = 12; // numbers of moves after 0
const find = (id) => document.getElementById(id);
const lists = [...document.querySelectorAll("details ol")];
let shown = { game: -1, ply: -1 }, frames = [];

function element(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return parent.appendChild(made);
}

// Return the kinds of all cells after each move, from the changes that each move made.
function allFrames(game) {
  const found = [game.start];
  for (const changes of game.changes) {
    const next = found[found.length - 1].slice();
    for (let at = 0; at < changes.length; at += 2) next[changes[at]] = changes[at + 1];
    found.push(next);
  }
  return found;
}

// Write the values of a game into its cells.
function writeValues(game) {
  find("board").querySelectorAll(".value").forEach((text, cell) => {
    text.textContent = game.values[cell];
    text.classList.toggle("long", game.values[cell].length > 6);
  });
}

const across = (game, ply) => LEFT + ((RIGHT - LEFT) * ply) / Math.max(1, game.changes.length);
const down = (score) => TOP + ((BOTTOM - TOP) * (MOST_SCORE - score)) / (2 * MOST_SCORE);

// Return the colour of the side that stands better, or a neutral one at 0.
const colour = (game, score) => (score ? game.colours[score < 0 ? 1 : 0] : "var(--faint)");

// Draw a line between two scores, in two parts if it crosses 0.
function drawLine(svg, game, before, here) {
  const sure = here.proven && before.proven ? "proven" : "expected";
  const part = (x1, y1, x2, y2, score) => element(svg, "line", { class: sure, x1, y1, x2, y2, style: `stroke: ${colour(game, score)}` });
  if (before.score * here.score >= 0) return part(before.x, before.y, here.x, here.y, before.score + here.score);
  const x = before.x + ((here.x - before.x) * before.score) / (before.score - here.score), y = down(0);
  part(before.x, before.y, x, y, before.score);
  return part(x, y, here.x, here.y, here.score);
}

// Draw the grid of the score graph, with its numbers.
function drawAxes(svg, game) {
  const last = game.changes.length, step = PLIES.find((plies) => last <= MOST * plies) || last;
  for (const score of SCORES) {
    const y = down(score);
    element(svg, "line", { class: score ? "grid" : "zero", x1: LEFT, x2: RIGHT, y1: y, y2: y });
    element(svg, "text", { class: "score", x: LEFT - 6, y }, score > 0 ? `+${score}` : `${score}`);
  }
  for (let ply = 0; ply <= last; ply += step) {
    element(svg, "line", { class: "grid", x1: across(game, ply), x2: across(game, ply), y1: TOP, y2: BOTTOM });
    element(svg, "text", { class: "ply", x: across(game, ply), y: BOTTOM + 13 }, `${ply}`);
  }
}

function drawCurve(game) {
  const svg = find("curve");
  svg.replaceChildren();
  find("scores").hidden = !game.scores.length;
  if (!game.scores.length) return;
  find("about").textContent = game.about;
  drawAxes(svg, game);
  let before = null;
  game.scores.forEach(([score, proven], ply) => {
    const here = score === null ? null : { x: across(game, ply), y: down(score), proven, score };
    if (here && before) drawLine(svg, game, before, here);
    if (here) element(svg, "circle", { cx: here.x, cy: here.y, r: 3, style: `fill: ${colour(game, score)}` });
    if (here && game.turns.includes(ply)) element(svg, "circle", { class: "turn", cx: here.x, cy: here.y, r: 8 });
    before = here || before; // moves without a score leave no gap: the line continues from the last score
  });
  element(svg, "line", { class: "now", y1: TOP, y2: BOTTOM });
}

function read() {
  const query = new URLSearchParams(location.hash.slice(1));
  const number = (name, least, most) => Math.max(least, Math.min(most, Math.trunc(Number(query.get(name))) || 0));
  const game = Math.max(0, GAMES.findIndex((one) => String(one.number) === query.get("game")));
  return { game, ply: number("ply", 0, GAMES[game].changes.length) };
}

const toBoard = () => find("board").parentElement.scrollIntoView({ block: "nearest" });
const address = () => `#game=${GAMES[shown.game].number}&ply=${shown.ply}`;

// Show a game after a move, and update the address.
function show(place) {
  if (place.game !== shown.game || place.ply !== shown.ply) draw(place);
  if (location.hash !== address()) location.replace(address());
}

// Draw a position and its move.
function draw({ game, ply }) {
  const played = GAMES[game], last = played.changes.length;
  if (game !== shown.game) {
    frames = allFrames(played);
    writeValues(played);
    drawCurve(played);
    lists[game].parentElement.open = true;
    if (find("which")) find("which").textContent = lists[game].parentElement.querySelector("summary").textContent;
  }
  if (shown.ply >= 0) toBoard();
  shown = { game, ply };
  find("board").querySelectorAll("use").forEach((use, cell) => use.setAttribute("href", `#k${frames[ply][cell]}`));
  const move = ply ? `Move ${ply} of ${last}: ${lists[game].children[ply - 1].textContent}` : "Start";
  find("caption").replaceChildren(move, Object.assign(document.createElement("b"), { textContent: played.captions[ply] }));
  find("board").setAttribute("aria-label", `${move} ${played.captions[ply]}`);
  const now = find("curve").querySelector(".now");
  if (now) for (const end of ["x1", "x2"]) now.setAttribute(end, across(played, ply));
  document.querySelectorAll("li[aria-current]").forEach((item) => item.removeAttribute("aria-current"));
  if (ply) lists[game].children[ply - 1].setAttribute("aria-current", "step");
  for (const id of ["home", "left"]) find(id).disabled = ply === 0;
  for (const id of ["right", "end"]) find(id).disabled = ply === last;
}

// Follow a link. If it was in a table, move the focus, so that arrow keys replay the game.
function follow() {
  if (location.hash === address()) return; // `show` itself changed the address
  show(read());
  toBoard();
  if (document.activeElement.closest(".wide")) find("board").parentElement.focus({ preventScroll: true });
}

const GO = {
  home: () => show({ game: shown.game, ply: 0 }),
  left: () => show({ game: shown.game, ply: Math.max(0, shown.ply - 1) }),
  right: () => show({ game: shown.game, ply: Math.min(GAMES[shown.game].changes.length, shown.ply + 1) }),
  end: () => show({ game: shown.game, ply: GAMES[shown.game].changes.length }),
};

const KEYS = { ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end" };
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.target.closest(".wide") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  GO[id]();
});
for (const id in GO) find(id).addEventListener("click", GO[id]);
find("curve").addEventListener("click", (event) => {
  const box = find("curve").getBoundingClientRect(), game = GAMES[shown.game];
  const share = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / (RIGHT - LEFT);
  show({ game: shown.game, ply: Math.max(0, Math.min(game.changes.length, Math.round(share * game.changes.length))) });
});
lists.forEach((list, game) => list.parentElement.addEventListener("toggle", (event) => {
  if (event.target.open && game !== shown.game) show({ game, ply: 0 });
}));
window.addEventListener("hashchange", follow);
document.querySelectorAll("[data-script]").forEach((part) => { part.hidden = false; });
const asked = location.hash !== "";
show(read());
if (asked) toBoard();
