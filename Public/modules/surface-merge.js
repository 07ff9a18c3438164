import { wholeScene } from "./scene.js";

/**
 * `drawn` is the revision at which `scene` was drawn.
 * @typedef {import("./types.js").Surface & {drawn: number}} Surface
 */

/**
 * Joins what the server told of a surface with what the page knows. Answers and the stream may overtake each other.
 * @param {Surface | undefined} before what the page knows
 * @param {import("./types.js").Surface} told
 * @param {boolean} isFromStream the stream repeats what an answer has told
 * @param {string} timeZone of the session
 * @returns {Surface | null} null when nothing told is newer
 */
export function mergedSurface(before, told, isFromStream, timeZone) {
  const known = before?.revision ?? -1;
  if (isFromStream ? told.revision <= known : told.revision < known) return null;
  const surface = withSeriesShown({ ...before, ...told, ...joinedAxes(before, told) });
  return { ...surface, ...drawnFrom(before, told), xAxes: surface.xAxes.map(axis => ({ ...axis, timeZone, secondDigits: digitsOf(axis) })) };
}

/**
 * The scene, and the revision at which it was drawn.
 * @param {Surface | undefined} before
 * @param {import("./types.js").Surface} told
 */
function drawnFrom(before, { scene: told, revision }) {
  const { scene, drawn = -1 } = before ?? {};
  if (!told || (told.order && drawn === revision)) return { scene, drawn };
  const whole = wholeScene(told, scene ? { scene, drawn } : null);
  return whole ? { scene: whole, drawn: revision } : { scene, drawn };
}

/** The milliseconds of a minute, and of the last one of so many digits of a second. */
const secondUnits = [[null, 60_000], [0, 1_000], [1, 100], [2, 10], [3, 1]];
const partsOfRange = 1_000;

/**
 * The digits of a second that a place in the visible range needs; null where minutes tell enough.
 * @param {import("./types.js").Axis} axis
 */
function digitsOf({ type, visibleRange: [from, to] }) {
  if (type !== "date") return null;
  const found = secondUnits.find(([, unit]) => (to - from) / partsOfRange >= Number(unit));
  return found ? found[0] : 6;
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
