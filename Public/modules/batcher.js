import { movesTogether } from "./finger.js";

/** @typedef {import("./types.js").InputEvent} InputEvent */

/** The server accepts this many events in one batch (`limits.eventsPerBatch`). */
const eventsPerBatch = 1024;

/** Collects events until a batch may go out, and sends the waiting events as one. */
export class Batcher {
  /** @type {InputEvent[]} */
  #waiting = [];
  #isScheduled = false;
  #queue;
  #send;

  /**
   * @param {(task: () => Promise<void>) => void} queue runs a task when the next batch may go out
   * @param {(events: InputEvent[]) => Promise<void>} send
   */
  constructor(queue, send) {
    this.#queue = queue;
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
    this.#queue(async () => {
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
