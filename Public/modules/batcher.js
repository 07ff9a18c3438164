import { movesTogether } from "./finger.js";

/** @typedef {import("./types.js").InputEvent} InputEvent */

/** The server accepts this many events in one batch (`limits.eventsPerBatch`). */
const eventsPerBatch = 1024;

/** Collects events while a request is in flight, and sends the waiting events as one batch. */
export class Batcher {
  /** @type {InputEvent[]} */
  #waiting = [];
  #isScheduled = false;
  #lane;
  #send;

  /**
   * @param {import("./lane.js").Lane} lane
   * @param {(events: InputEvent[]) => Promise<void>} send
   */
  constructor(lane, send) {
    this.#lane = lane;
    this.#send = send;
  }

  get isEmpty() {
    return this.#waiting.length === 0;
  }

  /** @param {InputEvent} event */
  add(event) {
    const last = this.#waiting.at(-1);
    if (last && isReplacedBy(last, event)) {
      this.#waiting[this.#waiting.length - 1] = event;
    } else if (last?.type === "touch" && event.type === "touch" && movesTogether(last, event)) {
      last.touches.push(...event.touches);
    } else {
      this.#waiting.push(event);
    }
    this.#schedule();
  }

  /** Drops the waiting events. */
  clear() {
    this.#waiting = [];
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#lane.run(async () => {
      this.#isScheduled = false;
      const events = this.#waiting.splice(0, eventsPerBatch);
      if (!this.isEmpty) this.#schedule();
      if (events.length > 0) await this.#send(events);
    });
  }
}

/**
 * Whether the second of two events makes the first one unnecessary: both are hover moves, or both are ticks.
 * @param {InputEvent} first
 * @param {InputEvent} second
 */
function isReplacedBy(first, second) {
  /** @param {InputEvent} event */
  const isHoverMove = event => event.type === "hover" && event.phase === "moved";
  /** @param {InputEvent} event */
  const isTick = event => event.type === "tick";
  return [isHoverMove, isTick].some(isKind => isKind(first) && isKind(second));
}
