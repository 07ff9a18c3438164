/** Runs asynchronous tasks in the order of the calls: alone, or beside one another. */
export class Lane {
  /** Settles when all tasks have ended. */
  #tail = Promise.resolve();
  /** Settles when the last task that runs alone has ended. */
  #alone = Promise.resolve();
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
   * Runs a task once all tasks before it have ended, and before all that come after it.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  run(task) {
    const result = this.#tail.then(task);
    this.#alone = this.#tail = this.#endOf(result);
    return result;
  }

  /**
   * Runs a task beside others of its kind.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  runBeside(task) {
    const result = this.#alone.then(task);
    const before = this.#tail;
    this.#tail = this.#endOf(result).then(() => before);
    return result;
  }

  /** @param {Promise<unknown>} result of a task that was added */
  #endOf(result) {
    this.#length += 1;
    this.#changed();
    return result.then(() => {}, () => {}).then(() => {
      this.#length -= 1;
      this.#changed();
    });
  }
}
