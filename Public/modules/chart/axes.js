import { axisThickness, placedAxes } from "./layout.js";
import { scaleOf } from "./scale.js";

const labelSize = 12;
const labelGap = 8;

/**
 * Draws the grid of the y axes' ticks (fainter for the x axes), behind everything.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 */
export function drawGrid(context, surface, area, style) {
  for (const { axis, kind, side } of placedAxes(surface)) {
    const scale = scaleOf(axis, kind, area);
    const across = side === "left" || side === "right";
    if (kind === "y") strokeLines(context, axis.ticks?.minor ?? [], scale, across, area, style.minorGrid);
    strokeLines(context, axis.ticks?.major ?? [], scale, across, area, kind === "y" ? style.grid : style.minorGrid);
  }
}

/** Draws the axes' lines, tick marks and labels outside the plot area, each on its side. */
export function drawAxes(context, surface, area, canvasWidth, style) {
  context.font = `${labelSize}px ${style.font}`;
  for (const { axis, kind, side, rank } of placedAxes(surface)) {
    const scale = scaleOf(axis, kind, area);
    const offset = rank * axisThickness(side, canvasWidth);
    drawRule(context, side, offset, area, style);
    drawTickMarks(context, axis, scale, side, offset, area, style);
    drawLabels(context, axis, scale, side, offset, area, style);
  }
}

function strokeLines(context, values, scale, across, area, color) {
  context.beginPath();
  for (const value of values) {
    const at = crisp(scale.position(value));
    context.moveTo(across ? 0 : at, across ? at : 0);
    context.lineTo(across ? area.width : at, across ? at : area.height);
  }
  stroke(context, color);
}

function drawRule(context, side, offset, area, style) {
  context.beginPath();
  context.moveTo(...place(side, offset, 0, area));
  context.lineTo(...place(side, offset, side === "left" || side === "right" ? area.height : area.width, area));
  stroke(context, style.line);
}

function drawTickMarks(context, axis, scale, side, offset, area, style) {
  const length = side === "left" || side === "right" ? area.height : area.width;
  context.beginPath();
  for (const [values, reach] of [[axis.ticks?.minor ?? [], 3], [axis.ticks?.major ?? [], 6]]) {
    for (const value of values) {
      const at = scale.position(value);
      if (at < -0.5 || at > length + 0.5) continue;
      context.moveTo(...place(side, offset, crisp(at), area));
      context.lineTo(...place(side, offset + reach, crisp(at), area));
    }
  }
  stroke(context, style.line);
}

/** Labels that would run into the one before, or out of the canvas, are left out. */
function drawLabels(context, axis, scale, side, offset, area, style) {
  const isVertical = side === "left" || side === "right";
  const length = isVertical ? area.height : area.width;
  const labels = (axis.ticks?.major ?? [])
    .map((value, index) => ({ at: scale.position(value), text: String(axis.ticks.labels?.[index] ?? "") }))
    .filter(label => label.text !== "" && label.at >= -0.5 && label.at <= length + 0.5)
    .sort((first, second) => first.at - second.at);
  context.fillStyle = style.faint;
  context.textAlign = isVertical ? (side === "left" ? "right" : "left") : "center";
  context.textBaseline = isVertical ? "middle" : side === "bottom" ? "top" : "bottom";
  let free = -Infinity;
  for (const { at, text } of labels) {
    const extent = isVertical ? labelSize : context.measureText(text).width;
    const [lowest, highest] = isVertical ? [0, length] : [extent / 2 - area.left, length + area.right - extent / 2];
    const middle = Math.min(Math.max(at, lowest), highest);
    if (middle - extent / 2 < free) continue;
    context.fillText(text, ...place(side, offset + 10, middle, area));
    free = middle + extent / 2 + (isVertical ? 4 : labelGap);
  }
}

/** The point at a distance outwards from a side, and along it. */
function place(side, distance, along, area) {
  switch (side) {
    case "left": return [-distance - 0.5, along];
    case "right": return [area.width + distance + 0.5, along];
    case "top": return [along, -distance - 0.5];
    case "bottom": return [along, area.height + distance + 0.5];
  }
}

function stroke(context, color) {
  context.lineWidth = 1;
  context.strokeStyle = color;
  context.stroke();
}

function crisp(position) {
  return Math.round(position - 0.5) + 0.5;
}
