const integer = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const reading = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const dateTime = new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium" });
const dayMilliseconds = 86_400_000;
const longRangeMilliseconds = 4 * dayMilliseconds;

/**
 * @param {number | null | undefined} value
 * @returns {value is number}
 */
export function isNumber(value) {
  return Number.isFinite(value);
}

/** @param {number | null | undefined} value */
export function formatNumber(value) {
  if (!isNumber(value)) return "–";
  return (Number.isInteger(value) && Math.abs(value) < 1e15 ? integer : number).format(value).replace("-", "−");
}

/**
 * A value between two rows in four digits; from 1000 on it is rounded to a whole number.
 * @param {number | null | undefined} value
 */
export function formatReading(value) {
  if (!isNumber(value)) return "–";
  return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatNumber(Math.round(value)) : reading.format(value).replace("-", "−");
}

/**
 * A position on an x axis in words. Dates are in UTC, the time zone of the session.
 * @param {number | null | undefined} value
 * @param {string} axisType
 */
export function formatPosition(value, axisType) {
  if (!isNumber(value)) return "–";
  if (axisType !== "date") return formatNumber(value);
  return value % dayMilliseconds === 0 ? day.format(value) : dateTime.format(value);
}

/**
 * Both ends of a range on an x axis in words. A range of four days or more shows dates without the time.
 * @param {import("./types.js").Range} range
 * @param {string} axisType
 */
export function formatRange([from, to], axisType) {
  if (axisType === "date" && to - from >= longRangeMilliseconds) return `${day.format(from)} – ${day.format(to)}`;
  return `${formatPosition(from, axisType)} – ${formatPosition(to, axisType)}`;
}

/**
 * A title made from a name in the data: `temp_max` becomes "Temp max".
 * @param {string} name
 */
export function titleOf(name) {
  const words = name.replaceAll(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {number} milliseconds */
export function formatMilliseconds(milliseconds) {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
