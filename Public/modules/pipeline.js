import { ProblemError } from "./api.js";
import { Driver } from "./driver.js";

/**
 * @typedef {import("./driver.js").Batch} Batch
 * @typedef {import("./driver.js").NumberedBatch} NumberedBatch
 * @typedef {import("./types.js").Update} Update
 *
 * A batch and what has become of it; `isEarly` where it was refused because an earlier one was missing.
 * @typedef {{batch: Batch, sequence: number, answer: Update | null, error: unknown, isEarly: boolean, isOver: boolean,
 *   resolve: (answer: Update | null) => void, reject: (error: unknown) => void}} Flight
 *
 * How batches get to the server: `send` sends one until the server answers, and `mend` makes the session whole after
 * batches were lost; it gets the refusal, or null.
 * @typedef {{send: (batch: NumberedBatch) => Promise<Update>, mend: (refusal: unknown) => Promise<void>}} Carrier
 */

/**
 * Sends batches without waiting for the answers to those before, and hands out the answers in the order of the batches.
 *
 * After a refusal the pipeline waits for the answers to all it has in flight. It then sends the batches again that were
 * refused because an earlier one was missing. Behind a batch that was refused for another reason it drops them, and mends
 * the session.
 */
export class Pipeline {
  /** @type {Flight[]} those in flight, in the order of their numbers */
  #flights = [];
  /** @type {Flight[]} those that were refused because an earlier one was missing */
  #early = [];
  /** @type {Flight[]} those that wait until the pipeline goes on */
  #held = [];
  #driver = new Driver();
  /** The number that the server expects, as far as it has told, and the one that the batches in flight began with. */
  #expected = 1;
  #first = 1;
  #isStopped = false;
  /** Whether the server may have lost what is in progress. */
  #isTorn = false;
  /** @type {unknown} why a batch was refused for good; null where none was */
  #refusal = null;
  #carrier;

  /** The name of the client whose batches these are. */
  get client() {
    return this.#driver.client;
  }

  /** @param {Carrier} carrier */
  constructor(carrier) {
    this.#carrier = carrier;
  }

  /**
   * @param {Batch} batch
   * @returns {Promise<Update | null>} null where the batch was dropped
   */
  post(batch) {
    return new Promise((resolve, reject) => {
      const flight = { batch, sequence: 0, answer: null, error: null, isEarly: false, isOver: false, resolve, reject };
      if (this.#isStopped) this.#held.push(flight);
      else this.#launch(flight);
    });
  }

  /** Lets the session be mended before the next batch goes out. */
  tear() {
    this.#isStopped = this.#isTorn = true;
  }

  /** @param {Flight} flight */
  #launch(flight) {
    const numbered = this.#driver.number(flight.batch);
    Object.assign(flight, { sequence: numbered.sequence, error: null, isEarly: false, isOver: false });
    this.#flights.push(flight);
    this.#carrier.send(numbered).then(answer => {
      flight.answer = answer;
      this.#expect(flight.sequence + 1);
    }, error => this.#refuse(flight, error)).then(() => {
      flight.isOver = true;
      this.#handOut();
    });
  }

  /**
   * @param {Flight} flight
   * @param {unknown} error
   */
  #refuse(flight, error) {
    flight.error = error;
    this.#isStopped = true;
    const told = error instanceof ProblemError ? error.expectedSequence : null;
    // A refused batch does not use up its number.
    this.#expect(told ?? flight.sequence);
    // A server that expects a number of before has lost what it had answered.
    flight.isEarly = isAboutNumber(error) && error.code === "batch.sequence-gap" && (told ?? 0) >= this.#first;
    if (flight.isEarly) return;
    this.#refusal ??= error;
    if (isAboutNumber(error)) this.#isTorn = true;
  }

  /** @param {number} sequence */
  #expect(sequence) {
    this.#expected = Math.max(this.#expected, sequence);
  }

  #handOut() {
    while (this.#flights[0]?.isOver) {
      const flight = /** @type {Flight} */ (this.#flights.shift());
      if (flight.isEarly) this.#early.push(flight);
      else if (flight.error === null) flight.resolve(flight.answer);
      else flight.reject(flight.error);
    }
    if (this.#isStopped && this.#flights.length === 0) void this.#goOn();
  }

  async #goOn() {
    const refusal = this.#refusal;
    const isWhole = refusal === null && !this.#isTorn;
    const dropped = isWhole ? [] : [...this.#early.splice(0), ...this.#held.splice(0)];
    if (this.#isTorn || dropped.length > 0) await this.#carrier.mend(refusal);
    if (isAboutNumber(refusal)) [this.#driver, this.#expected] = [new Driver(), 1];
    this.#driver.agree(this.#first = this.#expected);
    this.#isStopped = this.#isTorn = false;
    this.#refusal = null;
    for (const flight of dropped) flight.resolve(null);
    for (const flight of [...this.#early.splice(0), ...this.#held.splice(0)]) this.#launch(flight);
  }
}

/**
 * Whether a batch was refused because of its number.
 * @param {unknown} error
 * @returns {error is ProblemError}
 */
export function isAboutNumber(error) {
  return error instanceof ProblemError && error.code.startsWith("batch.sequence-");
}
