import { formatPosition, formatReading } from "../format.js";
import { isVertical } from "../axis-direction.js";
import { colorOf } from "../scene.js";

/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {import("../types.js").Point} Point
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../scene.js").Look} Look
 */

const [fontSize, padding, gap] = [11, 4, 3];

/**
 * Draws where the pointer is: its lines until the server's have come, and its values on the axes.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Surface} surface
 * @param {Look} look
 * @param {import("../types.js").Size} area
 * @param {Partial<Point>} at without x or y where the pointer is over another chart
 * @param {boolean} hasLines
 * @param {number} [reading] the x of the readings, where they have come
 */
export function paintPointer(context, surface, look, area, at, hasLines, reading) {
  context.save();
  context.font = `${fontSize}px ${look.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [axes, kind] of /** @type {const} */ ([[surface.xAxes, "x"], [surface.yAxes, "y"]])) {
    const [axis] = axes;
    const upright = isVertical(axis, kind);
    const place = at[upright ? "y" : "x"];
    if (place === undefined) continue;
    if (hasLines) paintLine(context, look, area, place, upright);
    const value = (kind === "x" ? reading : undefined) ?? valueAt(axis, place, upright ? area.height : area.width, upright);
    if (value === null) continue;
    const text = kind === "x" ? formatPosition(value, axis) : formatReading(value);
    paintLabel(context, look, area, text, place, sideOf(axis, upright));
  }
  context.restore();
}

/**
 * The value at a place along an axis; null where an axis has no values between its places.
 * @param {Axis} axis
 * @param {number} place
 * @param {number} length
 * @param {boolean} upright
 */
export function valueAt({ type, visibleRange, flipped }, place, length, upright) {
  if (type === "category") return null;
  const [low, high] = type === "log" ? visibleRange.map(Math.log10) : visibleRange;
  const share = upright !== Boolean(flipped) ? 1 - place / length : place / length;
  const value = low + share * (high - low);
  return type === "log" ? 10 ** value : value;
}

/**
 * @param {Axis} axis
 * @param {boolean} upright
 */
function sideOf({ alignment }, upright) {
  return alignment === "auto" ? (upright ? "left" : "bottom") : alignment;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {import("../types.js").Size} area
 * @param {number} place
 * @param {boolean} upright
 */
function paintLine(context, look, { width, height }, place, upright) {
  const at = Math.round(place) + 0.5;
  context.strokeStyle = colorOf("label", look);
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(upright ? 0 : at, upright ? at : 0);
  context.lineTo(upright ? width : at, upright ? at : height);
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Look} look
 * @param {import("../types.js").Size} area
 * @param {string} text
 * @param {number} place along the axis
 * @param {string} side of the plot
 */
function paintLabel(context, look, area, text, place, side) {
  const width = context.measureText(text).width + 2 * padding;
  const height = fontSize + 2 * padding;
  const inside = Math.min(Math.max(place - width / 2, 0), area.width - width);
  const [left, top] = {
    left: [-gap - width, place - height / 2], right: [area.width + gap, place - height / 2],
    top: [inside, -gap - height], bottom: [inside, area.height + gap],
  }[side] ?? [0, 0];
  context.fillStyle = colorOf("text", look);
  context.beginPath();
  context.roundRect(left, top, width, height, 3);
  context.fill();
  context.fillStyle = colorOf("ground", look);
  context.fillText(text, left + width / 2, top + height / 2);
}
