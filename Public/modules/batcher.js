/** @typedef {{type: string, time: number, phase?: string, touches?: {id: number}[]}} InputEvent */

/** The server takes this many events in one batch (`limits.eventsPerBatch`). */
const eventsPerBatch = 1024;

/** Collects events while a request is in flight and sends what waits as one batch. */
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
    } else if (last && movesTogether(last, event)) {
      last.touches.push(...event.touches);
    } else {
      this.#waiting.push(event);
    }
    this.#schedule();
  }

  /** Forgets what waits. */
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

/** Whether nobody misses the first of two events: of hovering only the last place counts, of ticks the last time. */
function isReplacedBy(first, second) {
  const isHoverMove = event => event.type === "hover" && event.phase === "moved";
  const isTick = event => event.type === "tick";
  return [isHoverMove, isTick].some(isKind => isKind(first) && isKind(second));
}

/**
 * Whether two fingers moved at the same instant: one event then moves both, as on the platforms that report them so.
 * @param {InputEvent} first
 * @param {InputEvent} second
 */
function movesTogether(first, second) {
  const areMoves = [first, second].every(event => event.type === "touch" && event.phase === "moved");
  if (!areMoves || first.time !== second.time) return false;
  return second.touches.every(touch => first.touches.every(other => other.id !== touch.id));
}
