import { titleOf } from "../format.js";
import { dashOf, patternCount } from "./patterns.js";
import { scaleOf } from "./scale.js";

/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {import("./rows.js").Rows} Rows
 * @typedef {import("./scale.js").Scale} Scale
 * @typedef {"line" | "step" | "area" | "bar" | "scatter" | "band" | "candlestick"} Kind
 * @typedef {"none" | "raised" | "faded"} Emphasis
 *
 * A series as it is drawn. `column` has its values in the rows; of bars with four numbers, the close. `shape` is the id
 * of the first series that is drawn as one shape with it: its band, its candlesticks, or itself.
 * @typedef {{id: string, name: string, y: string, column: string, kind: Kind, stack?: string, ohlc?: Record<string, string>, shape: string, unit: string, hasFormat: boolean,
 *   color: string, dash: number[], pattern: number, visible: boolean, emphasis: Emphasis, xAxis?: string, yAxis?: string}} Series
 *
 * How the reader wants series: lines in place of bars, and patterns besides colours.
 * @typedef {{barsAreLines: boolean, hasPatterns: boolean}} Wishes
 *
 * The axes on which a series is drawn, and their scales.
 * @typedef {{xAxis: Axis, yAxis: Axis, xScale: Scale, yScale: Scale}} Scales
 */

/** The dashes of the series beyond the last colour: every round of the colours has its own, as in the server's pictures. */
const dashes = [[], [6, 4], [2, 4], [10, 4, 2, 4]];
/** The numbers of candlesticks; the window has these parts of a column, or the data has columns whose names end so. */
export const candleParts = ["open", "high", "low", "close"];

/**
 * All series: the surface's own, or else one for each column of its rows.
 * @param {Surface} surface
 * @param {Rows} rows
 * @param {string[]} palette
 * @param {Wishes} wishes
 * @returns {Series[]}
 */
export function seriesOf(surface, rows, palette, { barsAreLines, hasPatterns }) {
  /** @type {import("../types.js").Series[]} */
  const told = surface.series ?? [...rows.values.keys()].map(column => ({ id: column, y: column }));
  const series = told.map((entry, index) => {
    const kind = kindOf(entry, surface);
    const isLine = barsAreLines && kind === "bar";
    const yAxis = axisNamed(surface.yAxes, entry.yAxis);
    const round = dashes[Math.floor(index / palette.length) % dashes.length];
    const pattern = hasPatterns ? index % patternCount : 0;
    return /** @type {Series} */ ({
      id: entry.id,
      name: nameOf(entry),
      y: entry.y,
      column: columnOf(entry, surface, rows),
      kind: isLine ? "line" : kind,
      stack: isLine ? undefined : entry.stack,
      shape: entry.id,
      ohlc: entry.ohlc,
      unit: entry.unit ?? yAxis.unit ?? "",
      hasFormat: yAxis.format !== undefined,
      color: entry.color ?? palette[index % palette.length],
      dash: entry.dash ?? (hasPatterns ? dashOf(pattern) : entry.color ? [] : round),
      pattern,
      xAxis: entry.xAxis,
      yAxis: entry.yAxis,
      visible: entry.visible ?? true,
    });
  });
  joinShapes(series, rows);
  const raised = surface.selection.series;
  for (const entry of series) {
    const group = shapeOf(entry, series);
    entry.color = group[0].color;
    entry.emphasis = raised.length === 0 ? "none" : group.some(({ id }) => raised.includes(id)) ? "raised" : "faded";
  }
  return series;
}

/**
 * The kind of a series: its own, bars or candlesticks in a window of bars, else a line.
 * @param {import("../types.js").Series} entry
 * @param {Surface} surface
 * @returns {Kind}
 */
function kindOf({ kind, aggregate }, { windowOptions }) {
  if (kind) return /** @type {Kind} */ (kind);
  if (windowOptions?.method !== "calendar") return "line";
  return (aggregate ?? windowOptions.aggregate) === "ohlc" ? "candlestick" : "bar";
}

/**
 * The column of a series in the rows of its window. A window of bars names the aggregate where a column has several.
 * @param {import("../types.js").Series} entry
 * @param {Surface} surface
 * @param {Rows} rows
 */
