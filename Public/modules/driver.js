/** @typedef {import("./types.js").InputEvent} InputEvent */

/** The client name and the sequence numbers of the page's batches. The server applies a repeated batch once. */
export class Driver {
  #client = newName();
  #sequence = 1;

  /**
   * The body of the next batch.
   * @param {InputEvent[]} events
   */
  batch(events) {
    return { client: this.#client, sequence: this.#sequence, events };
  }

  /** Moves on to the next number after the server applied a batch. A refused batch does not use up its number. */
  taken() {
    this.#sequence += 1;
  }

  /**
   * Continues with the number that the server expects, or under a new client name when the server named none.
   * @param {number | null} expected
   */
  agree(expected) {
    if (expected !== null) {
      this.#sequence = expected;
    } else {
      this.#client = newName();
      this.#sequence = 1;
    }
  }
}

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `page-${Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")}`;
}
