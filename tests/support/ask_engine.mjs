// Asks the engine of a page in Node. On stdin: modules by name, and questions; answers are printed as JSON lines.

import { readFileSync } from "node:fs";
import { answer } from "./engine.js";

const { modules, questions } = JSON.parse(readFileSync(0, "utf8"), (_, value) =>
  typeof value === "string" && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
);
for (const module of Object.values(modules)) module.wasm = Buffer.from(module.wasm, "base64");
for (const question of questions) {
  const messages = [];
  const began = performance.now();
  await answer({ ...question, module: modules[question.name] }, (message) => messages.push(message));
  const { move, failure } = messages.pop();
  const reports = messages.map(({ report }) => report);
  console.log(JSON.stringify({ reports, move, failure, elapsed: performance.now() - began }));
}
