// Kernels in a WebAssembly module (common/kernels/jit/wasm.py), for the page, a worker or Node.

/**
 * @typedef {{parameters: (string | number[])[], result: string}} KernelLayout
 * A kernel: for each parameter the name of its record, or the words (1 or 2) of each entry.
 * @typedef {{name: string, fingerprint: string, records: Record<string, Record<string, number>>,
 *   kernels: Record<string, KernelLayout>, constants: Record<string, number>}} Layout
 * The description of a module. The fields of a record are its lengths by name, 0 for a single word.
 * @typedef {Memory | readonly (bigint | number)[] | bigint | number} Argument
 */

const WORD_BYTES = 8;
const PAGE_BYTES = 1 << 16;
const FIRST_PAGES = 64;
const ALIGNMENT = 64; // bytes: a cache line
const RESULT_WORDS = 32; // the most words that a kernel returns, and more

/** A zeroed record in the memory of a module. */
export class Memory {
  /**
   * @param {Kernels} kernels
   * @param {Record<string, number>} fields
   */
  constructor(kernels, fields) {
    /** @type {Record<string, number>} */
    this.offsets = {};
    this.fields = fields;
    this.kernels = kernels;
    let words = 0;
    for (const [name, length] of Object.entries(fields)) {
      this.offsets[name] = words;
      words += length || 1;
    }
    this.address = kernels.allocate(words);
  }

  /**
   * Return a word of a field.
   * @param {string} name
   */
  get(name, at = 0) {
    return this.kernels.words[this.index(name) + at];
  }

  /**
   * Return a word of a field that a number holds.
   * @param {string} name
   */
  number(name, at = 0) {
    return Number(this.get(name, at));
  }

  /**
   * @param {string} name
   * @param {bigint | number} value
   */
  set(name, value, at = 0) {
    this.kernels.words[this.index(name) + at] = BigInt(value);
  }

  /**
   * Return a view of a field, which is valid until the next allocation.
   * @param {string} name
   */
  view(name) {
    const first = this.index(name);
    return this.kernels.words.subarray(first, first + (this.fields[name] || 1));
  }

  /** @param {string} name */
  index(name) {
    return this.address / WORD_BYTES + this.offsets[name];
  }
}

/** Zeroed words outside of any record. Kernels take the `handle`. */
export class Block {
  /**
   * @param {Kernels} kernels
   * @param {number} count
   */
  constructor(kernels, count) {
    this.kernels = kernels;
    this.address = kernels.allocate(count);
    this.handle = BigInt(this.address);
  }

  /**
   * Return the words from `first` up to, but not including, `end`.
   * @param {number} first
   * @param {number} end
   */
  read(first, end) {
    const start = this.address / WORD_BYTES;
    return Array.from(this.kernels.words.subarray(start + first, start + end));
  }
}

