/**
 * @typedef {import("../types.js").Range} Range
 * @typedef {"day" | "week" | "month" | "thisYear" | "year"} PresetName
 */

const day = 86_400_000;

/** @type {Record<PresetName, (end: number) => number>} where the window of a preset begins, by its end */
const starts = {
  day: end => end - day,
  week: end => end - 7 * day,
  month: end => monthsBefore(end, 1),
  thisYear: end => Date.UTC(new Date(end).getUTCFullYear(), 0, 1),
  year: end => monthsBefore(end, 12),
};
const order = /** @type {PresetName[]} */ (Object.keys(starts));

/** The fewest rows of a window that is worth a button. */
const fewestRows = 5;

/**
 * The windows that end with the newest row and are shorter than all the data.
 * @param {Range} data the extent of the dates
 * @param {number} [spacing] how far the rows lie apart
 * @returns {{name: PresetName, range: Range}[]}
 */
export function presetsFor([first, last], spacing = 0) {
  return order
    .map(name => ({ name, range: /** @type {Range} */ ([starts[name](last), last]) }))
    .filter(({ range: [from, to] }) => from > first && to - from > (fewestRows - 1) * spacing);
}

/**
 * The same day and time of an earlier month, or the last day of that month where it is shorter.
 * @param {number} time
 * @param {number} months
 */
function monthsBefore(time, months) {
  const date = new Date(time);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return date.getTime();
}
