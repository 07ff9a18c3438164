/**
 * @typedef {import("./types.js").Axis} Axis
 * @typedef {import("./types.js").InputEvent} InputEvent
 * @typedef {import("./types.js").Modifier} Modifier
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Range} Range
 * @typedef {import("./types.js").Surface} Surface
 *
 * A movement of the plot: a point at x is at `scale * x + shift.x` after it.
 * @typedef {{scale: number, shift: Point}} Movement
 * @typedef {Map<number, Point>} Fingers by touch id
 */

/** The server recognizes a pan after this many points (`panHysteresis`), a pinch after 1 % (`pinchMinimumScaleDelta`). */
export const panHysteresis = 10;
const pinchMinimumScaleDelta = 0.01;
const zoomPerPoint = 0.002;

/** Modifiers that take a drag for something else than to move the plot; `doubleTapDragZoom` takes one that follows a tap. */
const otherDrags = ["rubberBandZoom", "marquee", "rowSelection"];
const doubleTapMilliseconds = 350;

/**
 * Moves the plot under the finger before the server has answered.
 *
 * It keeps the events that wait for their answer, and tells how the axes will look if the server follows the fingers.
 * Each answer replaces what was foretold.
 */
export class Ahead {
  /** @type {Fingers} the fingers that the newest answer knows */
  #fingers = new Map();
  /** @type {InputEvent[]} */
  #waiting = [];
  /** When the last finger lifted. */
  #lifted = -Infinity;
  /** Whether the finger came down soon after another had lifted. */
  #followsTap = false;

  /** @param {InputEvent} event that goes to the server */
  note(event) {
    if (event.type === "touch" || event.type === "wheel") this.#waiting.push(structuredClone(event));
    if (event.type !== "touch") return;
    if (event.phase === "began") this.#followsTap = event.time - this.#lifted < doubleTapMilliseconds;
    if (event.phase === "ended") this.#lifted = event.time;
  }