/** The kernels of a module, with the memory that they share. Memory is never given back. */
export class Kernels {
  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Instance} instance
   * @param {WebAssembly.Memory} memory
   * @param {Layout} layout
   */
  constructor(module, instance, memory, layout) {
    this.module = module;
    this.exports = instance.exports;
    this.whole = memory;
    this.layout = layout;
    this.constants = layout.constants;
    this.words = new BigInt64Array(memory.buffer);
    this.end = Number(/** @type {WebAssembly.Global} */ (instance.exports.__heap_base).value);
    this.results = this.allocate(RESULT_WORDS);
    this.exception = this.allocate(1);
  }

  /**
   * Compile a module.
   * @param {BufferSource} bytes
   * @param {Layout} layout
   */
  static async load(bytes, layout) {
    return Kernels.start(await WebAssembly.compile(bytes), layout);
  }

  /**
   * Start a compiled module with an empty memory of its own.
   * @param {WebAssembly.Module} module
   * @param {Layout} layout
   */
  static async start(module, layout) {
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES });
    const instance = await WebAssembly.instantiate(module, { env: { memory } });
    return new Kernels(module, instance, memory, layout);
  }

  /** Return the same kernels with an empty memory of their own. */
  renewed() {
    return Kernels.start(this.module, this.layout);
  }

  /**
   * Return a new zeroed record. `lengths` replaces lengths of fields.
   * @param {string} record
   * @param {Record<string, number>} lengths
   */
  memory(record, lengths = {}) {
    return new Memory(this, { ...this.layout.records[record], ...lengths });
  }

  /**
   * Return a new zeroed block of `count` words.
   * @param {number} count
   */
  block(count) {
    return new Block(this, count);
  }

  /** @param {string} name */
  has(name) {
    return name in this.layout.kernels;
  }

  /**
   * Call a kernel and return the entries of its result.
   * @param {string} name
   * @param {Argument[]} given
   * @returns {bigint[]}
   */
  call(name, ...given) {
    const { parameters, result } = this.layout.kernels[name];
    const flat = parameters.flatMap((kind, at) => flatten(kind, given[at]));
    const kernel = /** @type {(...words: (bigint | number)[]) => number} */ (this.exports[`kernel_${name}`]);
    if (kernel(this.results, this.exception, ...flat)) throw new RangeError(`${name} left an array`);
    return this.unpack(result);
  }

  /**
   * Call a kernel whose result is one number, or true (1) or false (0).
   * @param {string} name
   * @param {Argument[]} given
   */
  number(name, ...given) {
    return Number(this.call(name, ...given)[0]);
  }

  /**
   * @param {string} result
   * @returns {bigint[]}
   */
  unpack(result) {
    let at = this.results / WORD_BYTES;
    if (result === "nothing") return [];
    if (result === "truth") return [this.words[at] & 1n];
    return Array.from(result, (kind) => {
      const low = this.words[at++];
      return kind === "i" ? low : BigInt.asUintN(64, low) | (BigInt.asUintN(64, this.words[at++]) << 64n);
    });
  }

  /**
   * Return the address of zeroed words.
   * @param {number} words
   */
  allocate(words) {
    const address = Math.ceil(this.end / ALIGNMENT) * ALIGNMENT;
    this.end = address + words * WORD_BYTES;
    const missing = this.end - this.whole.buffer.byteLength;
    if (missing > 0) {
      this.whole.grow(Math.ceil(missing / PAGE_BYTES));
      this.words = new BigInt64Array(this.whole.buffer);
    }
    return address;
  }
}

/**
 * Return the words of an argument, of a parameter of this kind.
 * @param {string | number[]} kind
 * @param {Argument} value
 * @returns {(bigint | number)[]}
 */
function flatten(kind, value) {
  if (value instanceof Memory) return [value.address];
  const entries = /** @type {readonly (bigint | number)[]} */ (Array.isArray(value) ? value : [value]);
  return entries.flatMap((entry, at) => {
    const word = BigInt(entry);
    const low = BigInt.asIntN(64, word);
    return kind[at] === 2 ? [low, BigInt.asIntN(64, word >> 64n)] : [low];
  });
}

/**
 * The rules of a game for the alpha-beta search, by its kernels.
 * @typedef {{moves: (state: bigint[]) => number[], play: (state: bigint[], move: number) => bigint[],
 *   endScore: (state: bigint[]) => number | null, evaluate: (state: bigint[]) => number,
 *   keepsTurn: (state: bigint[], child: bigint[]) => boolean}} Rules
 * @param {Kernels} kernels
 * @returns {Rules}
 */
export function rules(kernels) {
  const { NO_MOVE, NOT_OVER } = kernels.constants;
  const memory = kernels.memory("memory");
  return {
    moves(state) {
      const found = [];
      let move = kernels.number("next_move", memory, state, NO_MOVE, 0);
      while (move !== NO_MOVE) {
        found.push(move);
        move = kernels.number("next_move", memory, state, move, 0);
      }
      return found;
    },
    play: (state, move) => kernels.call("play", state, move),
    endScore(state) {
      const score = kernels.number("end_score", memory, state, 0);
      return score === NOT_OVER ? null : score;
    },
    evaluate: (state) => kernels.number("evaluate", state),
    keepsTurn: (state, child) => kernels.number("keeps_turn", state, child) === 1,
  };
}
