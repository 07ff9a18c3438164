/**
 * The name and the count under which a page sends its batches, so that one that arrives twice is applied once.
 */
export class Driver {
  #client = newName();
  #sequence = 1;

  /**
   * The body of the next batch.
   * @param {object[]} events
   */
  batch(events) {
    return { client: this.#client, sequence: this.#sequence, events };
  }

  /** Notes that the server has taken the batch; one that it has refused has not used its number. */
  taken() {
    this.#sequence += 1;
  }

  /**
   * Agrees with the server again after it has named another number, or else as somebody new.
   * @param {number | null} expected the number that the server waits for
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
