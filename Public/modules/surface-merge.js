import { rowsOf as readRows } from "./chart/rows.js";

/**
 * `rowsOf` is the revision that the rows in `window` came with.
 * @typedef {import("./types.js").Surface & {rowsOf: number}} Surface
 */

/**
 * Joins what the server told of a surface with what the page knows. Answers and the stream may overtake each other.
 * @param {Surface | undefined} before what the page knows
 * @param {import("./types.js").Surface} told
 * @param {number} revision of the session, as told
 * @param {boolean} isFromStream the stream repeats what an answer has told
 * @param {string} timeZone of the session
 * @returns {Surface | null} null when nothing told is newer
 */
export function mergedSurface(before, told, revision, isFromStream, timeZone) {
  const [known, rowsOf] = [before?.revision ?? -1, before?.rowsOf ?? -1];
  const isNews = isFromStream ? told.revision > known : told.revision >= known;
  const bringsRows = told.window !== undefined && (isNews ? revision >= rowsOf : revision > rowsOf);
  if (!isNews && !bringsRows) return null;
  const rows = bringsRows ? { window: told.window, rowsOf: revision } : { window: before?.window, rowsOf };
  const surface = before && !isNews ? before : withSeriesShown({ ...before, ...told, ...joinedAxes(before, told) });
  return { ...surface, xAxes: surface.xAxes.map(axis => ({ ...axis, timeZone, ...(bringsRows && digitsOf(axis, told.window)) })), ...rows };
}

/** The milliseconds of a minute, and of the last one of so many digits of a second. */
const minute = 60_000;
const secondDigits = [[0, 1_000], [1, 100], [2, 10], [3, 1], [6, 0.001]];

/**
 * The fewest digits of a second that tell neighbouring rows in view apart; null where minutes do, as on the server.
 * @param {import("./types.js").Axis} axis
 * @param {import("./types.js").Window | undefined} window
 */
function digitsOf({ type }, window) {
  if (type !== "date") return {};
  const { x, inside: [start, end] } = readRows(window);
  const places = x.slice(start, end);
  const isSame = (/** @type {number} */ one, /** @type {number} */ other, /** @type {number} */ unit) =>
    Math.floor(one / unit) === Math.floor(other / unit);
  const digits = places.slice(1).map((place, row) => {
    const last = places[row];
    if (place === last || !isSame(place, last, minute)) return -1;
    return secondDigits.find(([, unit]) => !isSame(place, last, unit))?.[0] ?? 6;
  });
  const most = digits.reduce((one, other) => Math.max(one, other), -1);
  return { secondDigits: most < 0 ? null : most };
}

/**
 * The told axes, with what an answer to a change leaves out: their settings.
 * @param {Surface | undefined} before
 * @param {import("./types.js").Surface} told
 */
function joinedAxes(before, told) {
  /** @type {(kind: "xAxes" | "yAxes") => import("./types.js").Axis[]} */
  const joined = kind => told[kind].map(axis => ({ ...before?.[kind].find(({ id }) => id === axis.id), ...axis }));
  return { xAxes: joined("xAxes"), yAxes: joined("yAxes") };
}

/**
 * Copies to the series what the legend tells: an answer to a change leaves out the series themselves.
 * @param {import("./types.js").Surface} surface
 */
function withSeriesShown(surface) {
  const entries = surface.overlays.flatMap(({ kind, items = [] }) => (kind === "legend" ? items : []));
  const shown = new Map(entries.map(item => [item.series, item.visible]));
  const series = surface.series?.map(one => ({ ...one, visible: shown.get(one.id) ?? one.visible }));
  return { ...surface, series };
}
