/**
 * @typedef {"left" | "right" | "top" | "bottom"} Side
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 */

const narrowCanvas = 560;

/**
 * The side on which an axis stands.
 * @param {{alignment?: string}} axis
 * @param {"x" | "y"} kind
 * @returns {Side}
 */
export function sideOf(axis, kind) {
  if (["left", "right", "top", "bottom"].includes(axis.alignment)) return axis.alignment;
  return kind === "x" ? "bottom" : "left";
}

/**
 * @param {{alignment?: string}} axis
 * @param {"x" | "y"} kind
 */
export function isVertical(axis, kind) {
  const side = sideOf(axis, kind);
  return side === "left" || side === "right";
}

/**
 * Every axis with its kind and side, in the order in which they stand from the plot outwards.
 * @param {{xAxes: object[], yAxes: object[]}} surface
 */
export function placedAxes(surface) {
  const placed = [
    ...surface.xAxes.map(axis => ({ axis, kind: "x", side: sideOf(axis, "x") })),
    ...surface.yAxes.map(axis => ({ axis, kind: "y", side: sideOf(axis, "y") })),
  ];
  const taken = { left: 0, right: 0, top: 0, bottom: 0 };
  return placed.map(entry => ({ ...entry, rank: taken[entry.side]++ }));
}

/**
 * The thickness of one axis in points.
 * @param {Side} side
 * @param {number} canvasWidth
 */
export function axisThickness(side, canvasWidth) {
  if (side === "top" || side === "bottom") return 30;
  return canvasWidth < narrowCanvas ? 48 : 60;
}

/** The room that the window scrubber takes beyond the axis that it moves, in points. */
const scrubberRoom = 34;
const scrubberThickness = 18;

/**
 * Where the plot area lies in a canvas; it depends on the sides of the axes alone, never on their labels.
 * @param {number} width of the canvas in points
 * @param {number} height of the canvas in points
 * @param {{xAxes: object[], yAxes: object[]} | null} surface
 * @param {boolean} hasScrubber whether a strip stands below the plot area, or left of it when x is vertical
 * @returns {Area} whole points
 */
export function plotArea(width, height, surface, hasScrubber) {
  const axes = surface ? placedAxes(surface) : [{ side: "bottom" }, { side: "left" }];
  const margins = { left: 14, right: 14, top: 12, bottom: 12 };
  for (const side of Object.keys(margins)) {
    const count = axes.filter(entry => entry.side === side).length;
    if (count > 0) margins[side] = count * axisThickness(side, width);
  }
  if (hasScrubber) margins[surface && isVertical(surface.xAxes[0], "x") ? "left" : "bottom"] += scrubberRoom;
  return {
    left: margins.left,
    top: margins.top,
    width: Math.max(1, Math.floor(width - margins.left - margins.right)),
    height: Math.max(1, Math.floor(height - margins.top - margins.bottom)),
  };
}

/**
 * Where the strip of the window scrubber stands: beyond the axes, below the plot area or left of it.
 * @param {Area} area
 * @param {number} canvasWidth in points
 * @param {{xAxes: object[], yAxes: object[]}} surface
 * @returns {{x: number, y: number, width: number, height: number}} in points of the plot area
 */
export function scrubberStrip(area, canvasWidth, surface) {
  const thicknessAt = side => placedAxes(surface).filter(entry => entry.side === side).length * axisThickness(side, canvasWidth);
  return isVertical(surface.xAxes[0], "x")
    ? { x: -thicknessAt("left") - scrubberThickness - 6, y: 0, width: scrubberThickness, height: area.height }
    : { x: 0, y: area.height + thicknessAt("bottom") + 8, width: area.width, height: scrubberThickness };
}
