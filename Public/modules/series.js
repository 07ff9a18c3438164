import { titleOf } from "./format.js";

/**
 * @typedef {import("./session.js").Surface} Surface
 *
 * A series as the page tells of it. `stroke` is its colour: a role of the palette, or its own.
 * @typedef {{id: string, y: string, name: string, kind: string, unit: string, hasFormat: boolean, stroke: string, pattern: number,
 *   dash?: number[], visible: boolean}} Series
 */

/**
 * All series of a surface, in their order.
 * @param {Surface} surface
 * @param {import("./scene.js").Look | null} look
 * @returns {Series[]}
 */
export function seriesOf(surface, look) {
  const series = surface.series ?? [];
  const colorCount = [...look?.colors.keys() ?? []].filter(role => role.startsWith("series.")).length;
  return series.map((entry, index) => {
    const { id, y = id, name, unit, dash, visible = true } = entry;
    const yAxis = surface.yAxes.find(axis => axis.id === entry.yAxis) ?? surface.yAxes[0];
    // Of series that make one shape, the first gives the colour.
    const isPart = visible && ["band", "candlestick"].includes(entry.kind ?? "") && !isDrawn(entry, surface);
    const first = series.findIndex((other, before) => before < index
      && other.kind === entry.kind && other.xAxis === entry.xAxis && other.yAxis === entry.yAxis && isDrawn(other, surface));
    const place = isPart && first >= 0 ? first : index;
    return {
      id, y, dash: dash ?? undefined, visible, kind: kindOf(entry, surface), name: name === undefined || name === y ? titleOf(y) : name,
      unit: unit ?? yAxis.unit ?? "", hasFormat: yAxis.format !== undefined,
      stroke: series[place].color ?? `series.${(place % (colorCount || 1)) + 1}`, pattern: look?.patterns ? place % look.patterns.length : 0,
    };
  });
}

/**
 * @param {import("./types.js").Series} series
 * @param {Surface} surface
 */
function isDrawn({ id }, { scene }) {
  return scene?.layers.some(({ key }) => key === `series/${id}`) ?? false;
}

/**
 * The kind of a series: its own, bars or candlesticks in a window of bars, else a line.
 * @param {import("./types.js").Series} series
 * @param {Surface} surface
 */
function kindOf({ kind, aggregate }, { windowOptions }) {
  if (kind) return kind;
  if (windowOptions?.method !== "calendar") return "line";
  return (aggregate ?? windowOptions.aggregate) === "ohlc" ? "candlestick" : "bar";
}
