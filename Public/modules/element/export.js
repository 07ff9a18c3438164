import { formatPosition, readingOf } from "../format.js";

/**
 * @typedef {import("../chart/chart.js").Chart} Chart
 * @typedef {import("../session.js").Surface} Surface
 */

const readingKinds = ["crosshair", "tooltip", "rollover", "verticalSlice"];

/**
 * The canvas as a picture on the chart's background.
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export function pictureOf(canvas) {
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d");
  const root = canvas.getRootNode();
  if (context && root instanceof ShadowRoot) {
    context.fillStyle = getComputedStyle(root.host).backgroundColor;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0);
  }
  return new Promise((resolve, reject) => {
    copy.toBlob(blob => (blob ? resolve(blob) : reject(new Error("The browser cannot make a picture of the chart."))), "image/png");
  });
}

/**
 * The rows in view as CSV, as far as the chart has them: of a window with more rows than fit, the drawn ones.
 * @param {Chart} chart
 * @param {Surface} surface
 * @returns {string}
 */
export function csvOf(chart, { xAxes: [axis], window }) {
  const { x, values, inside: [start, end] } = chart.rows;
  const names = [...values.keys()];
  const header = [Array.isArray(window?.columns) ? window?.columns[0] ?? "x" : "x", ...names];
  /** @param {number} value */
  const position = value => (axis.type === "date" ? new Date(value).toISOString() : String(value));
  const lines = x.slice(start, end).map((value, index) => [position(value), ...names.map(name => values.get(name)?.[start + index] ?? "")]);
  return [header.map(quoted), ...lines].map(cells => `${cells.join(",")}\n`).join("");
}

/** @param {string} text */
function quoted(text) {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The values under the cursor as text, or those of the selected row.
 * @param {Chart} chart
 * @param {Surface} surface
 * @returns {string} empty without any
 */
export function valuesOf(chart, { overlays, selection, xAxes: [axis] }) {
  const items = overlays.find(({ kind, items: found = [] }) => readingKinds.includes(kind) && found.length > 0)?.items ?? [];
  if (items.length === 0) return selection.label ?? "";
  const values = items.map(item => {
    const series = chart.series.find(({ id }) => id === item.series);
    return `${series?.name ?? item.name ?? item.series}: ${readingOf(item, series)}`;
  });
  return `${formatPosition(items[0].x, axis)}: ${values.join(", ")}`;
}

/**
 * Offers a file to the reader.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
