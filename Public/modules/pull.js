import { moves, panHysteresis } from "./ahead.js";
import { isVertical } from "./chart/layout.js";

/**
 * @typedef {import("./types.js").Axis} Axis
 * @typedef {import("./types.js").InputEvent} InputEvent
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Range} Range
 * @typedef {import("./types.js").Surface} Surface
 * @typedef {import("./chart/layout.js").AxisKind} AxisKind
 *
 * A finger that drags: where it came down, where it is, the ranges that were visible when it came down, and when it
 * lifted; null while it is down.
 * @typedef {{id: number, start: Point, at: Point, ranges: Map<string, Range>, lifted: number | null}} Drag
 */

/** How much the plot gives way at first: about half as far as the finger goes, and less and less. */
const softness = 0.55;
const returnMilliseconds = 180;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Lets a drag be felt that the end of the data stops: the plot gives way a little, and returns when the finger lifts.
 * It moves what this page draws; the server's ranges stay.
 */
export class Pull {
  /** @type {Drag | null} */
  #drag = null;
  /** Whether the newest drawing shows a pull. */
  #isShown = false;
  #rules;
  #redraw;

  /**
   * @param {(surface: Surface) => import("./ahead.js").Rules} rules what the modifiers do with the finger
   * @param {() => void} redraw
   */
  constructor(rules, redraw) {
    this.#rules = rules;
    this.#redraw = redraw;
  }

  /**
   * @param {InputEvent} event that goes to the server
   * @param {Surface | undefined} surface
   * @param {import("./types.js").Size} area
   */
  note(event, surface, area) {
    if (event.type !== "touch" || !surface || stillness.matches) return;
    const { phase, touches: [{ id, x, y }] } = event;
    const isDown = this.#drag !== null && this.#drag.lifted === null;
    if (phase === "began" && !isDown) {
      const ranges = new Map([...surface.xAxes, ...surface.yAxes].map(axis => [axis.id, axis.visibleRange]));
      this.#drag = { id, start: { x, y }, at: { x, y }, ranges, lifted: null };
    } else if (this.#drag && isDown && phase === "moved") {
      if (id === this.#drag.id) this.#drag.at = { x, y };
    } else if (this.#drag && isDown) {
      // A second finger begins a zoom.
      this.#drag.lifted = performance.now();
    }
    if (this.#isShown || this.#pulled(surface, area)) this.#redraw();
  }

  forget() {
    this.#drag = null;
  }

  /**
   * The surface with ranges that show how far it gives way.
   * @template {Surface} Shown
   * @param {Shown} surface
   * @param {import("./types.js").Size} area
   * @returns {Shown} the same object when nothing pulls
   */
  apply(surface, area) {
    const axes = this.#pulled(surface, area);
    this.#isShown = axes !== null;
    if (this.#isShown && this.#drag?.lifted) this.#redraw();
    return axes ? { ...surface, ...axes } : surface;
  }

  /**
   * The axes with ranges that show how far they give way.
   * @param {Surface} surface
   * @param {import("./types.js").Size} area
   * @returns {{xAxes: Axis[], yAxes: Axis[]} | null} null when nothing pulls
   */
  #pulled(surface, area) {
    if (!this.#drag) return null;
    const { start, at, lifted } = this.#drag;
    const strength = lifted === null ? 1 : Math.max(0, 1 - (performance.now() - lifted) / returnMilliseconds) ** 2;
    const { pan, clips } = this.#rules(surface);
    if (strength === 0) this.#drag = null;
    if (strength === 0 || !pan || !clips || Math.hypot(at.x - start.x, at.y - start.y) < panHysteresis) return null;
    let isPulled = false;
    /** @type {(kind: AxisKind) => (axis: Axis) => Axis} */
    const pulled = kind => axis => {
      const shift = moves(pan, axis, kind) ? strength * this.#give(axis, kind, area) : 0;
      isPulled ||= shift !== 0;
      return shift === 0 ? axis : shifted(axis, shift);
    };
    const axes = { xAxes: surface.xAxes.map(pulled("x")), yAxes: surface.yAxes.map(pulled("y")) };
    return isPulled ? axes : null;
  }

  /**
   * How far an axis gives way, as a fraction of its visible range; 0 unless its limit stops the finger.
   * @param {Axis} axis
   * @param {AxisKind} kind
   * @param {import("./types.js").Size} area
   */
  #give(axis, kind, area) {
    const before = this.#drag?.ranges.get(axis.id);
    if (!this.#drag || !before || !axis.maximumRange) return 0;
    const { start, at } = this.#drag;
    const vertical = isVertical(axis, kind);
    const way = vertical ? (at.y - start.y) / area.height : (at.x - start.x) / area.width;
    const [low, high] = positions(axis, axis.visibleRange);
    const [least, most] = positions(axis, axis.maximumRange);
    const span = high - low;
    const wanted = vertical !== Boolean(axis.flipped) ? way : -way;
    const missing = wanted - (low - positions(axis, before)[0]) / span;
    const isStopped = missing < 0 ? low <= least + span * 1e-9 : high >= most - span * 1e-9;
    return isStopped ? Math.sign(missing) * (1 - 1 / (Math.abs(missing) * softness + 1)) : 0;
  }
}

/**
 * @param {Axis} axis
 * @param {number} shift as a fraction of its visible range
 * @returns {Axis}
 */
function shifted(axis, shift) {
  const [low, high] = positions(axis, axis.visibleRange);
  const [from, to] = [low + shift * (high - low), high + shift * (high - low)];
  return { ...axis, visibleRange: axis.type === "log" ? [10 ** from, 10 ** to] : [from, to] };
}

/**
 * The ends of a range as an axis draws them: a logarithmic one by decades.
 * @param {Axis} axis
 * @param {Range} range
 */
function positions({ type }, range) {
  return type === "log" ? range.map(Math.log10) : range;
}
