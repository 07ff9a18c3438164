/**
 * What a batch says besides its number.
 * @typedef {{surface: string, events: import("./types.js").InputEvent[], frame?: import("./types.js").Size,
 *   frames?: Record<string, import("./types.js").Size>}} Batch
 * @typedef {Batch & {client: string, sequence: number}} NumberedBatch
 */

/** The client name and the sequence numbers of the page's batches. The server applies a repeated batch once. */
export class Driver {
  client = newName();
  #sequence = 1;

  /**
   * Gives a batch the next number.
   * @param {Batch} batch
   * @returns {NumberedBatch}
   */
  number(batch) {
    const sequence = this.#sequence;
    this.#sequence += 1;
    return { ...batch, client: this.client, sequence };
  }

  /**
   * Goes on with the number that the server expects.
   * @param {number} expected
   */
  agree(expected) {
    this.#sequence = expected;
  }
}

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `page-${Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")}`;
}
