/** Runs asynchronous tasks one after the other, so that requests reach the server in the order of the calls. */
export class Lane {
  #tail = Promise.resolve();
  #length = 0;
  #changed;

  /** @param {() => void} changed called when a task was added or has finished */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Whether no task runs or waits. */
  get isEmpty() {
    return this.#length === 0;
  }

  /**
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  run(task) {
    this.#length += 1;
    this.#changed();
    const result = this.#tail.then(task);
    this.#tail = result.then(() => {}, () => {}).then(() => {
      this.#length -= 1;
      this.#changed();
    });
    return result;
  }
}
