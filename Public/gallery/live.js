// Appends ten rows a second to a dataset of this page, and shows them. The last rows stay, and the dataset goes with the page.

const rowMilliseconds = 100;
const outageMilliseconds = 1_000;
const windowMilliseconds = 60_000;
const firstRows = 900;
const keptRows = 36_000;
const leaveMilliseconds = 100;
const leftKey = "chart-surface-live";
const name = `live-${crypto.getRandomValues(new Uint32Array(1))[0].toString(16)}`;
const address = addressOf(name);
const chart = document.querySelector("chart-surface");
const button = document.getElementById("follow");
const count = document.getElementById("count");
const refused = document.getElementById("refused");
const since = document.getElementById("since");

let rows = 0;
let level = 50;
let paused = null; // how many rows there were when the reader panned away from the newest ones

function addressOf(name) {
  return new URL(`../v1/datasets/${name}`, import.meta.url);
}

function nextRow(time) {
  level += Math.sin(rows / 40) + 2 * (Math.random() - 0.5);
  rows += 1;
  return `${new Date(time).toISOString()},${level.toFixed(2)}\n`;
}

function send(method, path, table) {
  return fetch(address + path, { method, headers: { "Content-Type": "text/csv" }, body: `time,level\n${table}` });
}

/** The names of datasets of pages that were left, which may be there still; keeps others in their place. */
function leftNames(names) {
  try {
    const before = JSON.parse(localStorage.getItem(leftKey) ?? "[]");
    localStorage.setItem(leftKey, JSON.stringify(names ?? before));
    return before;
  } catch {
    return []; // a reader who lets no page keep anything
  }
}

/** Forgets the names of datasets that are gone. */
async function forgetRemoved() {
  const answer = await fetch(new URL("../v1/datasets", import.meta.url)).catch(() => null);
  if (!answer?.ok) return;
  const names = new Set((await answer.json()).datasets.map(dataset => dataset.name));
  leftNames(leftNames().filter(name => names.has(name)));
}

async function feed() {
  const answer = await send("POST", "/rows", nextRow(Date.now())).catch(() => null);
  if (answer === null || answer.status >= 500) {
    // The server does not answer for now.
    setTimeout(feed, outageMilliseconds);
  } else if (answer.ok) {
    showCounts();
    setTimeout(feed, rowMilliseconds);
  } else {
    refused.hidden = false;
  }
}

function showCounts() {
  const language = document.documentElement.lang;
  count.textContent = rows.toLocaleString(language);
  document.getElementById("new").hidden = paused === null;
  since.textContent = (rows - (paused ?? rows)).toLocaleString(language);
  button.setAttribute("aria-pressed", String(paused === null));
}

const now = Date.now();
const first = Array.from({ length: firstRows }, (_, row) => nextRow(now - (firstRows - row) * rowMilliseconds)).join("");
// The element ends its session first, and a dataset that is shown cannot be removed: so its end is sent a little later.
// Where an end is lost, the dataset stays until a later page is left.
window.addEventListener("pagehide", () => {
  const names = [...leftNames(), name];
  leftNames(names);
  const start = performance.now();
  while (performance.now() < start + leaveMilliseconds);
  for (const left of names) fetch(addressOf(left), { method: "DELETE", keepalive: true }).catch(() => {});
});
window.addEventListener("pageshow", event => event.persisted && location.reload());
await forgetRemoved();
if ((await send("PUT", `?retain.rows=${keptRows}`, first)).ok) {
  chart.spec = {
    dataset: name,
    xAxes: [{ id: "x", type: "date", follow: "shift", visibleRange: [now - windowMilliseconds, now] }],
    yAxes: [{ id: "y", autoRange: "visible", growBy: [0.1, 0.1], tickCount: 5, minorsPerMajor: 1 }],
    modifiers: [
      { id: "zoomPan", type: "zoomPan", direction: "x" },
      { id: "mouseWheelZoom", type: "mouseWheelZoom" },
      { id: "cursor", type: "cursor", useInterpolation: false },
    ],
  };
  button.disabled = false;
  button.addEventListener("click", () => chart.command("follow"));
  chart.addEventListener("answer", () => {
    const isPaused = chart.state?.surface.xAxes[0].followState === "paused";
    paused = isPaused ? paused ?? rows : null;
    showCounts();
  });
  // A row that came before the chart would lie beyond its window, and a chart that does not show the last row is paused.
  chart.addEventListener("sessionstart", feed, { once: true });
} else {
  refused.hidden = false;
}
