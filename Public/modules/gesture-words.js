import { formatNumber } from "./format.js";

/** @typedef {import("./types.js").Point} Point */

/** @type {Record<string, string>} */
const titles = {
  tap: "Tap",
  doubleTouchDown: "Double touch down",
  longPress: "Long press",
  pan: "Pan",
  pinch: "Pinch",
  rotation: "Rotation",
  swipe: "Swipe",
  hover: "Hover",
  wheel: "Wheel",
  marquee: "Rectangle",
};
/** @type {Record<number, string>} */
const counts = { 1: "", 2: "Double ", 3: "Triple " };

/** @param {{gesture: string, taps?: number, modifier?: string}} gesture */
export function titleOfGesture({ gesture, taps = 1, modifier }) {
  if (modifier === "observe-twoFingerTap") return "Two-finger tap";
  const title = titles[gesture] ?? gesture;
  const count = counts[taps] ?? `${taps}-fold `;
  return count === "" ? title : count + title.toLowerCase();
}

/**
 * The values and the location of a gesture in a few words.
 * @param {import("./types.js").RecognizedGesture} gesture
 */
export function describeGesture(gesture) {
  const { location, translation, scale, rotation, direction } = gesture;
  const facts = [
    direction,
    scale === undefined ? undefined : `× ${scale.toFixed(2)}`,
    rotation === undefined ? undefined : `${formatNumber(Math.round((rotation * 180) / Math.PI))}°`,
    translation && length(translation) >= 1 ? `by ${pair(translation)}` : undefined,
    location ? `at ${pair(location)}` : undefined,
  ];
  return facts.filter(Boolean).join(" ");
}

/** @param {Point} vector */
function length({ x, y }) {
  return Math.hypot(x, y);
}

/** @param {Point} point */
function pair({ x, y }) {
  return `${formatNumber(Math.round(x))}, ${formatNumber(Math.round(y))}`;
}
