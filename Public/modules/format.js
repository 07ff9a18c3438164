const integer = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const reading = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const dateTime = new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium" });
const dayMilliseconds = 86_400_000;
const longRangeMilliseconds = 4 * dayMilliseconds;

/** @param {number | null | undefined} value */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return "–";
  return (Number.isInteger(value) && Math.abs(value) < 1e15 ? integer : number).format(value).replace("-", "−");
}

/** A value between two rows in as many digits as anybody reads. @param {number | null | undefined} value */
export function formatReading(value) {
  if (!Number.isFinite(value)) return "–";
  return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatNumber(Math.round(value)) : reading.format(value).replace("-", "−");
}

/**
 * A position on an x axis in words, in UTC as the session's time zone.
 * @param {number} value
 * @param {string} axisType
 */
export function formatPosition(value, axisType) {
  if (!Number.isFinite(value)) return "–";
  if (axisType !== "date") return formatNumber(value);
  return value % dayMilliseconds === 0 ? day.format(value) : dateTime.format(value);
}

/**
 * Both ends of a range on an x axis in words; dates go without their time when the range is long.
 * @param {[number, number]} range
 * @param {string} axisType
 */
export function formatRange([from, to], axisType) {
  if (axisType === "date" && to - from >= longRangeMilliseconds) return `${day.format(from)} – ${day.format(to)}`;
  return `${formatPosition(from, axisType)} – ${formatPosition(to, axisType)}`;
}

/**
 * A name of the data as a title: `temp_max` as "Temp max".
 * @param {string} name
 */
export function titleOf(name) {
  const words = String(name).replaceAll(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {number} milliseconds */
export function formatMilliseconds(milliseconds) {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
