import { addMark, fillHatching } from "../patterns.js";
import { scalesOf } from "../series.js";
import { addPolygon, fadedAlpha, partsOf, pointsOf, stacked } from "./plot.js";

/**
 * @typedef {import("./plot.js").MaybePoint} MaybePoint
 * @typedef {import("./plot.js").Plot} Plot
 * @typedef {import("../series.js").Series} Series
 * @typedef {import("../series.js").Scales} Scales
 */

const lineWidth = 1.75;
const dotRadius = 2;
const pointRadius = 2.5;
const areaAlpha = 0.25;

/**
 * Draws a series as a line, steps, an area or points. A line breaks where a value is missing; a value between two
 * missing ones is a dot.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Plot} plot
 * @param {Series} entry
 */
export function drawLine(context, plot, entry) {
  const scales = scalesOf(entry, plot.surface, plot.area);
  const { bases, tops } = stacked(plot, entry);
  const points = pointsOf(plot, scales, tops);
  const isRaised = entry.emphasis === "raised";
  const alpha = entry.emphasis === "faded" ? fadedAlpha : 1;
  context.fillStyle = entry.color;
  context.strokeStyle = entry.color;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.globalAlpha = alpha;
  if (entry.kind === "scatter") {
    fillMarks(context, points, pointRadius + (isRaised ? 0.5 : 0) + (entry.pattern > 0 ? 1 : 0), entry.pattern);
  } else {
    if (entry.kind === "area") {
      context.globalAlpha = alpha * areaAlpha;
      fillArea(context, points, row => scales.yScale.base(bases(row)), scales.xScale.isVertical);
      context.globalAlpha = alpha;
      fillHatching(context, entry.pattern, entry.color);
      context.fillStyle = entry.color;
    }
    context.lineWidth = (points.length > 2 * plot.area.width ? 1 : lineWidth) + (isRaised ? 1 : 0);
    context.setLineDash(entry.dash);
    const dots = strokeLine(context, points, entry.kind === "step", scales);
    context.setLineDash([]);
    fillMarks(context, dots, dotRadius, 0);
  }
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {MaybePoint[]} points
 * @param {boolean} isStepped whether each value holds until the next
 * @param {Scales} scales
 * @returns {MaybePoint[]} the points that have no neighbour
 */
function strokeLine(context, points, isStepped, { xScale }) {
  /** @type {MaybePoint[]} */
  const dots = [];
  context.beginPath();
  for (let row = 0; row < points.length; row += 1) {
    const point = points[row];
    if (point === null) continue;
    const last = points[row - 1] ?? null;
    if (last === null) {
      context.moveTo(...point);
      if ((points[row + 1] ?? null) === null) dots.push(point);
      continue;
    }
    if (isStepped) context.lineTo(xScale.isVertical ? last[0] : point[0], xScale.isVertical ? point[1] : last[1]);
    context.lineTo(...point);
  }
  context.stroke();
  return dots;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {MaybePoint[]} points
 * @param {number} radius
 * @param {number} pattern
 */
function fillMarks(context, points, radius, pattern) {
  context.beginPath();
  for (const point of points) {
    if (point !== null) addMark(context, pattern, point, radius);
  }
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {MaybePoint[]} points
 * @param {(row: number) => number} baseOf where the area of a row begins, along the y axis
 * @param {boolean} isVertical
 */
function fillArea(context, points, baseOf, isVertical) {
  context.beginPath();
  for (const part of partsOf(points)) {
    /** @type {[x: number, y: number][]} */
    const bases = part.map(({ row, point: [x, y] }) => (isVertical ? [baseOf(row), y] : [x, baseOf(row)]));
    addPolygon(context, [...part.map(({ point }) => point), ...bases.reverse()]);
  }
  context.fill();
}
