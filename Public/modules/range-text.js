import { formatRange } from "./format.js";

/**
 * The visible range of the first x axis in words.
 * @param {import("./session.js").Surface} surface
 */
export function rangeText({ xAxes: [axis] }) {
  return formatRange(axis.visibleRange, axis);
}
