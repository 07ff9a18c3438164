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
 * Stacked bars, one series a column, and axes that leave a little air above them.
 * @param {Dataset} dataset
 */
export function stackedBars({ columns }) {
  const series = columns.slice(1).map(({ name }) => ({ y: name, kind: "bar", stack: "all" }));
  return { series, yAxes: [{ growBy: [0, 0.05] }] };
}