function columnOf({ y, aggregate }, { windowOptions }, rows) {
  const wanted = aggregate ?? windowOptions?.aggregate;
  return [`${y}.${wanted === "ohlc" ? "close" : wanted}`, `${y}.close`].find(name => !rows.values.has(y) && rows.values.has(name)) ?? y;
}

/**
 * Tells the series that are drawn as one shape: those of a band, and four of candlesticks.
 * @param {Series[]} series
 * @param {Rows} rows
 */
function joinShapes(series, rows) {
  for (const kind of /** @type {const} */ (["band", "candlestick"])) {
    /** @type {Map<string, Series[]>} by axes */
    const groups = new Map();
    for (const entry of series) {
      if (!entry.visible || entry.kind !== kind || (kind === "candlestick" && candleColumns(entry, rows))) continue;
      const key = JSON.stringify([entry.xAxis, entry.yAxis, kind === "candlestick" ? candlePartOf(entry.y).group : ""]);
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    }
    for (const group of groups.values()) {
      const members = kind === "band" ? group : candleSeries(group);
      for (const member of members) member.shape = members[0].id;
    }
  }
}

/**
 * The number of a candlestick that a column holds, by the last part of its name, and the name before that part.
 * @param {string} column
 */
export function candlePartOf(column) {
  const [, group, part] = /** @type {string[]} */ (/^(.*[-._ ])?([^-._ ]*)$/s.exec(column.toLowerCase()));
  return { group: group ?? "", part };
}

/**
 * The first series of each column that holds the open, high, low and close; none unless all four exist.
 * @param {Series[]} group
 */
function candleSeries(group) {
  const found = candleParts.map(part => group.find(({ y }) => candlePartOf(y).part === part));
  return found.includes(undefined) ? [] : group.filter(entry => found.includes(entry));
}

/**
 * The names of the four columns of a series: those that it names, or its parts in a window of bars; null without either.
 * @param {Series} entry
 * @param {Rows} rows
 */
export function candleColumns({ y, ohlc }, rows) {
  const names = candleParts.map(part => (ohlc ? ohlc[part] : `${y}.${part}`));
  return names.every(name => rows.values.has(name)) ? names : null;
}

/**
 * The names of the four columns that begin as that of a series does; null where it is none of them.
 * @param {Series} entry
 * @param {Rows} rows
 */
export function namedColumns({ y }, rows) {
  const { group } = candlePartOf(y);
  const names = candleParts.map(part => [...rows.values.keys()].find(name => {
    const found = candlePartOf(name);
    return found.part === part && found.group === group;
  }));
  return names.includes(y) && names.every(name => name !== undefined) ? /** @type {string[]} */ (names) : null;
}

/**
 * The visible series that are drawn as one shape with a series, in their order.
 * @param {Series} entry
 * @param {Series[]} series
 */
export function shapeOf(entry, series) {
  return entry.visible ? series.filter(({ visible, shape }) => visible && shape === entry.shape) : [entry];
}

/**
 * The series' own name, or a title made from the name of its column.
 * @param {import("../types.js").Series} series
 */
function nameOf({ y, name }) {
  return name === undefined || name === y ? titleOf(y) : name;
}

/**
 * The rows' positions on an x axis: their x, or their row index on a category axis.
 * @param {Axis} axis
 * @param {Rows} rows
 */
export function positionsOf(axis, rows) {
  return axis.type === "category" ? rows.index : rows.x;
}

/**
 * The scales of the axes on which a series is drawn.
 * @param {Series} series
 * @param {Surface} surface
 * @param {import("../types.js").Size} area
 * @returns {Scales}
 */
export function scalesOf(series, surface, area) {
  const xAxis = axisNamed(surface.xAxes, series.xAxis);
  const yAxis = axisNamed(surface.yAxes, series.yAxis);
  return { xAxis, yAxis, xScale: scaleOf(xAxis, "x", area), yScale: scaleOf(yAxis, "y", area) };
}

/**
 * @param {Axis[]} axes
 * @param {string | undefined} id
 */
function axisNamed(axes, id) {
  return axes.find(axis => axis.id === id) ?? axes[0];
}
