import { WheelPan } from "./wheel-pan.js";

/**
 * @typedef {import("./types.js").HoverPhase} HoverPhase
 * @typedef {import("./types.js").InputEvent} InputEvent
 * @typedef {import("./types.js").Key} Key
 * @typedef {import("./types.js").TouchPhase} TouchPhase
 * @typedef {{area: () => import("./chart.js").Area, stamp: (timeStamp?: number) => number,
 *   send: (event: InputEvent) => void, capturesWheel: (event: WheelEvent, isInside: boolean) => boolean,
 *   pansByWheel: () => boolean}} InputTarget
 */

/** @type {import("./types.js").DeltaMode[]} in the order of the browser's `deltaMode` */
const wheelModes = ["pixel", "line", "page"];

/** A finger that comes down so soon after the last one may tap twice. */
const doubleTapMilliseconds = 350;
/** A wheel that rests for this long begins a new turn. */
const wheelRestMilliseconds = 200;

/** Turns the browser's pointer and wheel events on the canvas into the server's events. */
export class Input {
  /** @type {Map<number, number>} the touches that are down: pointer id → touch id */
  #touches = new Map();
  #isHovering = false;
  /** When the wheel was turned last for the chart. */
  #turned = -Infinity;
  /** When the last finger lifted. */
  #lifted = -Infinity;
  #canvas;
  #target;
  #wheelPan;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {InputTarget} target
   */
  constructor(canvas, target) {
    this.#canvas = canvas;
    this.#target = target;
    this.#wheelPan = new WheelPan(() => target.stamp(), event => target.send(event));
    canvas.addEventListener("pointerdown", event => this.#down(event));
    canvas.addEventListener("pointermove", event => this.#move(event));
    canvas.addEventListener("pointerup", event => this.#lift(event, "ended"));
    canvas.addEventListener("pointercancel", event => this.#lift(event, "cancelled"));
    canvas.addEventListener("pointerleave", event => this.#leave(event));
    canvas.addEventListener("wheel", event => this.#wheel(event), { passive: false });
    canvas.addEventListener("touchstart", event => this.#claim(event), { passive: false });
    canvas.addEventListener("contextmenu", event => this.#touches.size > 0 && event.preventDefault());
  }

  /**
   * Keeps the browser from scrolling for two fingers, for a finger on an axis and for a second tap.
   * @param {globalThis.TouchEvent} event
   */
  #claim(event) {
    // Elsewhere the style sheet already keeps the browser from scrolling.
    if (!this.#canvas.classList.contains("scrolls")) return;
    const { width, height } = this.#target.area();
    const isOutside = [...event.targetTouches].some(touch => {
      const { x, y } = this.#position(touch);
      return x < 0 || y < 0 || x > width || y > height;
    });
    const isSecondTap = event.timeStamp - this.#lifted < doubleTapMilliseconds;
    if (isOutside || isSecondTap || event.targetTouches.length > 1) event.preventDefault();
  }

  /** Whether a finger or button is down. */
  get holdsTouches() {
    return this.#touches.size > 0;
  }

  /** Forgets each touch: its next moves send no events. */
  reset() {
    for (const pointer of this.#touches.keys()) {
      if (this.#canvas.hasPointerCapture(pointer)) this.#canvas.releasePointerCapture(pointer);
    }
    this.#touches.clear();
    this.#wheelPan.reset();
    this.#isHovering = false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#touches.has(event.pointerId)) return;
    this.#leave(event);
    this.#canvas.setPointerCapture(event.pointerId);
    const id = this.#freeID();
    this.#touches.set(event.pointerId, id);
    this.#touch(event, "began", id);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const id = this.#touches.get(event.pointerId);
    if (id === undefined) return this.#hover(event);
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length > 0 ? steps : [event]) this.#touch(step, "moved", id);
  }

  /**
   * @param {PointerEvent} event
   * @param {TouchPhase} phase
   */
  #lift(event, phase) {
    const id = this.#touches.get(event.pointerId);
    if (id === undefined) return;
    this.#touch(event, phase, id);
    this.#touches.delete(event.pointerId);
    this.#lifted = event.timeStamp;
  }

  /**
   * @param {PointerEvent} event
   * @param {TouchPhase} phase
   * @param {number} id
   */
  #touch(event, phase, id) {
    const touch = { id, ...this.#position(event), kind: kindOf(event) };
    const modifiers = heldKeys(event);
    const keys = modifiers.length > 0 ? { modifiers } : {};
    this.#target.send({ type: "touch", phase, time: this.#target.stamp(event.timeStamp), touches: [touch], ...keys });
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    if (!this.#isInside(this.#position(event))) return this.#leave(event);
    this.#sendHover(this.#isHovering ? "moved" : "entered", event);
    this.#isHovering = true;
  }

  /** @param {PointerEvent} event */
  #leave(event) {
    if (!this.#isHovering) return;
    this.#isHovering = false;
    this.#sendHover("exited", event);
  }

  /**
   * @param {HoverPhase} phase
   * @param {PointerEvent} event
   */
  #sendHover(phase, event) {
    this.#target.send({ type: "hover", phase, time: this.#target.stamp(event.timeStamp), ...this.#position(event) });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const position = this.#position(event);
    const isInside = this.#isInside(position);
    // A turn that the chart has begun to follow stays its own to the end.
    const goesOn = event.timeStamp - this.#turned < wheelRestMilliseconds;
    if (!goesOn && !this.#target.capturesWheel(event, isInside)) return;
    this.#turned = event.timeStamp;
    event.preventDefault();
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && !event.ctrlKey;
    if (isSideways && isInside && this.#target.pansByWheel()) return this.#wheelPan.scroll(event.deltaX, position);
    this.#target.send({
      type: "wheel",
      time: this.#target.stamp(event.timeStamp),
      ...position,
      deltaX: event.deltaX,
      deltaY: event.deltaY,
      deltaMode: wheelModes[event.deltaMode],
      modifiers: heldKeys(event),
    });
  }

  /**
   * The position in the plot area. Outside of it, on an axis, it is negative or beyond the size.
   * @param {{clientX: number, clientY: number}} event
   */
  #position(event) {
    const canvas = this.#canvas.getBoundingClientRect();
    const area = this.#target.area();
    return { x: event.clientX - canvas.left - area.left, y: event.clientY - canvas.top - area.top };
  }

  /** @param {import("./types.js").Point} position */
  #isInside({ x, y }) {
    const { width, height } = this.#target.area();
    return x >= 0 && x <= width && y >= 0 && y <= height;
  }

  #freeID() {
    const taken = new Set(this.#touches.values());
    let id = 1;
    while (taken.has(id)) id += 1;
    return id;
  }
}

/**
 * The kind of pointer in the server's words; browsers may have further kinds.
 * @param {PointerEvent} event
 * @returns {"touch" | "mouse" | "pen"}
 */
function kindOf({ pointerType }) {
  return pointerType === "touch" || pointerType === "pen" ? pointerType : "mouse";
}

/** @param {MouseEvent} event */
function heldKeys(event) {
  /** @type {[Key, boolean][]} */
  const keys = [["ctrl", event.ctrlKey], ["shift", event.shiftKey], ["alt", event.altKey], ["meta", event.metaKey]];
  return keys.filter(([, isHeld]) => isHeld).map(([key]) => key);
}
