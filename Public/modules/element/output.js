/**
 * What a reader takes out of a chart: pictures, values, tables and the list of the keys. The element loads this module when
 * it is first used. It gets the element's own modules as a kit, because it would load them a second time.
 *
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../series.js").Series} Series
 *
 * @typedef {{translate: typeof import("../language.js").translate, problemText: typeof import("../texts.js").problemText,
 *   formatNumber: typeof import("../format.js").formatNumber, formatPosition: typeof import("../format.js").formatPosition,
 *   readingOf: typeof import("../format.js").readingOf, isRightToLeft: () => boolean,
 *   made: typeof import("./body.js").made, colorOf: typeof import("../scene.js").colorOf,
 *   paintScene: typeof import("../scene.js").paintScene}} Kit
 */

import { toolTexts as texts } from "./tool-texts.js";
import { readRows, showTable as openTable } from "./table.js";

const readingKinds = ["crosshair", "tooltip", "rollover", "verticalSlice"];
/** The most rows of a table. */
const mostRows = 100_000;

/**
 * The chart as a picture: the pixels for `png`, the server's drawing for `svg`.
 * @param {Kit} kit
 * @param {HTMLElement} element
 * @param {import("./element-chart.js").ElementChart} chart
 * @param {"png" | "svg"} type
 */
export async function pictureOf(kit, element, { session, mainID, body: { plot }, main: { chart: { look } } }, type) {
  if (type !== "png" && type !== "svg") throw new TypeError("The element makes pictures of the types png and svg.");
  if (!session?.id || !look) throw new Error("There is no chart to draw.");
  if (type === "png") return pixelsOf(await session.sceneOf(mainID), look, devicePixelRatio, kit);
  const size = { width: String(Math.round(plot.clientWidth)), height: String(Math.round(plot.clientHeight)) };
  const isDark = getComputedStyle(element).colorScheme === "dark"
    || (element.getAttribute("theme") !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const locale = session.locale ?? navigator.language;
  return new Blob([await session.drawingOf(mainID, { theme: isDark ? "dark" : "light", ...size, locale })], { type: "image/svg+xml" });
}

/**
 * A scene as PNG, with all that it leaves room for.
 * @param {import("../types.js").Scene} scene
 * @param {import("../scene.js").Look} look
 * @param {number} density pixels of a point
 * @param {Kit} kit
 * @returns {Promise<Blob>}
 */
function pixelsOf(scene, look, density, { colorOf, paintScene }) {
  const { top, left, bottom, right } = scene.insets;
  const [width, height] = [left + scene.width + right, top + scene.height + bottom];
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(width * density), height: Math.round(height * density) });
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(density, density);
    context.fillStyle = colorOf("ground", look);
    context.fillRect(0, 0, width, height);
    context.translate(left, top);
    paintScene(context, scene, look);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("The browser cannot make a picture of the chart."))), "image/png");
  });
}

/**
 * Copies the values under the cursor, or those of the selected row.
 * @param {Kit} kit
 * @param {Series[]} series
 * @param {Surface} surface
 * @returns {Promise<string>} what a note says of it
 */
export async function copyValues(kit, series, surface) {
  kit.translate(texts);
  const values = copiedOf(kit, series, surface);
  if (values === "") return texts.noValues;
  try {
    await navigator.clipboard.writeText(values);
    return texts.copied(values);
  } catch {
    return texts.notCopied;
  }
}

/**
 * The values under the cursor as text, or those of the selected row.
 * @param {Pick<Kit, "formatPosition" | "readingOf">} kit
 * @param {Series[]} series
 * @param {Surface} surface
 * @returns {string} empty without any
 */
function copiedOf({ formatPosition, readingOf }, series, { overlays, selection, xAxes: [axis] }) {
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

/**
 * Opens the list of the keys over the page.
 * @param {Kit} kit
 * @param {ShadowRoot} root of the element
 */
export function showHelp({ translate, made }, root) {
  translate(texts);
  const close = made("button", { type: "button" }, texts.close);
  const lines = texts.keys.flatMap(([key, meaning]) => [made("dt", {}, key), made("dd", {}, meaning)]);
  const dialog = made("dialog", { id: "help-dialog", "aria-label": texts.help },
    made("h2", {}, texts.help), made("dl", {}, ...lines), close);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
}

/**
 * Shows all rows of the window as a table.
 * @param {Kit} kit
 * @param {ShadowRoot} root of the element
 * @param {Session} session
 * @param {Surface} surface
 * @param {Series[]} series
 */
export async function showTable({ translate, formatNumber, formatPosition, isRightToLeft, problemText }, root, session, surface, series) {
  translate(texts);
  const { xAxes: [axis] } = surface;
  const names = new Map(series.map(({ y, name }) => [y, name]));
  /** @type {number} how many rows there are in view */
  let all = 0;
  const read = async () => {
    const [body, description] = await Promise.all([session.rowsOf(surface.id), session.describe(surface.id)]);
    all = Math.max(0, ...description.series.map(({ count, missing }) => count + missing));
    return readRows(body, axis.type === "date", mostRows);
  };
  await openTable(root, {
    title: texts.table, close: texts.close, keys: texts.gridKeys, isRightToLeft: isRightToLeft(),
    count: shown => texts.rows(formatNumber(shown), formatNumber(Math.max(all, shown))),
    sorted: (name, isAscending) => (isAscending ? texts.sortedUp : texts.sortedDown)(name),
    position: x => formatPosition(x, axis), number: formatNumber, nameOf: column => names.get(column) ?? column,
  }, read(), error => problemText(error));
}
