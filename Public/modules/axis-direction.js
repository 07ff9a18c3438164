/**
 * Whether an axis runs along the height.
 * @param {import("./types.js").Axis} axis
 * @param {"x" | "y"} kind
 */
export function isVertical({ alignment }, kind) {
  return alignment === "auto" ? kind === "y" : alignment === "left" || alignment === "right";
}
