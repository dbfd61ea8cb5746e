// Records of games as JSON lines, as common/record writes and reads them.

const MOST_BYTES = 1 << 24;
const FACTS = { seconds: "number", score: "number", depth: "number", proven: "boolean" };

/** Join words as a command line does: those with special signs stand in double quotes. */
export function joinWords(words) {
  return words.map((word) => word === "" || /[\s[\]()*<>|&;]/.test(word) ? `"${word}"` : word).join(" ");
}

/** Split a command line into words; quotes are removed. Throw an error at an open quote. */
export function splitWords(line) {
  const words = [];
  const pattern = /\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)/y;
  let rest = line.trim();
  while (rest) {
    pattern.lastIndex = 0;
    const found = pattern.exec(rest);
    if (!found) throw new Error(line);
    words.push(found[1].replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
    rest = rest.slice(found[0].length).trimStart();
  }
  return words;
}

/** Return the text of a record. */
export function writeRecord(game, saved) {
  const { start, players, limits, seed } = saved;
  const header = { game, version: 1, start: { position: joinWords(start) }, players, limits, ...(seed === null ? {} : { seed }) };
  const moves = saved.moves.map(({ side, move, facts }, at) => ({ ply: at + 1, side, move, ...facts }));
  const end = saved.outcome ? [{ outcome: saved.outcome }] : [];
  return [header, ...moves, ...end].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Read a record. Throw an error if the text is no record of the game; a last line cut off by a crash is dropped. */
export function readRecord(game, text) {
  if (text.length > MOST_BYTES) throw new Error(game);
  const [header, ...lines] = parsedLines(text);
  if (header?.game !== game || typeof header?.start?.position !== "string") throw new Error(game);
  const outcome = lines.map((line) => line.outcome).find(isOutcome) ?? null;
  return {
    start: splitWords(header.start.position),
    players: textsOf(header.players),
    moves: lines.filter((line) => typeof line.move === "string").map(readMoveLine),
    outcome: outcome && { winner: outcome.winner, reason: outcome.reason, margin: outcome.margin },
    seed: Number.isSafeInteger(header.seed) ? header.seed : null,
    limits: {},
  };
}

/** Return the JSON objects of the lines of a text, but not a last line that is damaged. */
function parsedLines(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  const found = [];
  for (const [at, line] of lines.entries()) {
    try {
      found.push(JSON.parse(line));
    } catch (problem) {
      if (at < lines.length - 1) throw problem;
    }
  }
  return found;
}

/** Return a move of a record, with the facts that have their types. */
function readMoveLine(line) {
  const facts = Object.fromEntries(Object.entries(line).filter(([name, value]) => typeof value === FACTS[name]));
  return { side: String(line.side), move: line.move, facts };
}

function isOutcome(found) {
  const { winner, reason, margin } = found ?? {};
  const isWinner = winner === null || typeof winner === "string";
  return isWinner && typeof reason === "string" && Number.isSafeInteger(margin);
}

/** Return those entries of an object that are texts. */
function textsOf(found) {
  const entries = Object.entries(found ?? {}).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
