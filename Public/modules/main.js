import { Access, NoKeyError } from "./access.js";
import { ProblemError } from "./api.js";
import { plotArea } from "./chart/layout.js";
import { EventClock } from "./clock.js";
import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { datasetBehind, firstDataset, loadDatasets, stackedBars, suitsBars } from "./datasets.js";
import { fillSegmented, pageElement } from "./elements.js";
import { titleOf } from "./format.js";
import { GestureLog } from "./gesture-log.js";
import { KeyDialog } from "./key-dialog.js";
import { Keyboard } from "./keyboard.js";
import { changesBetween, choicesBehind, firstChoices, modifiersFor } from "./modifiers/choices.js";
import { Overview } from "./overview.js";
import { publish } from "./publish.js";
import { Readout } from "./readout.js";
import { Scrubber } from "./scrubber.js";
import { Session } from "./session.js";
import { addressInviting, invitationIn } from "./sharing.js";
import { SurfaceView } from "./surface-view.js";
import { followTheme } from "./theme.js";

/**
 * @typedef {import("./session.js").Surface} Surface
 * @typedef {import("./surface-view.js").SurfaceID} SurfaceID
 * @typedef {import("./types.js").CommandName} CommandName
 * @typedef {import("./types.js").Dataset} Dataset
 */

const elements = {
  dataset: pageElement("dataset", HTMLSelectElement),
  forgetKey: pageElement("forget-key", HTMLButtonElement),
  marks: pageElement("marks", HTMLElement),
  overview: pageElement("overview", HTMLCanvasElement),
  plot: pageElement("plot", HTMLCanvasElement),
  redo: pageElement("redo", HTMLButtonElement),
  rotate: pageElement("rotate", HTMLButtonElement),
  share: pageElement("share", HTMLButtonElement),
  strip: pageElement("strip", HTMLElement),
  undo: pageElement("undo", HTMLButtonElement),
};

/** @type {Dataset[]} those of the list; none before it has come, or when the page may not see it */
let datasets = [];
/** @type {Dataset | null} */
let shownDataset = null;
/** @type {ReturnType<typeof specifications> | null} the modifiers that the server has; null when the page cannot tell */
let sent = null;

const clock = new EventClock();
const log = new GestureLog(pageElement("gestures", HTMLElement), pageElement("progress", HTMLElement));
const readout = new Readout(({ id, visible }) => showSeries(id, !visible));
const connection = new Connection(showConnection);
const dialog = new KeyDialog();
const access = new Access(fault => dialog.ask(fault), hasKey => {
  elements.forgetKey.hidden = !hasKey;
});
const session = new Session(connection, access, describe, {
  opened() {
    readout.banner.clear("key");
    forgetGestures();
    log.clear();
    readout.banner.clear("ended");
    document.body.classList.remove("ended");
  },
  answered,
  historyChanged({ undo, redo }) {
    elements.undo.disabled = undo === 0;
    elements.redo.disabled = redo === 0;
  },
  failed(problem) {
    if (problem.code === "history.empty") readout.note("There is nothing to undo or redo");
    else explain(problem, () => session.open());
  },
  busy() {
    forgetGestures();
    readout.banner.hold("busy", "Another viewer is moving this chart. You can move it when the viewer stops.");
  },
  ended(problem) {
    forgetGestures();
    document.body.classList.add("ended");
    const what = problem?.asksForKey ? "This session has ended, or the link to it is wrong." : "This session has ended.";
    readout.banner.hold("ended", what, { name: "Start a new one", act: startAnew });
  },
  idled: publishIdle,
});

const controls = new Controls(pageElement("controls", HTMLElement), firstChoices, applyChoices);
const shared = { session, clock, takesInput: () => session.id !== null && connection.state === "online", idled: publishIdle };
/** @type {SurfaceView} */
const main = new SurfaceView("main", elements.plot, {
  ...shared,
  capturesWheel: () => isOn("mouseWheelZoom"),
  resized: () => overview.chart.measure(),
  layout: { area: (width, height, surface) => plotArea(width, height, surface, isOn("windowScrubber")), hasAxes: true },
});
/** @type {SurfaceView} */
const overview = new SurfaceView("overview", elements.overview, {
  ...shared,
  capturesWheel: () => false,
  layout: { area: (_, height) => ({ ...main.chart.area, top: 0, height: Math.max(1, height) }), hasAxes: false },
});
const views = [main, overview];
const strip = new Overview(elements.overview, overview);
const scrubber = new Scrubber(session, main, elements.plot);
const keyboard = new Keyboard(views.map(({ canvas }) => canvas), {
  area: () => main.chart.area,
  stamp: () => clock.stamp(),
  send: event => main.send(event),
  fit: () => command("zoomExtents"),
  undo: () => command("undo"),
  redo: () => command("redo"),
  cancel,
  readsRows: () => isOn("rowSelection"),
  rowSpacing: () => main.chart.rowSpacing,
  isVertical: () => main.chart.isVertical,
});

