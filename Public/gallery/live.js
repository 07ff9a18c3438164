// Appends ten rows a second to a dataset of this page, and shows them. The last rows stay, and the dataset goes with the page.

const rowMilliseconds = 100;
const outageMilliseconds = 1_000;
const windowMilliseconds = 60_000;
const firstRows = 900;
const keptRows = 36_000;
const leaveMilliseconds = 100;
const leftKey = "chart-surface-live";
const name = `live-${crypto.getRandomValues(new Uint32Array(1))[0].toString(16)}`;
const address = new URL(`../v1/datasets/${name}`, import.meta.url);
const chart = document.querySelector("chart-surface");
const button = document.getElementById("follow");
const count = document.getElementById("count");
const refused = document.getElementById("refused");
const since = document.getElementById("since");

let rows = 0;
let level = 50;
let paused = null; // how many rows there were when the reader panned away from the newest ones

function nextRow(time) {
  level += Math.sin(rows / 40) + 2 * (Math.random() - 0.5);
  rows += 1;
  return `${new Date(time).toISOString()},${level.toFixed(2)}\n`;
}

function send(method, path, table) {
  return fetch(address + path, { method, headers: { "Content-Type": "text/csv" }, body: `time,level\n${table}` });
}

function remove(name) {
  return fetch(new URL(name, address), { method: "DELETE", keepalive: true });
}

/** The datasets of pages that were left, which may be there still; keeps others in their place. */
function left(names) {
  try {
    const before = JSON.parse(localStorage.getItem(leftKey) ?? "[]");
    localStorage.setItem(leftKey, JSON.stringify(names ?? before));
    return before;
  } catch {
    return []; // a reader who lets no page keep anything
  }
}

async function removeLeft() {
  const names = left();
  if (names.length === 0) return;
  const answer = await fetch(new URL("../datasets", address)).catch(() => null);
  const { datasets } = answer?.ok ? await answer.json() : { datasets: [] };
  const there = names.filter(name => datasets.some(dataset => dataset.name === name));
  const gone = await Promise.all(there.map(name => remove(name).then(({ ok }) => ok, () => false)));
  left(there.filter((_, index) => !gone[index]));
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
removeLeft();
if ((await send("PUT", `?retain.rows=${keptRows}`, first)).ok) {
  // The element ends its session first, and a dataset that is shown cannot be removed: so its end is sent a little later.
  window.addEventListener("pagehide", () => {
    left([...left(), name]);
    const start = performance.now();
    while (performance.now() < start + leaveMilliseconds);
    remove(name).catch(() => {});
  });
  window.addEventListener("pageshow", event => event.persisted && location.reload());
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
