import { formatNumber } from "../chart-surface.js";
import { pageTexts } from "./page-texts.js";

/** @typedef {import("./types.js").Point} Point */

/** @type {Record<string, string>} */
const titles = pageTexts.gestures;

/** @param {{gesture: string, taps?: number, modifier?: string}} gesture */
export function titleOfGesture({ gesture, taps = 1, modifier }) {
  if (modifier === "observe-twoFingerTap") return pageTexts.gestures.twoFingerTap;
  const title = titles[gesture] ?? gesture;
  return taps === 1 ? title : pageTexts.taps(taps, title);
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
    translation && length(translation) >= 1 ? pageTexts.by(pair(translation)) : undefined,
    location ? pageTexts.at(pair(location)) : undefined,
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