/** @param {string} type of modifier */
function isOn(type) {
  return controls.choices[type].isOn;
}

/** @param {CommandName} name */
function command(name) {
  session.command({ command: name });
}

function cancel() {
  forgetGestures();
  command("cancelGestures");
}

function forgetGestures() {
  for (const view of views) view.forget();
  keyboard.reset();
}

/** @param {Surface[]} surfaces that changed */
function answered(surfaces) {
  for (const view of views) {
    const { surface } = view;
    if (!surface || !surfaces.includes(surface)) continue;
    view.show(surface);
    publish(view.canvas, session, surface, view.chart.area);
  }
  if ([...session.surfaces.values()].every(({ gestures }) => gestures.length === 0)) readout.banner.clear("busy");
  log.take(surfaces);
  log.showProgress([...session.surfaces.values()]);
  showReadout();
  if (isOn("windowScrubber")) scrubber.place();
}

function showReadout() {
  if (!main.surface) return;
  readout.show(session, main.surface, main.chart.series);
  strip.describe(main.surface);
}

/** @param {import("./connection.js").ConnectionState} state */
function showConnection(state) {
  document.body.classList.toggle("offline", state !== "online");
  if (state === "online") return readout.banner.clear("offline");
  forgetGestures();
  if (state === "offline") readout.banner.hold("offline", "Offline: the server does not answer. Trying again…");
  else readout.banner.hold("offline", "Offline: the server does not answer.", { name: "Try again", act: () => connection.tryAgain() });
}

/**
 * Says why the server has refused a call, and offers to repeat it with a key.
 * @param {ProblemError} problem
 * @param {() => void} repeat
 */
function explain(problem, repeat) {
  const again = () => {
    readout.banner.clear("key");
    access.forget();
    repeat();
  };
  if (problem instanceof NoKeyError) {
    readout.banner.hold("key", "The server opens a chart only with a key.", { name: "Enter a key", act: again });
  } else if (problem.code === "auth.scope-missing") {
    const what = `Your key does not have the scope ${problem.scope}, which this page needs.`;
    readout.banner.hold("key", what, { name: "Use another key", act: again });
  } else {
    readout.banner.warn(problem.message);
  }
}

/**
 * The session to create.
 * @returns {import("./types.js").SessionSpecification}
 */
function describe() {
  const dataset = chosenDataset();
  const marks = suitsBars(dataset) ? stackedBars(dataset) : {};
  const modifiers = specifications();
  sent = modifiers;
  return {
    surfaces: views.map(view => ({ id: view.id, size: view.takeSize(), dataset: dataset.name, ...marks, modifiers: modifiers[view.id] })),
  };
}

/** @returns {Dataset} */
function chosenDataset() {
  if (shownDataset) return shownDataset;
  throw new Error("The page opens a session only after it has chosen a dataset.");
}

/** What the modifiers' specifications depend on. */
function datasetFacts() {
  const dataset = chosenDataset();
  return { extent: dataset.extent, readsRows: suitsBars(dataset), hasDates: dataset.xKind === "date" };
}

function specifications() {
  /** @param {SurfaceID} id */
  const modifiersOf = id => modifiersFor(controls.choices, id, datasetFacts());
  return { main: modifiersOf("main"), overview: modifiersOf("overview") };
}

/**
 * @param {import("./modifiers/choices.js").Choices} _
 * @param {string} message
 */
function applyChoices(_, message) {
  if (message !== "") readout.note(message);
  keyboard.reset();
  showChoices();
  if (session.id === null || sent === null) return;
  const next = specifications();
  for (const { id: surface } of views) {
    for (const { id, change } of changesBetween(sent[surface], next[surface])) session.patchModifier(surface, id, change);
  }
  sent = next;
}

function showChoices() {
  elements.strip.hidden = !isOn("overview");
  elements.rotate.disabled = !isOn("rotateChart");
  main.chart.measure();
  main.fit();
  if (isOn("windowScrubber")) scrubber.place();
}

/**
 * @param {string} id
 * @param {boolean} visible
 */
function showSeries(id, visible) {
  for (const { id: view, surface } of views) {
    if (!surface) continue;
    surface.series = surface.series?.map(series => (series.id === id ? { ...series, visible } : series));
    session.patchSurface(view, { series: [{ id, visible }] });
  }
}

