import { formatNumber, formatPosition, readingOf } from "../../format.js";
import { isUpright, sideOf } from "../layout.js";

/** @typedef {import("../../types.js").Point} Point */

const textSize = 11;
const height = 18;
const padding = 6;

/**
 * Draws values on their axes, as labels with an edge in the colour of their series.
 * @type {import("../overlays.js").Drawing}
 */
export function drawMarkers(context, { kind: overlayKind, items = [] }, scene) {
  context.font = `600 ${textSize}px ${scene.style.font}`;
  for (const item of items) {
    const kind = scene.surface.xAxes.some(axis => axis.id === item.axis) ? "x" : "y";
    const axis = [...scene.surface.xAxes, ...scene.surface.yAxes].find(other => other.id === item.axis);
    if (!item.point || !axis) continue;
    const label = overlayKind === "axisMarker" ? labelOf(item, axis, scene.surface) : "";
    const value = kind === "x" ? formatPosition(item.value, axis) : valueOn(axis, item);
    drawMarker(context, item, item.point, axis, kind, label + value, scene);
  }
}

/**
 * The text that a marker was given; empty where it has the name of its series or its axis.
 * @param {import("../../types.js").OverlayItem} item
 * @param {import("../../types.js").Axis} axis
 * @param {import("../../types.js").Surface} surface
 */
function labelOf({ name, series }, axis, surface) {
  const own = surface.series?.find(({ id }) => id === series)?.name ?? axis.id;
  return name === undefined || name === own ? "" : `${name} `;
}

/**
 * @param {import("../../types.js").Axis} axis
 * @param {import("../../types.js").OverlayItem} item
 */
function valueOn({ unit = "", format }, item) {
  return readingOf(item, { unit, hasFormat: format !== undefined }, formatNumber);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("../../types.js").OverlayItem} item
 * @param {Point} point
 * @param {import("../../types.js").Axis} axis
 * @param {import("../layout.js").AxisKind} kind
 * @param {string} text
 * @param {import("../overlays.js").Scene} scene
 */
function drawMarker(context, item, point, axis, kind, text, { series, area, room, style }) {
  const width = Math.ceil(context.measureText(text).width) + 2 * padding;
  const color = series.find(entry => entry.id === item.series)?.color ?? style.accent;
  const side = sideOf(axis, kind);
  const isSideways = isUpright(side);
  drawRule(context, point, isSideways, area, color);
  const [left, top] = isSideways
    ? [side === "left" ? Math.max(-width - 4, -room.left + 2) : area.width + 4, point.y - height / 2]
    : [within(point.x - width / 2, -room.left + 2, area.width + room.right - width - 2), side === "top" ? -height - 5 : area.height + 5];
  context.beginPath();
  context.roundRect(left, top, width, height, 5);
  context.fillStyle = style.card;
  context.fill();
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
  context.fillStyle = style.text;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(text, left + padding, top + height / 2 + 0.5);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Point} point
 * @param {boolean} isSideways whether the line runs along the width
 * @param {import("../../types.js").Size} area
 * @param {string} color
 */
function drawRule(context, { x, y }, isSideways, area, color) {
  context.strokeStyle = color;
  context.globalAlpha = 0.6;
  context.lineWidth = 1;
  context.setLineDash([2, 4]);
  context.beginPath();
  if (isSideways) {
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(area.width, Math.round(y) + 0.5);
  } else {
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, area.height);
  }
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/**
 * @param {number} position
 * @param {number} lowest
 * @param {number} highest
 */
function within(position, lowest, highest) {
  return Math.min(Math.max(position, lowest), highest);
}