  /**
   * What the modifiers of a surface do with the fingers that are down, and with the wheel.
   * @param {Surface} surface
   */
  rules({ modifiers = [] }) {
    return rulesOf(modifiers, this.#followsTap);
  }

  /** Whether events wait for their answer. */
  get isWaiting() {
    return this.#waiting.length > 0;
  }

  /** @param {number} time of the last event that the server has answered */
  answered(time) {
    while (this.#waiting.length > 0 && this.#waiting[0].time <= time) {
      const [event] = this.#waiting.splice(0, 1);
      if (event.type === "touch") take(this.#fingers, event);
    }
  }

  forget() {
    this.#fingers.clear();
    this.#waiting = [];
  }

  /**
   * The surface as it will look when the server has taken the waiting events.
   * @template {Surface} Shown
   * @param {Shown} surface
   * @param {import("./types.js").Size} area
   * @returns {Shown} the same object when nothing moves
   */
  foretell(surface, area) {
    if (this.#waiting.length === 0) return surface;
    const rules = this.rules(surface);
    const movement = this.#movement(rules, area);
    const { scale, shift } = movement;
    const isHeld = surface.gestures.some(({ gesture }) => gesture === "pan" || gesture === "pinch");
    const isFelt = Math.hypot(shift.x, shift.y) >= panHysteresis || Math.abs(scale - 1) > pinchMinimumScaleDelta;
    if (!isHeld && !isFelt) return surface;
    /** @type {(axis: Axis, kind: "x" | "y") => Axis} */
    const moved = (axis, kind) => movedAxis(axis, kind, movement, rules, area);
    return { ...surface, xAxes: surface.xAxes.map(axis => moved(axis, "x")), yAxes: surface.yAxes.map(axis => moved(axis, "y")) };
  }

  /**
   * @param {Rules} rules
   * @param {import("./types.js").Size} area
   * @returns {Movement}
   */
  #movement(rules, area) {
    const fingers = new Map(this.#fingers);
    let [scale, x, y] = [1, 0, 0];
    /** @type {(ratio: number, from: Point, to: Point) => void} */
    const apply = (ratio, from, to) => {
      scale *= ratio;
      x = to.x + ratio * (x - from.x);
      y = to.y + ratio * (y - from.y);
    };
    for (const event of this.#waiting) {
      if (event.type === "wheel" && rules.wheel && isInside(event, area)) {
        apply(2 ** (-event.deltaY * zoomPerPoint * (event.modifiers.includes("ctrl") ? 10 : 1)), event, event);
      }
      if (event.type !== "touch") continue;
      const before = [...fingers];
      take(fingers, event);
      const kept = before.filter(([id]) => fingers.has(id));
      const [from, to] = [kept.map(([, at]) => at), kept.map(([id, at]) => fingers.get(id) ?? at)];
      if (from.length === 0 || event.phase !== "moved" || !from.every(at => isInside(at, area))) continue;
      const ratio = from.length > 1 && rules.pinch ? spread(to) / Math.max(1, spread(from)) : 1;
      apply(ratio, centre(from), rules.pan ? centre(to) : centre(from));
    }
    return { scale, shift: { x, y } };
  }
}

/**
 * The axes that a modifier moves: those that it names, else those of its direction.
 * @typedef {{direction: string, ids: string[] | null}} Choice
 *
 * What the modifiers of a surface do with fingers and the wheel.
 * @typedef {{pan: Choice | null, pinch: Choice | null, wheel: Choice | null, clips: boolean}} Rules null where no modifier
 *   moves the plot
 */

/**
 * @param {Modifier[]} modifiers
 * @param {boolean} followsTap whether the finger came down soon after a tap
 * @returns {Rules}
 */
function rulesOf(modifiers, followsTap) {
  const enabled = modifiers.filter(({ isEnabled }) => isEnabled);
  /** @type {(type: string) => Choice | null} */
  const choiceOf = type => {
    const found = enabled.find(modifier => modifier.type === type);
    return found ? { direction: String(found.direction), ids: /** @type {string[] | undefined} */ (found.axes) ?? null } : null;
  };
  const isTaken = enabled.some(({ type, followsPan, selectsByMarquee }) =>
    otherDrags.includes(type) || (followsTap && type === "doubleTapDragZoom") || followsPan || selectsByMarquee);
  const wheel = enabled.find(({ type }) => type === "mouseWheelZoom");
  const pan = enabled.find(({ type }) => type === "zoomPan");
  return {
    pan: isTaken ? null : choiceOf("zoomPan"),
    pinch: choiceOf("pinchZoom"),
    wheel: wheel?.action !== "pan" && wheel?.law !== "vega" ? choiceOf("mouseWheelZoom") : null,
    clips: pan?.clipModeX === undefined || pan.clipModeX === "clipAtExtents",
  };
}

/**
 * Whether an axis is one of those that a modifier moves.
 * @param {Choice | null} choice
 * @param {Axis} axis
 * @param {"x" | "y"} kind
 */
export function moves(choice, axis, kind) {
  return choice !== null && (choice.ids?.includes(axis.id) ?? choice.direction.includes(kind));
}

/**
 * @param {Axis} axis
 * @param {"x" | "y"} kind
 * @param {Movement} movement
 * @param {Rules} rules
 * @param {import("./types.js").Size} area
 * @returns {Axis}
 */
function movedAxis(axis, kind, { scale, shift }, rules, area) {
  const { alignment } = axis;
  const isUpright = alignment === "auto" ? kind === "y" : alignment === "left" || alignment === "right";
  const length = isUpright ? area.height : area.width;
  const zooms = [rules.pinch, rules.wheel].some(choice => moves(choice, axis, kind));
  const pans = moves(rules.pan, axis, kind);
  if (!zooms && !pans) return axis;
  const ratio = zooms ? scale : 1;
  // Without a zoom of this axis its shift is that of the fingers' centre, which a scaled shift does not tell.
  if (!zooms && scale !== 1) return axis;
  const along = (isUpright ? shift.y : shift.x) / length;
  const start = isUpright !== Boolean(axis.flipped) ? 1 - ratio - along : along;
  const isLog = axis.type === "log";
  /** @type {(value: number) => number} */
  const inward = value => (isLog ? Math.log10(value) : value);
  const [low, high] = axis.visibleRange.map(inward);
  const span = (high - low) / ratio;
  const first = low - start * span;
  const limits = rules.clips && axis.maximumRange ? /** @type {Range} */ (axis.maximumRange.map(inward)) : null;
  const range = limits ? clipped([first, first + span], limits) : [first, first + span];
  return { ...axis, visibleRange: /** @type {Range} */ (range.map(value => (isLog ? 10 ** value : value))) };
}

/**
 * A range moved into its limits.
 * @param {Range} range
 * @param {Range} limits
 * @returns {Range}
 */
function clipped([low, high], [least, most]) {
  const span = high - low;
  if (span >= most - least) return [least, most];
  const first = Math.min(Math.max(low, least), most - span);
  return [first, first + span];
}

/**
 * @param {Fingers} fingers
 * @param {import("./types.js").TouchEvent} event
 */
function take(fingers, { phase, touches }) {
  for (const { id, x, y } of touches) {
    if (phase === "ended" || phase === "cancelled") fingers.delete(id);
    else fingers.set(id, { x, y });
  }
}

/** @param {Point[]} points */
function centre(points) {
  const [x, y] = [points.reduce((sum, at) => sum + at.x, 0), points.reduce((sum, at) => sum + at.y, 0)];
  return { x: x / points.length, y: y / points.length };
}

/**
 * The mean distance of points from their centre.
 * @param {Point[]} points
 */
function spread(points) {
  const middle = centre(points);
  return points.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0) / points.length;
}

/**
 * @param {Point} point
 * @param {import("./types.js").Size} area
 */
function isInside({ x, y }, { width, height }) {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}
