import { ChartSurfaceElement, explain, home, languageFor, ProblemError, reopen, report, serverAt, titleOf } from "../chart-surface.js";
import { Access } from "./access.js";
import { placeIn } from "./address.js";
import { Controls } from "./controls.js";
import { datasetBehind, firstDataset, loadDatasets, stackedBars, suitsBars } from "./datasets.js";
import { EmbedDialog } from "./embed-dialog.js";
import { GestureLog } from "./gesture-log.js";
import { KeyDialog } from "./key-dialog.js";
import { choicesBehind, firstChoices, modifiersFor } from "./modifiers/choices.js";
import { pageElement } from "./page-element.js";
import { chosenLanguage, offerLanguages, translatePage } from "./page-language.js";
import { pageTexts } from "./page-texts.js";
import { Permalink } from "./permalink.js";
import { addressInviting, invitationIn } from "./sharing.js";
import { showStatistics } from "./statistics.js";
import { Status } from "./status.js";
import { TableDialog } from "./table-dialog.js";
import { followTheme } from "./theme.js";

/** @typedef {import("./types.js").Dataset} Dataset */

/** A few labels, and no ticks between them. */
const quietTicks = { tickCount: 5, minorsPerMajor: 1 };

const chart = pageElement("chart", ChartSurfaceElement);
const list = pageElement("dataset", HTMLSelectElement);
const forgetKey = pageElement("forget-key", HTMLButtonElement);
const buttons = {
  rotate: pageElement("rotate", HTMLButtonElement),
  deselect: pageElement("deselect", HTMLButtonElement),
  share: pageElement("share", HTMLButtonElement),
  embed: pageElement("embed", HTMLButtonElement),
};

/** @type {Dataset[]} those of the list; none before it has come, or when the page may not see it */
let datasets = [];
/** @type {Dataset | null} */
let shown = null;
/** Whether the page has followed a link and has not set its switches to the session's modifiers yet. */
let isJoining = false;

const server = serverAt(home);
const status = new Status(pageElement("status", HTMLElement), pageElement("facts", HTMLElement), pageElement("live", HTMLElement));
const log = new GestureLog(pageElement("gestures", HTMLElement), pageElement("progress", HTMLElement));
const dialog = new KeyDialog();
const access = new Access(fault => dialog.ask(fault), hasKey => {
  forgetKey.hidden = !hasKey;
});
const permalink = new Permalink(chart);
const controls = new Controls(pageElement("controls", HTMLElement), firstChoices, (_, message) => {
  if (message !== "") status.note(message);
  applyChoices();
});

chart.credentials = (/** @type {import("./credentials.js").Refusal | null} */ refusal) => access.supply(refusal);
chart.addEventListener("sessionstart", () => log.clear());
chart.addEventListener("gesture", event => log.take([{ recognized: [/** @type {CustomEvent} */ (event).detail] }]));
chart.addEventListener("answer", showAnswer);
chart.addEventListener("describe", event => {
  showAnswer();
  showStatistics(pageElement("sums", HTMLElement), /** @type {CustomEvent<import("./types.js").Description>} */ (event).detail.series);
});
chart.addEventListener("sessionend", showButtons);
chart.addEventListener("retry", event => {
  event.preventDefault();
  retry(/** @type {CustomEvent<{anew: boolean}>} */ (event).detail);
});

function showAnswer() {
  const { state } = chart;
  if (!state) return;
  if (isJoining) adopt(state.surfaces, state.surface);
  status.show(state);
  log.showProgress(state.surfaces);
  showButtons();
}

function showButtons() {
  const { state } = chart;
  const selection = state?.surface.selection;
  const looks = state?.looksOnly ?? false;
  buttons.rotate.disabled = !state || looks || !controls.choices.rotateChart.isOn;
  buttons.deselect.disabled = looks || !selection || selection.rows.length + selection.series.length === 0;
  pageElement("controls", HTMLElement).inert = looks;
  buttons.share.disabled = buttons.embed.disabled = !state;
}

