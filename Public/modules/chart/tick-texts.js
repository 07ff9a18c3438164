import { spoken } from "../format.js";
import { speech } from "../language.js";

/** @typedef {import("../types.js").Axis} Axis */

const plainNumber = /^[-−]?\d+(\.\d+)?$/;
/** @type {import("../types.js").Ticks} */
const noTicks = { major: [], minor: [], labels: [] };
const compactFrom = 1e6;
const grouped = spoken(language => new Intl.NumberFormat(language, { maximumFractionDigits: 20 }));

/**
 * The texts of the major ticks of an axis. Plain numbers get separators, from a million on a compact notation. Labels
 * of a time or a month that repeat on the axis get their day or year, so that no two ticks have the same text.
 * @param {Axis} axis
 * @returns {string[]}
 */
export function tickTexts({ type, ticks, timeZone = "UTC" }) {
  const { major, labels } = ticks ?? noTicks;
  if (type === "date") return withDates(major, labels, timeZone);
  if (!labels.every(label => label === "" || plainNumber.test(label))) return labels;
  const largest = Math.max(...major.map(Math.abs));
  // The server has written other languages with their own separators.
  if (largest < compactFrom && speech.language !== "en") return labels;
  if (largest < compactFrom) return labels.map(label => (label === "" ? "" : grouped().format(Number(label)).replace("-", "−")));
  const compact = compactFormat(major);
  return labels.map((label, index) => (label === "" ? "" : compact(major[index])));
}

/**
 * A compact notation with as many decimals as the ticks need to differ.
 * @param {number[]} values
 */
function compactFormat(values) {
  for (let decimals = 0; decimals < 6; decimals += 1) {
    const format = new Intl.NumberFormat(`${speech.language}-u-nu-latn`, { notation: "compact", maximumFractionDigits: decimals });
    const texts = new Set(values.map(value => format.format(value)));
    if (texts.size === new Set(values).size) return (/** @type {number} */ value) => format.format(value).replace("-", "−");
  }
  return (/** @type {number} */ value) => grouped().format(value).replace("-", "−");
}

/**
 * @param {number[]} values
 * @param {string[]} labels
 * @param {string} timeZone
 */
function withDates(values, labels, timeZone) {
  /** @param {Intl.DateTimeFormatOptions} options */
  const dates = options => new Intl.DateTimeFormat(`${speech.language}-u-nu-latn`, { timeZone, ...options });
  const [day, year, clock] = [
    dates({ month: "short", day: "2-digit" }), dates({ year: "numeric" }), dates({ timeStyle: "medium", hourCycle: "h23" }),
  ];
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return labels.map((label, index) => {
    if (label === "" || counts.get(label) === 1) return label;
    // A part of a second that repeats gets its second.
    if (label.startsWith(".")) return clock.format(values[index]) + label;
    return label.includes(":") ? `${day.format(values[index])} ${label}` : `${label} ${year.format(values[index])}`;
  });
}
