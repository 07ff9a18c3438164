import { isVertical } from "./layout.js";

/**
 * Converts a value of an axis into a position in the plot area, in points from its left or top.
 * @typedef {{isVertical: boolean, position: (value: number) => number}} Scale
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
  /** @param {number} value */
  const along = value => (axis.type === "log" ? Math.log10(value) : value);
  const low = along(axis.visibleRange[0]);
  const span = along(axis.visibleRange[1]) - low;
  const runsBackwards = vertical !== Boolean(axis.flipped);
  return {
    isVertical: vertical,
    position(value) {
      const fraction = (along(value) - low) / span;
      return length * (runsBackwards ? 1 - fraction : fraction);
    },
  };
}

/**
 * The point of a pair of values. After a rotation x runs along the height.
 * @param {Scale} xScale
 * @param {Scale} yScale
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
export function pointOf(xScale, yScale, x, y) {
  const alongX = xScale.position(x);
  const alongY = yScale.position(y);
  return xScale.isVertical ? [alongY, alongX] : [alongX, alongY];
}
