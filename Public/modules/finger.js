import { isVertical } from "./axis-direction.js";

/**
 * @typedef {import("./types.js").AxisMovement} AxisMovement
 * @typedef {import("./types.js").InputEvent} InputEvent
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Size} Size
 * @typedef {import("./session.js").Surface} Surface
 * @typedef {import("./scene.js").Moves} Moves
 *
 * The distance of two fingers, and its horizontal and vertical part.
 * @typedef {{xy: number, x: number, y: number}} Spans
 *
 * What an event does: how far the middle of the fingers goes, to where, and by which ratios their distances grow.
 * @typedef {{way: Point, middle: Point, ratios: Spans}} Step
 */

/** A turn of the wheel by a point has the scale 2 to the power of this, as the article Scenes says. */
const wheelPower = -0.002;
const still = { xy: 1, x: 1, y: 1 };
const nowhere = { x: 0, y: 0 };

/** The fingers on a plot since the first of them came down. */
class Hand {
  /** @type {Map<number, Point>} by touch id, in the order in which they came */
  fingers = new Map();
  /** Whether the server has told what the fingers would do: they came down on the plot, without keys, and not after a tap. */
  isKnown = true;
  /** Whether they have gone far enough to drag. */
  drags = false;
  /** Whether their distances have changed enough to pinch. */
  pinches = { xy: false, x: false, y: false };
  /** How far their middle has gone; a finger that comes or lifts moves nothing. */
  #way = nowhere;
  /** @type {Spans | null} the distances that two fingers had when both were down */
  #spans = null;

  copy() {
    const hand = new Hand();
    Object.assign(hand, { isKnown: this.isKnown, drags: this.drags, pinches: { ...this.pinches }, fingers: new Map(this.fingers) });
    hand.#way = this.#way;
    hand.#spans = this.#spans;
    return hand;
  }

  /** Whether the server, which has seen all this, would have begun a gesture that is ahead. */
  get hasBegun() {
    return this.drags || this.hasPinched;
  }

  /** Whether the distance of two fingers has changed enough in some direction. */
  get hasPinched() {
    return this.pinches.xy || this.pinches.x || this.pinches.y;
  }

  /**
   * @param {import("./types.js").TouchEvent} event
   * @param {boolean} isFree whether all touches are on the plot, and on nothing that moves in its place
   * @param {boolean} isKnown whether the server has told what fingers would do that come down now
   * @returns {Step | null} null where nothing moves
   */
  take({ phase, touches, modifiers = [] }, isFree, isKnown) {
    const before = [...this.fingers.values()];
    if (before.length === 0) {
      Object.assign(this, { isKnown, drags: false, pinches: { xy: false, x: false, y: false } });
      this.#way = nowhere;
    }
    for (const { id, x, y } of touches) {
      if (phase === "ended" || phase === "cancelled") this.fingers.delete(id);
      else if (phase === "began" || this.fingers.has(id)) this.fingers.set(id, { x, y });
    }
    const after = [...this.fingers.values()];
    if (phase !== "moved" || before.length === 0) {
      this.isKnown &&= modifiers.length === 0 && (phase !== "began" || isFree);
      this.#spans = spansOf(after);
      return null;
    }
    const [from, middle] = [middleOf(before), middleOf(after)];
    const way = { x: middle.x - from.x, y: middle.y - from.y };
    this.#way = { x: this.#way.x + way.x, y: this.#way.y + way.y };
    return { way, middle, ratios: quotients(spansOf(after), spansOf(before)) };
  }

