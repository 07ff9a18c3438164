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
 * @returns {Surface | null} null when nothing told is newer
 */
export function mergedSurface(before, told, revision, isFromStream) {
  const [known, rowsOf] = [before?.revision ?? -1, before?.rowsOf ?? -1];
  const isNews = isFromStream ? told.revision > known : told.revision >= known;
  const bringsRows = told.window !== undefined && (isNews ? revision >= rowsOf : revision > rowsOf);
  if (!isNews && !bringsRows) return null;
  const rows = bringsRows ? { window: told.window, rowsOf: revision } : { window: before?.window, rowsOf };
  return { ...(before && !isNews ? before : withSeriesShown({ ...before, ...told, ...joinedAxes(before, told) })), ...rows };
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
