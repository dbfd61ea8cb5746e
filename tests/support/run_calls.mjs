// Runs a plan of kernel calls and measures it, in Node or in a browser (tests/bench/wasm.py).

/**
 * Return the nodes, the milliseconds and the results of a plan, in a memory of its own.
 * @param {import("../../common/play/browser/kernels.js").Kernels} loaded
 * @param {{records: Record<string, {lengths: Record<string, number>, words: [string, number, string][],
 *   blocks: Record<string, number>}>, calls: [string, (string | string[])[]][]}} plan
 */
export async function runCalls(loaded, plan) {
  const kernels = await loaded.renewed();
  const records = {};
  for (const [name, { lengths, words, blocks }] of Object.entries(plan.records)) {
    const record = (records[name] = kernels.memory(name, lengths));
    for (const [field, count] of Object.entries(blocks)) record.set(field, kernels.block(count).handle);
    for (const [field, at, word] of words) record.set(field, BigInt(word), at);
  }
  const argument = (given) => (Array.isArray(given) ? given.map(BigInt) : (records[given] ?? BigInt(given)));
  const calls = plan.calls.map(([name, given]) => [name, given.map(argument)]);
  const began = performance.now();
  const results = calls.map(([name, given]) => kernels.call(name, ...given).map(String));
  const milliseconds = performance.now() - began;
  return { nodes: records.memory.number("nodes"), milliseconds, results };
}