  /**
   * The part of a step that follows the gestures ahead: one that begins does at once all that its fingers have done.
   * @param {Step} step
   * @param {Surface} surface
   * @returns {Step}
   */
  follow({ way, middle, ratios }, { ahead, gestureProfile }) {
    const { drags, pinches } = { drags: this.drags, pinches: { ...this.pinches } };
    const { drag, pinch } = ahead ?? {};
    if (drag) {
      const far = drag.by ? Math.abs(this.#way[drag.by]) : Math.hypot(this.#way.x, this.#way.y);
      // A drag begins at this distance in UIKit's profile, and beyond it in the others.
      this.drags ||= far > drag.after || (far === drag.after && gestureProfile === "uikit");
    }
    const spans = spansOf([...this.fingers.values()]);
    const grown = { ...still };
    for (const part of /** @type {const} */ (["xy", "x", "y"])) {
      if (pinch && spans && this.#spans) this.pinches[part] ||= Math.abs(spans[part] - this.#spans[part]) > pinch.after;
      if (this.pinches[part]) grown[part] = pinches[part] ? ratios[part] : quotients(spans, this.#spans)[part];
    }
    return { way: this.drags ? (drags ? way : this.#way) : nowhere, middle, ratios: grown };
  }
}

/**
 * Moves what was drawn last under the finger, before the server has answered.
 *
 * The server tells what the gestures in progress move, and what a gesture would move that began now. What it does not
 * tell moves nothing. Each answer replaces what was moved.
 */
export class Finger {
  /** The fingers that the newest answer knows. */
  #hand = new Hand();
  /** @type {(import("./types.js").TouchEvent | import("./types.js").WheelEvent)[]} */
  #waiting = [];
  /** @type {WeakMap<object, boolean>} whether the touches of a waiting event are where they move the plot */
  #free = new WeakMap();
  #area;
  #isTaken;

  /**
   * @param {() => Size} area the size of the plot area
   * @param {(at: Point) => boolean} isTaken whether a finger at a point moves something else than the plot
   */
  constructor(area, isTaken = () => false) {
    this.#area = area;
    this.#isTaken = isTaken;
  }

  /** @param {InputEvent} event that goes to the server */
  note(event) {
    if (event.type !== "touch" && event.type !== "wheel") return;
    const last = this.#waiting.at(-1);
    if (last?.type === "touch" && event.type === "touch" && movesTogether(last, event)) last.touches.push(...event.touches);
    else {
      const kept = structuredClone(event);
      this.#waiting.push(kept);
      // Once, as the events that wait are followed anew for each frame.
      if (kept.type === "touch" && kept.phase === "began") {
        this.#free.set(kept, kept.touches.every((/** @type {Point} */ at) => isInside(at, this.#area()) && !this.#isTaken(at)));
      }
    }
  }

  /** Whether events wait for their answer. */
  get isWaiting() {
    return this.#waiting.length > 0;
  }

  /**
   * @param {number} time of the last event that the server has answered
   * @param {Surface | undefined} surface as it was before the answer
   */
  answered(time, surface) {
    const end = this.#waiting.findIndex(event => event.time > time);
    const events = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    for (const { event, step } of this.#steps(this.#hand, events)) {
      if (event.type === "touch" && step && surface) this.#hand.follow(step, surface);
    }
  }

  forget() {
    this.#hand = new Hand();
    this.#waiting = [];
  }

  /**
   * How the axes have moved since the answer that made a surface.
   * @param {Surface} surface
   * @returns {Moves}
   */
  moves(surface) {
    /** @type {Moves} */
    const moves = new Map();
    const hand = this.#hand.copy();
    const { ahead } = surface;
    const held = surface.gestures.filter(({ gesture }) => gesture !== "hover" && gesture !== "wheel");
    const turned = surface.gestures.find(({ gesture }) => gesture === "wheel") ?? ahead?.wheel;
    // Gestures of fingers that have lifted meanwhile are over. Those that should have begun and have not never will.
    let isHeld = held.length > 0;
    const joins = canJoin(held, ahead);
    /** @type {(gesture: string, hasBegun: boolean) => boolean} */
    const may = (gesture, hasBegun) => (isHeld ? joins && !hasBegun && held.every(one => one.gesture !== gesture) : !hand.hasBegun);
    const mayBegin = { drag: may("pan", hand.drags), pinch: may("pinch", hand.hasPinched) };
    for (const { event, step } of this.#steps(hand, this.#waiting)) {
      if (event.type === "wheel") {
        if (turned?.axes && isInside(event, this.#area())) turn(event, turned.axes, moves, surface);
        continue;
      }
      if (event.phase === "began" && hand.fingers.size === event.touches.length) mayBegin.drag = mayBegin.pinch = !isHeld;
      if (isHeld && step) for (const movement of held.flatMap(({ axes = [] }) => axes)) move(moves, movement, step, surface);
      if (step && hand.isKnown && (mayBegin.drag || mayBegin.pinch)) {
        const followed = hand.follow(step, surface);
        for (const movement of followers(hand, ahead)) {
          const { id, by, pan, zoom } = movement;
          move(moves, { id, by, pan: mayBegin.drag ? pan : 0, zoom: mayBegin.pinch ? zoom : 0 }, followed, surface);
        }
      }
      if (hand.fingers.size === 0) isHeld = false;
    }
    for (const [id, { scale, shift }] of moves) if (scale === 1 && shift === 0) moves.delete(id);
    return moves;
  }

  /**
   * Lets a hand take events one after the other.
   * @template {import("./types.js").TouchEvent | import("./types.js").WheelEvent} Event
   * @param {Hand} hand
   * @param {Event[]} events for which one answer comes
   * @returns {Generator<{event: Event, step: Step | null}>}
   */
  *#steps(hand, events) {
    // What fingers do that come down after a tap, an answer after the tap tells.
    let isKnown = true;
    for (const event of events) {
      const step = event.type === "touch" ? hand.take(event, this.#free.get(event) ?? true, isKnown) : null;
      yield { event, step };
      if (event.type === "touch" && hand.fingers.size === 0) isKnown = hand.isKnown && hand.hasBegun;
    }
  }
}

/**
 * Whether a pinch may begin beside a drag in progress, or a drag beside a pinch.
 * @param {import("./types.js").GestureInProgress[]} held
 * @param {Surface["ahead"]} ahead
 */
function canJoin(held, ahead) {
  return held.every(({ gesture }) => gesture === "pan" || gesture === "pinch") && (ahead?.pinch?.axes.some(({ pan }) => pan) ?? false);
}

/**
 * What the fingers would move.
 * @param {Hand} hand
 * @param {Surface["ahead"]} ahead
 * @returns {AxisMovement[]}
 */
function followers({ fingers, drags }, ahead) {
  if (fingers.size < 2) return ahead?.drag?.axes ?? [];
  return ahead?.pinch?.axes ?? (drags ? ahead?.drag?.axes ?? [] : []);
}

/**
 * @param {import("./types.js").WheelEvent} event
 * @param {AxisMovement[]} axes
 * @param {Moves} moves
 * @param {Surface} surface
 */
function turn({ deltaX, deltaY, deltaMode, modifiers, x, y }, axes, moves, surface) {
  // Keys may change what a turn does, and other units have no points.
  if (modifiers.length > 0 || deltaMode !== "pixel") return;
  const scale = 2 ** (wheelPower * deltaY);
  const step = { way: { x: deltaX, y: deltaY }, middle: { x, y }, ratios: { xy: scale, x: scale, y: scale } };
  for (const movement of axes) move(moves, movement, step, surface);
}

/**
 * @param {Moves} moves
 * @param {AxisMovement} movement
 * @param {Step} step
 * @param {Surface} surface
 */
function move(moves, { id, pan = 0, zoom = 0, by }, { way, middle, ratios }, { xAxes, yAxes }) {
  const [x, y] = [xAxes, yAxes].map(axes => axes.find(axis => axis.id === id));
  const axis = x ?? y;
  if (!axis) return;
  const upright = isVertical(axis, x ? "x" : "y");
  const along = upright ? "y" : "x";
  const { scale, shift } = moves.get(id) ?? { scale: 1, shift: 0 };
  const factor = ratios[by ?? "xy"] ** zoom;
  const about = middle[along];
  moves.set(id, { isVertical: upright, scale: scale * factor, shift: about + factor * (shift + pan * way[along] - about) });
}

/**
 * Whether two fingers moved at one instant, which is one event for the server.
 * @param {import("./types.js").TouchEvent} first
 * @param {import("./types.js").TouchEvent} second
 */
export function movesTogether(first, second) {
  const areMoves = [first, second].every(event => event.phase === "moved");
  if (!areMoves || first.time !== second.time) return false;
  return second.touches.every(touch => first.touches.every(other => other.id !== touch.id));
}

/** @param {Point[]} points */
function middleOf(points) {
  const [x, y] = [points.reduce((sum, at) => sum + at.x, 0), points.reduce((sum, at) => sum + at.y, 0)];
  return { x: x / points.length, y: y / points.length };
}

/**
 * The distances of the first two fingers.
 * @param {Point[]} points
 * @returns {Spans | null} null without two
 */
function spansOf([first, second]) {
  if (!first || !second) return null;
  const [x, y] = [Math.abs(second.x - first.x), Math.abs(second.y - first.y)];
  return { xy: Math.hypot(x, y), x, y };
}

/**
 * How often one distance has another; fingers that are less than a point apart change no scale.
 * @param {Spans | null} one
 * @param {Spans | null} other
 * @returns {Spans}
 */
function quotients(one, other) {
  /** @param {keyof Spans} part */
  const quotient = part => (one && other && one[part] >= 1 && other[part] >= 1 ? one[part] / other[part] : 1);
  return { xy: quotient("xy"), x: quotient("x"), y: quotient("y") };
}

/**
 * @param {Point} point
 * @param {Size} area
 */
function isInside({ x, y }, { width, height }) {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}
