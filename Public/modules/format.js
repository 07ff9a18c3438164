import { speech } from "./language.js";

const integer = numbers({ maximumFractionDigits: 0 });
const number = numbers({ maximumSignificantDigits: 6 });
const reading = numbers({ maximumSignificantDigits: 4 });
const dateTime = dates({ timeStyle: "short", hourCycle: "h23" });
const day = dates({});
const dayMilliseconds = 86_400_000;
const longRangeMilliseconds = 4 * dayMilliseconds;

/**
 * A format in the language of the moment.
 * @template Format
 * @param {(language: string) => Format} make
 * @returns {() => Format}
 */
export function spoken(make) {
  /** @type {Map<string, Format>} */
  const formats = new Map();
  return () => {
    const known = formats.get(speech.language) ?? make(`${speech.language}-u-nu-latn`);
    formats.set(speech.language, known);
    return known;
  };
}

/** @param {Intl.NumberFormatOptions} options */
function numbers(options) {
  const format = spoken(language => new Intl.NumberFormat(language, options));
  return { format: (/** @type {number} */ value) => format().format(value) };
}

/** @param {Intl.DateTimeFormatOptions} options */
function dates(options) {
  const format = spoken(language => new Intl.DateTimeFormat(language, { timeZone: "UTC", dateStyle: "medium", ...options }));
  return {
    format: (/** @type {number} */ value) => format().format(value),
    range: (/** @type {number} */ from, /** @type {number} */ to) => format().formatRange(from, to),
  };
}

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
 * The value of an item as people read it: as the server writes it where the axis has a format, else as `formatReading`
 * does, with the unit.
 * @param {{value?: number | null, text?: string}} item
 * @param {{unit: string, hasFormat: boolean} | undefined} series of the item
 * @param {(value: number | null | undefined) => string} format
 */
export function readingOf({ value, text }, series, format = formatReading) {
  if (text !== undefined && series?.hasFormat) return text;
  return series?.unit ? `${format(value)}\u00a0${series.unit}` : format(value);
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
  // Two times of a day have one day; the formatter's thin spaces are spaces here, as elsewhere.
  if (axisType === "date" && Math.floor(from / dayMilliseconds) === Math.floor(to / dayMilliseconds)) {
    return dateTime.range(from, to).replaceAll("\u2009", " ");
  }
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