/**
 * Sets the switches to the modifiers of a session that another page has made.
 * @param {import("./session.js").Surface[]} surfaces
 * @param {import("./session.js").Surface} surface
 */
function adopt(surfaces, surface) {
  isJoining = false;
  const found = datasets.find(({ name }) => name === surface.dataset) ?? datasetBehind(surface);
  if (!found) return;
  if (datasets.length === 0) list.replaceChildren(new Option(titleOf(found.name), found.name));
  list.value = found.name;
  shown = found;
  controls.adopt(choicesBehind(new Map(surfaces.map(one => [one.id, one])), controls.choices, factsOf(found)));
  present(found);
  applyChoices();
}

/** @param {Dataset} dataset */
function factsOf({ extent, xKind, ...rest }) {
  return { extent, readsRows: suitsBars({ extent, xKind, ...rest }), hasDates: xKind === "date" };
}

/** Gives the element what to show; it opens a session, or changes the modifiers of the open one. */
function applyChoices() {
  showButtons();
  if (!shown || isJoining) return;
  const { name } = shown;
  /** @type {{series?: import("./types.js").SeriesSpecification[], yAxes?: import("./types.js").AxisSpecification[]}} */
  const bars = suitsBars(shown) ? stackedBars(shown) : {};
  const facts = factsOf(shown);
  /** @param {import("./surface-view.js").SurfaceID} id */
  const modifiersOf = id => modifiersFor(controls.choices, id, facts);
  const ranges = permalink.rangesFor(shown, bars.yAxes);
  const [y] = ranges.yAxes ?? bars.yAxes ?? [{}];
  const series = permalink.seriesFor(name, bars.series ?? shown.columns.slice(1).map(column => ({ y: column.name })));
  chart.spec = { dataset: name, ...ranges, series, yAxes: [{ ...quietTicks, ...y }], modifiers: modifiersOf("main") };
  chart.overviewSpec = { dataset: name, ...bars, series, modifiers: modifiersOf("overview") };
}

/** @param {Dataset} chosen */
function showDataset(chosen) {
  leaveLink();
  present(chosen);
  applyChoices();
}

function leaveLink() {
  isJoining = false;
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  for (const name of ["token", "session", "readonly"]) chart.removeAttribute(name);
}

/** @param {Dataset} dataset */
function present(dataset) {
  shown = dataset;
  document.title = `${titleOf(dataset.name)} – ${pageTexts.product}`;
  controls.offerDates(dataset.xKind === "date");
}

const shareDialog = pageElement("share-dialog", HTMLDialogElement);
shareDialog.addEventListener("close", () => {
  const right = shareDialog.returnValue;
  if (right === "look" || right === "drive") share(right);
});

/** Asks what the others may do. Who may only look can only let others look, and a guest who drives only drive. */
function offerToShare() {
  pageElement("share-look", HTMLButtonElement).hidden = !chart.state?.canLetLook;
  pageElement("share-drive", HTMLButtonElement).hidden = chart.state?.looksOnly ?? false;
  shareDialog.returnValue = "";
  shareDialog.showModal();
}

/**
 * Copies a link to the session. From now on the session outlives this page.
 * @param {"drive" | "look"} right what others may do with the link
 */
async function share(right) {
  const invitation = chart.share(right);
  if (!invitation) return;
  const address = addressInviting(new URL(location.href), invitation);
  // The address of this page lets this page do what it could do before.
  if (right === "drive" || chart.state?.looksOnly) history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    status.note(right === "drive" ? pageTexts.linkCopied : pageTexts.lookLinkCopied);
  } catch {
    if (right === "drive") status.note(pageTexts.linkInAddress);
    else prompt(pageTexts.lookLink, address);
  }
}

/**
 * Opens a chart in place of one that has ended, or was refused.
 * @param {{anew: boolean}} why `anew` when the session has ended
 */
function retry({ anew }) {
  if (!anew) access.forget();
  leaveLink();
  if (datasets.length === 0) begin();
  else chart[reopen]();
}

