import { Batcher } from "./batcher.js";
import { Chart } from "./chart/chart.js";
import { Input } from "./input.js";
import { Ticker } from "./ticker.js";

const resizeMilliseconds = 120;

/**
 * @typedef {{session: import("./session.js").Session, clock: import("./clock.js").EventClock,
 *   takesInput: () => boolean, capturesWheel: () => boolean, resized?: () => void, idled: () => void,
 *   layout: import("./chart/chart.js").Layout}} ViewOptions
 */

/** A surface of the session on a canvas: it draws what was answered, and sends what was done. */
export class SurfaceView {
  /** @type {string} */
  id;
  chart;
  input;
  #session;
  #options;
  #batcher;
  #ticker;
  #sentSize = null;
  #resizeTimer = 0;

  /**
   * @param {string} id of the surface
   * @param {HTMLCanvasElement} canvas
   * @param {ViewOptions} options
   */
  constructor(id, canvas, options) {
    this.id = id;
    this.#options = options;
    this.#session = options.session;
    this.chart = new Chart(canvas, options.layout, () => {
      options.resized?.();
      this.fit();
    });
    this.input = new Input(canvas, {
      area: () => this.chart.area,
      stamp: timeStamp => options.clock.stamp(timeStamp),
      send: event => this.send(event),
      capturesWheel: options.capturesWheel,
    });
    this.#batcher = new Batcher(this.#session.lane, events => this.#session.post(id, events));
    // Who drives ticks: another one's ticks would take the chart from it.
    this.#ticker = new Ticker(() => !this.#session.isDrivenByOthers && this.send({ type: "tick", time: options.clock.stamp() }), {
      holdsTouches: () => this.input.holdsTouches,
      moves: () => !this.#session.isDrivenByOthers && (this.surface?.overlays.some(overlay => overlay.kind === "inertia") ?? false),
    });
  }

  /** @returns {import("./session.js").Surface | undefined} */
  get surface() {
    return this.#session.surfaces.get(this.id);
  }

  /** Whether everything that was done has been sent. */
  get isIdle() {
    return this.#batcher.isEmpty && this.#resizeTimer === 0;
  }

  /** The size to ask the server for. */
  takeSize() {
    this.#sentSize = this.#size;
    return this.#sentSize;
  }

  /** Draws what was answered. */
  show() {
    this.chart.show(this.surface);
    this.#ticker.wake();
    if (this.#resizeTimer === 0) this.fit();
  }

  /** @param {object} event of input on the canvas, or a gesture that stands for it */
  send(event) {
    if (!this.#options.takesInput() || (event.type === "hover" && this.#isHeldByOthers)) return;
    if (event.type !== "tick" && event.type !== "hover") {
      this.#takeOver();
      this.#ticker.note();
    }
    this.#batcher.add(event);
  }

  /** Makes the surface as large as it is here, when somebody else has driven it who may see it in another size. */
  #takeOver() {
    if (!this.#session.isDrivenByOthers || this.#isHeldByOthers) return;
    this.#session.isDrivenByOthers = false;
    this.#session.patchSurface(this.id, { size: this.takeSize() });
  }

  get #isHeldByOthers() {
    return this.#session.isDrivenByOthers && this.surface?.gestures.length > 0;
  }

  /** Forgets what was done and not yet sent, and every finger that is down. */
  forget() {
    this.#batcher.clear();
    this.input.reset();
    this.#ticker.stop();
  }

  /** Tells the server the size of the plot area when it has another, after the window has settled. */
  fit() {
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = 0;
    if (this.#sentSize !== null && this.chart.isVisible && !isSame(this.#sentSize, this.#size)) {
      this.#resizeTimer = setTimeout(() => {
        this.#resizeTimer = 0;
        if (this.#session.id !== null) this.#session.patchSurface(this.id, { size: this.takeSize() });
        this.#options.idled();
      }, resizeMilliseconds);
    }
    this.#options.idled();
  }

  get #size() {
    return { width: this.chart.area.width, height: this.chart.area.height };
  }
}

function isSame(first, second) {
  return first.width === second.width && first.height === second.height;
}
