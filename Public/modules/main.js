import { plotArea } from "./chart/layout.js";
import { EventClock } from "./clock.js";
import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { firstDataset, loadDatasets, stackedBars, suitsBars } from "./datasets.js";
import { fillSegmented } from "./elements.js";
import { titleOf } from "./format.js";
import { GestureLog } from "./gesture-log.js";
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

const element = id => document.getElementById(id);
const canvases = { main: element("plot"), overview: element("overview") };

let dataset = null;
let sent = {};

const clock = new EventClock();
const log = new GestureLog(element("gestures"), element("progress"));
const readout = new Readout(({ id, visible }) => showSeries(id, !visible));
const connection = new Connection(showConnection);
const session = new Session(connection, describe, {
  opened() {
    forgetGestures();
    log.clear();
    readout.banner.clear("ended");
    document.body.classList.remove("ended");
  },
  answered,
  failed: problem => (problem.code === "history.empty" ? readout.note("There is nothing left to undo or redo") : readout.banner.warn(problem.message)),
  busy() {
    forgetGestures();
    readout.banner.hold("busy", "Somebody else is moving this chart. It is yours when they let go.");
  },
  ended() {
    forgetGestures();
    document.body.classList.add("ended");
    readout.banner.hold("ended", "This session has ended.", { name: "Start a new one", act: () => session.open() });
  },
  idled: publishIdle,
});

const controls = new Controls(element("controls"), firstChoices, applyChoices);
const shared = { session, clock, takesInput: () => session.id !== null && connection.state === "online", idled: publishIdle };
const main = new SurfaceView("main", canvases.main, {
  ...shared,
  capturesWheel: () => isOn("mouseWheelZoom"),
  resized: () => overview.chart.measure(),
  layout: { area: (width, height, surface) => plotArea(width, height, surface, isOn("windowScrubber")), hasAxes: true },
});
const overview = new SurfaceView("overview", canvases.overview, {
  ...shared,
  capturesWheel: () => false,
  layout: { area: (_, height) => ({ ...main.chart.area, top: 0, height: Math.max(1, height) }), hasAxes: false },
});
const views = [main, overview];
const strip = new Overview(canvases.overview, overview);
const scrubber = new Scrubber(session, main, canvases.main);
const keyboard = new Keyboard(Object.values(canvases), {
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

function isOn(type) {
  return controls.choices[type].isOn;
}

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

/** @param {import("./session.js").Surface[]} surfaces that changed */
function answered(surfaces) {
  for (const view of views.filter(({ surface }) => surfaces.includes(surface))) {
    view.show();
    publish(canvases[view.id], session, view);
  }
  if ([...session.surfaces.values()].every(({ gestures }) => gestures.length === 0)) readout.banner.clear("busy");
  for (const name of ["undo", "redo"]) element(name).setAttribute("aria-disabled", String(session.history[name] === 0));
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

/** The session to ask the server for. */
function describe() {
  const marks = suitsBars(dataset) ? stackedBars(dataset) : {};
  sent = specifications();
  return {
    surfaces: views.map(view => ({ id: view.id, size: view.takeSize(), dataset: dataset.name, ...marks, modifiers: sent[view.id] })),
  };
}

function context() {
  return { rows: dataset.rows, extent: dataset.extent, readsRows: suitsBars(dataset), hasDates: dataset.xKind === "date" };
}

function specifications() {
  return Object.fromEntries(views.map(({ id }) => [id, modifiersFor(controls.choices, id, context())]));
}

function applyChoices(_, message) {
  if (message !== "") readout.note(message);
  keyboard.reset();
  showChoices();
  if (session.id === null) return;
  const next = specifications();
  for (const { id: surface } of views) {
    for (const { id, change } of changesBetween(sent[surface], next[surface])) session.patchModifier(surface, id, change);
  }
  sent = next;
}

function showChoices() {
  element("strip").hidden = !isOn("overview");
  element("rotate").disabled = !isOn("rotateChart");
  main.chart.measure();
  main.fit();
  if (isOn("windowScrubber")) scrubber.place();
}

function showSeries(id, visible) {
  for (const view of views) {
    const surface = view.surface;
    surface.series = surface.series.map(series => (series.id === id ? { ...series, visible } : series));
    session.patchSurface(view.id, { series: [{ id, visible }] });
  }
}

function publishIdle() {
  const isIdle = main.surface !== undefined && session.lane.isEmpty && views.every(view => view.isIdle);
  canvases.main.dataset.idle = String(isIdle);
}

function showDataset(chosen) {
  history.replaceState(null, "", location.pathname + location.search);
  present(chosen);
  session.open();
}

/** Takes part in a session that somebody has shared. */
async function join(invitation, datasets) {
  await session.join(invitation);
  const shown = datasets.find(({ name }) => name === main.surface?.dataset);
  if (!shown) return;
  element("dataset").value = shown.name;
  dataset = shown;
  controls.adopt(choicesBehind(session.surfaces, controls.choices, context()));
  sent = specifications();
  present(shown);
  showChoices();
}

/** Lets others take part, from now on also without this page. */
async function share() {
  if (session.id === null) return;
  session.isShared = true;
  const address = addressInviting(new URL(location.href), session.invitation);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    readout.note("The link to this chart is copied: whoever opens it sees and moves it with you");
  } catch {
    readout.note("The address of this page is now the link to this chart: whoever opens it sees and moves it with you");
  }
}

function present(chosen) {
  dataset = chosen;
  document.title = `${titleOf(dataset.name)} – ChartSurface`;
  canvases.main.setAttribute("aria-label", `Chart of ${titleOf(dataset.name)}`);
  controls.offerDates(dataset.xKind === "date");
  showMarks(suitsBars(dataset) ? "bars" : "lines");
  element("marks").hidden = !suitsBars(dataset);
  fillSegmented(element("marks"), "marks", [{ value: "bars", name: "Bars" }, { value: "lines", name: "Lines" }], main.chart.marks, showMarks);
}

function showMarks(marks) {
  for (const { chart } of views) {
    chart.marks = marks;
    chart.redraw();
  }
}

async function start() {
  followTheme(element("theme"), () => {
    for (const { chart } of views) chart.restyle();
    showReadout();
  });
  showChoices();
  for (const [id, name] of [["undo", "undo"], ["redo", "redo"], ["fit", "zoomExtents"], ["rotate", "rotate"], ["deselect", "deselectAllRows"]]) {
    element(id).addEventListener("click", () => command(name));
  }
  addEventListener("pagehide", () => session.close());
  element("share").addEventListener("click", share);

  const datasets = await connection.insist(loadDatasets);
  const select = element("dataset");
  select.replaceChildren(...datasets.map(entry => new Option(titleOf(entry.name), entry.name)));
  const first = firstDataset(datasets, new URL(location.href));
  if (!first) return readout.banner.hold("empty", "The server holds no dataset yet.");
  select.value = first.name;
  select.disabled = false;
  select.addEventListener("change", () => showDataset(datasets.find(entry => entry.name === select.value)));
  const begin = () => {
    const invitation = invitationIn(new URL(location.href));
    if (!invitation) return showDataset(dataset ?? first);
    present(dataset ?? first);
    return join(invitation, datasets);
  };
  addEventListener("pageshow", event => event.persisted && begin());
  await begin();
}

start();
