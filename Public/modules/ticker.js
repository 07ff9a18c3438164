const tickMilliseconds = 100;
/** Longer than every deadline of the recognizers' default thresholds (a long press: 500 ms). */
const timersResolveWithin = 600;
const heldTouchMilliseconds = 2000;

/**
 * Sends `tick` events while a timer on the server could be waiting for time to move on: a tap for its expiry, a wheel
 * for its end, a held finger for its long press. A finger held longer ticks now and then, so that it is not given up.
 */
export class Ticker {
  #timer = 0;
  #lastInput = 0;
  #tick;
  #holdsTouches;

  /**
   * @param {() => void} tick
   * @param {() => boolean} holdsTouches
   */
  constructor(tick, holdsTouches) {
    this.#tick = tick;
    this.#holdsTouches = holdsTouches;
  }

  /** Notes an event that starts or feeds timers on the server (hovering does neither). */
  note() {
    this.#lastInput = performance.now();
    this.stop();
    this.#arm();
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #arm() {
    const quiet = performance.now() - this.#lastInput;
    const wait = quiet < timersResolveWithin ? tickMilliseconds : this.#holdsTouches() ? heldTouchMilliseconds : 0;
    if (wait === 0) return;
    this.#timer = setTimeout(() => {
      this.#tick();
      this.#arm();
    }, wait);
  }
}
