// Makes ten million rows, a random walk, where the server has none, and sends them in parts.
// The address may ask for fewer: large.html?rows=100000.

const total = Number(new URLSearchParams(location.search).get("rows")) || 10_000_000;
const part = Math.min(total, 250_000);
const address = new URL("../v1/datasets/walk", import.meta.url);
const chart = document.querySelector("chart-surface");
const missing = document.getElementById("missing");
const refused = document.getElementById("refused");
const button = document.getElementById("make");
const progress = document.getElementById("made");

let seed = 1;
let level = 0;

/** A number from -1 to 1; the same ones in each browser. */
function step() {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return seed / 2 ** 31;
}

function rows(from) {
  const lines = ["t,level"];
  for (let row = from; row < Math.min(from + part, total); row += 1) {
    level += step();
    lines.push(`${row},${level.toFixed(3)}`);
  }
  return lines.join("\n");
}

function send(from) {
  const [method, path] = from === 0 ? ["PUT", ""] : ["POST", "/rows"];
  return fetch(address + path, { method, headers: { "Content-Type": "text/csv" }, body: rows(from) });
}

async function make() {
  button.disabled = true;
  progress.hidden = false;
  for (let from = 0; from < total; from += part) {
    if (!(await send(from)).ok) {
      refused.hidden = false;
      return;
    }
    progress.value = (from + part) / total;
  }
  show(true);
}

function show(hasRows) {
  missing.hidden = hasRows;
  progress.hidden = true;
  chart.hidden = !hasRows;
  if (hasRows) chart.setAttribute("dataset", "walk");
}

button.addEventListener("click", make);
const answer = await fetch(new URL("../v1/datasets", import.meta.url));
show(!answer.ok || (await answer.json()).datasets.some(({ name }) => name === "walk"));
