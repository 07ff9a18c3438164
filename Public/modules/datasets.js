import { request } from "./api.js";

/**
 * @typedef {{name: string, xKind: string, rows: number, columns: {name: string, kind: string, min?: number | null,
 *   max?: number | null}[]}} Dataset
 */

const favourite = "active-users";
const mostBars = 500;

/** @returns {Promise<Dataset[]>} */
export async function loadDatasets() {
  const answer = await request("GET", "/v1/datasets");
  return Array.isArray(answer) ? answer : answer.datasets;
}

/**
 * The dataset that the page's address asks for, else the favourite, else the first.
 * @param {Dataset[]} datasets
 * @param {URL} address
 */
export function firstDataset(datasets, address) {
  const named = name => datasets.find(dataset => dataset.name === name);
  return named(address.searchParams.get("dataset")) ?? named(favourite) ?? datasets[0];
}

/**
 * Whether stacked bars make sense: few rows, and columns that count something.
 * @param {Dataset} dataset
 */
export function suitsBars({ rows, xKind, columns }) {
  return xKind === "date" && rows <= mostBars && columns.every(column => column.kind === "date" || (column.min ?? 0) >= 0);
}

/**
 * How far the axes of stacked bars reach beyond the data: half a bar at either end, from zero to a little above the
 * highest stack that the columns could make.
 * @param {Dataset} dataset
 */
export function axesForBars({ rows, columns }) {
  const counted = columns.slice(1);
  const low = Math.min(...counted.map(column => column.min ?? 0));
  const high = Math.max(...counted.map(column => column.max ?? 0));
  const top = 1.05 * counted.reduce((sum, column) => sum + (column.max ?? 0), 0);
  const half = 0.5 / Math.max(1, rows - 1);
  const growth = high > low ? [low / (high - low), (top - high) / (high - low)] : [1, 1];
  return { xAxes: [{ growBy: [half, half] }], yAxes: [{ growBy: growth }] };
}
