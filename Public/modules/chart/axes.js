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

/**
 * Draws the axes' lines, tick marks and labels outside the plot area, each on its side.
 * @param {Map<string, number[]>} labelled the values of each axis that had a label before; filled with those that have one now
 */
export function drawAxes(context, surface, area, canvasWidth, style, labelled) {
  context.font = `${labelSize}px ${style.font}`;
  for (const { axis, kind, side, rank } of placedAxes(surface)) {
    const scale = scaleOf(axis, kind, area);
    const offset = rank * axisThickness(side, canvasWidth);
    drawRule(context, side, offset, area, style);
    drawTickMarks(context, axis, scale, side, offset, area, style);
    const before = labelled.get(axis.id) ?? [];
    labelled.set(axis.id, drawLabels(context, axis, scale, side, offset, area, style, before));
  }
}

/**
 * Where a tick is drawn: a date axis has ticks at the noon of its first and last day, which may lie beyond its ends, and
 * these are drawn at the edge.
 */
function tickPosition(axis, scale, value, length) {
  const at = scale.position(value);
  return axis.type === "date" ? Math.min(Math.max(at, 0), length) : at;
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
      const at = tickPosition(axis, scale, value, length);
      if (at < -0.5 || at > length + 0.5) continue;
      context.moveTo(...place(side, offset, crisp(at), area));
      context.lineTo(...place(side, offset + reach, crisp(at), area));
    }
  }
  stroke(context, style.line);
}

/**
 * Of labels that would run into each other only every second is drawn, or every third, or as few as have room: if
 * possible those that were drawn before, so that they stay while the axis moves.
 * @returns {number[]} the values that have a label
 */
function drawLabels(context, axis, scale, side, offset, area, style, before) {
  const isVertical = side === "left" || side === "right";
  const length = isVertical ? area.height : area.width;
  const labels = (axis.ticks?.major ?? [])
    .map((value, index) => ({ value, at: tickPosition(axis, scale, value, length), text: String(axis.ticks.labels?.[index] ?? "") }))
    .filter(label => label.text !== "" && label.at >= -0.5 && label.at <= length + 0.5)
    .sort((first, second) => first.at - second.at)
    .map(label => placed(label, context, isVertical, length, area));
  const gap = isVertical ? 4 : labelGap;
  let stride = 1;
  while (stride < labels.length && !haveRoom(everyNth(labels, stride, 0), gap)) stride += 1;
  const known = labels.findIndex(label => before.includes(label.value));
  const drawn = everyNth(labels, stride, known % stride);
  context.fillStyle = style.faint;
  context.textAlign = isVertical ? (side === "left" ? "right" : "left") : "center";
  context.textBaseline = isVertical ? "middle" : side === "bottom" ? "top" : "bottom";
  for (const { middle, text } of drawn) context.fillText(text, ...place(side, offset + 10, middle, area));
  return drawn.map(label => label.value);
}

/** A label with its extent along the axis, moved so that it stays on the canvas. */
function placed({ value, at, text }, context, isVertical, length, area) {
  const extent = isVertical ? labelSize : context.measureText(text).width;
  const [lowest, highest] = isVertical ? [0, length] : [extent / 2 - area.left, length + area.right - extent / 2];
  return { value, text, extent, middle: Math.min(Math.max(at, lowest), highest) };
}

function everyNth(labels, stride, first) {
  return labels.filter((_, index) => index % stride === Math.max(0, first));
}

function haveRoom(labels, gap) {
  return labels.every(({ middle, extent }, index) => {
    const before = labels[index - 1];
    return !before || middle - extent / 2 >= before.middle + before.extent / 2 + gap;
  });
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
