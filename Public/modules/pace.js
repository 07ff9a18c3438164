/** The milliseconds of a frame. */
const frame = 1000 / 60;
/** How many batches wait in front of a busy server: with fewer there may be one more in flight, with more one less. */
const [fewestWaiting, mostWaiting] = [0.5, 1];
/** By how much each answer lets the shortest round trip grow, so that a way that has become longer is believed. */
const growth = 1.002;

/**
 * Says when the next batch may go out: at most one a frame, and no more in flight than the distance to the server needs.
 *
 * A server that is far away answers many in the time of one. One that is busy answers each later, and gets fewer.
 */
export class Pace {
  /** How many may be in flight. */
  #window = 1;
  #inFlight = 0;
  #last = -Infinity;
  /** The milliseconds between two batches. */
  #spacing = frame;
  #shortest = Infinity;
  #turn = Promise.resolve();
  #wake = () => {};
  #most;

  /** @param {() => number} most that may ever be in flight */
  constructor(most) {
    this.#most = most;
  }

  /** Waits until the next batch may go out, in the order of the calls. */
  turn() {
    return this.#turn = this.#turn.then(() => this.#room());
  }

  /**
   * @template Answer
   * @param {() => Promise<Answer>} send sends a batch
   */
  async fly(send) {
    const begun = this.#last = performance.now();
    this.#inFlight += 1;
    try {
      return await send();
    } finally {
      this.#inFlight -= 1;
      this.#measure(performance.now() - begun);
      this.#wake();
    }
  }

  async #room() {
    const wait = this.#last + this.#spacing - performance.now();
    if (wait > 0) await new Promise(resume => setTimeout(resume, wait));
    while (this.#inFlight >= this.#window) {
      await new Promise(resume => {
        this.#wake = () => resume(undefined);
      });
    }
  }

  /** @param {number} roundTrip milliseconds */
  #measure(roundTrip) {
    this.#shortest = Math.min(this.#shortest * growth, roundTrip);
    const waiting = this.#window * (1 - this.#shortest / roundTrip);
    const change = waiting < fewestWaiting ? 1 : waiting > mostWaiting ? -1 : 0;
    // More than fill the way would wait at its end.
    const needed = Math.ceil(this.#shortest / frame);
    this.#window = Math.max(Math.min(this.#window + change, needed, this.#most()), 1);
    this.#spacing = Math.max(frame, this.#shortest / this.#window);
  }
}