/** Joins the session of the page's address, or opens one. A page with a link goes on without the list of datasets. */
async function begin() {
  const address = new URL(location.href);
  const invitation = invitationIn(address);
  try {
    if (datasets.length === 0) {
      /** @param {string | null} key */
      const load = key => loadDatasets(server, key);
      offer(await server.connection.insist(() => (invitation ? load(access.key) : access.use(load))));
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (!invitation) return chart[report](error);
  }
  const { dataset: named } = placeIn(address);
  const first = datasets.find(({ name }) => name === shown?.name) ?? firstDataset(datasets, named);
  if (first) list.value = first.name;
  if (invitation) {
    if (first) present(first);
    isJoining = true;
    chart.setAttribute("session", invitation.session);
    if (invitation.token) chart.setAttribute("token", invitation.token);
    chart.toggleAttribute("readonly", invitation.looks);
    return;
  }
  if (!first) return chart[explain](pageTexts.noDatasetYet);
  if (named !== null && named !== first.name && !shown) status.note(pageTexts.datasetUnknown(named));
  showDataset(first);
}

/** @param {Dataset[]} listed */
function offer(listed) {
  datasets = listed;
  list.replaceChildren(...listed.map(({ name }) => new Option(titleOf(name), name)));
  list.disabled = listed.length === 0;
}

/** @param {string} language */
async function showIn(language) {
  chart.setAttribute("locale", language === languageFor(navigator.languages) ? navigator.language : language);
  await translatePage(language);
  controls.relabel();
}

chart.addEventListener("languagechange", () => log.relabel());

followTheme(pageElement("theme", HTMLButtonElement));
offerLanguages(pageElement("language", HTMLSelectElement), showIn);
if (chosenLanguage() !== "en") showIn(chosenLanguage());
showButtons();
buttons.rotate.addEventListener("click", () => chart.command("rotate"));
buttons.deselect.addEventListener("click", () => {
  const selection = chart.state?.surface.selection;
  if (selection?.rows.length) chart.command("deselectAllRows");
  if (selection?.series.length) chart.command("deselectAllSeries");
});
buttons.share.addEventListener("click", offerToShare);
const embedding = new EmbedDialog();
buttons.embed.addEventListener("click", () => embedding.show(chart.state?.surface.dataset ?? ""));
pageElement("skip", HTMLAnchorElement).addEventListener("click", event => {
  event.preventDefault();
  chart.shadowRoot?.getElementById("plot")?.focus();
});
/** @param {File | undefined} file */
async function openTable(file) {
  if (!file) return;
  const name = await tables.ask(file, datasets.map(({ name }) => name), (dataset, query, body, type, isNew) =>
    access.use(key => server.request("PUT", `/v1/datasets/${encodeURIComponent(dataset)}${query}`, { body, type, token: key, isNew })));
  if (name === null) return;
  offer(await access.use(key => loadDatasets(server, key)));
  list.value = name;
  list.dispatchEvent(new Event("change"));
}

const tables = new TableDialog();
const fileInput = pageElement("table-file", HTMLInputElement);
pageElement("open-table", HTMLButtonElement).addEventListener("click", () => fileInput.click());
fileInput.addEventListener("change", () => {
  openTable(fileInput.files?.[0]);
  fileInput.value = "";
});
addEventListener("dragover", event => event.preventDefault());
addEventListener("drop", event => {
  event.preventDefault();
  openTable(event.dataTransfer?.files[0]);
});
forgetKey.addEventListener("click", () => {
  access.forget();
  status.note(pageTexts.keyForgotten);
});
list.addEventListener("change", () => {
  const chosen = datasets.find(entry => entry.name === list.value);
  if (!chosen) return;
  if (chart.state?.isShared && !confirm(pageTexts.leavesShared)) {
    list.value = chart.state.surface.dataset ?? "";
    return;
  }
  permalink.clear();
  showDataset(chosen);
});
addEventListener("hashchange", () => {
  if (access.takeFromAddress()) location.reload();
  else if (invitationIn(new URL(location.href))) begin();
});
begin();
