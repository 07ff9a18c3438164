const tickMilliseconds = 100;
const motionMilliseconds = 32;
/** Longer than each deadline of the recognizers' default thresholds (a long press: 500 ms). */
const timersResolveWithin = 600;
const heldTouchMilliseconds = 2000;

/**
 * Sends `tick` events while a timer on the server may wait for a later time.
 *
 * A tap waits for its expiry, a wheel for its end, a held finger for its long press, and moving content for its next
 * position. While a finger stays down, a tick every two seconds keeps the server from ending the gesture.
 */
export class Ticker {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
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

  /** Notes an event that starts timers on the server. Hovering starts none. */
  note() {
    this.#lastInput = performance.now();
    this.stop();
    this.#arm();
  }

  /** Starts to tick if the state asks for it now. */
  wake() {
    if (this.#timer === undefined) this.#arm();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm() {
    const wait = this.#wait();
    if (wait === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
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
