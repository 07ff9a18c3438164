// Appends ten rows a second to a dataset of this page, and shows them. The last rows stay, and the dataset goes with the page.

const rowMilliseconds = 100;
const outageMilliseconds = 1_000;
const windowMilliseconds = 60_000;
const firstRows = 900;
const keptRows = 36_000;
const leaveMilliseconds = 100;
const leftKey = "chart-surface-live";
const name = takeName();
const address = new URL(`../v1/datasets/${name}`, import.meta.url);
const chart = document.querySelector("chart-surface");
const button = document.getElementById("follow");
const count = document.getElementById("count");
const refused = document.getElementById("refused");
const since = document.getElementById("since");

let rows = 0;
let level = 50;
let tag = ""; // of the rows as they are now
let paused = null; // how many rows there were when the reader panned away from the newest ones

function nextRow(time) {
  level += Math.sin(rows / 40) + 2 * (Math.random() - 0.5);
  rows += 1;
  return `${new Date(time).toISOString()},${level.toFixed(2)}\n`;
}

async function send(method, path, table) {
  const headers = { "Content-Type": "text/csv" };
  const answer = await fetch(address + path, { method, headers, body: `time,level\n${table}` });
  tag = answer.headers.get("ETag") ?? tag;
  return answer;
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

/** A name that a page before has left, so that what it could not remove does not stay for ever; else a new one. */
function takeName() {
  const [name, ...others] = leftNames();
  leftNames(others);
  return name ?? `live-${crypto.getRandomValues(new Uint32Array(1))[0].toString(16)}`;
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
// A page that took the name meanwhile has other rows, which stay.
window.addEventListener("pagehide", () => {
  leftNames([...leftNames(), name]);
  const start = performance.now();
  while (performance.now() < start + leaveMilliseconds);
  fetch(address, { method: "DELETE", headers: { "If-Match": tag }, keepalive: true }).catch(() => {});
});
window.addEventListener("pageshow", event => event.persisted && location.reload());
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
