// Asks the engine of a page in Node. On stdin: {game, modules, files, questions}; answers are printed as JSON lines.

import { readFileSync } from "node:fs";
import { Engine } from "./worker.js";

const { game, folder, modules, files, questions } = JSON.parse(readFileSync(0, "utf8"), (_, value) =>
  typeof value === "string" && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
);
const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const layout = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
let messages = [];
const engine = new Engine((message) => messages.push(message));
await engine.answer({
  type: "load",
  game,
  modules: modules.map((name) => ({ wasm: read(`${name}.wasm`), layout: layout(name) })),
  files: files.map((path) => new Uint8Array(readFileSync(path))),
});
for (const question of questions) {
  messages = [];
  const began = performance.now();
  await engine.answer({ type: "think", ...question });
  messages[messages.length - 1].elapsed = performance.now() - began;
  console.log(JSON.stringify(messages));
}
