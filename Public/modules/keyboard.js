/**
 * @typedef {import("./types.js").GestureEvent} GestureEvent
 * @typedef {import("./types.js").Point} Point
 * @typedef {{area: () => import("./types.js").Size, stamp: () => number, send: (event: GestureEvent) => void,
 *   fit: () => void, undo: () => void, redo: () => void, cancel: () => void, readsRows: () => boolean,
 *   rowSpacing: () => Promise<number>, isVertical: () => boolean, help: () => void,
 *   copy: () => void, table: () => void, step: (rows: number) => void, play: () => void}} KeyTarget
 */

const panFraction = 0.1;
const pinchScale = 1.25;
/** @type {Record<string, [x: number, y: number]>} the direction of the content: the right arrow moves it to the left */
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @type {Record<string, number>} by how many drawn rows a key goes on */
const steps = { ".": 1, ",": -1, PageDown: 10, PageUp: -10, End: Infinity };

/** Turns keys on the plot into recognized gestures. The server computes the ranges as it does for fingers. */
export class Keyboard {
  /** @type {Point | null} the position of the row inspection */
  #inspected = null;
  #target;

  /**
   * @param {HTMLElement[]} elements that take the keys
   * @param {KeyTarget} target
   */
  constructor(elements, target) {
    this.#target = target;
    for (const element of elements) {
      element.addEventListener("keydown", event => this.#press(event));
      element.addEventListener("blur", () => this.#endInspection());
    }
  }

  /** Forgets a row inspection that the server has ended. */
  reset() {
    this.#inspected = null;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey) return;
    const answers = event.ctrlKey || event.metaKey ? this.#answersHeld(event) : this.#answers(event);
    if (answers) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key has a meaning while Control or Command is held
   */
  #answersHeld({ key, shiftKey }) {
    const letter = key.toLowerCase();
    if (letter === "z" && !shiftKey) this.#target.undo();
    else if (letter === "y" || letter === "z") this.#target.redo();
    else return false;
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key has a meaning
   */
  #answers({ key: pressed, shiftKey }) {
    // Caps lock makes a letter large.
    const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
    if (key in arrows) {
      const [x, y] = arrows[key];
      if (this.#target.readsRows()) void this.#inspect(-x || y, shiftKey ? 10 : 1);
      else this.#pan(x, y, shiftKey ? 5 : 1);
      return true;
    }
    if (key === "+" || key === "=") this.#pinch(pinchScale);
    else if (key === "-" || key === "_" || key === "−") this.#pinch(1 / pinchScale);
    else if (key === "0" || key === "Home") this.#target.fit();
    else if (key === "u") this.#target.undo();
    else if (key === "r") this.#target.redo();
    else if (key === "c") this.#target.copy();
    else if (key === "t") this.#target.table();
    else if (key in steps) this.#target.step(steps[key]);
    else if (key === "s") this.#target.play();
    else if (key === "?") this.#target.help();
    else if (key === "Escape") this.#target.cancel();
    else return false;
    return true;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} times
   */
  #pan(x, y, times) {
    const { width, height } = this.#target.area();
    const step = panFraction * times;
    const still = { translation: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, location: this.#centre() };
    const moved = { ...still, translation: { x: x * step * width, y: y * step * height } };
    this.#gesture("pan", "began", still);
    this.#gesture("pan", "changed", moved);
    this.#gesture("pan", "ended", moved);
  }

  /** @param {number} scale */
  #pinch(scale) {
    const place = { location: this.#centre(), startAnchor: { x: 0.5, y: 0.5 } };
    this.#gesture("pinch", "began", { ...place, scale: 1 });
    this.#gesture("pinch", "changed", { ...place, scale });
    this.#gesture("pinch", "ended", { ...place, scale });
  }

  /**
   * @param {number} direction
   * @param {number} rows
   */
  async #inspect(direction, rows) {
    const step = direction * rows * await this.#target.rowSpacing();
    const { width, height } = this.#target.area();
    const state = this.#inspected === null ? "began" : "changed";
    const from = this.#inspected ?? this.#centre();
    this.#inspected = this.#target.isVertical()
      ? { x: width / 2, y: clamp(from.y - step, height) }
      : { x: clamp(from.x + step, width), y: height / 2 };
    this.#gesture("pan", state, inspectionAt(this.#inspected));
  }

  #endInspection() {
    if (this.#inspected === null) return;
    this.#gesture("pan", "ended", inspectionAt(this.#inspected));
    this.#inspected = null;
  }

  #centre() {
    const { width, height } = this.#target.area();
    return { x: width / 2, y: height / 2 };
  }

  /**
   * @param {GestureEvent["gesture"]} gesture
   * @param {GestureEvent["state"]} state
   * @param {Partial<Omit<import("./schemas.js").PanEvent, "gesture"> & Omit<import("./schemas.js").PinchEvent, "gesture">>} values
   */
  #gesture(gesture, state, values) {
    this.#target.send(/** @type {GestureEvent} */ ({ type: "gesture", gesture, state, time: this.#target.stamp(), ...values }));
  }
}

/** @param {Point} location */
function inspectionAt(location) {
  return { translation: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, location };
}

/**
 * @param {number} position
 * @param {number} length
 */
function clamp(position, length) {
  return Math.min(Math.max(position, 0), length);
}
