import { Chart } from "./chart.js";
import { Finger } from "./finger.js";
import { Input } from "./input.js";
import { Pull } from "./pull.js";
import { Ticker } from "./ticker.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./types.js").Size} Size
 * @typedef {"main" | "overview"} SurfaceID
 * @typedef {{clock: import("./clock.js").EventClock, takesInput: () => boolean, capturesWheel: (event: WheelEvent, isInside: boolean) => boolean,
 *   pansByWheel?: () => boolean, resized?: () => void, pointed?: () => void, idled: () => void, layout: import("./chart.js").Layout}} ViewOptions
 */

const resizeMilliseconds = 120;
/** Readings that are older than this are not those of the pointer's place. */
const lateMilliseconds = 100;

/** A surface of a session on a canvas: it draws the answers and sends the input. */
export class SurfaceView {
  /** The id of the surface in its session; empty without one. */
  id = "";
  /** @type {import("./types.js").Point | null} where a pointer hovers on the plot */
  pointer = null;
  /** When the pointer came to its place, and when it had come to the place that the server has answered last. */
  #hover = { sent: 0, answered: 0 };
  canvas;
  /** @type {Chart} */
  chart;
  input;
  /** @type {Session | null} */
  #session = null;
  #options;
  /** @type {import("./batcher.js").Batcher | null} */
  #batcher = null;
  #finger = new Finger(() => this.chart.area, at => touchesNote(this.surface, at));
  #pull = new Pull();
  #ticker;
  /** @type {Size | null} */
  #sentSize = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resizeTimer;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {ViewOptions} options
   */
  constructor(canvas, options) {
    this.canvas = canvas;
    this.#options = options;
    this.chart = new Chart(canvas, options.layout, () => {
      options.resized?.();
      this.fit();
    }, surface => this.#moves(surface));
    this.input = new Input(canvas, {
      area: () => this.chart.area,
      stamp: timeStamp => options.clock.stamp(timeStamp),
      send: event => this.send(event),
      capturesWheel: options.capturesWheel,
      pansByWheel: options.pansByWheel ?? (() => false),
    });
    // Only the page that drives the session ticks: a tick from this page would make it the driver.
    this.#ticker = new Ticker(() => {
      if (!this.#isDrivenByOthers) this.send({ type: "tick", time: options.clock.stamp() });
    }, {
      holdsTouches: () => this.input.holdsTouches,
      moves: () => !this.#isDrivenByOthers && (this.surface?.overlays.some(overlay => overlay.kind === "inertia") ?? false),
    });
  }

