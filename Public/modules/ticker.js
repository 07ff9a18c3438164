const tickMilliseconds = 100;
const motionMilliseconds = 32;
/** Longer than every deadline of the recognizers' default thresholds (a long press: 500 ms). */
const timersResolveWithin = 600;
const heldTouchMilliseconds = 2000;

/**
 * Sends `tick` events while a timer on the server could be waiting for time to move on: a tap for its expiry, a wheel
 * for its end, a held finger for its long press, content that goes on moving for its next place. A finger held longer
 * ticks now and then, so that it is not given up.
 */
export class Ticker {
  #timer = 0;
  #lastInput = -Infinity;
  #tick;
  #state;

  /**
   * @param {() => void} tick
   * @param {{holdsTouches: () => boolean, moves: () => boolean}} state
   */
  constructor(tick, state) {
    this.#tick = tick;
    this.#state = state;
  }

  /** Notes an event that starts or feeds timers on the server (hovering does neither). */
  note() {
    this.#lastInput = performance.now();
    this.stop();
    this.#arm();
  }

  /** Looks whether there is now something to tick for. */
  wake() {
    if (this.#timer === 0) this.#arm();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #arm() {
    const wait = this.#wait();
    if (wait === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#tick();
      this.#arm();
    }, wait);
  }

  #wait() {
    if (this.#state.moves()) return motionMilliseconds;
    if (performance.now() - this.#lastInput < timersResolveWithin) return tickMilliseconds;
    return this.#state.holdsTouches() ? heldTouchMilliseconds : 0;
  }
}
