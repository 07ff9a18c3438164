import { isVertical } from "./layout.js";

/**
 * Converts a value of an axis into a position in the plot area, in points from its left or top. `base` is where the axis
 * draws a base line: on a logarithmic axis, zero lies beyond its lower end.
 * @typedef {{isVertical: boolean, contains: (value: number) => boolean, position: (value: number) => number,
 *   base: (value: number) => number}} Scale
 */

/**
 * The scale of an axis over the visible range that the server answered.
 * @param {import("../types.js").Axis} axis
 * @param {import("./layout.js").AxisKind} kind
 * @param {import("../types.js").Size} area
 * @returns {Scale}
 */
export function scaleOf(axis, kind, area) {
  const vertical = isVertical(axis, kind);
  const length = vertical ? area.height : area.width;
  const isLog = axis.type === "log";
  /** @param {number} value */
  const along = value => (isLog ? Math.log10(value) : value);
  /** @param {number} value */
  const contains = value => !isLog || value > 0;
  const low = along(axis.visibleRange[0]);
  const span = along(axis.visibleRange[1]) - low;
  const runsBackwards = vertical !== Boolean(axis.flipped);
  /** @param {number} value */
  const position = value => {
    const fraction = (along(value) - low) / span;
    return length * (runsBackwards ? 1 - fraction : fraction);
  };
  return {
    isVertical: vertical,
    contains,
    position,
    base: value => (contains(value) ? position(value) : runsBackwards ? length : 0),
  };
}

/**
 * The point of a pair of values. After a rotation x runs along the height.
 * @param {Scale} xScale
 * @param {Scale} yScale
 * @param {number} x
 * @param {number} y
 * @returns {[x: number, y: number]}
 */
export function pointOf(xScale, yScale, x, y) {
  return pointAlong(xScale, xScale.position(x), yScale.position(y));
}

/**
 * The point at distances along the axes.
 * @param {Scale} xScale
 * @param {number} alongX
 * @param {number} alongY
 * @returns {[x: number, y: number]}
 */
export function pointAlong(xScale, alongX, alongY) {
  return xScale.isVertical ? [alongY, alongX] : [alongX, alongY];
}
