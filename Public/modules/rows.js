import { isVertical } from "./axis-direction.js";

/**
 * @typedef {import("./session.js").Surface} Surface
 * @typedef {import("./types.js").Cell} Cell
 * @typedef {import("./types.js").Window} Window
 *
 * The rows of a window as columns, and the fewest digits of a second that tell them apart; null where minutes do.
 * @typedef {{x: number[], index: number[], values: Map<string, Cell[]>, secondDigits: number | null}} Rows
 */

/** The milliseconds of a minute, and of the last one of so many digits of a second. */
const minute = 60_000;
const secondUnits = [[0, 1_000], [1, 100], [2, 10], [3, 1], [6, 0.001]];

/**
 * Reads a window of columns.
 * @param {Window} window
 * @returns {Rows}
 */
export function rowsOf({ columns, rows, index, firstIndex = 0 }) {
  const [xName, ...names] = columns;
  // A column that is called x has that name; the position then has the name of its own.
  const x = (rows[names.includes("x") ? xName : "x"] ?? []).map(place => place ?? NaN);
  return {
    x, index: index ?? x.map((_, row) => firstIndex + row), values: new Map(names.map(name => [name, rows[name] ?? []])),
    secondDigits: digitsOf(x),
  };
}

/** @param {number[]} places in milliseconds */
function digitsOf(places) {
  /** @type {(one: number, other: number, unit: number) => boolean} */
  const isSame = (one, other, unit) => Math.floor(one / unit) === Math.floor(other / unit);
  const digits = places.slice(1).map((place, row) => {
    const last = places[row];
    if (place === last || !isSame(place, last, minute)) return -1;
    return secondUnits.find(([, unit]) => !isSame(place, last, unit))?.[0] ?? 6;
  });
  const most = digits.reduce((one, other) => Math.max(one, other), -1);
  return most < 0 ? null : most;
}

/**
 * The column of a series: a window of bars names the aggregate where a column has several; of four numbers the close.
 * @param {{y: string}} series
 * @param {Rows} rows
 * @returns {Cell[]}
 */
export function valuesOf({ y }, { values }) {
  const name = values.has(y) ? y : values.has(`${y}.close`) ? `${y}.close` : [...values.keys()].find(column => column.startsWith(`${y}.`));
  return values.get(name ?? y) ?? [];
}

/**
 * Where the rows lie along the first x axis, in points from the left or the top.
 * @param {Rows} rows
 * @param {Surface} surface
 * @param {import("./types.js").Size} area
 */
export function placesOf({ x, index }, { xAxes: [axis] }, { width, height }) {
  const [length, isReversed] = isVertical(axis, "x") ? [height, !axis.flipped] : [width, Boolean(axis.flipped)];
  /** @param {number} value */
  const along = value => (axis.type === "log" ? Math.log10(value) : value);
  const [low, high] = axis.visibleRange.map(along);
  return (axis.type === "category" ? index : x).map(value => {
    const fraction = (along(value) - low) / (high - low);
    return length * (isReversed ? 1 - fraction : fraction);
  });
}

/** Asks for the rows of a surface when they are used, and keeps them while it shows them. */
export class RowReader {
  #key = "";
  /** @type {Promise<Rows> | null} */
  #rows = null;

  /**
   * @param {import("./session.js").Session} session
   * @param {Surface} surface
   * @returns {Promise<Rows>}
   */
  read(session, surface) {
    const { id, dataset, xAxes, series, size, windowOptions } = surface;
    const key = JSON.stringify([
      session.id, id, dataset, xAxes.map(({ visibleRange, dataRange }) => [visibleRange, dataRange]), series, size, windowOptions,
    ]);
    if (key !== this.#key || !this.#rows) {
      this.#key = key;
      this.#rows = session.windowOf(id).then(rowsOf);
      this.#rows.catch(() => {
        this.#rows = null;
      });
    }
    return this.#rows;
  }
}
