/** The time of the events: milliseconds since the page was opened, in whole microseconds. It never runs backwards. */
export class EventClock {
  #last = 0;

  /**
   * @param {number} [timeStamp] when the browser saw the event; now when left out
   * @returns {number} milliseconds
   */
  stamp(timeStamp = 0) {
    const now = performance.now();
    const seen = timeStamp > 0 ? Math.min(timeStamp, now) : now;
    this.#last = Math.max(this.#last, Math.round(seen * 1000) / 1000);
    return this.#last;
  }
}
