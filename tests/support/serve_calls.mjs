// Answers lines of stdin in Node: {wasm, layout} loads a module, a plan of calls runs (run_calls.mjs).

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernels } from "./kernels.js";
import { runCalls } from "./run_calls.mjs";

let kernels;
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.calls) {
    console.log(JSON.stringify(await runCalls(kernels, asked)));
  } else {
    kernels = await Kernels.load(readFileSync(asked.wasm), JSON.parse(readFileSync(asked.layout, "utf8")));
    console.log("{}");
  }
}
