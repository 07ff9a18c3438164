/** @typedef {import("./types.js").GestureEvent} GestureEvent */

/** A wheel gesture ends when no event has come for so long, as on the server. */
const idleMilliseconds = 150;

/** Turns sideways scrolling of a trackpad into one pan gesture. */
export class WheelPan {
  #total = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {import("./types.js").Point | null} where the gesture began; null without one */
  #start = null;
  #stamp;
  #send;

  /**
   * @param {() => number} stamp
   * @param {(event: GestureEvent) => void} send
   */
  constructor(stamp, send) {
    this.#stamp = stamp;
    this.#send = send;
  }

  /**
   * @param {number} deltaX in points; the content moves to the other side
   * @param {import("./types.js").Point} location
   */
  scroll(deltaX, location) {
    if (this.#start === null) {
      this.#start = location;
      this.#total = 0;
      this.#gesture("began");
    }
    this.#total -= deltaX;
    this.#gesture("changed");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#gesture("ended");
      this.#start = null;
    }, idleMilliseconds);
  }

  /** Forgets a gesture in progress. */
  reset() {
    clearTimeout(this.#timer);
    this.#start = null;
  }

  /** @param {GestureEvent["state"]} state */
  #gesture(state) {
    if (this.#start === null) return;
    const values = { location: this.#start, translation: { x: this.#total, y: 0 }, velocity: { x: 0, y: 0 } };
    this.#send({ type: "gesture", gesture: "pan", state, time: this.#stamp(), ...values });
  }
}
