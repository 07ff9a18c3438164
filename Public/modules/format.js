import { speech } from "./language.js";

const integer = numbers({ maximumFractionDigits: 0 });
const number = numbers({ maximumSignificantDigits: 6 });
const reading = numbers({ maximumSignificantDigits: 4 });
/** @type {Map<string, ReturnType<typeof dates>>} by zone and style */
const zoned = new Map();
const longRangeMilliseconds = 4 * 86_400_000;

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
    parts: (/** @type {number} */ value) => format().formatToParts(value),
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
 * What the words of a position depend on: dates are in the zone of the session, with the digits of a second that the rows
 * need, or to the minute.
 * @typedef {{type: string, timeZone?: string, secondDigits?: number | null}} Place
 */

/**
 * The formats of dates in a zone.
 * @param {Place} place
 */
function datesOf({ timeZone = "UTC", secondDigits = null }) {
  /** @type {(name: string, options: Intl.DateTimeFormatOptions) => ReturnType<typeof dates>} */
  const known = (name, options) => {
    const key = `${timeZone} ${name}`;
    const format = zoned.get(key) ?? dates({ timeZone, ...options });
    zoned.set(key, format);
    return format;
  };
  /** @type {Intl.DateTimeFormatOptions} */
  const fraction = {
    dateStyle: undefined, year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit",
    fractionalSecondDigits: /** @type {1 | 2 | 3} */ (Math.min(secondDigits ?? 1, 3)), hourCycle: "h23",
  };
  return {
    day: known("day", {}),
    clock: known("clock", { dateStyle: undefined, timeStyle: "medium", hourCycle: "h23" }),
    time: secondDigits === null ? known("minute", { timeStyle: "short", hourCycle: "h23" })
      : secondDigits === 0 ? known("second", { timeStyle: "medium", hourCycle: "h23" }) : known(`${secondDigits}`, fraction),
  };
}

/**
 * A position on an x axis in words.
 * @param {number | null | undefined} value
 * @param {Place} place
 */
export function formatPosition(value, place) {
  if (!isNumber(value)) return "–";
  if (place.type !== "date") return formatNumber(value);
  const { day, clock, time } = datesOf(place);
  const isMidnight = value % 1_000 === 0 && !/[1-9]/.test(clock.format(value));
  if (isMidnight) return day.format(value);
  // A formatter writes three digits of a second at most.
  const micros = place.secondDigits === 6 ? String(Math.floor((((value % 1) + 1) % 1) * 1_000 + 1e-3)).padStart(3, "0") : "";
  return time.parts(value).map(({ type, value }) => (type === "fractionalSecond" ? value + micros : value)).join("");
}

/**
 * Both ends of a range on an x axis in words. A range of four days or more shows dates without the time.
 * @param {import("./types.js").Range} range
 * @param {Place} place
 */
export function formatRange([from, to], place) {
  if (place.type === "date") {
    const { day, time } = datesOf(place);
    if (to - from >= longRangeMilliseconds) return `${day.format(from)} – ${day.format(to)}`;
    // Two times of a day have one day; the formatter's thin spaces are spaces here, as elsewhere.
    if (day.format(from) === day.format(to)) return time.range(from, to).replaceAll("\u2009", " ");
  }
  return `${formatPosition(from, place)} – ${formatPosition(to, place)}`;
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
