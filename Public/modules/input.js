/**
 * @typedef {{left: number, top: number, width: number, height: number}} PlotArea
 * @typedef {{area: () => PlotArea, stamp: (timeStamp?: number) => number, send: (event: object) => void,
 *   capturesWheel: () => boolean}} InputTarget
 */

const wheelModes = ["pixel", "line", "page"];

/** Turns the browser's pointer and wheel events on the canvas into the server's events. */
export class Input {
  /** @type {Map<number, number>} the touches that are down: pointer id → touch id */
  #touches = new Map();
  #isHovering = false;
  #canvas;
  #target;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {InputTarget} target
   */
  constructor(canvas, target) {
    this.#canvas = canvas;
    this.#target = target;
    canvas.addEventListener("pointerdown", event => this.#down(event));
    canvas.addEventListener("pointermove", event => this.#move(event));
    canvas.addEventListener("pointerup", event => this.#lift(event, "ended"));
    canvas.addEventListener("pointercancel", event => this.#lift(event, "cancelled"));
    canvas.addEventListener("pointerleave", event => this.#leave(event));
    canvas.addEventListener("wheel", event => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", event => this.#touches.size > 0 && event.preventDefault());
  }

  /** Whether a finger or button is down. */
  get holdsTouches() {
    return this.#touches.size > 0;
  }

  /** Forgets every touch: the rest of their moves goes nowhere. */
  reset() {
    for (const pointer of this.#touches.keys()) {
      if (this.#canvas.hasPointerCapture(pointer)) this.#canvas.releasePointerCapture(pointer);
    }
    this.#touches.clear();
    this.#isHovering = false;
  }

  #down(event) {
    if (event.button !== 0 || this.#touches.has(event.pointerId)) return;
    this.#leave(event);
    this.#canvas.setPointerCapture(event.pointerId);
    this.#touches.set(event.pointerId, this.#freeID());
    this.#touch(event, "began");
  }

  #move(event) {
    if (!this.#touches.has(event.pointerId)) return this.#hover(event);
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length > 0 ? steps : [event]) this.#touch(step, "moved", event.pointerId);
  }

  #lift(event, phase) {
    if (!this.#touches.has(event.pointerId)) return;
    this.#touch(event, phase);
    this.#touches.delete(event.pointerId);
  }

  #touch(event, phase, pointer = event.pointerId) {
    const touch = { id: this.#touches.get(pointer), ...this.#position(event), kind: event.pointerType || "mouse" };
    const modifiers = heldKeys(event);
    const keys = modifiers.length > 0 ? { modifiers } : {};
    this.#target.send({ type: "touch", phase, time: this.#target.stamp(event.timeStamp), touches: [touch], ...keys });
  }

  #hover(event) {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    const position = this.#position(event);
    const { width, height } = this.#target.area();
    const isInside = position.x >= 0 && position.x <= width && position.y >= 0 && position.y <= height;
    if (!isInside) return this.#leave(event);
    this.#sendHover(this.#isHovering ? "moved" : "entered", event);
    this.#isHovering = true;
  }

  #leave(event) {
    if (!this.#isHovering) return;
    this.#isHovering = false;
    this.#sendHover("exited", event);
  }

  #sendHover(phase, event) {
    this.#target.send({ type: "hover", phase, time: this.#target.stamp(event.timeStamp), ...this.#position(event) });
  }

  #wheel(event) {
    if (!this.#target.capturesWheel()) return;
    event.preventDefault();
    this.#target.send({
      type: "wheel",
      time: this.#target.stamp(event.timeStamp),
      ...this.#position(event),
      deltaX: event.deltaX,
      deltaY: event.deltaY,
      deltaMode: wheelModes[event.deltaMode],
      modifiers: heldKeys(event),
    });
  }

  /** The position in the plot area; outside it (on an axis) it is negative or beyond the size. */
  #position(event) {
    const canvas = this.#canvas.getBoundingClientRect();
    const area = this.#target.area();
    return { x: event.clientX - canvas.left - area.left, y: event.clientY - canvas.top - area.top };
  }

  #freeID() {
    const taken = new Set(this.#touches.values());
    let id = 1;
    while (taken.has(id)) id += 1;
    return id;
  }
}

/** @param {PointerEvent | WheelEvent} event */
function heldKeys(event) {
  return ["ctrl", "shift", "alt", "meta"].filter(key => event[`${key}Key`]);
}
