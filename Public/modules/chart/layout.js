/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {"left" | "right" | "top" | "bottom"} Side
 * @typedef {"x" | "y"} AxisKind
 * @typedef {{xAxes: Axis[], yAxes: Axis[]}} Axes
 * @typedef {{axis: Axis, kind: AxisKind, side: Side, rank: number}} PlacedAxis `rank` counts from the plot outwards
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 * @typedef {Area & {right: number}} Room the plot area with the free space on its right
 */

const narrowCanvas = 560;

/**
 * The side of the plot area that an axis is on.
 * @param {Axis} axis
 * @param {AxisKind} kind
 * @returns {Side}
 */
export function sideOf({ alignment }, kind) {
  if (alignment !== "auto") return alignment;
  return kind === "x" ? "bottom" : "left";
}

/** @param {Side} side */
export function isUpright(side) {
  return side === "left" || side === "right";
}

/**
 * @param {Axis} axis
 * @param {AxisKind} kind
 */
export function isVertical(axis, kind) {
  return isUpright(sideOf(axis, kind));
}

/**
 * Each axis with its kind, side and rank.
 * @param {Axes} surface
 * @returns {PlacedAxis[]}
 */
export function placedAxes({ xAxes, yAxes }) {
  const taken = { left: 0, right: 0, top: 0, bottom: 0 };
  /** @param {AxisKind} kind */
  const placed = kind => (/** @type {Axis} */ axis) => {
    const side = sideOf(axis, kind);
    return { axis, kind, side, rank: taken[side]++ };
  };
  return [...xAxes.map(placed("x")), ...yAxes.map(placed("y"))];
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

/** The space that the window scrubber takes beyond its axis, in points. */
const scrubberRoom = 34;
const scrubberThickness = 18;

/**
 * The plot area in a canvas. It depends on the sides of the axes, not on their labels.
 * @param {number} width of the canvas in points
 * @param {number} height of the canvas in points
 * @param {Axes | null} surface null before the first answer
 * @param {boolean} hasScrubber whether there is a strip below the plot area, or left of it when x is vertical
 * @returns {Area} in whole points
 */
export function plotArea(width, height, surface, hasScrubber) {
  const sides = surface ? placedAxes(surface).map(({ side }) => side) : ["bottom", "left"];
  /** @type {(side: Side, margin: number) => number} */
  const marginOf = (side, margin) => sides.filter(other => other === side).length * axisThickness(side, width) || margin;
  const margins = { left: marginOf("left", 14), right: marginOf("right", 14), top: marginOf("top", 12), bottom: marginOf("bottom", 12) };
  if (hasScrubber) margins[surface && isVertical(surface.xAxes[0], "x") ? "left" : "bottom"] += scrubberRoom;
  return {
    left: margins.left,
    top: margins.top,
    width: Math.max(1, Math.floor(width - margins.left - margins.right)),
    height: Math.max(1, Math.floor(height - margins.top - margins.bottom)),
  };
}

/**
 * The strip of the window scrubber: beyond the axes, below the plot area or left of it.
 * @param {Area} area
 * @param {number} canvasWidth in points
 * @param {Axes} surface
 * @returns {import("../types.js").Rectangle} in points of the plot area
 */
export function scrubberStrip(area, canvasWidth, surface) {
  /** @param {Side} side */
  const thicknessAt = side => placedAxes(surface).filter(entry => entry.side === side).length * axisThickness(side, canvasWidth);
  return isVertical(surface.xAxes[0], "x")
    ? { x: -thicknessAt("left") - scrubberThickness - 6, y: 0, width: scrubberThickness, height: area.height }
    : { x: 0, y: area.height + thicknessAt("bottom") + 8, width: area.width, height: scrubberThickness };
}
