// Lets the server make ten million rows, a random walk, where it has none, and shows them in two frames of one session.
// The address may ask for fewer: large.html?rows=100000.

const total = Number(new URLSearchParams(location.search).get("rows")) || 10_000_000;
const part = Math.min(total, 250_000);
const datasets = new URL("../v1/datasets", import.meta.url);
const chart = document.querySelector("chart-surface");
const missing = document.getElementById("missing");
const refused = document.getElementById("refused");
const [stop, goOn] = ["stop", "go-on"].map(id => document.getElementById(id));
const progress = document.getElementById("made");
const count = document.getElementById("count");

let isStopped = false;

/** How many rows the server has; null where it does not tell. */
async function rowsThere() {
  const answer = await fetch(datasets);
  if (!answer.ok) return null;
  return (await answer.json()).datasets.find(({ name }) => name === "walk")?.rows ?? 0;
}

async function make(rows) {
  isStopped = false;
  show(rows);
  while (rows < total && !isStopped) {
    const body = JSON.stringify({ rows: Math.min(part, total - rows) });
    const answer = await fetch(`${datasets}/walk/generated`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    // Rows of another kind are shown as they are.
    if (answer.status === 422 && rows > 0) return show(total);
    if (!answer.ok) {
      refused.hidden = false;
      isStopped = true;
      break;
    }
    ({ rows } = await answer.json());
    show(rows);
  }
  show(rows);
}

function show(rows) {
  const isWhole = rows >= total;
  missing.hidden = isWhole;
  stop.hidden = isStopped;
  goOn.hidden = !isStopped;
  progress.value = rows / total;
  count.textContent = [rows, total].map(number => number.toLocaleString(document.documentElement.lang)).join(" / ");
  // A chart that is hidden has no size to begin with.
  chart.parentElement.hidden = !isWhole;
  if (isWhole) chart.setAttribute("dataset", "walk");
}

/** Shows the session of the chart in a frame of another size. */
function follow() {
  const { session, token } = chart.share();
  const second = document.createElement("chart-surface");
  const attributes = { session, token, locale: chart.getAttribute("locale") };
  for (const [name, value] of Object.entries(attributes)) if (value) second.setAttribute(name, value);
  chart.after(second);
  // An element does not end a session that it has shared.
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  addEventListener("pagehide", () => fetch(new URL(`../v1/sessions/${session}`, import.meta.url), { method: "DELETE", headers, keepalive: true }));
}

stop.addEventListener("click", () => (isStopped = true));
goOn.addEventListener("click", async () => make((await rowsThere()) ?? 0));
// By its first description the chart has its size.
chart.addEventListener("describe", follow, { once: true });
const rows = await rowsThere();
// Where the list is refused, the element asks for a key.
if (rows === null) show(total);
else await make(rows);
