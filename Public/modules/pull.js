import { isVertical } from "./axis-direction.js";

/**
 * @typedef {import("./types.js").Axis} Axis
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Range} Range
 * @typedef {import("./session.js").Surface} Surface
 * @typedef {import("./scene.js").Moves} Moves
 *
 * A finger that drags: where it came down and is, the ranges of that moment, what follows it, and when it lifted; null while it is down.
 * @typedef {{id: number, start: Point, at: Point, ranges: Map<string, Range>, axes: import("./types.js").AxisMovement[],
 *   lifted: number | null}} Drag
 */

/** How much the plot gives way at first: about half as far as the finger goes, and less and less. */
const softness = 0.55;
const returnMilliseconds = 180;
/** A plot that is less than so many points behind the finger follows it. */
const tolerance = 2;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Lets a drag be felt that the server holds back, as at the end of the data: the plot gives way a little, and returns
 * when the finger lifts. It moves what this page draws; the server's ranges stay.
 */
export class Pull {
  /** @type {Drag | null} */
  #drag = null;

  /**
   * @param {import("./types.js").InputEvent} event that goes to the server
   * @param {Surface | undefined} surface
   * @param {boolean} isWaiting whether the surface lacks what earlier events do
   */
  note(event, surface, isWaiting) {
    if (event.type !== "touch" || !surface) return;
    const { phase, touches: [{ id, x, y }] } = event;
    if (phase === "began" && (!this.#drag || this.#drag.lifted !== null)) {
      const ranges = new Map([...surface.xAxes, ...surface.yAxes].map(axis => [axis.id, axis.visibleRange]));
      this.#drag = isWaiting ? null : { id, start: { x, y }, at: { x, y }, ranges, axes: [], lifted: null };
    } else if (this.#drag?.lifted === null && phase === "moved") {
      if (id === this.#drag.id) this.#drag.at = { x, y };
    } else if (this.#drag?.lifted === null) {
      // A second finger begins a zoom.
      this.#drag.lifted = performance.now();
    }
  }

  forget() {
    this.#drag = null;
  }

  /**
   * Replaces the moves of axes that the server holds back.
   * @param {Moves} moves what the finger has done that the surface does not show
   * @param {Surface} surface
   * @param {import("./types.js").Size} area
   * @returns {boolean} whether the plot is on its way back, so that the next frame differs
   */
  apply(moves, surface, area) {
    const drag = this.#drag;
    if (!drag) return false;
    const pan = surface.gestures.find(({ gesture, axes = [] }) => gesture === "pan" && axes.length > 0);
    if (pan?.axes && drag.lifted === null) drag.axes = pan.axes;
    const strength = drag.lifted === null ? 1 : Math.max(0, 1 - (performance.now() - drag.lifted) / returnMilliseconds) ** 2;
    if (strength === 0) {
      this.#drag = null;
      return false;
    }
    let isPulled = false;
    for (const { id, pan: share = 0 } of drag.axes) {
      const kind = surface.xAxes.some(axis => axis.id === id) ? "x" : "y";
      const axis = [...surface.xAxes, ...surface.yAxes].find(other => other.id === id);
      const [before, ahead] = [drag.ranges.get(id), moves.get(id)?.shift ?? 0];
      if (!axis || !before || (moves.get(id)?.scale ?? 1) !== 1) continue;
      const upright = isVertical(axis, kind);
      const length = upright ? area.height : area.width;
      const way = share * (upright ? drag.at.y - drag.start.y : drag.at.x - drag.start.x);
      const gone = goneBetween(axis, before, upright !== Boolean(axis.flipped) ? -length : length);
      const missing = way - ahead - gone;
      if (Number.isNaN(missing) || Math.abs(missing) <= tolerance || Math.sign(way - gone) !== Math.sign(missing)) continue;
      const shift = stillness.matches ? 0 : strength * giveOf((way - gone) / length) * length;
      isPulled ||= shift !== 0;
      if (shift === 0) moves.delete(id);
      else moves.set(id, { isVertical: upright, scale: 1, shift });
    }
    return isPulled && drag.lifted !== null;
  }
}

/**
 * How far the content of an axis has gone since it had another range; NaN where it has also grown.
 * @param {Axis} axis
 * @param {Range} before
 * @param {number} length of the axis, negative where its values run backwards
 */
function goneBetween({ type, visibleRange }, before, length) {
  const [[low, high], [first, last]] = [visibleRange, before].map(range => (type === "log" ? range.map(Math.log10) : range));
  const span = high - low;
  return Math.abs(last - first - span) > 1e-6 * span ? NaN : ((first - low) / span) * length;
}

/** @param {number} way as a fraction of the length */
function giveOf(way) {
  return Math.sign(way) * (1 - 1 / (Math.abs(way) * softness + 1));
}
