import { NetworkError, ProblemError, request } from "./api.js";

const patientWaits = [150, 400, 800, 1600, 3200, 6400, 8000, 8000, 8000];
const quietFailures = 2;
const longestWaitMilliseconds = 10_000;

/**
 * @typedef {"online" | "offline" | "waiting"} ConnectionState `waiting` has given up until somebody asks to try again
 */

/**
 * Sends requests again when they fail for now: a few times on its own, then when it is asked to.
 *
 * One or two failures pass unnoticed; from then on it says that it is offline, until the server has answered.
 */
export class Connection {
  /** @type {ConnectionState} */
  state = "online";
  #changed;
  #waits;
  #wake = () => {};

  /**
   * @param {(state: ConnectionState) => void} changed
   * @param {number[]} [waits] before each time that it tries again on its own, in milliseconds
   */
  constructor(changed, waits = patientWaits) {
    this.#changed = changed;
    this.#waits = waits;
    addEventListener("online", () => this.tryAgain());
  }

  /** Ends a wait: what failed is sent again now. */
  tryAgain() {
    this.#wake();
  }

  /**
   * Sends what does no harm when it arrives twice, until the server has answered.
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
        await this.#pause(failures, error);
      }
    }
  }

  /**
   * Sends what must not arrive twice: again only while the server says that it has not taken it.
   * @template T
   * @param {() => Promise<T>} send
   * @returns {Promise<T | null>} null when it is unknown whether it has arrived; the server can be reached again
   * @throws {ProblemError} a problem that does not pass
   */
  async sendOnce(send) {
    const outcome = await this.insist(async () => {
      try {
        return { answer: await send() };
      } catch (error) {
        if (error instanceof NetworkError) return { isUnknown: true };
        throw error;
      }
    });
    if (!outcome.isUnknown) return outcome.answer;
    await this.insist(() => request("GET", "/health/live"));
    return null;
  }

  async #pause(failures, error) {
    if (failures >= quietFailures) this.#become(failures < this.#waits.length ? "offline" : "waiting");
    const shortest = error.retryAfterMilliseconds ?? 0;
    await new Promise(resume => {
      this.#wake = resume;
      if (failures < this.#waits.length) setTimeout(resume, Math.min(Math.max(this.#waits[failures], shortest), longestWaitMilliseconds));
    });
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.#changed(state);
  }
}

function isPassing(error) {
  return error instanceof NetworkError || (error instanceof ProblemError && error.isPassing);
}
