import { Batcher } from "./batcher.js";
import { Chart } from "./chart/chart.js";
import { EventClock } from "./clock.js";
import { buildControls, fillSegmented } from "./controls.js";
import { axesForBars, firstDataset, loadDatasets, suitsBars } from "./datasets.js";
import { titleOf } from "./format.js";
import { Input } from "./input.js";
import { Keyboard } from "./keyboard.js";
import { changesBetween, firstChoices, modifiersFor } from "./modifiers.js";
import { publish } from "./publish.js";
import { Readout } from "./readout.js";
import { Session } from "./session.js";
import { followTheme } from "./theme.js";
import { Ticker } from "./ticker.js";

const element = id => document.getElementById(id);
const canvas = element("plot");
const resizeMilliseconds = 120;

let dataset = null;
let choices = firstChoices;
let sentSize = null;
let resizeTimer = 0;

const clock = new EventClock();
const readout = new Readout();
const chart = new Chart(canvas, resizeSoon);

const session = new Session(describe, {
  opened(isReplacement) {
    forgetGestures();
    readout.note(isReplacement ? "The session had ended; this is a new one" : "");
  },
  answered(surface) {
    chart.show(surface);
    if (resizeTimer === 0) resizeSoon();
    readout.show(session, chart.series);
    publish(canvas, session, chart.area);
  },
  failed(problem) {
    readout.warn(problem.message);
  },
  offline(isOffline) {
    if (isOffline) forgetGestures();
    readout.offline(isOffline);
  },
  idled: publishIdle,
});
const batcher = new Batcher(session.lane, events => session.post(events));
const ticker = new Ticker(() => send({ type: "tick", time: clock.stamp() }), () => input.holdsTouches);
const source = { area: () => chart.area, stamp: timeStamp => clock.stamp(timeStamp), send };
const input = new Input(canvas, { ...source, capturesWheel: () => choices.wheel });
const keyboard = new Keyboard(canvas, {
  ...source,
  fit: () => session.command({ command: "zoomExtents" }),
  cancel,
  drag: () => choices.drag,
  rowSpacing: () => chart.rowSpacing,
  isVertical: () => chart.isVertical,
});

function send(event) {
  if (session.id === null) return;
  if (event.type !== "tick" && event.type !== "hover") ticker.note();
  batcher.add(event);
}

function cancel() {
  forgetGestures();
  session.command({ command: "cancelGestures" });
}

function forgetGestures() {
  batcher.clear();
  input.reset();
  keyboard.reset();
  ticker.stop();
}

/** The session to ask the server for. */
function describe() {
  sentSize = plotSize();
  const axes = suitsBars(dataset) ? axesForBars(dataset) : {};
  const modifiers = modifiersFor(choices, suitsBars(dataset));
  return { surfaces: [{ id: "main", size: sentSize, dataset: dataset.name, ...axes, modifiers }] };
}

function plotSize() {
  return { width: chart.area.width, height: chart.area.height };
}

/** Tells the server the size of the plot area when it has another, after the window has settled. */
function resizeSoon() {
  clearTimeout(resizeTimer);
  resizeTimer = 0;
  const size = plotSize();
  const isSame = sentSize === null || (sentSize.width === size.width && sentSize.height === size.height);
  if (!isSame) {
    resizeTimer = setTimeout(() => {
      resizeTimer = 0;
      sentSize = plotSize();
      if (session.id !== null) session.resize(sentSize);
      publishIdle();
    }, resizeMilliseconds);
  }
  publishIdle();
}

function publishIdle() {
  canvas.dataset.idle = String(session.surface !== null && session.lane.isEmpty && batcher.isEmpty && resizeTimer === 0);
}

function applyChoices(next) {
  const { removed, added } = changesBetween(choices, next, suitsBars(dataset));
  choices = next;
  keyboard.reset();
  for (const id of removed) session.deleteModifier(id);
  for (const { id, ...modifier } of added) session.putModifier(id, modifier);
}

function showDataset(chosen, controls) {
  dataset = chosen;
  document.title = `${titleOf(dataset.name)} – ChartSurface`;
  canvas.setAttribute("aria-label", `Chart of ${titleOf(dataset.name)}`);
  controls.offerDays(dataset.xKind === "date");
  chart.marks = suitsBars(dataset) ? "bars" : "lines";
  element("marks").hidden = !suitsBars(dataset);
  fillSegmented(element("marks"), "marks", [{ value: "bars", name: "Bars" }, { value: "lines", name: "Lines" }], chart.marks, marks => {
    chart.marks = marks;
    chart.redraw();
  });
  session.open();
}

async function start() {
  followTheme(element("theme"), () => {
    chart.restyle();
    if (session.surface) readout.show(session, chart.series);
  });
  const controls = buildControls(element("controls"), choices, applyChoices);
  element("fit").addEventListener("click", () => session.command({ command: "zoomExtents" }));
  element("rotate").addEventListener("click", () => session.command({ command: "rotate" }));
  element("deselect").addEventListener("click", () => session.command({ command: "deselectAllRows" }));
  addEventListener("pagehide", () => session.close());
  addEventListener("pageshow", event => event.persisted && dataset && session.open());

  const datasets = await datasetsWhenReachable();
  const select = element("dataset");
  select.replaceChildren(...datasets.map(entry => new Option(titleOf(entry.name), entry.name)));
  const first = firstDataset(datasets, new URL(location.href));
  if (!first) return readout.warn("The server holds no dataset yet.");
  select.value = first.name;
  select.disabled = false;
  select.addEventListener("change", () => showDataset(datasets.find(entry => entry.name === select.value), controls));
  showDataset(first, controls);
}

/** The list of datasets, however long the server takes to come up. */
async function datasetsWhenReachable() {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const datasets = await loadDatasets();
      readout.offline(false);
      return datasets;
    } catch (error) {
      if (error.name === "NetworkError") readout.offline(true);
      else readout.warn(error.message);
      await new Promise(resume => setTimeout(resume, wait));
    }
  }
}

start();
