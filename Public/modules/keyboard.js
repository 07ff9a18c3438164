/**
 * @typedef {{area: () => {width: number, height: number}, stamp: () => number, send: (event: object) => void,
 *   fit: () => void, undo: () => void, redo: () => void, cancel: () => void, readsRows: () => boolean,
 *   rowSpacing: () => number, isVertical: () => boolean}} KeyTarget
 */

const panFraction = 0.1;
const pinchScale = 1.25;
/** Which way the content moves: the right arrow looks further right, so the content goes left. */
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Turns keys on the plot into recognized gestures, so that the server computes the ranges as it does for fingers. */
export class Keyboard {
  /** @type {{x: number, y: number} | null} where the row inspection stands */
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

  #press(event) {
    if (event.altKey) return;
    const answers = event.ctrlKey || event.metaKey ? this.#answersHeld(event) : this.#answers(event);
    if (answers) event.preventDefault();
  }

  /** @returns {boolean} whether the key meant something with Control or Command held */
  #answersHeld({ key, shiftKey }) {
    const letter = key.toLowerCase();
    if (letter === "z" && !shiftKey) this.#target.undo();
    else if (letter === "y" || letter === "z") this.#target.redo();
    else return false;
    return true;
  }

  /** @returns {boolean} whether the key meant something */
  #answers({ key, shiftKey }) {
    if (key in arrows) {
      const [x, y] = arrows[key];
      if (this.#target.readsRows()) this.#inspect(-x || y, shiftKey ? 10 : 1);
      else this.#pan(x, y, shiftKey ? 5 : 1);
      return true;
    }
    if (key === "+" || key === "=") this.#pinch(pinchScale);
    else if (key === "-" || key === "_" || key === "−") this.#pinch(1 / pinchScale);
    else if (key === "0" || key === "Home") this.#target.fit();
    else if (key === "u") this.#target.undo();
    else if (key === "r") this.#target.redo();
    else if (key === "Escape") this.#target.cancel();
    else return false;
    return true;
  }

  #pan(x, y, times) {
    const { width, height } = this.#target.area();
    const step = panFraction * times;
    const still = { translation: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, location: this.#centre() };
    const moved = { ...still, translation: { x: x * step * width, y: y * step * height } };
    this.#gesture("pan", "began", still);
    this.#gesture("pan", "changed", moved);
    this.#gesture("pan", "ended", moved);
  }

  #pinch(scale) {
    const place = { location: this.#centre(), startAnchor: { x: 0.5, y: 0.5 } };
    this.#gesture("pinch", "began", { ...place, scale: 1 });
    this.#gesture("pinch", "changed", { ...place, scale });
    this.#gesture("pinch", "ended", { ...place, scale });
  }

  #inspect(direction, rows) {
    const { width, height } = this.#target.area();
    const isFirst = this.#inspected === null;
    const from = this.#inspected ?? this.#centre();
    const step = direction * rows * this.#target.rowSpacing();
    this.#inspected = this.#target.isVertical()
      ? { x: width / 2, y: clamp(from.y - step, height) }
      : { x: clamp(from.x + step, width), y: height / 2 };
    this.#gesture("pan", isFirst ? "began" : "changed", this.#inspection());
  }

  #endInspection() {
    if (this.#inspected === null) return;
    this.#gesture("pan", "ended", this.#inspection());
    this.#inspected = null;
  }

  #inspection() {
    return { translation: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, location: this.#inspected };
  }

  #centre() {
    const { width, height } = this.#target.area();
    return { x: width / 2, y: height / 2 };
  }

  #gesture(gesture, state, values) {
    this.#target.send({ type: "gesture", gesture, state, time: this.#target.stamp(), ...values });
  }
}

function clamp(position, length) {
  return Math.min(Math.max(position, 0), length);
}
