// Sets of cells as bigints, pseudo-random numbers, and texts with placeholders.

/** Count the cells of a set. */
export function popcount(set) {
  let count = 0;
  for (let rest = set; rest; rest &= rest - 1n) count += 1;
  return count;
}

/** Return true if a cell is in a set. */
export function has(set, cell) {
  return (set >> BigInt(cell) & 1n) === 1n;
}

/** Return the cells of a set in ascending order. */
export function cellsOf(set) {
  const found = [];
  for (let cell = 0, rest = set; rest; cell += 1, rest >>= 1n) {
    if (rest & 1n) found.push(cell);
  }
  return found;
}

/** Return the set of some cells. */
export function bitsOf(cells) {
  let set = 0n;
  for (const cell of cells) set |= 1n << BigInt(cell);
  return set;
}

/** Reproducible pseudo-random numbers (mulberry32). */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** Return a number from 0 to just below 1. */
  next() {
    this.state = this.state + 0x6d2b79f5 >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ mixed >>> 15, mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  }

  /** Return a whole number from 0 to just below `limit`. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** Return `count` different items of a list, in random order. */
  sample(items, count) {
    const rest = [...items];
    const chosen = [];
    while (chosen.length < count) {
      chosen.push(...rest.splice(this.below(rest.length), 1));
    }
    return chosen;
  }
}

/** Fill the {placeholders} of a text. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
}

/** Return a text with a capital first letter. */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