function publishIdle() {
  const isIdle = main.surface !== undefined && session.lane.isEmpty && views.every(view => view.isIdle);
  elements.plot.dataset.idle = String(isIdle);
}

/** Opens a session in place of one that has ended. A page that had no list of datasets asks for it first. */
function startAnew() {
  if (datasets.length > 0) return session.open();
  leaveLink();
  return begin();
}

function leaveLink() {
  history.replaceState(null, "", location.pathname + location.search);
}

/** @param {Dataset} chosen */
function showDataset(chosen) {
  leaveLink();
  present(chosen);
  session.open();
}

/**
 * Joins a session that another page has shared, and sets the switches to its modifiers.
 * @param {import("./sharing.js").Invitation} invitation
 */
async function join(invitation) {
  sent = null;
  await session.join(invitation);
  if (session.id === null || !main.surface) return;
  const { surface } = main;
  const shown = datasets.find(({ name }) => name === surface.dataset) ?? datasetBehind(surface);
  if (!shown) return;
  if (datasets.length === 0) elements.dataset.replaceChildren(new Option(titleOf(shown.name), shown.name));
  elements.dataset.value = shown.name;
  shownDataset = shown;
  controls.adopt(choicesBehind(session.surfaces, controls.choices, datasetFacts()));
  sent = specifications();
  present(shown);
  showChoices();
}

/** Copies a link to the session. From now on the session outlives this page. */
async function share() {
  const { invitation } = session;
  if (!invitation) return;
  session.isShared = true;
  const address = addressInviting(new URL(location.href), invitation);
  history.replaceState(null, "", address);
  const effect = "Everyone with the link can see and move this chart";
  try {
    await navigator.clipboard.writeText(address);
    readout.note(`The link to this chart is copied. ${effect}`);
  } catch {
    readout.note(`The address of this page is now the link to this chart. ${effect}`);
  }
}

/** @param {Dataset} dataset */
function present(dataset) {
  shownDataset = dataset;
  document.title = `${titleOf(dataset.name)} – ChartSurface`;
  elements.plot.setAttribute("aria-label", `Chart of ${titleOf(dataset.name)}`);
  controls.offerDates(dataset.xKind === "date");
  showMarks(suitsBars(dataset) ? "bars" : "lines");
  elements.marks.hidden = !suitsBars(dataset);
  fillSegmented(elements.marks, "marks", [{ value: "bars", name: "Bars" }, { value: "lines", name: "Lines" }], main.chart.marks, showMarks);
}

/** @param {"bars" | "lines"} marks */
function showMarks(marks) {
  for (const { chart } of views) {
    chart.marks = marks;
    chart.redraw();
  }
}

async function start() {
  followTheme(pageElement("theme", HTMLButtonElement), () => {
    for (const { chart } of views) chart.restyle();
    showReadout();
  });
  showChoices();
  /** @type {[id: string, name: CommandName][]} */
  const commands = [["undo", "undo"], ["redo", "redo"], ["fit", "zoomExtents"], ["rotate", "rotate"], ["deselect", "deselectAllRows"]];
  for (const [id, name] of commands) pageElement(id, HTMLButtonElement).addEventListener("click", () => command(name));
  addEventListener("pagehide", () => session.close());
  elements.share.addEventListener("click", share);

  elements.forgetKey.addEventListener("click", () => {
    access.forget();
    readout.note("This tab has forgotten the key. The open chart goes on without it");
  });
  elements.dataset.addEventListener("change", () => {
    const chosen = datasets.find(entry => entry.name === elements.dataset.value);
    if (chosen) showDataset(chosen);
  });
  addEventListener("pageshow", event => event.persisted && begin());
  await begin();
}

/** Joins the session of the page's address, or opens one. A page with a link goes on without the list of datasets. */
async function begin() {
  const address = new URL(location.href);
  const invitation = invitationIn(address);
  try {
    if (datasets.length === 0) {
      offer(await connection.insist(() => (invitation ? loadDatasets(access.key) : access.use(loadDatasets))));
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (!invitation) return explain(error, begin);
  }
  const first = datasets.find(({ name }) => name === shownDataset?.name) ?? firstDataset(datasets, address);
  if (first) elements.dataset.value = first.name;
  if (invitation) {
    if (first) present(first);
    return join(invitation);
  }
  if (!first) return readout.banner.hold("empty", "The server has no dataset yet.");
  showDataset(first);
}

/** @param {Dataset[]} listed */
function offer(listed) {
  datasets = listed;
  elements.dataset.replaceChildren(...listed.map(({ name }) => new Option(titleOf(name), name)));
  elements.dataset.disabled = listed.length === 0;
}

start();
