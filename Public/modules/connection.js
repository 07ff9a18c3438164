import { NetworkError, ProblemError } from "./api.js";

const patientWaits = [150, 400, 800, 1600, 3200, 6400, 8000, 8000, 8000];
const quietFailures = 2;
const longestWaitMilliseconds = 10_000;

/**
 * `offline` tries again by itself; `waiting` tries again when `tryAgain` is called.
 * @typedef {"online" | "offline" | "waiting"} ConnectionState
 */

/**
 * Repeats requests that failed for a passing reason.
 *
 * After the third failure in a row the state is `offline`. After the last wait it is `waiting`.
 */
export class Connection {
  /** @type {ConnectionState} */
  state = "online";
  #isProbing = false;
  #changed;
  #waits;
  #probe;
  /** @type {Set<() => void>} what ends the waits of this moment */
  #wakes = new Set();

  /**
   * @param {(state: ConnectionState) => void} changed
   * @param {number[]} [waits] the milliseconds before each repetition
   * @param {() => Promise<unknown>} [probe] a request without effect
   */
  constructor(changed, waits = patientWaits, probe = () => Promise.resolve()) {
    this.#changed = changed;
    this.#probe = probe;
    this.#waits = waits;
    addEventListener("online", () => this.tryAgain());
  }

  /** Ends all waits: the failed requests go out again now. */
  tryAgain() {
    for (const wake of this.#wakes) wake();
  }

  /** Tells by the state whether the server answers. */
  async probe() {
    if (this.#isProbing) return;
    this.#isProbing = true;
    await this.insist(this.#probe).catch(() => {});
    this.#isProbing = false;
  }

  /**
   * Repeats a request until the server answers. Only for requests that may arrive twice.
   * @template T
   * @param {() => Promise<T>} send
   * @returns {Promise<T>}
   * @throws {ProblemError} a problem that does not pass
   */
  async insist(send) {
    for (let failures = 0; ; failures += 1) {
      try {
        const answer = await send();
        this.#become("online");
        return answer;
      } catch (error) {
        if (!isPassing(error)) {
          if (error instanceof ProblemError) this.#become("online");
          throw error;
        }
        await this.#pause(failures, error instanceof ProblemError ? error.retryAfterMilliseconds : 0);
      }
    }
  }

  /**
   * Sends a request that must not arrive twice: repeats it only while the server answers that it applied nothing.
   * @template T
   * @param {() => Promise<T>} send
   * @returns {Promise<T | null>} null when the request may have arrived; the server is reachable again by then
   * @throws {ProblemError} a problem that does not pass
   */
  async sendOnce(send) {
    const outcome = await this.insist(async () => {
      try {
        return { answer: await send() };
      } catch (error) {
        if (error instanceof NetworkError) return null;
        throw error;
      }
    });
    if (outcome) return outcome.answer;
    await this.insist(this.#probe);
    return null;
  }

  /**
   * @param {number} failures
   * @param {number} shortestMilliseconds
   */
  async #pause(failures, shortestMilliseconds) {
    if (failures >= quietFailures) this.#become(failures < this.#waits.length ? "offline" : "waiting");
    /** @type {() => void} */
    let wake = () => {};
    await new Promise(resume => {
      wake = () => resume(undefined);
      this.#wakes.add(wake);
      if (failures >= this.#waits.length) return;
      setTimeout(resume, Math.min(Math.max(this.#waits[failures], shortestMilliseconds), longestWaitMilliseconds));
    });
    this.#wakes.delete(wake);
  }

  /** @param {ConnectionState} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.#changed(state);
  }
}

/** @param {unknown} error */
function isPassing(error) {
  return error instanceof NetworkError || (error instanceof ProblemError && error.isPassing);
}
