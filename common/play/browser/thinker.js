// The engine's worker as the page sees it. Stopping it replaces it: a page without a server shares no memory.

/** @typedef {{move: number | null, report: Finding | null, failure: string}} Answer */

/** A worker that thinks about one position at a time. */
export class Thinker {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.address = URL.createObjectURL(new Blob([data.worker], { type: "text/javascript" }));
    this.name = "";
    this.number = 0;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Finding | null} */
    this.last = null;
    /** @type {((answer: Answer | null) => void) | null} */
    this.resolve = null;
    /** @type {(report: Finding) => void} */
    this.onReport = () => {};
  }

  /** Start a worker with a module, unless it runs already. @param {string} name */
  load(name) {
    if (this.worker && this.name === name) {
      return this.worker;
    }
    this.worker?.terminate();
    const worker = new Worker(this.address);
    const names = name in this.data.modules ? [name] : Object.keys(this.data.modules);
    const modules = names.map((each) => ({ ...this.data.modules[each], wasm: bytesOf(this.data.modules[each].wasm) }));
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.receive({ type: "failed", id: this.number, message: event.message });
    worker.postMessage({ type: "load", game: this.data.game, modules, files: this.data.files.map(bytesOf) });
    this.worker = worker;
    this.name = name;
    return worker;
  }

  /**
   * Ask a module about a position. `request` lacks only an id. The answer is null if `stop` ends the thinking.
   * @param {string} name @param {any} request @param {(report: Finding) => void} onReport
   * @returns {Promise<Answer | null>}
   */
  think(name, request, onReport = () => {}) {
    this.stop();
    this.number += 1;
    this.last = null;
    this.onReport = onReport;
    this.load(name).postMessage({ type: "think", id: this.number, ...request });
    return new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** Handle a message of the worker; one about an earlier position is late. @param {any} message */
  receive(message) {
    if (message.id !== this.number || !this.resolve) {
      return;
    }
    if (message.type === "report") {
      this.last = message;
      this.onReport(message);
    } else if (message.type === "done") {
      this.answer({ move: message.move, report: this.last, failure: "" });
    } else if (message.type === "failed") {
      this.answer({ move: null, report: this.last, failure: message.message });
    }
  }

  /** @param {Answer | null} answer */
  answer(answer) {
    const resolve = this.resolve;
    this.resolve = null;
    resolve?.(answer);
  }

  /** Stop thinking at once. The last report stays in `last`. */
  stop() {
    if (this.resolve) {
      this.worker?.terminate();
      this.worker = null;
      this.answer(null);
      this.load(this.name);
    }
  }
}

/** Decode base 64. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
