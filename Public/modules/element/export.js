import { formatPosition, readingOf } from "../format.js";

/** @typedef {import("../session.js").Surface} Surface */

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
 * The values under the cursor as text, or those of the selected row.
 * @param {import("../series.js").Series[]} series
 * @param {Surface} surface
 * @returns {string} empty without any
 */
export function copiedOf(series, { overlays, selection, xAxes: [axis] }) {
  const items = overlays.find(({ kind, items: found = [] }) => readingKinds.includes(kind) && found.length > 0)?.items ?? [];
  if (items.length === 0) return selection.label ?? "";
  const values = items.map(item => {
    const one = series.find(({ id }) => id === item.series);
    return `${one?.name ?? item.name ?? item.series}: ${readingOf(item, one)}`;
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