  /**
   * Shows a surface of a session from now on.
   * @param {Session | null} session
   * @param {string} id of the surface
   */
  attach(session, id) {
    this.forget();
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = undefined;
    this.#session = session;
    this.#sentSize = null;
    this.id = id;
    this.#batcher = session && session.batcher(id, ({ time }) => {
      this.#hover.answered = time;
      this.#finger.answered(time, this.surface);
      this.chart.redraw();
    });
  }

  get surface() {
    return this.#session?.surfaces.get(this.id);
  }

  /** Whether all input has been sent. */
  get isIdle() {
    return (this.#batcher?.isEmpty ?? true) && this.#resizeTimer === undefined;
  }

  /** The size to ask the server for; none while the page does not show the plot, so that the server takes its own. */
  takeSize() {
    this.#sentSize = this.#size;
    return this.chart.isVisible ? this.#sentSize : undefined;
  }

  /**
   * Draws an answer.
   * @param {import("./session.js").Surface} surface
   */
  show(surface) {
    this.chart.show(surface, this.input.holdsTouches || isMoving(surface));
    this.#ticker.wake();
    if (this.#sentSize && this.#session?.isShared) this.#session.sizes[this.id] = this.#sentSize;
    if (this.#resizeTimer === undefined) this.fit();
  }

  /** @param {import("./types.js").InputEvent} event input on the canvas, or a gesture made from keys */
  send(event) {
    if ((this.#session?.looksOnly && event.type !== "hover") || !this.#options.takesInput() || (event.type === "hover" && this.#isHeldByOthers)) return;
    this.#point(event);
    if (event.type !== "tick" && event.type !== "hover") {
      if (this.#session && !this.#isHeldByOthers) this.#session.isDrivenByOthers = false;
      this.#ticker.note();
    }
    this.#pull.note(event, this.surface, this.#finger.isWaiting);
    this.#finger.note(event);
    this.#batcher?.add(event);
    if (this.#finger.isWaiting) this.chart.redraw();
  }

  /** @param {import("./types.js").InputEvent} event */
  #point(event) {
    if (event.type === "hover") {
      this.pointer = event.phase === "exited" ? null : { x: event.x, y: event.y };
      if (!this.isPointerAhead) this.#hover.answered = event.time;
      this.#hover.sent = event.time;
    } else if (event.type === "touch") {
      this.pointer = null;
    } else return;
    this.#options.pointed?.();
    this.chart.redraw();
  }

  /** Whether the pointer has gone on since the place whose readings the scene has. */
  get isPointerAhead() {
    return this.pointer !== null && this.#hover.sent > this.#hover.answered;
  }

  /** Whether the readings of the scene are too old for the pointer. */
  get isReadingLate() {
    return this.isPointerAhead && this.#hover.sent - this.#hover.answered > lateMilliseconds;
  }

  /** @param {import("./session.js").Surface} surface */
  #moves(surface) {
    const moves = this.#finger.moves(surface);
    if (this.#pull.apply(moves, surface, this.chart.area)) this.chart.redraw();
    return moves;
  }

  /** Whether a gesture of another viewer is in progress; a pointer that hovers holds nothing. */
  get #isHeldByOthers() {
    return this.#isDrivenByOthers && this.surface && isMoving(this.surface);
  }

  get #isDrivenByOthers() {
    return this.#session?.isDrivenByOthers ?? false;
  }

  /** Drops the input that waits to be sent, and forgets the fingers that are down. */
  forget() {
    this.#batcher?.clear();
    this.#finger.forget();
    this.#pull.forget();
    this.pointer = null;
    this.input.reset();
    this.#ticker.stop();
  }

  /** Sends the size of the plot area if it has changed, 120 ms after the last change. */
  fit() {
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = undefined;
    if ((this.#sentSize !== null || this.#session?.isShared) && this.chart.isVisible && JSON.stringify(this.#sentSize) !== JSON.stringify(this.#size)) {
      this.#resizeTimer = setTimeout(() => {
        this.#resizeTimer = undefined;
        // A surface that the server has not made yet, or has refused, has no size.
        if (this.#session?.id && this.surface) this.#session.fit(this.id, this.#sentSize = this.#size);
        this.#options.idled();
      }, resizeMilliseconds);
    }
    this.#options.idled();
  }

  get #size() {
    return { width: this.chart.area.width, height: this.chart.area.height };
  }
}

/** @param {import("./session.js").Surface} surface */
function isMoving(surface) {
  return surface.gestures.some(({ gesture }) => gesture !== "hover");
}

/** @type {HTMLCanvasElement | null} */
let measuring = null;

/**
 * Whether a finger would move a note in place of the plot.
 * @param {import("./session.js").Surface | undefined} surface
 * @param {import("./types.js").Point} at
 */
function touchesNote(surface, { x, y }) {
  const { hitRadius } = /** @type {{hitRadius?: number}} */ (surface?.modifiers?.find(({ type, isEnabled }) => type === "annotationEdit" && isEnabled) ?? {});
  if (hitRadius === undefined) return false;
  const context = (measuring ??= document.createElement("canvas")).getContext("2d");
  return surface?.scene?.layers.some(({ role, items = [] }) => role === "annotation" && items.some(item => {
    if (!context || !("path" in item)) return false;
    const path = new Path2D(item.path);
    context.lineWidth = 2 * hitRadius;
    return context.isPointInStroke(path, x, y) || (item.fill !== undefined && context.isPointInPath(path, x, y));
  })) ?? false;
}
