// Made by .ci/bundle from modules/element.js and what it imports; change those, then run make bundle.
const m0 = (() => {
class ProblemError extends Error {
constructor(status, problem, retryAfterSeconds = 0) {
super(problem.detail || problem.title || `The server answered ${status}.`);
this.name = "ProblemError";
this.status = status;
this.code = problem.code ?? "";
this.pointer = problem.pointer ?? "";
this.scope = problem.scope ?? "";
this.line = problem.line ?? null;
this.expectedSequence = problem.expectedSequence ?? null;
this.retryAfterMilliseconds = 1000 * retryAfterSeconds;
}
get sessionIsLost() {
if (this.status === 410 || this.code === "auth.token-unknown") return true;
return this.status === 404 && ["session.unknown", "surface.unknown", ""].includes(this.code);
}
get asksForKey() {
return this.status === 401 && this.code.startsWith("auth.");
}
get isPassing() {
return this.status >= 500 || this.status === 429;
}
}
class NetworkError extends Error {
constructor() {
super("The server cannot be reached.");
this.name = "NetworkError";
}
}
const patienceMilliseconds = 15_000;
async function request(method, address, options = {}) {
return answerIn(await textOf(method, address, options));
}
async function textOf(method, address, options = {}) {
return send(method, address, options, response => response.text());
}
async function streamOf(address, options = {}) {
return send("GET", address, options, async response => response.body ?? new Blob().stream());
}
async function send(method, address, options, read) {
const { body, type = "application/json", token, keepalive = false, locale } = options;
const headers = new Headers({ Accept: "application/json, image/svg+xml" });
if (locale) headers.set("Accept-Language", locale);
if (body !== undefined) headers.set("Content-Type", type);
if (token) headers.set("Authorization", `Bearer ${token}`);
const patience = new AbortController();
const timer = setTimeout(() => patience.abort(), patienceMilliseconds);
let response, content, text = "";
try {
response = await fetch(address, {
method,
headers,
body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
keepalive,
signal: keepalive ? undefined : patience.signal,
});
if (response.ok) content = await read(response);
else text = await response.text();
} catch {
throw new NetworkError();
} finally {
clearTimeout(timer);
}
if (content !== undefined) return content;
throw new ProblemError(response.status, problemIn(text), Number(response.headers.get("Retry-After")) || 0);
}
function answerIn(text) {
if (text === "") return null;
try {
return JSON.parse(text);
} catch {
throw new NetworkError();
}
}
function problemIn(text) {
try {
return JSON.parse(text) ?? {};
} catch {
return {};
}
}
return { ProblemError, NetworkError, request, textOf, streamOf };
})();
const m1 = (() => {
const { ProblemError } = m0;
async function withCredentials(credentials, send) {
let key = await credentials(null);
for (;;) {
try {
return await send(key);
} catch (error) {
if (!(error instanceof ProblemError && error.asksForKey)) throw error;
const next = await credentials({ key, problem: error });
if (next === key) throw error;
key = next;
}
}
}
return { withCredentials };
})();
const m2 = (() => {
const texts = {
loading: "Loading the chart…",
chartOf: (name) => `Chart of ${name}`,
chart: "Chart",
series: "Series",
drawAs: "Draw as",
bars: "Bars",
lines: "Lines",
hide: "Hide",
show: "Show",
overview: "Window in the overview",
fromTo: (from, to) => `${from} to ${to}`,
nothingToUndo: "There is nothing to undo or redo",
noDataset: "No data to show yet. Name a dataset in the attribute dataset.",
unknownDataset: (name) => `The server has no dataset “${name}”. Check its name.`,
noRows: "This dataset has no rows yet. The chart appears when rows are added.",
busy: "Another viewer is moving this chart. You can move it when the viewer stops.",
sessionEnded: "This session has ended.",
sessionEndedOrWrong: "This session has ended, or the link to it is wrong.",
startNew: "Start a new one",
offlineTrying: "Offline: the server does not answer. Trying again…",
offline: "Offline: the server does not answer.",
tryAgain: "Try again",
keyNeeded: "The server opens a chart only with a key.",
enterKey: "Enter a key",
scopeMissing: (scope) => `Your key does not have the scope ${scope}, which this page needs.`,
anotherKey: "Use another key",
zoomFloor: "You cannot zoom in further: there are no more rows between the drawn ones.",
toolbar: "View",
range: "Range",
undo: "Undo",
redo: "Redo",
fit: "Zoom to fit",
fitY: "Fit y to the view",
log: "Logarithmic y axis",
logNeedsPositive: "A logarithmic axis needs values above zero.",
fullScreen: "Full screen",
savePicture: "Save as PNG",
saveDrawing: "Save as SVG",
saveRows: "Save the rows as CSV",
copy: "Copy the values under the cursor",
copied: (what) => `Copied: ${what}`,
noValues: "Point at the chart first: there are no values under the cursor.",
notCopied: "The browser has refused to copy.",
table: "The rows as a table",
gridKeys: "Arrow keys go from cell to cell. Enter on the name of a column sorts by it.",
sortedUp: (name) => `Sorted by ${name}, smallest first`,
sortedDown: (name) => `Sorted by ${name}, largest first`,
soundOf: (series) => `Playing ${series}: a high tone is a high value. S stops it.`,
soundEnded: "The sound is over.",
help: "Keys",
close: "Close",
all: "All",
presets: { day: "1D", week: "1W", month: "1M", year: "1Y", thisYear: "YTD" },
presetNames: { day: "Last day", week: "Last week", month: "Last month", year: "Last year", thisYear: "This year so far", all: "All rows" },
rows: (shown, all) => `${shown} of ${all} rows`,
keyUnknown: "The server does not know this key. Check that you have copied all of it.",
keyExpired: "This key has expired. Ask for a new one.",
keyRevoked: "This key was revoked. Ask for a new one.",
jwtExpired: "This JWT has expired. Get a new one.",
keyRefused: (why) => `The server refused the key: ${why}`,
keys: [
["← →", "Pan sideways; with Shift further"],
["↑ ↓", "Pan up and down"],
["+ −", "Zoom in and out"],
["0 or Home", "Zoom to fit"],
["U, R", "Undo, redo"],
["C", "Copy the values under the cursor"],
["T", "Show the rows as a table"],
[". ,", "Read the next row, the row before; Page and End further"],
["S", "Play the first series as sound, or stop"],
["Esc", "Cancel the gesture"],
["?", "Show these keys"],
],
};
return { texts };
})();
const m3 = (() => {
const { ProblemError } = m0;
const { withCredentials } = m1;
const { texts } = m2;
const storageKey = "key";
class NoKeyError extends ProblemError {
constructor() {
super(401, { code: "auth.token-missing", detail: "The server needs a key." });
this.name = "NoKeyError";
}
}
class Access {
#key = storedKey();
#asking = null;
#ask;
#changed;
constructor(ask, changed) {
this.#ask = ask;
this.#changed = changed;
changed(this.#key !== null);
}
get key() {
return this.#key;
}
use(send) {
return withCredentials(refusal => this.supply(refusal), send);
}
async supply(refusal) {
if (refusal) await this.#replace(refusal.key, refusal.problem);
return this.#key;
}
forget() {
this.#keep(null);
}
async #replace(refused, problem) {
if (this.#asking === null && this.#key !== refused) return;
this.#asking ??= this.#askFor(refused === null ? "" : faultOf(problem)).finally(() => {
this.#asking = null;
});
await this.#asking;
}
async #askFor(fault) {
this.#keep(null);
const key = await this.#ask(fault);
if (key === null) throw new NoKeyError();
this.#keep(key);
}
#keep(key) {
this.#key = key;
try {
if (key === null) sessionStorage.removeItem(storageKey);
else sessionStorage.setItem(storageKey, key);
} catch {
}
this.#changed(key !== null);
}
}
function storedKey() {
try {
return sessionStorage.getItem(storageKey);
} catch {
return null;
}
}
function faultOf({ code, message }) {
switch (code) {
case "auth.key-unknown":
case "auth.token-unknown":
return texts.keyUnknown;
case "auth.key-expired":
return texts.keyExpired;
case "auth.key-revoked":
return texts.keyRevoked;
case "auth.jwt-expired":
return texts.jwtExpired;
default:
return texts.keyRefused(message);
}
}
return { NoKeyError, Access };
})();
const m4 = (() => {
function pageElement(id, type) {
const found = document.getElementById(id);
if (found instanceof type) return found;
throw new TypeError(`index.html has no ${type.name} with the id "${id}".`);
}
function textElement(tag, text, className = "") {
return Object.assign(document.createElement(tag), { textContent: text, className });
}
function fillSegmented(element, name, entries, chosen, changed) {
element.replaceChildren(...entries.map(entry => {
const input = Object.assign(document.createElement("input"), {
type: "radio", name, value: entry.value, checked: entry.value === chosen,
});
input.addEventListener("change", () => changed(entry.value));
const label = document.createElement("label");
label.append(input, textElement("span", entry.name));
return label;
}));
}
return { pageElement, textElement, fillSegmented };
})();
const m5 = (() => {
const { textElement } = m4;
const messageMilliseconds = 6000;
class Banner {
#element;
#timer;
#heldFor = "";
constructor(element) {
this.#element = element;
}
warn(text) {
if (this.#heldFor !== "") return;
this.#show(text);
this.#timer = setTimeout(() => this.#hide(), messageMilliseconds);
}
hold(reason, text, offer) {
this.#heldFor = reason;
this.#show(text);
if (!offer) return;
const button = Object.assign(textElement("button", offer.name, "button"), { type: "button" });
button.addEventListener("click", offer.act);
this.#element.append(button);
}
clear(reason) {
if (this.#heldFor !== reason) return;
this.#heldFor = "";
this.#hide();
}
#show(text) {
clearTimeout(this.#timer);
this.#element.replaceChildren(textElement("span", text));
this.#element.hidden = false;
}
#hide() {
this.#element.hidden = true;
}
}
return { Banner };
})();
const m6 = (() => {
const home = new URL(import.meta.url.includes("/modules/") ? ".." : ".", import.meta.url).href;
return { home };
})();
const m7 = (() => {
const { home } = m6;
const { texts } = m2;
const languages = ["en", "de", "fr", "es", "pt", "ja", "zh-Hans", "ar", "hi"];
const speech = { language: "en" };
const spoken = [{ texts: (texts), english: ({ ...texts }) }];
const catalogues = new Map();
function languageFor(tags) {
for (const tag of tags) {
const [language, ...more] = tag.toLowerCase().split("-");
if (language === "zh" && !more.some(part => ["hant", "tw", "hk", "mo"].includes(part))) return "zh-Hans";
if (languages.includes(language)) return language;
}
return "en";
}
async function speak(language) {
if (language === speech.language) return false;
let catalogue = {};
if (language !== "en") {
const known = catalogues.get(language) ?? fetch(`${home}texts/${language}.json`).then(answer => (answer.ok ? answer.json() : {}));
catalogues.set(language, known);
try {
catalogue = await known;
} catch {
catalogues.delete(language);
return false;
}
}
speech.language = language;
for (const { texts, english } of spoken) {
for (const [name, value] of Object.entries(english)) Object.assign(texts, { [name]: translated(value, catalogue[name]) });
}
return true;
}
function translate(more) {
spoken.push({ texts: more, english: { ...more } });
}
function isRightToLeft() {
return speech.language === "ar";
}
function translated(value, other) {
if (other === undefined) return value;
if (typeof value !== "function") return other;
return (...values) => String(other).replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
}
return { languages, speech, languageFor, speak, translate, isRightToLeft };
})();
const m8 = (() => {
const { speech } = m7;
const integer = numbers({ maximumFractionDigits: 0 });
const number = numbers({ maximumSignificantDigits: 6 });
const reading = numbers({ maximumSignificantDigits: 4 });
const dateTime = dates({ timeStyle: "short", hourCycle: "h23" });
const day = dates({});
const dayMilliseconds = 86_400_000;
const longRangeMilliseconds = 4 * dayMilliseconds;
function spoken(make) {
const formats = new Map();
return () => {
const known = formats.get(speech.language) ?? make(`${speech.language}-u-nu-latn`);
formats.set(speech.language, known);
return known;
};
}
function numbers(options) {
const format = spoken(language => new Intl.NumberFormat(language, options));
return { format: (value) => format().format(value) };
}
function dates(options) {
const format = spoken(language => new Intl.DateTimeFormat(language, { timeZone: "UTC", dateStyle: "medium", ...options }));
return {
format: (value) => format().format(value),
range: (from, to) => format().formatRange(from, to),
};
}
function isNumber(value) {
return Number.isFinite(value);
}
function formatNumber(value) {
if (!isNumber(value)) return "–";
return (Number.isInteger(value) && Math.abs(value) < 1e15 ? integer : number).format(value).replace("-", "−");
}
function formatReading(value) {
if (!isNumber(value)) return "–";
return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatNumber(Math.round(value)) : reading.format(value).replace("-", "−");
}
function formatPosition(value, axisType) {
if (!isNumber(value)) return "–";
if (axisType !== "date") return formatNumber(value);
return value % dayMilliseconds === 0 ? day.format(value) : dateTime.format(value);
}
function formatRange([from, to], axisType) {
if (axisType === "date" && to - from >= longRangeMilliseconds) return `${day.format(from)} – ${day.format(to)}`;
if (axisType === "date" && Math.floor(from / dayMilliseconds) === Math.floor(to / dayMilliseconds)) {
return dateTime.range(from, to).replaceAll("\u2009", " ");
}
return `${formatPosition(from, axisType)} – ${formatPosition(to, axisType)}`;
}
function titleOf(name) {
const words = name.replaceAll(/[-_]+/g, " ");
return words.charAt(0).toUpperCase() + words.slice(1);
}
function formatMilliseconds(milliseconds) {
return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
return { spoken, isNumber, formatNumber, formatReading, formatPosition, formatRange, titleOf, formatMilliseconds };
})();
const m9 = (() => {
const { spoken } = m8;
const { speech } = m7;
const plainNumber = /^[-−]?\d+(\.\d+)?$/;
const noTicks = { major: [], minor: [], labels: [] };
const compactFrom = 1e6;
const grouped = spoken(language => new Intl.NumberFormat(language, { maximumFractionDigits: 20 }));
const dayFormat = spoken(language => new Intl.DateTimeFormat(language, { timeZone: "UTC", month: "short", day: "2-digit" }));
const yearFormat = spoken(language => new Intl.DateTimeFormat(language, { timeZone: "UTC", year: "numeric" }));
function tickTexts({ type, ticks }) {
const { major, labels } = ticks ?? noTicks;
if (type === "date") return withDates(major, labels);
if (!labels.every(label => label === "" || plainNumber.test(label))) return labels;
const largest = Math.max(...major.map(Math.abs));
if (largest < compactFrom && speech.language !== "en") return labels;
if (largest < compactFrom) return labels.map(label => (label === "" ? "" : grouped().format(Number(label)).replace("-", "−")));
const compact = compactFormat(major);
return labels.map((label, index) => (label === "" ? "" : compact(major[index])));
}
function compactFormat(values) {
for (let decimals = 0; decimals < 6; decimals += 1) {
const format = new Intl.NumberFormat(`${speech.language}-u-nu-latn`, { notation: "compact", maximumFractionDigits: decimals });
const texts = new Set(values.map(value => format.format(value)));
if (texts.size === new Set(values).size) return (value) => format.format(value).replace("-", "−");
}
return (value) => grouped().format(value).replace("-", "−");
}
function withDates(values, labels) {
const counts = new Map();
for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
return labels.map((label, index) => {
if (label === "" || counts.get(label) === 1) return label;
return label.includes(":") ? `${dayFormat().format(values[index])} ${label}` : `${label} ${yearFormat().format(values[index])}`;
});
}
return { tickTexts };
})();
const m10 = (() => {
const { tickTexts } = m9;
const labelSize = 12;
const labelDistance = 10;
const narrowest = 40;
const step = 8;
function sideOf({ alignment }, kind) {
if (alignment !== "auto") return alignment;
return kind === "x" ? "bottom" : "left";
}
function isUpright(side) {
return side === "left" || side === "right";
}
function isVertical(axis, kind) {
return isUpright(sideOf(axis, kind));
}
function placedAxes({ xAxes, yAxes }, font) {
const taken = { left: 0, right: 0, top: 0, bottom: 0 };
const placed = kind => (axis) => {
const side = sideOf(axis, kind);
const offset = taken[side];
const thickness = axisThickness(axis, side, font);
taken[side] += thickness;
return { axis, kind, side, offset, thickness };
};
return [...xAxes.map(placed("x")), ...yAxes.map(placed("y"))];
}
function axisThickness(axis, side, font) {
if (!isUpright(side)) return 30;
const widest = Math.max(0, ...tickTexts(axis).map(text => textWidth(text, font)));
return Math.max(narrowest, step * Math.ceil((labelDistance + widest + 6) / step));
}
let ruler = null;
const widths = new Map();
const mostWidths = 2000;
function textWidth(text, font) {
const key = `${font}|${text}`;
const known = widths.get(key);
if (known !== undefined) return known;
if (widths.size >= mostWidths) widths.clear();
ruler ??= document.createElement("canvas").getContext("2d");
if (!ruler) return 7 * text.length;
ruler.font = `${labelSize}px ${font}`;
const { width } = ruler.measureText(text);
widths.set(key, width);
return width;
}
const scrubberRoom = 34;
const scrubberThickness = 18;
function plotArea(width, height, surface, font, hasScrubber) {
const axes = surface ? placedAxes(surface, font) : [{ side: "bottom", thickness: 30 }, { side: "left", thickness: narrowest }];
const marginOf = (side, margin) => axes.reduce((sum, axis) => (axis.side === side ? sum + axis.thickness : sum), 0) || margin;
const margins = { left: marginOf("left", 14), right: marginOf("right", 14), top: marginOf("top", 12), bottom: marginOf("bottom", 12) };
if (hasScrubber) margins[surface && isVertical(surface.xAxes[0], "x") ? "left" : "bottom"] += scrubberRoom;
return {
left: margins.left,
top: margins.top,
width: Math.max(1, Math.floor(width - margins.left - margins.right)),
height: Math.max(1, Math.floor(height - margins.top - margins.bottom)),
};
}
function scrubberStrip(area, surface, font) {
const thicknessAt = side => placedAxes(surface, font).reduce((sum, axis) => (axis.side === side ? sum + axis.thickness : sum), 0);
return isVertical(surface.xAxes[0], "x")
? { x: -thicknessAt("left") - scrubberThickness - 6, y: 0, width: scrubberThickness, height: area.height }
: { x: 0, y: area.height + thicknessAt("bottom") + 8, width: area.width, height: scrubberThickness };
}
return { labelSize, labelDistance, sideOf, isUpright, isVertical, placedAxes, plotArea, scrubberStrip };
})();
const m11 = (() => {
class EventClock {
#last = 0;
stamp(timeStamp = 0) {
const now = performance.now();
const seen = timeStamp > 0 ? Math.min(timeStamp, now) : now;
this.#last = Math.max(this.#last, Math.round(seen * 1000) / 1000);
return this.#last;
}
}
return { EventClock };
})();
const m12 = (() => {
const panFraction = 0.1;
const pinchScale = 1.25;
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const steps = { ".": 1, ",": -1, PageDown: 10, PageUp: -10, End: Infinity };
class Keyboard {
#inspected = null;
#target;
constructor(elements, target) {
this.#target = target;
for (const element of elements) {
element.addEventListener("keydown", event => this.#press(event));
element.addEventListener("blur", () => this.#endInspection());
}
}
reset() {
this.#inspected = null;
}
#press(event) {
if (event.altKey) return;
const answers = event.ctrlKey || event.metaKey ? this.#answersHeld(event) : this.#answers(event);
if (answers) event.preventDefault();
}
#answersHeld({ key, shiftKey }) {
const letter = key.toLowerCase();
if (letter === "z" && !shiftKey) this.#target.undo();
else if (letter === "y" || letter === "z") this.#target.redo();
else return false;
return true;
}
#answers({ key, shiftKey }) {
if (key in arrows) {
const [x, y] = arrows[key];
if (this.#target.readsRows()) this.#inspect(-x || y, shiftKey ? 10 : 1);
else this.#pan(x, y, shiftKey ? 5 : 1);
return true;
}
if (key === "+" || key === "=") this.#pinch(pinchScale);
else if (key === "-" || key === "_" || key === "−") this.#pinch(1 / pinchScale);
else if (key === "0" || key === "Home") this.#target.fit();
else if (key === "u") this.#target.undo();
else if (key === "r") this.#target.redo();
else if (key === "c") this.#target.copy();
else if (key === "t") this.#target.table();
else if (key in steps) this.#target.step(steps[key]);
else if (key === "s") this.#target.play();
else if (key === "?") this.#target.help();
else if (key === "Escape") this.#target.cancel();
else return false;
return true;
}
#pan(x, y, times) {
const { width, height } = this.#target.area();
const step = panFraction * times;
const still = { translation: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, location: this.#centre() };
const moved = { ...still, translation: { x: x * step * width, y: y * step * height } };
this.#gesture("pan", "began", still);
this.#gesture("pan", "changed", moved);
this.#gesture("pan", "ended", moved);
}
#pinch(scale) {
const place = { location: this.#centre(), startAnchor: { x: 0.5, y: 0.5 } };
this.#gesture("pinch", "began", { ...place, scale: 1 });
this.#gesture("pinch", "changed", { ...place, scale });
this.#gesture("pinch", "ended", { ...place, scale });
}
#inspect(direction, rows) {
const { width, height } = this.#target.area();
const state = this.#inspected === null ? "began" : "changed";
const from = this.#inspected ?? this.#centre();
const step = direction * rows * this.#target.rowSpacing();
this.#inspected = this.#target.isVertical()
? { x: width / 2, y: clamp(from.y - step, height) }
: { x: clamp(from.x + step, width), y: height / 2 };
this.#gesture("pan", state, inspectionAt(this.#inspected));
}
#endInspection() {
if (this.#inspected === null) return;
this.#gesture("pan", "ended", inspectionAt(this.#inspected));
this.#inspected = null;
}
#centre() {
const { width, height } = this.#target.area();
return { x: width / 2, y: height / 2 };
}
#gesture(gesture, state, values) {
this.#target.send({ type: "gesture", gesture, state, time: this.#target.stamp(), ...values });
}
}
function inspectionAt(location) {
return { translation: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, location };
}
function clamp(position, length) {
return Math.min(Math.max(position, 0), length);
}
return { Keyboard };
})();
const m13 = (() => {
function changesBetween(before, after) {
const changes = after.flatMap(modifier => {
const old = before.find(other => other.id === modifier.id);
if (!old) return [];
const changed = Object.keys(modifier).filter(key => JSON.stringify(old[key]) !== JSON.stringify(modifier[key]));
return { id: modifier.id, change: Object.fromEntries(changed.map(key => [key, modifier[key]])) };
});
return [
...changes.filter(({ change }) => change.isEnabled === false),
...changes.filter(({ change }) => change.isEnabled !== false && Object.keys(change).length > 0),
];
}
return { changesBetween };
})();
const m14 = (() => {
const { formatPosition } = m8;
const { texts } = m2;
const endReach = 8;
class Overview {
#canvas;
#view;
constructor(canvas, view) {
this.#canvas = canvas;
this.#view = view;
canvas.addEventListener("pointermove", event => this.#point(event));
}
describe({ xAxes: [axis] }) {
const [from, to] = axis.visibleRange;
const [first, last] = axis.dataRange ?? axis.visibleRange;
const travelled = (from + to) / 2 - first;
const percent = last > first ? Math.min(Math.max(Math.round((100 * travelled) / (last - first)), 0), 100) : 0;
this.#canvas.setAttribute("aria-valuenow", String(percent));
this.#canvas.setAttribute("aria-valuetext", texts.fromTo(formatPosition(from, axis.type), formatPosition(to, axis.type)));
}
#point(event) {
const thumb = this.#view.surface?.overlays.find(overlay => overlay.kind === "overview")?.rect;
if (!thumb || event.buttons !== 0) return;
const { x, width } = thumb;
const at = event.clientX - this.#canvas.getBoundingClientRect().left - this.#view.chart.area.left;
const isAtEnd = [x, x + width].some(end => Math.abs(at - end) <= endReach);
this.#canvas.style.cursor = isAtEnd ? "ew-resize" : at > x && at < x + width ? "grab" : "pointer";
}
}
return { Overview };
})();
const m15 = (() => {
function publish(canvas, session, surface, area) {
const [xMin, xMax] = surface.xAxes[0].visibleRange;
const [yMin, yMax] = surface.yAxes[0].visibleRange;
Object.assign(canvas.dataset, {
session: session.id,
surface: surface.id,
revision: session.revision,
xMin,
xMax,
yMin,
yMax,
plotLeft: area.left,
plotTop: area.top,
plotWidth: area.width,
plotHeight: area.height,
overlays: JSON.stringify(surface.overlays),
});
}
return { publish };
})();
const m16 = (() => {
const { formatRange } = m8;
function rangeText({ xAxes: [axis] }) {
return formatRange(axis.visibleRange, axis.type);
}
return { rangeText };
})();
const m17 = (() => {
const { scrubberStrip } = m10;
class Scrubber {
#view;
#sent = "";
constructor(view) {
this.#view = view;
}
place(session) {
const { id, chart, surface } = this.#view;
if (!surface || session.id === null) return;
const strip = scrubberStrip(chart.area, surface, chart.font);
const place = JSON.stringify([session.id, strip]);
if (this.#sent === place) return;
this.#sent = place;
session.patchModifier(id, "windowScrubber", { strip });
}
}
return { Scrubber };
})();
const m18 = (() => {
const panHysteresis = 10;
const pinchMinimumScaleDelta = 0.01;
const zoomPerPoint = 0.002;
const otherDrags = ["rubberBandZoom", "marquee", "rowSelection", "doubleTapDragZoom"];
class Ahead {
#fingers = new Map();
#waiting = [];
note(event) {
if (event.type === "touch" || event.type === "wheel") this.#waiting.push(structuredClone(event));
}
get isWaiting() {
return this.#waiting.length > 0;
}
answered(time) {
while (this.#waiting.length > 0 && this.#waiting[0].time <= time) {
const [event] = this.#waiting.splice(0, 1);
if (event.type === "touch") take(this.#fingers, event);
}
}
forget() {
this.#fingers.clear();
this.#waiting = [];
}
foretell(surface, area) {
if (this.#waiting.length === 0) return surface;
const rules = rulesOf(surface.modifiers ?? []);
const movement = this.#movement(rules, area);
const { scale, shift } = movement;
const isHeld = surface.gestures.some(({ gesture }) => gesture === "pan" || gesture === "pinch");
const isFelt = Math.hypot(shift.x, shift.y) >= panHysteresis || Math.abs(scale - 1) > pinchMinimumScaleDelta;
if (!isHeld && !isFelt) return surface;
const moved = (axis, kind) => movedAxis(axis, kind, movement, rules, area);
return { ...surface, xAxes: surface.xAxes.map(axis => moved(axis, "x")), yAxes: surface.yAxes.map(axis => moved(axis, "y")) };
}
#movement(rules, area) {
const fingers = new Map(this.#fingers);
let [scale, x, y] = [1, 0, 0];
const apply = (ratio, from, to) => {
scale *= ratio;
x = to.x + ratio * (x - from.x);
y = to.y + ratio * (y - from.y);
};
for (const event of this.#waiting) {
if (event.type === "wheel" && rules.wheel && isInside(event, area)) {
apply(2 ** (-event.deltaY * zoomPerPoint * (event.modifiers.includes("ctrl") ? 10 : 1)), event, event);
}
if (event.type !== "touch") continue;
const before = [...fingers];
take(fingers, event);
const kept = before.filter(([id]) => fingers.has(id));
const [from, to] = [kept.map(([, at]) => at), kept.map(([id, at]) => fingers.get(id) ?? at)];
if (from.length === 0 || event.phase !== "moved" || !from.every(at => isInside(at, area))) continue;
const ratio = from.length > 1 && rules.pinch ? spread(to) / Math.max(1, spread(from)) : 1;
apply(ratio, centre(from), rules.pan ? centre(to) : centre(from));
}
return { scale, shift: { x, y } };
}
}
function rulesOf(modifiers) {
const enabled = modifiers.filter(({ isEnabled }) => isEnabled);
const directionOf = type => {
const found = enabled.find(modifier => modifier.type === type);
return found ? String(found.direction) : null;
};
const isTaken = enabled.some(modifier => otherDrags.includes(modifier.type) || modifier.followsPan || modifier.selectsByMarquee);
const wheel = enabled.find(({ type }) => type === "mouseWheelZoom");
const pan = enabled.find(({ type }) => type === "zoomPan");
return {
pan: isTaken ? null : directionOf("zoomPan"),
pinch: directionOf("pinchZoom"),
wheel: wheel?.action !== "pan" && wheel?.law !== "vega" ? directionOf("mouseWheelZoom") : null,
clips: pan?.clipModeX === undefined || pan.clipModeX === "clipAtExtents",
};
}
function movedAxis(axis, kind, { scale, shift }, rules, area) {
const { alignment } = axis;
const isUpright = alignment === "auto" ? kind === "y" : alignment === "left" || alignment === "right";
const length = isUpright ? area.height : area.width;
const zooms = [rules.pinch, rules.wheel].some(direction => direction?.includes(kind));
const pans = rules.pan?.includes(kind) ?? false;
if (!zooms && !pans) return axis;
const ratio = zooms ? scale : 1;
if (!zooms && scale !== 1) return axis;
const along = (isUpright ? shift.y : shift.x) / length;
const start = isUpright !== Boolean(axis.flipped) ? 1 - ratio - along : along;
const isLog = axis.type === "log";
const inward = value => (isLog ? Math.log10(value) : value);
const [low, high] = axis.visibleRange.map(inward);
const span = (high - low) / ratio;
const first = low - start * span;
const limits = rules.clips && axis.maximumRange ? (axis.maximumRange.map(inward)) : null;
const range = limits ? clipped([first, first + span], limits) : [first, first + span];
return { ...axis, visibleRange: (range.map(value => (isLog ? 10 ** value : value))) };
}
function clipped([low, high], [least, most]) {
const span = high - low;
if (span >= most - least) return [least, most];
const first = Math.min(Math.max(low, least), most - span);
return [first, first + span];
}
function take(fingers, { phase, touches }) {
for (const { id, x, y } of touches) {
if (phase === "ended" || phase === "cancelled") fingers.delete(id);
else fingers.set(id, { x, y });
}
}
function centre(points) {
const [x, y] = [points.reduce((sum, at) => sum + at.x, 0), points.reduce((sum, at) => sum + at.y, 0)];
return { x: x / points.length, y: y / points.length };
}
function spread(points) {
const middle = centre(points);
return points.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0) / points.length;
}
function isInside({ x, y }, { width, height }) {
return x >= 0 && y >= 0 && x <= width && y <= height;
}
return { Ahead };
})();
const m19 = (() => {
const eventsPerBatch = 1024;
class Batcher {
#waiting = [];
#isScheduled = false;
#lane;
#send;
constructor(lane, send) {
this.#lane = lane;
this.#send = send;
}
get isEmpty() {
return this.#waiting.length === 0;
}
add(event) {
const last = this.#waiting.at(-1);
if (last && isReplacedBy(last, event)) {
this.#waiting[this.#waiting.length - 1] = event;
} else if (last?.type === "touch" && event.type === "touch" && movesTogether(last, event)) {
last.touches.push(...event.touches);
} else {
this.#waiting.push(event);
}
this.#schedule();
}
clear() {
this.#waiting = [];
}
#schedule() {
if (this.#isScheduled) return;
this.#isScheduled = true;
this.#lane.run(async () => {
this.#isScheduled = false;
const events = this.#waiting.splice(0, eventsPerBatch);
if (!this.isEmpty) this.#schedule();
if (events.length > 0) await this.#send(events);
});
}
}
function isReplacedBy(first, second) {
const isHoverMove = event => event.type === "hover" && event.phase === "moved";
const isTick = event => event.type === "tick";
return [isHoverMove, isTick].some(isKind => isKind(first) && isKind(second));
}
function movesTogether(first, second) {
const areMoves = [first, second].every(event => event.phase === "moved");
if (!areMoves || first.time !== second.time) return false;
return second.touches.every(touch => first.touches.every(other => other.id !== touch.id));
}
return { Batcher };
})();
const m20 = (() => {
const { isVertical } = m10;
function scaleOf(axis, kind, area) {
const vertical = isVertical(axis, kind);
const length = vertical ? area.height : area.width;
const along = value => (axis.type === "log" ? Math.log10(value) : value);
const low = along(axis.visibleRange[0]);
const span = along(axis.visibleRange[1]) - low;
const runsBackwards = vertical !== Boolean(axis.flipped);
return {
isVertical: vertical,
position(value) {
const fraction = (along(value) - low) / span;
return length * (runsBackwards ? 1 - fraction : fraction);
},
};
}
function pointOf(xScale, yScale, x, y) {
const alongX = xScale.position(x);
const alongY = yScale.position(y);
return xScale.isVertical ? [alongY, alongX] : [alongX, alongY];
}
return { scaleOf, pointOf };
})();
const m21 = (() => {
const { isUpright, labelDistance, labelSize, placedAxes } = m10;
const { scaleOf } = m20;
const { tickTexts } = m9;
const labelGap = 8;
const roundTimes = [60_000, 3_600_000, 86_400_000];
const leastGridGap = 24;
const noTicks = { major: [], minor: [], labels: [] };
function drawGrid(context, surface, area, style) {
for (const { axis, kind, side } of placedAxes(surface, style.font)) {
const scale = scaleOf(axis, kind, area);
const across = isUpright(side);
const minor = axis.ticks?.minor ?? [];
if (kind === "y" && area.height / Math.max(1, minor.length) >= leastGridGap) {
strokeLines(context, minor, scale, across, area, style.minorGrid);
}
strokeLines(context, axis.ticks?.major ?? [], scale, across, area, kind === "y" ? style.grid : style.minorGrid);
}
}
function drawAxes(context, surface, room, style, labelled) {
context.font = `${labelSize}px ${style.font}`;
for (const { axis, kind, side, offset } of placedAxes(surface, style.font)) {
const scale = scaleOf(axis, kind, room);
const edge = { side, offset, length: isUpright(side) ? room.height : room.width, room };
drawRule(context, edge, style);
drawTickMarks(context, axis, scale, edge, style);
labelled.set(axis.id, drawLabels(context, axis, scale, edge, style, labelled.get(axis.id) ?? []));
}
}
function tickPosition(axis, scale, value, length) {
const at = scale.position(value);
return axis.type === "date" ? Math.min(Math.max(at, 0), length) : at;
}
function strokeLines(context, values, scale, across, area, color) {
context.beginPath();
for (const value of values) {
const at = crisp(scale.position(value));
context.moveTo(across ? 0 : at, across ? at : 0);
context.lineTo(across ? area.width : at, across ? at : area.height);
}
stroke(context, color);
}
function drawRule(context, edge, style) {
context.beginPath();
context.moveTo(...place(edge, 0, 0));
context.lineTo(...place(edge, 0, edge.length));
stroke(context, style.line);
}
function drawTickMarks(context, axis, scale, edge, style) {
const { minor, major } = axis.ticks ?? noTicks;
const marks = [[minor, 3], [major, 6]];
context.beginPath();
for (const [values, reach] of marks) {
for (const value of values) {
const at = tickPosition(axis, scale, value, edge.length);
if (at < -0.5 || at > edge.length + 0.5) continue;
context.moveTo(...place(edge, 0, crisp(at)));
context.lineTo(...place(edge, reach, crisp(at)));
}
}
stroke(context, style.line);
}
function drawLabels(context, axis, scale, edge, style, before) {
const { side, length } = edge;
const { major } = axis.ticks ?? noTicks;
const texts = tickTexts(axis);
const labels = major
.map((value, index) => ({ value, at: tickPosition(axis, scale, value, length), text: texts[index] ?? "" }))
.filter(label => label.text !== "" && label.at >= -0.5 && label.at <= length + 0.5)
.sort((first, second) => first.at - second.at)
.map(label => placed(label, context, edge));
const gap = isUpright(side) ? 4 : labelGap;
const step = major.length > 1 ? major[1] - major[0] : 0;
let stride = 1;
while (stride < labels.length && !(isRound(stride, step, axis.type) && haveRoom(everyNth(labels, stride, 0), gap))) stride += 1;
const aligned = labels.findIndex(label => Number.isInteger(label.value / (stride * step)));
const known = aligned >= 0 ? aligned : labels.findIndex(label => before.includes(label.value));
const drawn = everyNth(labels, stride, known % stride);
context.fillStyle = style.faint;
context.textAlign = isUpright(side) ? (side === "left" ? "right" : "left") : "center";
context.textBaseline = isUpright(side) ? "middle" : side === "bottom" ? "top" : "bottom";
for (const { middle, text } of drawn) context.fillText(text, ...place(edge, labelDistance, middle));
return drawn.map(label => label.value);
}
function isRound(stride, step, type) {
if (type === "number") return [1, 2, 5].includes(stride / 10 ** Math.floor(Math.log10(stride)));
const whole = roundTimes.find(time => stride * step <= time);
return type !== "date" || whole === undefined || whole % (stride * step) === 0;
}
function placed({ value, at, text }, context, { side, length, room }) {
const extent = isUpright(side) ? labelSize : context.measureText(text).width;
const [lowest, highest] = isUpright(side) ? [0, length] : [extent / 2 - room.left, length + room.right - extent / 2];
return { value, text, extent, middle: Math.min(Math.max(at, lowest), highest) };
}
function everyNth(labels, stride, first) {
return labels.filter((_, index) => index % stride === Math.max(0, first));
}
function haveRoom(labels, gap) {
return labels.every(({ middle, extent }, index) => {
const before = labels[index - 1];
return !before || middle - extent / 2 >= before.middle + before.extent / 2 + gap;
});
}
function place({ side, offset, room }, distance, along) {
const outwards = offset + distance;
switch (side) {
case "left": return [-outwards - 0.5, along];
case "right": return [room.width + outwards + 0.5, along];
case "top": return [along, -outwards - 0.5];
case "bottom": return [along, room.height + outwards + 0.5];
}
}
function stroke(context, color) {
context.lineWidth = 1;
context.strokeStyle = color;
context.stroke();
}
function crisp(position) {
return Math.round(position - 0.5) + 0.5;
}
return { drawGrid, drawAxes };
})();
const m22 = (() => {
const { titleOf } = m8;
const { scaleOf } = m20;
const dashes = [[], [7, 4], [2, 4], [9, 3, 2, 3]];
function seriesOf(surface, rows, palette) {
const told = surface.series ?? [...rows.values.keys()].map(column => ({ id: column, y: column }));
const raised = surface.selection.series;
return told.map((entry, index) => ({
id: entry.id,
name: nameOf(entry),
column: entry.y,
color: entry.color ?? palette[index % palette.length],
dash: entry.color ? [] : dashes[Math.floor(index / palette.length) % dashes.length],
xAxis: entry.xAxis,
yAxis: entry.yAxis,
visible: entry.visible ?? true,
emphasis: raised.length === 0 ? "none" : raised.includes(entry.id) ? "raised" : "faded",
}));
}
function nameOf({ y, name }) {
return name === undefined || name === y ? titleOf(y) : name;
}
function positionsOf(axis, rows) {
return axis.type === "category" ? rows.index : rows.x;
}
function scalesOf(series, surface, area) {
const xAxis = axisNamed(surface.xAxes, series.xAxis);
const yAxis = axisNamed(surface.yAxes, series.yAxis);
return { xAxis, yAxis, xScale: scaleOf(xAxis, "x", area), yScale: scaleOf(yAxis, "y", area) };
}
function axisNamed(axes, id) {
return axes.find(axis => axis.id === id) ?? axes[0];
}
return { seriesOf, positionsOf, scalesOf };
})();
const m23 = (() => {
const { positionsOf, scalesOf } = m22;
const fill = 0.72;
const widest = 48;
function drawBars(context, surface, rows, series, area, selected) {
if (series.length === 0) return;
const { xAxis, xScale, yScale } = scalesOf(series[0], surface, area);
const centres = positionsOf(xAxis, rows).map(value => xScale.position(value));
const thickness = Math.max(1, Math.min(widest, fill * rowSpacing(centres)));
for (let row = 0; row < centres.length; row += 1) {
const isFaded = selected.size > 0 && !selected.has(rows.index[row]);
let base = 0;
for (const entry of series) {
const value = rows.values.get(entry.column)?.[row] ?? 0;
const from = yScale.position(base);
const to = yScale.position(base + value);
base += value;
const start = centres[row] - thickness / 2;
context.globalAlpha = isFaded || entry.emphasis === "faded" ? 0.35 : 1;
context.fillStyle = entry.color;
if (xScale.isVertical) context.fillRect(Math.min(from, to), start, Math.abs(to - from), thickness);
else context.fillRect(start, Math.min(from, to), thickness, Math.abs(to - from));
}
}
context.globalAlpha = 1;
}
function rowSpacing(positions) {
let spacing = Infinity;
for (let row = 1; row < positions.length; row += 1) {
const distance = Math.abs(positions[row] - positions[row - 1]);
if (distance > 0) spacing = Math.min(spacing, distance);
}
return Number.isFinite(spacing) ? spacing : widest;
}
return { drawBars, rowSpacing };
})();
const m24 = (() => {
const { positionsOf, scalesOf } = m22;
const { pointOf } = m20;
const lineWidth = 1.75;
const dotRadius = 2;
const fadedAlpha = 0.3;
function drawLines(context, surface, rows, series, area) {
context.lineJoin = "round";
context.lineCap = "round";
for (const entry of series) {
const values = rows.values.get(entry.column);
if (!values) continue;
context.globalAlpha = entry.emphasis === "faded" ? fadedAlpha : 1;
context.lineWidth = (rows.x.length > 2 * area.width ? 1 : lineWidth) + (entry.emphasis === "raised" ? 1 : 0);
drawLine(context, entry, values, surface, rows, area);
}
context.globalAlpha = 1;
}
function drawLine(context, entry, values, surface, rows, area) {
const { xAxis, xScale, yScale } = scalesOf(entry, surface, area);
const positions = positionsOf(xAxis, rows);
const dots = [];
context.beginPath();
for (let row = 0; row < values.length; row += 1) {
const value = values[row];
if (value === null) continue;
const point = pointOf(xScale, yScale, positions[row], value);
const isStart = (values[row - 1] ?? null) === null;
if (isStart) context.moveTo(...point);
else context.lineTo(...point);
if (isStart && (values[row + 1] ?? null) === null) dots.push(point);
}
context.strokeStyle = entry.color;
context.setLineDash(entry.dash);
context.stroke();
context.setLineDash([]);
context.fillStyle = entry.color;
for (const [x, y] of dots) {
context.beginPath();
context.arc(x, y, dotRadius, 0, 2 * Math.PI);
context.fill();
}
}
return { drawLines };
})();
const m25 = (() => {
const textSize = 12;
const swatch = 10;
const padding = 6;
function drawLegend(context, { rect, items = [] }, { series, style }) {
if (!rect) return;
context.beginPath();
context.roundRect(rect.x + 0.5, rect.y + 0.5, rect.width, rect.height, 6);
context.globalAlpha = 0.9;
context.fillStyle = style.card;
context.fill();
context.globalAlpha = 1;
context.strokeStyle = style.line;
context.lineWidth = 1;
context.stroke();
for (const item of items) drawEntry(context, item, series.find(entry => entry.id === item.series), style);
}
function drawEntry(context, { rect, name = "", visible }, of, style) {
if (!rect) return;
const middle = rect.y + rect.height / 2;
const left = rect.x + padding + swatch + 7;
const color = of?.color ?? style.faint;
context.beginPath();
context.roundRect(rect.x + padding + 0.5, middle - swatch / 2 + 0.5, swatch - 1, swatch - 1, 3);
context.strokeStyle = color;
context.stroke();
context.fillStyle = color;
if (visible) context.fill();
context.font = `${textSize}px ${style.font}`;
context.textAlign = "left";
context.textBaseline = "middle";
context.fillStyle = visible ? style.text : style.faint;
const text = fitting(context, of?.name ?? name, rect.x + rect.width - padding - left);
context.fillText(text, left, middle);
if (visible) return;
context.fillStyle = style.faint;
context.fillRect(left, middle, context.measureText(text).width, 1);
}
function fitting(context, text, width) {
let shown = text;
while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
return shown;
}
return { drawLegend };
})();
const m26 = (() => {
const { formatNumber, formatPosition } = m8;
const { isUpright, sideOf } = m10;
const textSize = 11;
const height = 18;
const padding = 6;
function drawMarkers(context, { items = [] }, scene) {
context.font = `600 ${textSize}px ${scene.style.font}`;
for (const item of items) {
const kind = scene.surface.xAxes.some(axis => axis.id === item.axis) ? "x" : "y";
const axis = [...scene.surface.xAxes, ...scene.surface.yAxes].find(other => other.id === item.axis);
if (item.point && axis) drawMarker(context, item, item.point, axis, kind, scene);
}
}
function drawMarker(context, item, point, axis, kind, { series, area, room, style }) {
const text = kind === "x" ? formatPosition(item.value, axis.type) : formatNumber(item.value);
const width = Math.ceil(context.measureText(text).width) + 2 * padding;
const color = series.find(entry => entry.id === item.series)?.color ?? style.accent;
const side = sideOf(axis, kind);
const isSideways = isUpright(side);
drawRule(context, point, isSideways, area, color);
const [left, top] = isSideways
? [side === "left" ? Math.max(-width - 4, -room.left + 2) : area.width + 4, point.y - height / 2]
: [within(point.x - width / 2, -room.left + 2, area.width + room.right - width - 2), side === "top" ? -height - 5 : area.height + 5];
context.beginPath();
context.roundRect(left, top, width, height, 5);
context.fillStyle = style.card;
context.fill();
context.strokeStyle = color;
context.lineWidth = 1.5;
context.stroke();
context.fillStyle = style.text;
context.textAlign = "left";
context.textBaseline = "middle";
context.fillText(text, left + padding, top + height / 2 + 0.5);
}
function drawRule(context, { x, y }, isSideways, area, color) {
context.strokeStyle = color;
context.globalAlpha = 0.6;
context.lineWidth = 1;
context.setLineDash([2, 4]);
context.beginPath();
if (isSideways) {
context.moveTo(0, Math.round(y) + 0.5);
context.lineTo(area.width, Math.round(y) + 0.5);
} else {
context.moveTo(Math.round(x) + 0.5, 0);
context.lineTo(Math.round(x) + 0.5, area.height);
}
context.stroke();
context.setLineDash([]);
context.globalAlpha = 1;
}
function within(position, lowest, highest) {
return Math.min(Math.max(position, lowest), highest);
}
return { drawMarkers };
})();
const m27 = (() => {
const { formatPosition, formatReading, isNumber } = m8;
const { pointOf } = m20;
const { scalesOf } = m22;
const textSize = 12;
const lineHeight = 18;
const padding = 10;
const swatch = 8;
function drawCrosshair(context, overlay, scene) {
const { x, y } = overlay;
if (!isNumber(x) || !isNumber(y)) return;
const { area, style } = scene;
strokeDashed(context, [[Math.round(x) + 0.5, 0, Math.round(x) + 0.5, area.height], [0, Math.round(y) + 0.5, area.width, Math.round(y) + 0.5]], style);
drawItems(context, overlay, { x, y }, scene);
}
function drawReading(context, overlay, scene) {
const { x: atX, y: atY, rect } = overlay;
if (rect) {
const [x, y] = [Math.round(rect.x) + 0.5, Math.round(rect.y) + 0.5];
strokeDashed(context, [[x, y, rect.width > 0 ? x + rect.width : x, rect.height > 0 ? y + rect.height : y]], scene.style);
}
const place = isNumber(atX) && isNumber(atY) ? { x: atX, y: atY } : { x: rect?.x ?? 0, y: (rect?.y ?? 0) + 56 };
drawItems(context, overlay, place, scene);
}
function strokeDashed(context, lines, style) {
context.strokeStyle = style.faint;
context.lineWidth = 1;
context.setLineDash([3, 3]);
context.beginPath();
for (const [fromX, fromY, toX, toY] of lines) {
context.moveTo(fromX, fromY);
context.lineTo(toX, toY);
}
context.stroke();
context.setLineDash([]);
}
function drawItems(context, overlay, place, { surface, series, area, marksAreBars, style }) {
const items = (overlay.items ?? []).map(item => ({ ...item, of: series.find(entry => entry.id === item.series) }));
if (!marksAreBars) drawDots(context, items, surface, area, style);
if (items.length > 0 && area.height > 120) drawBox(context, place, items, surface, area, style);
}
function drawDots(context, items, surface, area, style) {
for (const { of, x, value, point } of items) {
if (!of || !isNumber(value) || !isNumber(x)) continue;
const { xScale, yScale } = scalesOf(of, surface, area);
const [left, top] = point ? [point.x, point.y] : pointOf(xScale, yScale, x, value);
context.beginPath();
context.arc(left, top, 4, 0, 2 * Math.PI);
context.fillStyle = of.color;
context.strokeStyle = style.card;
context.lineWidth = 2;
context.stroke();
context.fill();
}
}
function drawBox(context, { x, y }, items, surface, area, style) {
const title = formatPosition(items[0].x, surface.xAxes[0].type);
const lines = items.map(item => ({
name: item.of?.name ?? item.name ?? item.series ?? "",
value: formatReading(item.value),
color: item.of?.color ?? style.faint,
}));
context.font = `600 ${textSize}px ${style.font}`;
const measure = text => context.measureText(text).width;
const inner = Math.max(measure(title), ...lines.map(line => swatch + 8 + measure(line.name) + 20 + measure(line.value)));
const width = Math.ceil(inner) + 2 * padding;
const height = (lines.length + 1) * lineHeight + 2 * padding - 4;
const left = Math.round(x + 14 + width <= area.width ? x + 14 : Math.max(0, x - 14 - width));
const top = Math.round(Math.min(Math.max(0, y - height - 12), Math.max(0, area.height - height)));
context.beginPath();
context.roundRect(left + 0.5, top + 0.5, width, height, 8);
context.fillStyle = style.card;
context.fill();
context.strokeStyle = style.line;
context.lineWidth = 1;
context.stroke();
context.textBaseline = "middle";
context.textAlign = "left";
context.fillStyle = style.text;
context.fillText(title, left + padding, top + padding + lineHeight / 2 - 2);
lines.forEach((line, index) => drawLine(context, line, left + padding, top + padding + (index + 1.5) * lineHeight - 2, inner, style));
}
function drawLine(context, { name, value, color }, left, middle, width, style) {
context.beginPath();
context.roundRect(left, middle - swatch / 2, swatch, swatch, 2);
context.fillStyle = color;
context.fill();
context.font = `${textSize}px ${style.font}`;
context.textAlign = "left";
context.fillStyle = style.faint;
context.fillText(name, left + swatch + 8, middle);
context.font = `600 ${textSize}px ${style.font}`;
context.textAlign = "right";
context.fillStyle = style.text;
context.fillText(value, left + width, middle);
}
return { drawCrosshair, drawReading };
})();
const m28 = (() => {
const radius = 9;
function drawScrubber(context, { rect }, { style }) {
if (rect) fill(context, rect, style.raised);
}
function drawScrubberThumb(context, { rect }, { style }) {
if (!rect) return;
const inset = { x: rect.x + 3, y: rect.y + 3, width: Math.max(4, rect.width - 6), height: Math.max(4, rect.height - 6) };
fill(context, inset, style.accent);
}
function fill(context, { x, y, width, height }, color) {
context.beginPath();
context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
context.fillStyle = color;
context.fill();
}
return { drawScrubber, drawScrubberThumb };
})();
const m29 = (() => {
function drawRectangle(context, { rect }, { style }) {
if (!rect) return;
context.fillStyle = style.accentFill;
context.fillRect(rect.x, rect.y, rect.width, rect.height);
context.strokeStyle = style.accent;
context.lineWidth = 1;
context.setLineDash([4, 3]);
context.strokeRect(Math.round(rect.x) + 0.5, Math.round(rect.y) + 0.5, Math.round(rect.width), Math.round(rect.height));
context.setLineDash([]);
}
return { drawRectangle };
})();
const m30 = (() => {
const handleWidth = 8;
const handleHeight = 22;
function drawWindow(context, overlay, { area, style }) {
if (!overlay.rect) return;
const { x, width } = overlay.rect;
context.fillStyle = style.veil;
context.fillRect(0, 0, x, area.height);
context.fillRect(x + width, 0, area.width - x - width, area.height);
context.strokeStyle = style.accent;
context.lineWidth = 2;
context.beginPath();
context.roundRect(x + 1, 1, Math.max(0, width - 2), area.height - 2, 6);
context.stroke();
for (const end of [x, x + width]) drawHandle(context, end, area, style);
}
function drawHandle(context, end, area, style) {
const left = Math.min(Math.max(0, end - handleWidth / 2), area.width - handleWidth);
const top = (area.height - handleHeight) / 2;
context.beginPath();
context.roundRect(left, top, handleWidth, handleHeight, 4);
context.fillStyle = style.accent;
context.fill();
context.fillStyle = style.card;
context.fillRect(left + handleWidth / 2 - 0.5, top + 6, 1, handleHeight - 12);
}
return { drawWindow };
})();
const m31 = (() => {
const { drawLegend } = m25;
const { drawMarkers } = m26;
const { drawCrosshair, drawReading } = m27;
const { drawScrubber, drawScrubberThumb } = m28;
const { drawRectangle } = m29;
const { drawWindow } = m30;
const within = {
marquee: drawRectangle,
rubberBand: drawRectangle,
crosshair: drawCrosshair,
tooltip: drawReading,
rollover: drawReading,
verticalSlice: drawReading,
overview: drawWindow,
};
const around = {
scrubber: drawScrubber,
scrubberThumb: drawScrubberThumb,
legend: drawLegend,
seriesValue: drawMarkers,
axisMarker: drawMarkers,
};
function drawOverlaysWithin(context, scene) {
draw(within, context, scene);
}
function drawOverlaysAround(context, scene) {
draw(around, context, scene);
}
function draw(drawings, context, scene) {
for (const overlay of scene.surface.overlays) {
if (Object.hasOwn(drawings, overlay.kind)) drawings[overlay.kind](context, overlay, scene);
}
}
return { drawOverlaysWithin, drawOverlaysAround };
})();
const m32 = (() => {
const noRows = { x: [], index: [], values: new Map(), inside: [0, 0] };
function rowsOf(window) {
if (!window) return noRows;
const { xName, names, columns } = columnsOf(window);
const count = columns[xName]?.length ?? 0;
const first = window.firstIndex ?? window.index?.[0] ?? 0;
const index = window.index ? [...window.index] : Array.from({ length: count }, (_, row) => first + row);
const end = (row, name) => (row ? [cellOf(row, name, [xName, ...names])] : []);
const joined = name => [...end(window.before, name), ...(columns[name] ?? []), ...end(window.after, name)];
const start = window.before ? 1 : 0;
return {
x: joined(xName).map(x => x ?? NaN),
index: [...(window.before ? [first - 1] : []), ...index, ...(window.after ? [(index.at(-1) ?? first - 1) + 1] : [])],
values: new Map(names.map(name => [name, joined(name)])),
inside: [start, start + count],
};
}
function columnsOf({ columns, rows = [] }) {
const table = Array.isArray(rows) ? columns : rows;
if (!Array.isArray(table)) {
const listed = Array.isArray(columns) ? columns : ["x", ...Object.keys(table).filter(name => name !== "x")];
const names = listed.slice(1);
return { xName: names.includes("x") ? listed[0] : "x", names, columns: table };
}
const list = Array.isArray(rows) ? rows : [];
const columnOf = (name) => list.map(row => cellOf(row, name, table));
return { xName: table[0], names: table.slice(1), columns: Object.fromEntries(table.map(name => [name, columnOf(name)])) };
}
function cellOf(row, name, names) {
return (Array.isArray(row) ? row[names.indexOf(name)] : row[name]) ?? null;
}
return { noRows, rowsOf };
})();
const m33 = (() => {
const { positionsOf, scalesOf } = m22;
const { pointOf } = m20;
const fewRows = 60;
function drawSelection(context, surface, rows, series, area, selected, style) {
const chosen = rows.index.map((_, row) => row).filter(row => selected.has(rows.index[row]));
if (chosen.length === 0 || series.length === 0) return;
if (chosen.length <= fewRows) drawRules(context, surface, rows, series[0], area, chosen, style);
for (const entry of series) {
const { xAxis, xScale, yScale } = scalesOf(entry, surface, area);
const positions = positionsOf(xAxis, rows);
const values = rows.values.get(entry.column) ?? [];
context.fillStyle = entry.color;
context.strokeStyle = style.card;
context.lineWidth = 2;
for (const row of chosen) {
const value = values[row] ?? null;
if (value === null) continue;
drawMark(context, pointOf(xScale, yScale, positions[row], value), chosen.length <= fewRows ? 4.5 : 2.5);
}
}
}
function drawRules(context, surface, rows, entry, area, chosen, style) {
const { xAxis, xScale } = scalesOf(entry, surface, area);
const positions = positionsOf(xAxis, rows);
context.strokeStyle = style.accentFill;
context.lineWidth = chosen.length === 1 ? 2 : 1;
context.beginPath();
for (const row of chosen) {
const at = xScale.position(positions[row]);
context.moveTo(xScale.isVertical ? 0 : at, xScale.isVertical ? at : 0);
context.lineTo(xScale.isVertical ? area.width : at, xScale.isVertical ? at : area.height);
}
context.stroke();
}
function drawMark(context, [x, y], radius) {
context.beginPath();
context.arc(x, y, radius, 0, 2 * Math.PI);
if (radius > 3) context.stroke();
context.fill();
}
return { drawSelection };
})();
const m34 = (() => {
const seriesColors = 8;
function chartStyle(element) {
const probe = document.createElement("span");
probe.hidden = true;
probe.style.setProperty("forced-color-adjust", "none");
element.after(probe);
const color = name => {
probe.style.color = `var(--${name})`;
return getComputedStyle(probe).color;
};
const style = {
text: color("text"),
faint: color("text-faint"),
grid: color("grid"),
minorGrid: color("grid-minor"),
line: color("axis"),
card: color("card"),
accent: color("accent"),
accentFill: color("accent-fill"),
raised: color("raised"),
veil: color("veil"),
font: getComputedStyle(element).fontFamily,
series: Array.from({ length: seriesColors }, (_, index) => color(`series-${index + 1}`)),
};
probe.remove();
return style;
}
return { chartStyle };
})();
const m35 = (() => {
const { drawAxes, drawGrid } = m21;
const { drawBars, rowSpacing } = m23;
const { isVertical } = m10;
const { drawLines } = m24;
const { drawOverlaysAround, drawOverlaysWithin } = m31;
const { noRows, rowsOf } = m32;
const { drawSelection } = m33;
const { positionsOf, scalesOf, seriesOf } = m22;
const { chartStyle } = m34;
class Chart {
marks = "lines";
area = { left: 0, top: 0, width: 1, height: 1 };
#canvas;
#layout;
#foretell;
#surface = null;
#rows = noRows;
#size = { width: 1, height: 1 };
#style;
#frame = 0;
#labelled = new Map();
constructor(canvas, layout, resized, foretell) {
this.#canvas = canvas;
this.#layout = layout;
this.#foretell = foretell;
this.#style = chartStyle(canvas);
this.measure();
new ResizeObserver(() => {
this.measure();
resized();
}).observe(canvas);
}
get series() {
return this.#surface ? seriesOf(this.#surface, this.#rows, this.#style.series) : [];
}
get font() {
return this.#style.font;
}
get rows() {
return this.#rows;
}
get isVisible() {
return this.#canvas.clientWidth > 0;
}
get rowSpacing() {
const [first] = this.series;
if (!first || !this.#surface) return 1;
const { xAxis, xScale } = scalesOf(first, this.#surface, this.area);
return rowSpacing(positionsOf(xAxis, this.#rows).map(value => xScale.position(value)));
}
get isVertical() {
return this.#surface !== null && isVertical(this.#surface.xAxes[0], "x");
}
show(surface) {
if (surface.window !== this.#surface?.window) this.#rows = rowsOf(surface.window);
this.#surface = surface;
this.measure();
}
measure() {
this.#size = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
this.area = this.#layout.area(this.#size.width, this.#size.height, this.#surface, this.#style.font);
this.redraw();
}
restyle() {
this.#style = chartStyle(this.#canvas);
this.measure();
}
redraw() {
if (this.#frame !== 0) return;
this.#frame = requestAnimationFrame(() => {
this.#frame = 0;
this.#draw();
});
}
#draw() {
const canvas = this.#canvas;
const density = devicePixelRatio;
const [width, height] = [this.#size.width, this.#size.height].map(points => Math.max(1, Math.round(points * density)));
if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
const context = canvas.getContext("2d");
if (!context) return;
context.setTransform(1, 0, 0, 1, 0, 0);
context.clearRect(0, 0, width, height);
if (!this.#surface) return;
context.setTransform(density, 0, 0, density, this.area.left * density, this.area.top * density);
const room = { ...this.area, right: this.#size.width - this.area.left - this.area.width };
const surface = this.#foretell(this.#surface);
canvas.dataset.ahead = String(surface !== this.#surface);
const scene = {
surface, series: this.series, area: this.area, room, marksAreBars: this.marks === "bars", style: this.#style,
};
this.#drawPlot(context, scene);
if (this.#layout.hasAxes) drawAxes(context, surface, room, this.#style, this.#labelled);
drawOverlaysAround(context, scene);
}
#drawPlot(context, scene) {
const { surface, area, style } = scene;
const series = scene.series.filter(entry => entry.visible);
const selected = new Set(surface.selection?.rows ?? []);
context.save();
context.beginPath();
context.rect(0, 0, area.width, area.height);
context.clip();
if (this.#layout.hasAxes) drawGrid(context, surface, area, style);
if (this.marks === "bars") {
drawBars(context, surface, this.#rows, series, area, selected);
} else {
drawLines(context, surface, this.#rows, series, area);
drawSelection(context, surface, this.#rows, series, area, selected, style);
}
drawOverlaysWithin(context, scene);
context.restore();
}
}
return { Chart };
})();
const m36 = (() => {
const idleMilliseconds = 150;
class WheelPan {
#total = 0;
#timer;
#start = null;
#stamp;
#send;
constructor(stamp, send) {
this.#stamp = stamp;
this.#send = send;
}
scroll(deltaX, location) {
if (this.#start === null) {
this.#start = location;
this.#total = 0;
this.#gesture("began");
}
this.#total -= deltaX;
this.#gesture("changed");
clearTimeout(this.#timer);
this.#timer = setTimeout(() => {
this.#gesture("ended");
this.#start = null;
}, idleMilliseconds);
}
reset() {
clearTimeout(this.#timer);
this.#start = null;
}
#gesture(state) {
if (this.#start === null) return;
const values = { location: this.#start, translation: { x: this.#total, y: 0 }, velocity: { x: 0, y: 0 } };
this.#send({ type: "gesture", gesture: "pan", state, time: this.#stamp(), ...values });
}
}
return { WheelPan };
})();
const m37 = (() => {
const { WheelPan } = m36;
const wheelModes = ["pixel", "line", "page"];
class Input {
#touches = new Map();
#isHovering = false;
#canvas;
#target;
#wheelPan;
constructor(canvas, target) {
this.#canvas = canvas;
this.#target = target;
this.#wheelPan = new WheelPan(() => target.stamp(), event => target.send(event));
canvas.addEventListener("pointerdown", event => this.#down(event));
canvas.addEventListener("pointermove", event => this.#move(event));
canvas.addEventListener("pointerup", event => this.#lift(event, "ended"));
canvas.addEventListener("pointercancel", event => this.#lift(event, "cancelled"));
canvas.addEventListener("pointerleave", event => this.#leave(event));
canvas.addEventListener("wheel", event => this.#wheel(event), { passive: false });
canvas.addEventListener("touchstart", event => this.#claim(event), { passive: false });
canvas.addEventListener("contextmenu", event => this.#touches.size > 0 && event.preventDefault());
}
#claim(event) {
if (!this.#canvas.classList.contains("scrolls")) return;
const { width, height } = this.#target.area();
const isOutside = [...event.targetTouches].some(touch => {
const { x, y } = this.#position(touch);
return x < 0 || y < 0 || x > width || y > height;
});
if (isOutside || event.targetTouches.length > 1) event.preventDefault();
}
get holdsTouches() {
return this.#touches.size > 0;
}
reset() {
for (const pointer of this.#touches.keys()) {
if (this.#canvas.hasPointerCapture(pointer)) this.#canvas.releasePointerCapture(pointer);
}
this.#touches.clear();
this.#wheelPan.reset();
this.#isHovering = false;
}
#down(event) {
if (event.button !== 0 || this.#touches.has(event.pointerId)) return;
this.#leave(event);
this.#canvas.setPointerCapture(event.pointerId);
const id = this.#freeID();
this.#touches.set(event.pointerId, id);
this.#touch(event, "began", id);
}
#move(event) {
const id = this.#touches.get(event.pointerId);
if (id === undefined) return this.#hover(event);
const steps = event.getCoalescedEvents?.() ?? [];
for (const step of steps.length > 0 ? steps : [event]) this.#touch(step, "moved", id);
}
#lift(event, phase) {
const id = this.#touches.get(event.pointerId);
if (id === undefined) return;
this.#touch(event, phase, id);
this.#touches.delete(event.pointerId);
}
#touch(event, phase, id) {
const touch = { id, ...this.#position(event), kind: kindOf(event) };
const modifiers = heldKeys(event);
const keys = modifiers.length > 0 ? { modifiers } : {};
this.#target.send({ type: "touch", phase, time: this.#target.stamp(event.timeStamp), touches: [touch], ...keys });
}
#hover(event) {
if (event.pointerType !== "mouse" || event.buttons !== 0) return;
const position = this.#position(event);
const { width, height } = this.#target.area();
const isInside = position.x >= 0 && position.x <= width && position.y >= 0 && position.y <= height;
if (!isInside) return this.#leave(event);
this.#sendHover(this.#isHovering ? "moved" : "entered", event);
this.#isHovering = true;
}
#leave(event) {
if (!this.#isHovering) return;
this.#isHovering = false;
this.#sendHover("exited", event);
}
#sendHover(phase, event) {
this.#target.send({ type: "hover", phase, time: this.#target.stamp(event.timeStamp), ...this.#position(event) });
}
#wheel(event) {
if (!this.#target.capturesWheel()) return;
event.preventDefault();
const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL && !event.ctrlKey;
if (isSideways && this.#target.pansByWheel()) return this.#wheelPan.scroll(event.deltaX, this.#position(event));
this.#target.send({
type: "wheel",
time: this.#target.stamp(event.timeStamp),
...this.#position(event),
deltaX: event.deltaX,
deltaY: event.deltaY,
deltaMode: wheelModes[event.deltaMode],
modifiers: heldKeys(event),
});
}
#position(event) {
const canvas = this.#canvas.getBoundingClientRect();
const area = this.#target.area();
return { x: event.clientX - canvas.left - area.left, y: event.clientY - canvas.top - area.top };
}
#freeID() {
const taken = new Set(this.#touches.values());
let id = 1;
while (taken.has(id)) id += 1;
return id;
}
}
function kindOf({ pointerType }) {
return pointerType === "touch" || pointerType === "pen" ? pointerType : "mouse";
}
function heldKeys(event) {
const keys = [["ctrl", event.ctrlKey], ["shift", event.shiftKey], ["alt", event.altKey], ["meta", event.metaKey]];
return keys.filter(([, isHeld]) => isHeld).map(([key]) => key);
}
return { Input };
})();
const m38 = (() => {
const tickMilliseconds = 100;
const motionMilliseconds = 32;
const timersResolveWithin = 600;
const heldTouchMilliseconds = 2000;
class Ticker {
#timer;
#lastInput = -Infinity;
#tick;
#state;
constructor(tick, state) {
this.#tick = tick;
this.#state = state;
}
note() {
this.#lastInput = performance.now();
this.stop();
this.#arm();
}
wake() {
if (this.#timer === undefined) this.#arm();
}
stop() {
clearTimeout(this.#timer);
this.#timer = undefined;
}
#arm() {
const wait = this.#wait();
if (wait === 0) return;
this.#timer = setTimeout(() => {
this.#timer = undefined;
this.#tick();
this.#arm();
}, wait);
}
#wait() {
if (this.#state.moves()) return motionMilliseconds;
if (performance.now() - this.#lastInput < timersResolveWithin) return tickMilliseconds;
return this.#state.holdsTouches() ? heldTouchMilliseconds : 0;
}
}
return { Ticker };
})();
const m39 = (() => {
const { Ahead } = m18;
const { Batcher } = m19;
const { Chart } = m35;
const { Input } = m37;
const { Ticker } = m38;
const resizeMilliseconds = 120;
const immediateMilliseconds = 100;
class SurfaceView {
id = "";
canvas;
chart;
input;
#session = null;
#options;
#batcher = null;
#ahead = new Ahead();
#ticker;
#sentSize = null;
#resizeTimer;
constructor(canvas, options) {
this.canvas = canvas;
this.#options = options;
this.chart = new Chart(canvas, options.layout, () => {
options.resized?.();
this.fit();
}, surface => (this.#isSlow ? this.#ahead.foretell(surface, this.chart.area) : surface));
this.input = new Input(canvas, {
area: () => this.chart.area,
stamp: timeStamp => options.clock.stamp(timeStamp),
send: event => this.send(event),
capturesWheel: options.capturesWheel,
pansByWheel: options.pansByWheel ?? (() => false),
});
this.#ticker = new Ticker(() => {
if (!this.#isDrivenByOthers) this.send({ type: "tick", time: options.clock.stamp() });
}, {
holdsTouches: () => this.input.holdsTouches,
moves: () => !this.#isDrivenByOthers && (this.surface?.overlays.some(overlay => overlay.kind === "inertia") ?? false),
});
}
attach(session, id) {
this.forget();
clearTimeout(this.#resizeTimer);
this.#resizeTimer = undefined;
this.#session = session;
this.#sentSize = null;
this.id = id;
this.#batcher = session && new Batcher(session.lane, async events => {
await session.post(id, events);
this.#ahead.answered(events.at(-1)?.time ?? 0);
if (this.#isSlow) this.chart.redraw();
});
}
get surface() {
return this.#session?.surfaces.get(this.id);
}
get isIdle() {
return (this.#batcher?.isEmpty ?? true) && this.#resizeTimer === undefined;
}
takeSize() {
this.#sentSize = this.#size;
return this.#sentSize;
}
show(surface) {
this.chart.show(surface);
this.#ticker.wake();
if (this.#resizeTimer === undefined) this.fit();
}
send(event) {
if (this.#session?.looksOnly || !this.#options.takesInput() || (event.type === "hover" && this.#isHeldByOthers)) return;
if (event.type !== "tick" && event.type !== "hover") {
this.#takeOver();
this.#ticker.note();
}
this.#ahead.note(event);
this.#batcher?.add(event);
if (this.#isSlow && this.#ahead.isWaiting) this.chart.redraw();
}
#takeOver() {
if (!this.#session?.isDrivenByOthers || this.#isHeldByOthers) return;
this.#session.isDrivenByOthers = false;
this.#session.patchSurface(this.id, { size: this.takeSize() });
}
get #isHeldByOthers() {
return this.#isDrivenByOthers && (this.surface?.gestures.length ?? 0) > 0;
}
get #isSlow() {
return (this.#session?.roundTripMilliseconds ?? 0) > immediateMilliseconds;
}
get #isDrivenByOthers() {
return this.#session?.isDrivenByOthers ?? false;
}
forget() {
this.#batcher?.clear();
this.#ahead.forget();
this.input.reset();
this.#ticker.stop();
}
fit() {
clearTimeout(this.#resizeTimer);
this.#resizeTimer = undefined;
if (this.#sentSize !== null && this.chart.isVisible && !isSame(this.#sentSize, this.#size)) {
this.#resizeTimer = setTimeout(() => {
this.#resizeTimer = undefined;
if (this.#session?.id) this.#session.patchSurface(this.id, { size: this.takeSize() });
this.#options.idled();
}, resizeMilliseconds);
}
this.#options.idled();
}
get #size() {
return { width: this.chart.area.width, height: this.chart.area.height };
}
}
function isSame(first, second) {
return first.width === second.width && first.height === second.height;
}
return { SurfaceView };
})();
const m40 = (() => {
const { isRightToLeft } = m7;
const { texts } = m2;
function made(tag, attributes = {}, ...children) {
const element = document.createElement(tag);
for (const [name, value] of Object.entries(attributes)) {
if (value !== false) element.setAttribute(name, value === true ? "" : value);
}
element.append(...children);
return element;
}
function icon(path) {
const space = "http://www.w3.org/2000/svg";
const svg = document.createElementNS(space, "svg");
const line = document.createElementNS(space, "path");
for (const [name, value] of Object.entries({ viewBox: "0 0 20 20", width: "18", height: "18", "aria-hidden": "true" })) {
svg.setAttribute(name, value);
}
line.setAttribute("d", path);
svg.append(line);
return svg;
}
function label(body) {
const name = (part, text) => part.setAttribute("aria-label", text);
name(body.legend, texts.series);
name(body.marks, texts.drawAs);
name(body.tools, texts.toolbar);
name(body.plot, texts.chart);
body.plot.setAttribute("aria-roledescription", texts.chart);
name(body.overview, texts.overview);
for (const part of [body.legend, body.marks, body.tools, body.selection, body.banner, body.state, body.note]) {
part.dir = isRightToLeft() ? "rtl" : "";
}
}
function fillBody(root) {
const body = {
legend: made("ul", { id: "legend", class: "legend" }),
marks: made("div", { id: "marks", class: "segmented", role: "radiogroup", hidden: true }),
tools: made("div", { id: "tools", class: "tools", role: "toolbar", hidden: true }),
selection: made("p", { id: "selection", class: "selection" }),
plot: made("canvas", {
id: "plot", tabindex: "0", role: "application", "aria-busy": "true",
"aria-describedby": "description",
}),
description: made("p", { id: "description" }),
banner: made("div", { id: "banner", class: "banner", role: "alert", hidden: true }),
state: made("div", { id: "state", class: "state", role: "status" }, texts.loading),
note: made("p", { id: "note", class: "note", hidden: true }),
overview: made("canvas", {
id: "overview", tabindex: "0", role: "slider", "aria-valuemin": "0", "aria-valuemax": "100",
"aria-valuenow": "0",
}),
live: made("p", { id: "live", class: "unseen live", "aria-live": "polite" }),
};
body.plot.append(body.description);
const frame = made("div", { class: "frame" }, body.plot, body.state, body.banner, body.note);
const strip = made("div", { id: "strip", class: "strip", hidden: true }, body.overview);
const head = made("div", { class: "head" }, body.legend, body.marks, body.tools);
root.append(head, body.selection, frame, strip, body.live);
const whole = { ...body, frame, strip };
label(whole);
return whole;
}
return { made, icon, label, fillBody };
})();
const m41 = (() => {
const { textElement } = m4;
const { texts } = m2;
class Legend {
#list;
#toggle;
#key = "";
constructor(list, toggle) {
this.#list = list;
this.#toggle = toggle;
}
show(series) {
const key = JSON.stringify(series.map(({ name, color, dash, visible }) => [name, color, dash, visible]));
if (this.#key === key) return;
this.#key = key;
const root = (this.#list.getRootNode());
const focused = [...this.#list.querySelectorAll("button")].findIndex(button => button === root.activeElement);
this.#list.replaceChildren(...series.map(entry => this.#item(entry)));
this.#list.querySelectorAll("button")[focused]?.focus();
}
#item(entry) {
const title = entry.visible ? texts.hide : texts.show;
const button = Object.assign(document.createElement("button"), { type: "button", title });
button.setAttribute("aria-pressed", String(entry.visible));
button.addEventListener("click", () => this.#toggle(entry));
const swatch = textElement("span", "", entry.dash.length > 0 ? "swatch dashed" : "swatch");
swatch.style.setProperty("--swatch", entry.color);
button.append(swatch, entry.name);
const item = document.createElement("li");
item.append(button);
return item;
}
}
return { Legend };
})();
const m42 = (() => {
const { positionsOf, scalesOf } = m22;
const { formatPosition, formatReading } = m8;
class Points {
#x = NaN;
#chart;
constructor(chart) {
this.#chart = chart;
}
step(surface, steps) {
const [series] = this.#chart.series;
const { rows, area } = this.#chart;
const [start, end] = rows.inside;
if (!series || end <= start) return null;
const at = rows.x.indexOf(this.#x);
const from = at < start || at >= end ? (start + end - 1) >> 1 : at + steps;
const row = Math.min(Math.max(from, start), end - 1);
this.#x = rows.x[row];
const { xAxis, xScale } = scalesOf(series, surface, area);
const position = xScale.position(positionsOf(xAxis, rows)[row]);
const place = xScale.isVertical ? { x: area.width / 2, y: position } : { x: position, y: area.height / 2 };
const values = this.#chart.series.filter(({ visible }) => visible)
.map(({ name, column }) => `${name}: ${formatReading(rows.values.get(column)?.[row])}`);
return { text: [formatPosition(this.#x, xAxis.type), ...values].join(", "), place };
}
}
return { Points };
})();
const m43 = (() => {
const { isNumber } = m8;
const seconds = 4;
const [lowest, highest] = [220, 1320];
const tones = 400;
const loudness = 0.15;
class Sound {
#context = null;
#ended;
constructor(ended) {
this.#ended = ended;
}
get isPlaying() {
return this.#context !== null;
}
play(values) {
this.stop();
const present = values.filter(isNumber);
if (present.length === 0) return;
const [low, high] = [Math.min(...present), Math.max(...present)];
const context = new AudioContext();
const oscillator = new OscillatorNode(context, { type: "triangle" });
const volume = new GainNode(context, { gain: 0 });
const side = new StereoPannerNode(context, { pan: -1 });
oscillator.connect(volume).connect(side).connect(context.destination);
const begin = context.currentTime + 0.05;
const count = Math.min(tones, values.length);
for (let tone = 0; tone < count; tone += 1) {
const value = values[Math.floor((tone * values.length) / count)];
const time = begin + (seconds * tone) / count;
const height = value === null || high === low ? 0.5 : (value - low) / (high - low);
oscillator.frequency.setValueAtTime(lowest * (highest / lowest) ** height, time);
volume.gain.setTargetAtTime(value === null ? 0 : loudness, time, 0.005);
side.pan.setValueAtTime((2 * tone) / count - 1, time);
}
volume.gain.setTargetAtTime(0, begin + seconds, 0.01);
oscillator.start(begin);
oscillator.stop(begin + seconds + 0.1);
oscillator.addEventListener("ended", () => {
if (this.#context === context) this.stop();
});
this.#context = context;
}
stop() {
const context = this.#context;
if (context === null) return;
this.#context = null;
void context.close();
this.#ended();
}
}
return { Sound };
})();
const m44 = (() => {
const { NoKeyError } = m3;
const { NetworkError, ProblemError } = m0;
const { Banner } = m5;
const { plotArea } = m10;
const { EventClock } = m11;
const { fillSegmented } = m4;
const { titleOf } = m8;
const { Keyboard } = m12;
const { changesBetween } = m13;
const { Overview } = m14;
const { publish } = m15;
const { rangeText } = m16;
const { Scrubber } = m17;
const { SurfaceView } = m39;
const { texts } = m2;
const { fillBody, label } = m40;
const { Legend } = m41;
const { Points } = m42;
const { Sound } = m43;
const noteMilliseconds = 6000;
const spokenAfterMilliseconds = 700;
class ElementChart {
body;
banner;
main;
overview;
hub = null;
specification = { main: {}, overview: null };
isGuest = false;
mainID = "main";
locale = null;
#host;
#owner;
#clock = new EventClock();
#legend;
#points;
#sound = new Sound(() => this.#say(texts.soundEnded));
#keyboard;
#strip;
#scrubber;
#views;
#forgetWatch = () => {};
#noteTimer;
#spoken;
#described = -1;
#marks = null;
constructor(host, root, owner) {
this.#host = host;
this.#owner = owner;
this.body = fillBody(root);
this.banner = new Banner(this.body.banner);
const { plot, overview } = this.body;
const shared = { clock: this.#clock, takesInput: () => this.isOnline, idled: () => this.idled() };
this.main = new SurfaceView(plot, {
...shared,
capturesWheel: () => this.isOn("mouseWheelZoom"),
pansByWheel: () => this.isOn("zoomPan") && !this.isOn("rowSelection") && !this.main.chart.isVertical,
resized: () => this.overview.chart.measure(),
layout: { area: (width, height, surface, font) => plotArea(width, height, surface, font, this.isOn("windowScrubber")), hasAxes: true },
});
this.overview = new SurfaceView(overview, {
...shared,
capturesWheel: () => false,
layout: { area: (_, height) => ({ ...this.main.chart.area, top: 0, height: Math.max(1, height) }), hasAxes: false },
});
this.#views = [this.main, this.overview];
this.#points = new Points(this.main.chart);
this.#strip = new Overview(overview, this.overview);
this.#scrubber = new Scrubber(this.main);
this.#legend = new Legend(this.body.legend, ({ id, visible }) => this.showSeries(id, !visible));
this.#keyboard = new Keyboard([plot, overview], {
area: () => this.main.chart.area,
stamp: () => this.#clock.stamp(),
send: event => this.main.send(event),
fit: () => this.command("zoomExtents"),
undo: () => this.command("undo"),
redo: () => this.command("redo"),
cancel: () => {
this.forgetGestures();
this.#sound.stop();
this.command("cancelGestures");
},
readsRows: () => this.isOn("rowSelection"),
rowSpacing: () => this.main.chart.rowSpacing,
isVertical: () => this.main.chart.isVertical,
step: rows => this.#read(rows),
play: () => this.#play(),
help: owner.help,
copy: owner.copy,
table: owner.table,
});
}
get session() {
return this.hub?.session ?? null;
}
get isOnline() {
return this.session !== null && this.session.id !== null && !this.#host.classList.contains("offline");
}
get surface() {
return this.main.surface;
}
isOn(type) {
return this.#modifierOf(this.main?.surface, type)?.isEnabled ?? false;
}
#modifierOf(surface, type) {
return surface?.modifiers?.find(modifier => modifier.type === type);
}
async start(hub, server, invitation, surface) {
this.stop();
this.hub = hub;
this.isGuest = invitation !== null;
const suffix = this.isGuest ? "" : hub.nextSuffix();
this.mainID = surface || `main${suffix}`;
this.main.attach(hub.session, this.mainID);
this.overview.attach(hub.session, `overview${suffix}`);
this.#forgetWatch = server.watch(state => this.#showConnection(server, state));
this.tell(texts.loading);
if (invitation) await hub.join(this, invitation);
else await hub.add(this);
}
stop() {
this.#sound.stop();
this.#forgetWatch();
this.#keyboard.reset();
this.hub?.remove(this);
this.hub = null;
for (const view of this.#views) view.attach(null, "");
}
get surfaceIDs() {
return this.#views.map(({ id }) => id);
}
specify() {
if (this.isGuest) return [];
const { main, overview } = this.specification;
const surfaces = [{ ...main, id: this.main.id, size: this.main.takeSize() }];
if (!overview) return surfaces;
const modifiers = overview.modifiers?.map(modifier => (modifier.type === "overview" ? { ...modifier, of: `${this.mainID}/x` } : modifier));
return [...surfaces, { ...overview, modifiers, id: this.overview.id, size: this.overview.takeSize() }];
}
opened() {
this.forgetGestures();
for (const reason of ["key", "ended"]) this.banner.clear(reason);
this.#described = -1;
this.#host.classList.remove("ended");
this.#owner.opened();
}
answered(surfaces) {
const { session } = this;
if (!session) return;
this.#adoptIDs(session);
for (const view of this.#views) {
const { surface } = view;
if (!surface || !surfaces.includes(surface)) continue;
if (view === this.main) this.#showState(surface);
view.chart.marks = this.marks;
view.show(surface);
publish(view.canvas, session, surface, view.chart.area);
}
if ([...session.surfaces.values()].every(({ gestures }) => gestures.length === 0)) this.banner.clear("busy");
this.showReadout();
if (this.isOn("windowScrubber")) this.#scrubber.place(session);
this.#owner.answered(surfaces);
}
#adoptIDs(session) {
if (!this.isGuest || session.surfaces.has(this.main.id)) return;
const [first] = session.surfaces.keys();
if (first === undefined) return;
this.main.attach(session, first);
this.mainID = first;
const other = [...session.surfaces.values()].find(surface => this.#modifierOf(surface, "overview")?.of === `${first}/x`);
if (other) this.overview.attach(session, other.id);
}
#showState(surface) {
const isEmpty = surface.window !== undefined && surface.xAxes[0].dataRange === null;
this.tell(isEmpty ? (surface.dataset ? texts.noRows : texts.noDataset) : "");
const { strip, plot } = this.body;
strip.hidden = !(this.#modifierOf(this.overview.surface, "overview")?.isEnabled ?? false);
plot.classList.toggle("scrolls", this.#leavesSwipes(surface));
plot.setAttribute("aria-busy", "false");
if (surface.dataset) plot.setAttribute("aria-label", texts.chartOf(titleOf(surface.dataset)));
this.#showMarksChoice(surface);
}
#leavesSwipes({ modifiers = [], yAxes }) {
if (this.main.chart.isVertical) return false;
const enabled = modifiers.filter(({ isEnabled }) => isEnabled);
const drags = enabled.filter(({ type }) => ["marquee", "rubberBandZoom", "rowSelection", "doubleTapDragZoom"].includes(type));
const pan = enabled.find(({ type }) => type === "zoomPan");
const pansY = pan !== undefined && pan.direction !== "x" && yAxes.some(({ zoomState }) => zoomState !== "atExtents");
return drags.length === 0 && !pansY && !enabled.some(({ followsPan, selectsByMarquee }) => followsPan || selectsByMarquee);
}
failed(problem) {
if (problem.code === "history.empty") return this.note(texts.nothingToUndo);
const again = () => {
this.banner.clear("key");
this.#owner.retry(false);
};
if (this.surface === undefined) this.tell(problem.code === "specification.unknown-dataset" ? texts.unknownDataset(this.specification.main.dataset ?? "") : "");
if (problem instanceof NoKeyError || problem.asksForKey) {
this.banner.hold("key", texts.keyNeeded, { name: texts.enterKey, act: again });
} else if (problem.code === "auth.scope-missing") {
this.banner.hold("key", texts.scopeMissing(problem.scope), { name: texts.anotherKey, act: again });
} else {
this.banner.warn(problem.message);
}
this.#owner.failed(problem);
}
busy() {
this.forgetGestures();
this.banner.hold("busy", texts.busy);
}
historyChanged(history) {
this.#owner.historyChanged(history);
}
ended(problem) {
this.forgetGestures();
this.#host.classList.add("ended");
const what = problem?.asksForKey ? texts.sessionEndedOrWrong : texts.sessionEnded;
this.tell("");
this.banner.hold("ended", what, { name: texts.startNew, act: () => this.#owner.retry(true) });
this.#owner.ended();
}
idled() {
const isIdle = this.surface !== undefined && (this.session?.lane.isEmpty ?? false) && this.#views.every(view => view.isIdle);
this.body.plot.dataset.idle = String(isIdle);
if (isIdle) this.#owner.ready();
}
#showConnection(server, state) {
this.#host.classList.toggle("offline", state !== "online");
if (state === "online") return this.banner.clear("offline");
this.forgetGestures();
if (state === "offline") this.banner.hold("offline", texts.offlineTrying);
else this.banner.hold("offline", texts.offline, { name: texts.tryAgain, act: () => server.connection.tryAgain() });
}
command(name) {
this.session?.command(this.main.id, { command: name });
}
changeModifiers(before, after) {
this.#keyboard.reset();
const { session } = this;
if (!session?.id) return;
for (const [view, old, next] of ([
[this.main, before.main, after.main], [this.overview, before.overview, after.overview],
])) {
for (const { id, change } of changesBetween(old, next)) {
const { surface } = view;
if (surface) surface.modifiers = surface.modifiers?.map(modifier => (modifier.id === id ? { ...modifier, ...change } : modifier));
session.patchModifier(view.id, id, change);
}
}
const { surface } = this;
if (!surface) return;
this.#showState(surface);
this.main.chart.measure();
this.main.fit();
if (this.isOn("windowScrubber")) this.#scrubber.place(session);
}
showSeries(id, visible) {
for (const { id: view, surface } of this.#views) {
if (!surface) continue;
surface.series = surface.series?.map(series => (series.id === id ? { ...series, visible } : series));
this.session?.patchSurface(view, { series: [{ id, visible }] });
}
for (const { id: axis, zoomState, autoRange } of this.surface?.yAxes ?? []) {
if (zoomState !== "atExtents" || autoRange !== "once") continue;
this.setAutoRange(axis, "visible");
this.setAutoRange(axis, "once");
}
}
setAutoRange(id, autoRange) {
const { surface } = this;
if (!surface) return;
surface.yAxes = surface.yAxes.map(axis => (axis.id === id ? { ...axis, autoRange } : axis));
this.session?.patchAxis(this.mainID, id, { autoRange });
}
#read(rows) {
const { surface } = this;
const point = surface ? this.#points.step(surface, rows) : null;
if (!point) return;
if (this.isOnline) this.main.send({ type: "hover", phase: "moved", time: this.#clock.stamp(), ...point.place });
this.#say(point.text);
}
#play() {
if (this.#sound.isPlaying) return this.#sound.stop();
const { rows, series } = this.main.chart;
const shown = series.find(({ visible }) => visible);
if (!shown) return;
this.#sound.play((rows.values.get(shown.column) ?? []).slice(...rows.inside));
this.#say(texts.soundOf(shown.name));
}
#say(text) {
clearTimeout(this.#spoken);
this.body.live.textContent = text;
}
forgetGestures() {
for (const view of this.#views) view.forget();
this.#keyboard.reset();
}
speak(locale) {
this.locale = locale;
this.#described = -1;
this.session?.speak(locale);
}
relabel() {
label(this.body);
this.body.marks.replaceChildren();
const { surface } = this;
if (surface) this.#showState(surface);
else if (!this.body.state.hidden) this.tell(texts.loading);
for (const { chart } of this.#views) chart.redraw();
this.showReadout();
}
restyle() {
for (const { chart } of this.#views) chart.restyle();
this.showReadout();
}
get marks() {
const series = this.surface?.series ?? [];
const suitsBars = series.length > 0 && series.every(({ kind }) => kind === "bar");
return suitsBars ? this.#marks ?? "bars" : "lines";
}
#showMarksChoice({ series = [] }) {
const { marks } = this.body;
marks.hidden = series.length === 0 || series.some(({ kind }) => kind !== "bar");
if (marks.hidden || marks.childElementCount > 0) return;
const entries = ([{ value: "bars", name: texts.bars }, { value: "lines", name: texts.lines }]);
fillSegmented(marks, "marks", [...entries], this.marks, chosen => {
this.#marks = chosen;
for (const { chart } of this.#views) {
chart.marks = chosen;
chart.redraw();
}
});
}
showReadout() {
const { surface } = this;
if (!surface) return;
const text = surface.selection.label || rangeText(surface);
if (this.body.selection.textContent !== text) this.body.selection.textContent = text;
this.#legend.show(this.main.chart.series);
this.#strip.describe(surface);
clearTimeout(this.#spoken);
this.#spoken = setTimeout(() => {
this.body.live.textContent = [rangeText(surface), surface.selection.label].filter(Boolean).join(". ");
this.#describe();
}, spokenAfterMilliseconds);
}
async #describe() {
const { session, mainID } = this;
if (!session?.id || !this.isOnline || session.revision === this.#described) return;
this.#described = session.revision;
try {
const { text, axes, series, selection } = await session.describe(mainID);
this.body.description.textContent = [text, ...axes.map(axis => axis.text), ...series.map(one => one.text), selection.text].join(" ");
} catch (error) {
if (!(error instanceof ProblemError || error instanceof NetworkError)) throw error;
}
}
tell(text) {
this.body.state.textContent = text;
this.body.state.hidden = text === "";
}
note(text) {
const { note, live } = this.body;
note.textContent = text;
note.hidden = text === "";
clearTimeout(this.#noteTimer);
if (text === "") return;
live.textContent = text;
this.#noteTimer = setTimeout(() => this.note(""), noteMilliseconds);
}
}
return { ElementChart };
})();
const m45 = (() => {
const { formatPosition, formatReading } = m8;
const readingKinds = ["crosshair", "tooltip", "rollover", "verticalSlice"];
function pictureOf(canvas) {
const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
const context = copy.getContext("2d");
const root = canvas.getRootNode();
if (context && root instanceof ShadowRoot) {
context.fillStyle = getComputedStyle(root.host).backgroundColor;
context.fillRect(0, 0, copy.width, copy.height);
context.drawImage(canvas, 0, 0);
}
return new Promise((resolve, reject) => {
copy.toBlob(blob => (blob ? resolve(blob) : reject(new Error("The browser cannot make a picture of the chart."))), "image/png");
});
}
function csvOf(chart, { xAxes: [axis], window }) {
const { x, values, inside: [start, end] } = chart.rows;
const names = [...values.keys()];
const header = [Array.isArray(window?.columns) ? window?.columns[0] ?? "x" : "x", ...names];
const position = value => (axis.type === "date" ? new Date(value).toISOString() : String(value));
const lines = x.slice(start, end).map((value, index) => [position(value), ...names.map(name => values.get(name)?.[start + index] ?? "")]);
return [header.map(quoted), ...lines].map(cells => `${cells.join(",")}\n`).join("");
}
function quoted(text) {
return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function valuesOf(chart, { overlays, selection, xAxes: [axis] }) {
const items = overlays.find(({ kind, items: found = [] }) => readingKinds.includes(kind) && found.length > 0)?.items ?? [];
if (items.length === 0) return selection.label ?? "";
const names = new Map(chart.series.map(({ id, name }) => [id, name]));
const values = items.map(item => `${names.get(item.series ?? "") ?? item.name ?? item.series}: ${formatReading(item.value)}`);
return `${formatPosition(items[0].x, axis.type)}: ${values.join(", ")}`;
}
function download(blob, name) {
const address = URL.createObjectURL(blob);
Object.assign(document.createElement("a"), { href: address, download: name }).click();
setTimeout(() => URL.revokeObjectURL(address), 1000);
}
return { pictureOf, csvOf, valuesOf, download };
})();
const m46 = (() => {
const { texts } = m2;
const { made } = m40;
function showHelp(root) {
const close = made("button", { type: "button" }, texts.close);
const lines = texts.keys.flatMap(([key, meaning]) => [made("dt", {}, key), made("dd", {}, meaning)]);
const dialog = made("dialog", { id: "help-dialog", "aria-label": texts.help },
made("h2", {}, texts.help), made("dl", {}, ...lines), close);
close.addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => dialog.remove());
root.append(dialog);
dialog.showModal();
}
return { showHelp };
})();
const m47 = (() => {
class Driver {
#client = newName();
#sequence = 1;
batch(events) {
return { client: this.#client, sequence: this.#sequence, events };
}
taken() {
this.#sequence += 1;
}
agree(expected) {
if (expected !== null) {
this.#sequence = expected;
} else {
this.#client = newName();
this.#sequence = 1;
}
}
}
function newName() {
const bytes = crypto.getRandomValues(new Uint8Array(8));
return `page-${Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")}`;
}
return { Driver };
})();
const m48 = (() => {
class Lane {
#tail = Promise.resolve();
#length = 0;
#changed;
constructor(changed) {
this.#changed = changed;
}
get isEmpty() {
return this.#length === 0;
}
run(task) {
this.#length += 1;
this.#changed();
const result = this.#tail.then(task);
this.#tail = result.then(() => {}, () => {}).then(() => {
this.#length -= 1;
this.#changed();
});
return result;
}
}
return { Lane };
})();
const m49 = (() => {
const query = "window=auto&layout=columns";
const pauseMilliseconds = 5000;
class Stream {
#source = null;
#timer;
#address;
#listener;
constructor(address, token, locale, listener) {
const more = [["token", token], ["locale", locale]].map(([name, value]) => (value ? `&${name}=${encodeURIComponent(value)}` : ""));
this.#address = `${address}?${query}${more.join("")}`;
this.#listener = listener;
this.#open();
}
close() {
clearTimeout(this.#timer);
this.#source?.close();
this.#source = null;
}
#open() {
const source = new EventSource(this.#address);
const take = event => this.#listener.changed(JSON.parse(event.data));
this.#source = source;
source.addEventListener("state", take);
source.addEventListener("update", take);
source.addEventListener("data", event => this.#listener.rows(JSON.parse(event.data)));
source.addEventListener("end", event => {
const { reason } = JSON.parse(event.data);
if (reason === "shutdown") return this.#openLater();
this.close();
this.#listener.ended(reason);
});
source.addEventListener("error", () => {
if (source === this.#source && source.readyState === EventSource.CLOSED) this.#openLater();
});
}
#openLater() {
this.close();
this.#timer = setTimeout(() => this.#open(), pauseMilliseconds);
}
}
return { Stream };
})();
const m50 = (() => {
function mergedSurface(before, told, revision, isFromStream) {
const [known, rowsOf] = [before?.revision ?? -1, before?.rowsOf ?? -1];
const isNews = isFromStream ? told.revision > known : told.revision >= known;
const bringsRows = told.window !== undefined && (isNews ? revision >= rowsOf : revision > rowsOf);
if (!isNews && !bringsRows) return null;
const rows = bringsRows ? { window: told.window, rowsOf: revision } : { window: before?.window, rowsOf };
return { ...(before && !isNews ? before : withSeriesShown({ ...before, ...told, ...joinedAxes(before, told) })), ...rows };
}
function joinedAxes(before, told) {
const joined = kind => told[kind].map(axis => ({ ...before?.[kind].find(({ id }) => id === axis.id), ...axis }));
return { xAxes: joined("xAxes"), yAxes: joined("yAxes") };
}
function withSeriesShown(surface) {
const entries = surface.overlays.flatMap(({ kind, items = [] }) => (kind === "legend" ? items : []));
const shown = new Map(entries.map(item => [item.series, item.visible]));
const series = surface.series?.map(one => ({ ...one, visible: shown.get(one.id) ?? one.visible }));
return { ...surface, series };
}
return { mergedSurface };
})();
const m51 = (() => {
const { ProblemError } = m0;
const { Driver } = m47;
const { Lane } = m48;
const { Stream } = m49;
const { mergedSurface } = m50;
const eventsQuery = "window=auto&layout=columns";
const sequenceProblems = ["batch.sequence-gap", "batch.sequence-stale", "batch.sequence-reused"];
const noHistory = { undo: 0, redo: 0 };
class Session {
id = null;
surfaces = new Map();
revision = 0;
roundTripMilliseconds = 0;
lane;
isShared = false;
looksOnly = false;
locale = null;
isDrivenByOthers = false;
#token = null;
#viewerToken = null;
#stream = null;
#told = [];
#requests = 0;
#driver = new Driver();
#server;
#connection;
#access;
#describe;
#listener;
constructor(server, access, describe, listener) {
this.#server = server;
this.#connection = server.connection;
this.#access = access;
this.#describe = describe;
this.#listener = listener;
this.lane = new Lane(() => listener.idled());
}
open() {
return this.lane.run(async () => {
this.close();
this.#token = null;
this.looksOnly = false;
await this.#guard(async () => {
const answer = await this.#connection.insist(() => this.#access.use(
key => this.#timed("POST", "/v1/sessions", this.#describe(), key),
));
this.#viewerToken = answer.viewerToken ?? null;
await this.#begin(answer, answer.driverToken ?? null);
});
});
}
join({ session, token, looks = false }) {
return this.lane.run(async () => {
this.close();
this.looksOnly = looks;
this.#viewerToken = looks ? token : null;
this.id = session;
this.#token = token;
this.isShared = true;
await this.#guard(async () => {
const answer = await this.#look();
await this.#begin(answer, token);
});
});
}
async #begin(answer, token) {
this.id = answer.id;
this.#token = token;
this.#driver = new Driver();
this.revision = -1;
this.surfaces.clear();
this.#told = [];
this.#listener.opened();
await this.#take(answer);
this.isDrivenByOthers = this.isShared;
this.#follow(answer.id);
}
invitation(looks) {
if (this.id === null || (looks && this.#token !== null && this.#viewerToken === null)) return null;
return looks ? { session: this.id, token: this.#viewerToken, looks } : { session: this.id, token: this.#token };
}
close() {
this.#stream?.close();
if (this.id === null) return;
if (!this.isShared) {
this.#server.request("DELETE", `/v1/sessions/${this.id}`, { token: this.#token, keepalive: true }).catch(() => {});
}
this.id = null;
this.isShared = false;
this.#listener.historyChanged(noHistory);
}
#follow(id) {
const ifHere = act => told => {
if (this.id === id) act(told);
};
this.#stream = new Stream(this.#server.url(`/v1/sessions/${id}/stream`), this.#token, this.locale, {
changed: ifHere(told => this.#takeFromOthers(told)),
rows: ifHere(() => this.lane.run(() => this.#request(() => this.#look()))),
ended: ifHere(() => this.#lose()),
});
}
#lose(problem) {
this.#stream?.close();
this.id = null;
this.isShared = false;
this.#listener.historyChanged(noHistory);
this.#listener.ended(problem);
}
#takeFromOthers(told) {
this.#told.push(told);
if (this.#requests === 0) this.#takeTold();
}
#takeTold() {
for (const told of this.#told.splice(0)) this.#accept(told, { isFromStream: true });
}
async post(surface, events) {
if (this.looksOnly) return;
const batch = this.#driver.batch(events);
let hasLostTime = false;
await this.#request(async () => {
const answer = await this.#connection.insist(() => {
hasLostTime ||= this.#connection.state !== "online";
return this.#send(surface, "POST", `/events?${eventsQuery}`, batch);
});
this.#driver.taken();
return answer;
}, () => {
if (events.some(isDeliberate)) this.#listener.busy();
});
if (hasLostTime) await this.#startAfresh();
}
command(surface, command) {
if (this.looksOnly) return Promise.resolve();
return this.lane.run(async () => {
const answer = await this.#request(() => this.#connection.sendOnce(() => this.#send(surface, "POST", "/commands", command)));
if (answer === null) await this.#startAfresh();
});
}
patchSurface(surface, change) {
return this.#patch(surface, "", change);
}
patchModifier(surface, id, change) {
return this.#patch(surface, `/modifiers/${id}`, change);
}
patchAxis(surface, axis, change) {
return this.#patch(surface, `/axes/${axis}`, change);
}
extend(surfaces, links) {
return this.lane.run(() => this.#request(async () => {
for (const surface of surfaces) {
await this.#connection.insist(() => this.#timed("POST", `/v1/sessions/${this.id}/surfaces`, surface));
}
if (links.length > 0) await this.#connection.insist(() => this.#timed("PATCH", `/v1/sessions/${this.id}`, { links }));
return this.#look();
}));
}
reduce(surfaces, links) {
return this.lane.run(() => this.#request(async () => {
await this.#connection.insist(() => this.#timed("PATCH", `/v1/sessions/${this.id}`, { links }));
for (const surface of surfaces.filter(id => this.surfaces.has(id))) {
await this.#connection.insist(() => this.#timed("DELETE", `/v1/sessions/${this.id}/surfaces/${surface}`));
this.surfaces.delete(surface);
}
return null;
}));
}
#patch(surface, path, change) {
if (this.looksOnly) return Promise.resolve();
return this.lane.run(() => this.#request(() => this.#connection.insist(() => this.#send(surface, "PATCH", path, change))));
}
#startAfresh() {
return this.#request(async () => {
for (const surface of this.surfaces.keys()) {
await this.#connection.insist(() => this.#send(surface, "POST", "/commands", { command: "cancelGestures" }));
}
return this.#look();
});
}
#send(surface, method, path, body) {
return this.#timed(method, `/v1/sessions/${this.id}/surfaces/${surface}${path}`, body);
}
async #timed(method, path, body, token = this.#token) {
const start = performance.now();
const answer = await this.#server.request(method, path, { body, token, locale: this.locale });
this.roundTripMilliseconds = performance.now() - start;
return answer;
}
#request(send, whenBusy) {
if (this.id === null) return Promise.resolve(undefined);
this.#requests += 1;
return this.#guard(async () => {
const answer = await send();
if (answer !== null) await this.#take(answer);
return answer;
}, whenBusy).finally(() => {
this.#requests -= 1;
if (this.#requests === 0) this.#takeTold();
});
}
async #guard(action, whenBusy = () => {}) {
try {
return await action();
} catch (error) {
if (!(error instanceof ProblemError)) throw error;
if (error.sessionIsLost && this.id !== null) {
this.#lose(error);
} else if (error.code === "session.driver-busy") {
whenBusy();
} else if (sequenceProblems.includes(error.code)) {
this.#driver.agree(error.expectedSequence);
await this.#startAfresh();
} else {
this.#listener.failed(error);
}
return undefined;
}
}
async #take(answer) {
this.#accept(answer, { isFromStream: false });
if ([...this.surfaces.values()].every(surface => surface.window)) return;
this.#accept(await this.#look(), { isFromStream: false });
}
describe(surface) {
return this.#server.request("GET", `/v1/sessions/${this.id}/surfaces/${surface}/description`, { token: this.#token, locale: this.locale });
}
drawingOf(surface, query) {
const path = `/v1/sessions/${this.id}/surfaces/${surface}/image.svg?${new URLSearchParams(query)}`;
return this.#server.textOf("GET", path, { token: this.#token });
}
rowsOf(surface) {
return this.#server.streamOf(`/v1/sessions/${this.id}/surfaces/${surface}/rows?format=csv`, { token: this.#token });
}
speak(locale) {
if (locale === this.locale) return;
this.locale = locale;
if (this.id === null) return;
this.#stream?.close();
this.#follow(this.id);
this.lane.run(() => this.#request(() => this.#look()));
}
#look() {
return this.#connection.insist(() => this.#timed("GET", `/v1/sessions/${this.id}`));
}
#accept({ revision, surfaces, history }, { isFromStream }) {
const changed = surfaces.flatMap(told => {
const surface = mergedSurface(this.surfaces.get(told.id), told, revision, isFromStream);
if (surface) this.surfaces.set(surface.id, surface);
return surface ?? [];
});
if (revision > this.revision || !isFromStream) this.isDrivenByOthers = isFromStream;
if (revision >= this.revision) this.#listener.historyChanged(history);
this.revision = Math.max(this.revision, revision);
if (changed.length > 0) this.#listener.answered(changed);
}
}
function isDeliberate({ type }) {
return type !== "tick" && type !== "hover";
}
return { Session };
})();
const m52 = (() => {
const { Session } = m51;
class Hub {
session;
#members = [];
#count = 0;
#isOpening = false;
constructor(server, access) {
const each = act => {
for (const member of [...this.#members]) act(member);
};
this.session = new Session(server, access, () => this.#describe(), {
opened: () => each(member => member.opened()),
answered: surfaces => each(member => member.answered(surfaces)),
failed: problem => each(member => member.failed(problem)),
busy: () => each(member => member.busy()),
historyChanged: history => each(member => member.historyChanged(history)),
ended: problem => each(member => member.ended(problem)),
idled: () => each(member => member.idled()),
});
}
nextSuffix() {
this.#count += 1;
return this.#count === 1 ? "" : `-${this.#count}`;
}
add(member) {
this.#members.push(member);
if (this.#members.length === 1) this.session.locale = member.locale;
if (this.session.id !== null) return this.session.extend(member.specify(), this.#links()).then(() => {});
if (this.#isOpening) return Promise.resolve();
this.#isOpening = true;
return Promise.resolve().then(() => this.open());
}
async join(member, invitation) {
this.#members.push(member);
if (this.#members.length === 1) {
this.session.locale = member.locale;
return this.session.join(invitation);
}
await this.session.lane.run(async () => {});
if (this.session.id === null) return;
member.opened();
member.answered([...this.session.surfaces.values()]);
}
async open() {
this.#isOpening = true;
await this.session.open();
this.#isOpening = false;
}
remove(member) {
if (!this.#members.includes(member)) return;
this.#members = this.#members.filter(other => other !== member);
if (this.#members.length === 0) this.session.close();
else if (!this.session.isShared) this.session.reduce(member.surfaceIDs, this.#links());
}
get isEmpty() {
return this.#members.length === 0;
}
#describe() {
const links = this.#links();
return { surfaces: this.#members.flatMap(member => member.specify()), ...(links.length > 0 ? { links } : {}) };
}
#links() {
if (this.#members.length < 2) return [];
return [{ axes: this.#members.map(({ mainID }) => `${mainID}/x`), kind: "same" }];
}
}
const hubs = new Map();
function hubFor(key, server, access) {
const known = key === null ? undefined : hubs.get(key);
if (known && !known.isEmpty) return known;
const hub = new Hub(server, access);
if (key !== null) hubs.set(key, hub);
return hub;
}
return { Hub, hubFor };
})();
const m53 = (() => {
const css = `
:host {
display: flex; flex-direction: column; box-sizing: border-box; min-width: 0; min-height: 240px; height: 400px; overflow: hidden;
font: 15px/1.45 var(--chart-font, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif);
font-variant-numeric: tabular-nums;
--page: var(--chart-page, light-dark(#f4f5f7, #0f1216));
--card: var(--chart-card, light-dark(#ffffff, #171b21));
--raised: var(--chart-raised, light-dark(#eceef1, #232932));
--chosen: var(--chart-chosen, light-dark(#ffffff, #3b4552));
--border: var(--chart-border, light-dark(#dfe2e7, #2a313b));
--text: var(--chart-text, light-dark(#1a1f26, #e8ebef));
--text-faint: var(--chart-text-faint, light-dark(#5b6572, #9aa5b3));
--accent: var(--chart-accent, light-dark(#0a6aa8, #62b5f0));
--accent-fill: var(--chart-accent-fill, light-dark(#0a6aa826, #62b5f033));
--warning: var(--chart-warning, light-dark(#7a3500, #ffd0a6));
--warning-fill: var(--chart-warning-fill, light-dark(#fff0e2, #40260f));
--grid: var(--chart-grid, light-dark(#e1e4e9, #2b323c));
--grid-minor: var(--chart-grid-minor, light-dark(#f3f4f6, #1d2229));
--axis: var(--chart-axis, light-dark(#8a94a1, #5d6977));
--series-1: var(--chart-series-1, light-dark(#0072b2, #56b4e9));
--series-2: var(--chart-series-2, light-dark(#b86e00, #f2b134));
--series-3: var(--chart-series-3, light-dark(#00875f, #33c9a0));
--series-4: var(--chart-series-4, light-dark(#b8458e, #e39ac8));
--series-5: var(--chart-series-5, light-dark(#d04a00, #ff8a4c));
--series-6: var(--chart-series-6, light-dark(#5a5fc7, #a5abff));
--series-7: var(--chart-series-7, light-dark(#5f6b00, #c6d14a));
--series-8: var(--chart-series-8, light-dark(#6b4a2f, #c9a184));
--veil: var(--chart-veil, light-dark(#f4f5f7b8, #0f1216b0));
--shadow: light-dark(#1a1f2614, #00000040);
background: var(--card); color: var(--text);
}
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host(:fullscreen) { width: 100vw; height: 100vh !important; padding: 16px; }
*, *::before, *::after { box-sizing: border-box; }
button { font: inherit; color: inherit; }
.head { display: flex; flex: none; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 12px; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 6px; margin: 0 0 0 -8px; padding: 0; list-style: none; }
.legend button { display: flex; align-items: center; gap: 8px; min-height: 34px; padding: 0 8px; border: 0; border-radius: 8px; background: none; color: var(--text-faint); cursor: pointer; }
.legend button:hover { background: var(--raised); }
.legend [aria-pressed="false"] { text-decoration: line-through; }
.swatch { width: 12px; height: 12px; border: 2px solid var(--swatch); border-radius: 4px; background-color: var(--swatch); forced-color-adjust: none; print-color-adjust: exact; }
.swatch.dashed { height: 0; width: 16px; border-width: 3px 0 0; border-style: dashed; border-radius: 0; }
[aria-pressed="false"] .swatch { background-color: transparent; }
.segmented { display: flex; flex: none; padding: 3px; border-radius: 11px; background: var(--raised); }
.segmented[hidden], .tools[hidden], .strip[hidden], .banner[hidden], .state[hidden], .note[hidden] { display: none; }
.segmented label { position: relative; flex: 1; }
.segmented input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.segmented span { display: grid; min-height: 28px; padding: 0 12px; place-items: center; border-radius: 8px; color: var(--text-faint); font-size: 0.92rem; font-weight: 500; white-space: nowrap; }
.segmented input:checked + span { background: var(--chosen); box-shadow: 0 1px 2px var(--shadow); color: var(--text); }
.segmented input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 1px; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; margin-left: auto; }
.tools button { display: grid; min-width: 34px; min-height: 34px; padding: 0 7px; border: 1px solid transparent; border-radius: 8px; background: none; place-items: center; cursor: pointer; font-size: 0.88rem; font-weight: 550; }
.tools button:hover:not(:disabled) { background: var(--raised); }
.tools button:disabled { opacity: 0.35; cursor: default; }
.tools button[aria-pressed="true"] { background: var(--accent-fill); color: var(--accent); }
.tools button[hidden] { display: none; }
#presets { display: flex; }
@media (max-width: 480px) { .tools button { min-width: 29px; padding: 0 3px; } .tools .gap { display: none; } }
.tools .gap { width: 1px; height: 20px; margin: 0 4px; background: var(--border); }
svg { fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.selection { overflow: hidden; flex: none; height: 1.6em; margin: 2px 0 6px; font-size: 1.05rem; font-weight: 600; line-height: 1.6; text-overflow: ellipsis; white-space: nowrap; }
.frame { position: relative; flex: 1; min-height: 0; }
.strip { position: relative; flex: none; height: 60px; margin-top: 8px; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; border-radius: 8px; touch-action: none; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
.frame canvas { cursor: crosshair; transition: opacity 200ms; }
.frame canvas.scrolls { touch-action: pan-y; }
:host(.offline) canvas, :host(.ended) canvas { opacity: 0.45; }
.state { position: absolute; inset: 0; display: grid; padding: 24px; place-items: center; color: var(--text-faint); text-align: center; pointer-events: none; }
.banner { position: absolute; top: 12px; left: 50%; display: flex; align-items: center; gap: 14px; width: max-content; max-width: calc(100% - 24px); margin: 0; padding: 8px 14px; translate: -50% 0; border-radius: 10px; background: var(--warning-fill); color: var(--warning); box-shadow: 0 2px 8px var(--shadow); font-weight: 550; pointer-events: none; }
.banner button { flex: none; min-height: 34px; padding: 0 14px; border: 1px solid currentColor; border-radius: 10px; background: none; pointer-events: auto; cursor: pointer; }
.note { position: absolute; bottom: 44px; left: 50%; max-width: calc(100% - 24px); margin: 0; padding: 6px 12px; translate: -50% 0; border-radius: 10px; background: var(--text); color: var(--card); font-size: 0.9rem; pointer-events: none; }
dialog { padding: 18px 20px; border: 1px solid var(--border); border-radius: 14px; background: var(--card); color: var(--text); }
dialog::backdrop { background: #0a0d1199; }
dialog h2 { margin: 0 0 8px; font-size: 1.05rem; }
dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0 0 14px; }
dialog dt { font-weight: 600; }
dialog dd { margin: 0; color: var(--text-faint); }
dialog button { min-height: 36px; padding: 0 14px; border: 1px solid var(--border); border-radius: 10px; background: none; cursor: pointer; }
.live { color: var(--text); transition: color 1ms; }
.unseen { position: absolute; overflow: hidden; width: 1px; height: 1px; margin: 0; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .frame canvas { transition: none; } }
@media (forced-colors: active) {
:host {
--card: Canvas; --raised: Canvas; --text: CanvasText; --text-faint: CanvasText; --accent: Highlight; --grid: GrayText; --grid-minor: Canvas;
--axis: CanvasText; --border: CanvasText;
}
.tools button { border-color: ButtonBorder; }
}
@media print { .tools, .strip, .note, .banner { display: none; } }
`;
let sheet = null;
function chartSheet() {
if (sheet === null) {
sheet = new CSSStyleSheet();
sheet.replaceSync(css);
}
return sheet;
}
return { chartSheet };
})();
const m54 = (() => {
const day = 86_400_000;
const starts = {
day: end => end - day,
week: end => end - 7 * day,
month: end => monthsBefore(end, 1),
thisYear: end => Date.UTC(new Date(end).getUTCFullYear(), 0, 1),
year: end => monthsBefore(end, 12),
};
const order = (Object.keys(starts));
function presetsFor([first, last]) {
return order
.map(name => ({ name, range: ([starts[name](last), last]) }))
.filter(({ range: [from, to] }) => from > first && to > from);
}
function monthsBefore(time, months) {
const date = new Date(time);
const dayOfMonth = date.getUTCDate();
date.setUTCDate(1);
date.setUTCMonth(date.getUTCMonth() - months);
const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
date.setUTCDate(Math.min(dayOfMonth, last));
return date.getTime();
}
return { presetsFor };
})();
const m55 = (() => {
const { texts } = m2;
const { icon, made } = m40;
const { presetsFor } = m54;
const pictures = {
undo: "M7 4 3 8l4 4M3.5 8H12a4 4 0 0 1 0 8H8",
redo: "m13 4 4 4-4 4m3.5-4H8a4 4 0 0 0 0 8h4",
fit: "M3 7V3h4m6 0h4v4m0 6v4h-4m-6 0H3v-4M6 10h8",
fitY: "M10 3v14M7 6l3-3 3 3M7 14l3 3 3-3M3 10h3m8 0h3",
log: "M4 3v13h13M6 14c3-1 4-8 11-9",
fullScreen: "M12 3h5v5m0-5-6 6M8 17H3v-5m0 5 6-6",
savePicture: "M3 4h14v12H3zm0 9 4-4 4 4 2-2 4 4M13 8h.01",
saveDrawing: "M4 4h4v4H4zM12 12h4v4h-4zM8 6c6 0 6 2 6 6",
saveRows: "M10 3v9m-4-4 4 4 4-4M4 16h12",
copy: "M7 7h9v10H7zM4 13V3h9",
table: "M3 4h14v12H3zm0 4h14M3 12h14M8 8v8",
help: "M7 7a3 3 0 1 1 4 3c-1 .5-1 1-1 2m0 3h.01",
};
class Toolbar {
#element;
#actions;
#buttons;
#presets = made("span", { id: "presets", role: "group", "aria-label": texts.range });
#key = "";
#shown = "";
#looksOnly = false;
constructor(element, actions) {
this.#element = element;
this.#actions = actions;
const button = (name, act) => {
const made = this.#button(name, texts[name], icon(pictures[name]));
made.addEventListener("click", act);
return made;
};
const toggle = name => {
const made = button(name, () => actions[name](made.getAttribute("aria-pressed") !== "true"));
made.setAttribute("aria-pressed", "false");
return made;
};
this.#buttons = {
undo: button("undo", actions.undo),
redo: button("redo", actions.redo),
fit: button("fit", actions.fit),
fitY: toggle("fitY"),
log: toggle("log"),
copy: button("copy", actions.copy),
table: button("table", actions.table),
saveRows: button("saveRows", actions.saveRows),
savePicture: button("savePicture", actions.savePicture),
saveDrawing: button("saveDrawing", actions.saveDrawing),
fullScreen: button("fullScreen", actions.fullScreen),
help: button("help", actions.help),
};
this.#buttons.help.disabled = false;
this.#buttons.fullScreen.hidden = !document.fullscreenEnabled;
const { undo, redo, fit, fitY, log, ...others } = this.#buttons;
const gap = () => made("span", { class: "gap", "aria-hidden": "true" });
element.append(this.#presets, fit, gap(), undo, redo, gap(), fitY, log, gap(), ...Object.values(others));
element.addEventListener("keydown", event => this.#walk(event));
element.addEventListener("focusin", ({ target }) => this.#stopAt(target));
this.#stopAt();
}
#button(id, name, content) {
return made("button", { id, type: "button", title: name, "aria-label": name, disabled: true }, content);
}
label() {
for (const [name, button] of (Object.entries(this.#buttons))) {
button.title = texts[name];
button.setAttribute("aria-label", texts[name]);
}
this.#presets.setAttribute("aria-label", texts.range);
this.#key = "";
this.#shown = "";
}
toggle(isShown) {
this.#element.hidden = !isShown;
}
showHistory(history) {
this.#buttons.undo.disabled = this.#looksOnly || history.undo === 0;
this.#buttons.redo.disabled = this.#looksOnly || history.redo === 0;
this.#stopAt();
}
show({ xAxes: [x], yAxes: [y], window }, looksOnly) {
this.#looksOnly = looksOnly;
const key = JSON.stringify([looksOnly, x.type, x.dataRange, y.type, y.autoRange, y.dataRange, window === undefined]);
if (key === this.#shown) return;
this.#shown = key;
const hasRows = window !== undefined && x.dataRange !== null;
const { fit, fitY, log, copy, table, saveRows, savePicture, saveDrawing, fullScreen } = this.#buttons;
for (const button of [copy, table, saveRows, savePicture, saveDrawing, fullScreen]) button.disabled = !hasRows;
for (const button of [fit, fitY]) button.disabled = looksOnly || !hasRows;
fitY.setAttribute("aria-pressed", String(y.autoRange === "visible"));
const isLog = y.type === "log";
const canBeLog = isLog || (y.type === "number" && (y.dataRange?.[0] ?? 0) > 0);
log.disabled = looksOnly || !hasRows || !canBeLog;
log.title = canBeLog ? texts.log : `${texts.log}. ${texts.logNeedsPositive}`;
log.setAttribute("aria-pressed", String(isLog));
this.#showPresets(x);
}
disable() {
for (const button of this.#element.querySelectorAll("button")) button.disabled = true;
this.#buttons.help.disabled = false;
this.#key = "";
this.#shown = "";
this.showHistory({ undo: 0, redo: 0 });
}
#showPresets({ type, dataRange }) {
const key = type === "date" && dataRange && !this.#looksOnly ? dataRange.join() : "";
if (key === this.#key) return;
this.#key = key;
const presets = type === "date" && dataRange && !this.#looksOnly ? presetsFor(dataRange) : [];
const buttons = presets.map(({ name, range }) => {
const button = made("button", { type: "button", "data-preset": name, title: texts.presetNames[name] }, texts.presets[name]);
button.addEventListener("click", () => this.#actions.show(range));
return button;
});
if (buttons.length > 0) {
const all = made("button", { type: "button", "data-preset": "all", title: texts.presetNames.all }, texts.all);
all.addEventListener("click", () => this.#actions.fit());
buttons.push(all);
}
this.#presets.replaceChildren(...buttons);
this.#stopAt();
}
get #enabled() {
return [...this.#element.querySelectorAll("button")].filter(button => !button.disabled && !button.hidden);
}
#stopAt(wanted) {
const enabled = this.#enabled;
const stop = enabled.find(button => (wanted ? button === wanted : button.tabIndex === 0)) ?? enabled[0];
for (const button of this.#element.querySelectorAll("button")) button.tabIndex = button === stop ? 0 : -1;
}
#walk(event) {
const enabled = this.#enabled;
const at = enabled.findIndex(button => button === event.target);
const forward = this.#element.dir === "rtl" ? -1 : 1;
const places = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1 };
const place = places[event.key];
if (place === undefined) return;
event.preventDefault();
enabled.at(place % enabled.length)?.focus();
}
}
return { Toolbar };
})();
const m56 = (() => {
const { NetworkError, ProblemError } = m0;
const patientWaits = [150, 400, 800, 1600, 3200, 6400, 8000, 8000, 8000];
const quietFailures = 2;
const longestWaitMilliseconds = 10_000;
class Connection {
state = "online";
#changed;
#waits;
#probe;
#wake = () => {};
constructor(changed, waits = patientWaits, probe = () => Promise.resolve()) {
this.#changed = changed;
this.#probe = probe;
this.#waits = waits;
addEventListener("online", () => this.tryAgain());
}
tryAgain() {
this.#wake();
}
async insist(send) {
for (let failures = 0; ; failures += 1) {
try {
const answer = await send();
this.#become("online");
return answer;
} catch (error) {
if (!isPassing(error)) {
if (error instanceof ProblemError) this.#become("online");
throw error;
}
await this.#pause(failures, error instanceof ProblemError ? error.retryAfterMilliseconds : 0);
}
}
}
async sendOnce(send) {
const outcome = await this.insist(async () => {
try {
return { answer: await send() };
} catch (error) {
if (error instanceof NetworkError) return null;
throw error;
}
});
if (outcome) return outcome.answer;
await this.insist(this.#probe);
return null;
}
async #pause(failures, shortestMilliseconds) {
if (failures >= quietFailures) this.#become(failures < this.#waits.length ? "offline" : "waiting");
await new Promise(resume => {
this.#wake = () => resume(undefined);
if (failures >= this.#waits.length) return;
setTimeout(resume, Math.min(Math.max(this.#waits[failures], shortestMilliseconds), longestWaitMilliseconds));
});
}
#become(state) {
if (this.state === state) return;
this.state = state;
this.#changed(state);
}
}
function isPassing(error) {
return error instanceof NetworkError || (error instanceof ProblemError && error.isPassing);
}
return { Connection };
})();
const m57 = (() => {
const { request, streamOf, textOf } = m0;
const { Connection } = m56;
class Server {
connection;
#watchers = new Set();
#base;
constructor(base) {
this.#base = base;
this.connection = new Connection(state => {
for (const watcher of this.#watchers) watcher(state);
}, undefined, () => this.request("GET", "/health/live"));
}
url(path) {
return this.#base + path.slice(1);
}
request(method, path, options) {
return request(method, this.url(path), options);
}
textOf(method, path, options) {
return textOf(method, this.url(path), options);
}
streamOf(path, options) {
return streamOf(this.url(path), options);
}
watch(watcher) {
this.#watchers.add(watcher);
return () => this.#watchers.delete(watcher);
}
}
const servers = new Map();
function serverAt(address) {
const url = new URL(address, document.baseURI).href;
const base = url.endsWith("/") ? url : `${url}/`;
const server = servers.get(base) ?? new Server(base);
servers.set(base, server);
return server;
}
return { Server, serverAt };
})();
const m58 = (() => {
const { ElementChart } = m44;
const { csvOf, download, pictureOf, valuesOf } = m45;
const { showHelp } = m46;
const { hubFor } = m52;
const { chartSheet } = m53;
const { Toolbar } = m55;
const { formatNumber, formatPosition } = m8;
const { home } = m6;
const { isRightToLeft, languageFor, speak } = m7;
const { serverAt } = m57;
const { withCredentials } = m1;
const { texts } = m2;
const identity = ["server", "dataset", "columns", "session", "token", "readonly", "surface", "modifiers", "link", "overview"];
const mostRows = 100_000;
const appearance = ["theme", "height", "controls", "locale"];
const usualModifiers = [
{ id: "zoomPan", type: "zoomPan", isEnabled: true, direction: "x" },
{ id: "pinchZoom", type: "pinchZoom", isEnabled: true, direction: "x" },
{ id: "mouseWheelZoom", type: "mouseWheelZoom", isEnabled: true, direction: "x" },
{ id: "zoomExtents", type: "zoomExtents", isEnabled: true },
{ id: "cursor", type: "cursor", isEnabled: true, useInterpolation: false },
];
class ChartSurfaceElement extends HTMLElement {
static observedAttributes = [...identity, ...appearance];
#root = this.attachShadow({ mode: "open" });
#chart;
#toolbar;
#credentials = () => null;
#spec = null;
#overviewSpec = null;
#isScheduled = false;
#isShown = "";
#selected = "";
#floor = "";
#system = matchMedia("(prefers-color-scheme: dark)");
#restyle = () => this.#chart.restyle();
#leave = () => this.close();
#return = (event) => event.persisted && this.#open();
constructor() {
super();
this.#root.adoptedStyleSheets = [chartSheet()];
this.#chart = new ElementChart(this, this.#root, {
opened: () => this.#tell("sessionstart", {}),
answered: surfaces => this.#answered(surfaces),
failed: ({ code, status, message, pointer, scope }) => this.#tell("error", { code, status, message, pointer, scope }),
historyChanged: history => {
this.#toolbar.showHistory(history);
this.#tell("historychange", history);
},
ended: () => {
this.#toolbar.disable();
this.#tell("sessionend", {});
},
retry: anew => this.#retry(anew),
help: () => showHelp(this.#root),
copy: () => this.copyValues(),
table: () => this.showTable(),
ready: () => this.#guard(),
});
this.#toolbar = new Toolbar(this.#chart.body.tools, {
undo: () => this.undo(),
redo: () => this.redo(),
fit: () => this.zoomExtents(),
show: range => this.#showX(range),
fitY: on => this.fitY(on),
log: on => this.#setLog(on),
fullScreen: () => (document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen()),
savePicture: async () => download(await this.exportImage("png"), `${this.dataset_ || "chart"}.png`),
saveDrawing: async () => download(await this.exportImage("svg"), `${this.dataset_ || "chart"}.svg`),
saveRows: () => download(this.exportRows(), `${this.dataset_ || "chart"}.csv`),
copy: () => this.copyValues(),
table: () => this.showTable(),
help: () => showHelp(this.#root),
});
this.#chart.body.live.addEventListener("transitionrun", this.#restyle);
}
connectedCallback() {
this.#system.addEventListener("change", this.#restyle);
addEventListener("pagehide", this.#leave);
addEventListener("pageshow", this.#return);
this.#chart.restyle();
for (const name of appearance) this.#appear(name);
this.#schedule();
}
disconnectedCallback() {
this.#system.removeEventListener("change", this.#restyle);
removeEventListener("pagehide", this.#leave);
removeEventListener("pageshow", this.#return);
this.#schedule();
}
attributeChangedCallback(name) {
if (appearance.includes(name)) this.#appear(name);
else this.#schedule();
}
async #speak() {
const locale = this.getAttribute("locale");
this.#chart.speak(locale);
if (!(await speak(languageFor(locale ? [locale] : navigator.languages)))) return;
for (const element of document.querySelectorAll("chart-surface")) {
if (element instanceof ChartSurfaceElement) element.#relabel();
}
this.#tell("languagechange", {});
}
#relabel() {
this.#chart.relabel();
this.#toolbar.label();
const { surface, session } = this.#chart;
if (surface) this.#toolbar.show(surface, session?.looksOnly ?? false);
}
get credentials() {
return this.#credentials;
}
set credentials(credentials) {
this.#credentials = credentials;
}
get spec() {
return this.#spec;
}
set spec(spec) {
this.#change(spec, this.#overviewSpec);
}
get overviewSpec() {
return this.#overviewSpec;
}
set overviewSpec(spec) {
this.#change(this.#spec, spec);
}
specify(spec, overviewSpec) {
this.#change(spec, overviewSpec);
}
get view() {
const { surface } = this.#chart;
return surface ? { x: surface.xAxes[0].visibleRange, y: surface.yAxes[0].visibleRange } : null;
}
set view(view) {
const { surface, session, mainID } = this.#chart;
if (!surface || !session || !view) return;
session.patchAxis(mainID, surface.xAxes[0].id, { visibleRange: view.x });
if (view.y && surface.yAxes[0].autoRange !== "visible") session.patchAxis(mainID, surface.yAxes[0].id, { visibleRange: view.y });
}
get state() {
const { session, surface, mainID } = this.#chart;
if (!session?.id || !surface) return null;
const { id, revision, surfaces, roundTripMilliseconds, isShared, looksOnly } = session;
return { session: id, revision, surface, surfaces: [...surfaces.values()], mainID, roundTripMilliseconds, isShared, looksOnly, canLetLook: session.invitation(true) !== null };
}
zoomExtents() {
this.#chart.command("zoomExtents");
}
undo() {
this.#chart.command("undo");
}
redo() {
this.#chart.command("redo");
}
command(name) {
this.#chart.command(name);
}
report(problem) {
this.#chart.failed(problem);
}
explain(text) {
this.#chart.tell(text);
}
reopen() {
this.#open();
}
close() {
this.#chart.stop();
this.#toolbar.disable();
}
note(text) {
this.#chart.note(text);
}
async exportImage(type = "png") {
const { session, mainID, body: { plot } } = this.#chart;
if (type === "png") return pictureOf(plot);
if (type !== "svg") throw new TypeError("The element makes pictures of the types png and svg.");
if (!session?.id) throw new Error("There is no chart to draw.");
const size = { width: String(Math.round(plot.clientWidth)), height: String(Math.round(plot.clientHeight)) };
const theme = getComputedStyle(this).colorScheme === "dark" || (this.getAttribute("theme") !== "light" && this.#system.matches) ? "dark" : "light";
const locale = session.locale ?? navigator.language;
return new Blob([await session.drawingOf(mainID, { theme, ...size, locale })], { type: "image/svg+xml" });
}
exportRows() {
const { surface, main } = this.#chart;
return new Blob(surface ? [csvOf(main.chart, surface)] : [], { type: "text/csv" });
}
share(right = "drive") {
const { session } = this.#chart;
const invitation = session?.invitation(right === "look") ?? null;
if (session && invitation) session.isShared = true;
return invitation;
}
async showTable() {
const { surface, session, mainID, main } = this.#chart;
if (!session?.id || !surface) return;
const { xAxes: [{ type }], window } = surface;
const all = window?.sourceRows ?? 0;
const names = new Map(main.chart.series.map(({ column, name }) => [column, name]));
const { showTable, readRows } = await import(`${home}modules/element/table.js`);
await showTable(this.#root, {
title: texts.table, close: texts.close, keys: texts.gridKeys, isRightToLeft: isRightToLeft(),
count: shown => texts.rows(formatNumber(shown), formatNumber(Math.max(all, shown))),
sorted: (name, isAscending) => (isAscending ? texts.sortedUp : texts.sortedDown)(name),
position: x => formatPosition(x, type), number: formatNumber, nameOf: column => names.get(column) ?? column,
}, session.rowsOf(mainID).then(body => readRows(body, type === "date", mostRows)), error => error.message);
}
async copyValues() {
const { surface, main } = this.#chart;
const values = surface ? valuesOf(main.chart, surface) : "";
if (values === "") return this.note(texts.noValues);
try {
await navigator.clipboard.writeText(values);
this.note(texts.copied(values));
} catch {
this.note(texts.notCopied);
}
}
fitY(on) {
for (const { id } of this.#chart.surface?.yAxes ?? []) this.#chart.setAutoRange(id, on ? "visible" : "once");
}
get dataset_() {
return this.#chart.surface?.dataset ?? this.#spec?.dataset ?? this.getAttribute("dataset") ?? "";
}
#schedule() {
if (this.#isScheduled) return;
this.#isScheduled = true;
queueMicrotask(() => {
this.#isScheduled = false;
if (this.isConnected) this.#open();
else this.close();
});
}
#open() {
const invitation = this.#invitation;
if (!invitation && !this.#mainSpec.dataset) {
this.close();
return this.#chart.tell(this.hasAttribute("waits") ? texts.loading : texts.noDataset);
}
const server = serverAt(this.getAttribute("server") ?? home);
const access = { use: (send) => withCredentials(refusal => this.#credentials(refusal), send) };
const link = this.getAttribute("link");
const key = invitation ? `join ${server.url("/")} ${invitation.session}` : link ? `link ${server.url("/")} ${link}` : null;
this.#chart.stop();
this.#toolbar.disable();
this.#floor = "";
this.#isShown = "";
this.#chart.specification = { main: this.#mainSpec, overview: this.#stripSpec };
this.#chart.start(hubFor(key, server, access), server, invitation, this.getAttribute("surface") ?? "");
}
#retry(anew) {
if (anew && this.#invitation) {
for (const name of ["token", "session", "readonly"]) this.removeAttribute(name);
}
if (this.dispatchEvent(new CustomEvent("retry", { detail: { anew }, cancelable: true }))) this.#open();
}
get #invitation() {
const session = this.getAttribute("session");
return session ? { session, token: this.getAttribute("token"), looks: this.hasAttribute("readonly") } : null;
}
get #mainSpec() {
if (this.#spec) return this.#spec;
const dataset = this.getAttribute("dataset") ?? undefined;
const columns = words(this.getAttribute("columns"));
const modifiers = words(this.getAttribute("modifiers"));
return {
dataset,
...(columns.length > 0 ? { series: columns.map(y => ({ y })) } : {}),
yAxes: [{ id: "y", autoRange: "visible", growBy: [0.1, 0.1] }],
modifiers: modifiers.length > 0 ? modifiers.map(type => ({ id: type, type, isEnabled: true })) : usualModifiers,
};
}
get #stripSpec() {
if (!this.hasAttribute("overview")) return null;
if (this.#overviewSpec) return this.#overviewSpec;
const { dataset, series } = this.#mainSpec;
return { dataset, ...(series ? { series } : {}), modifiers: [{ id: "overview", type: "overview", isEnabled: true }] };
}
#change(spec, overviewSpec) {
const rest = one => JSON.stringify(one && { ...one, modifiers: undefined });
const keeps = spec && this.#spec && rest(spec) === rest(this.#spec) && rest(overviewSpec) === rest(this.#overviewSpec);
const before = { main: this.#spec?.modifiers ?? [], overview: this.#overviewSpec?.modifiers ?? [] };
this.#spec = spec;
this.#overviewSpec = overviewSpec;
if (!(keeps || this.#invitation) || !this.state) return this.#schedule();
this.#chart.specification = { main: this.#mainSpec, overview: this.#stripSpec };
this.#chart.changeModifiers(before, { main: spec?.modifiers ?? [], overview: overviewSpec?.modifiers ?? [] });
}
#appear(name) {
const text = this.getAttribute(name);
if (name === "height") {
if (text !== null && Number(text) > 0) this.style.height = `${Number(text)}px`;
} else if (name === "locale") {
if (this.isConnected) void this.#speak();
} else if (name === "controls") {
this.#toolbar.toggle(text !== null);
} else if (this.isConnected) {
this.#chart.restyle();
}
}
#answered(surfaces) {
const { surface, session } = this.#chart;
if (!surface || !session) return;
this.#toolbar.show(surface, session.looksOnly);
for (const changed of surfaces) {
for (const gesture of changed.recognized) this.#tell("gesture", gesture);
}
const view = this.view;
if (this.#differs("#isShown", view)) this.#tell("viewchange", view);
if (this.#differs("#selected", surface.selection)) this.#tell("selectionchange", surface.selection);
this.#tell("answer", { surfaces: surfaces.map(({ id }) => id), revision: session.revision });
this.#tellFloor(surface);
}
#differs(name, value) {
const text = JSON.stringify(value);
const before = name === "#isShown" ? this.#isShown : this.#selected;
if (name === "#isShown") this.#isShown = text;
else this.#selected = text;
return text !== before;
}
#guard() {
const { surface, session, mainID, isGuest } = this.#chart;
const axis = surface?.xAxes[0];
if (!surface || !session?.id || !axis || isGuest || this.#floor !== "" || this.#spec?.xAxes) return;
const { sourceRows = 0 } = surface.window ?? {};
if (sourceRows < 3 || !axis.dataRange || axis.type === "category" || axis.type === "log" || axis.zoomState !== "atExtents") return;
const span = (2 * (axis.dataRange[1] - axis.dataRange[0])) / (sourceRows - 1);
this.#floor = String(span);
if (span > 0) session.patchAxis(mainID, axis.id, { minimumSpan: span });
}
#tellFloor({ xAxes: [axis], gestures }) {
const [low, high] = axis.visibleRange;
const isZooming = gestures.some(({ gesture }) => gesture === "wheel" || gesture === "pinch");
if (isZooming && Number(this.#floor) > 0 && high - low <= Number(this.#floor) * 1.0001) this.note(texts.zoomFloor);
}
#showX(range) {
const { surface, session, mainID } = this.#chart;
if (surface && session) session.patchAxis(mainID, surface.xAxes[0].id, { visibleRange: range });
}
#setLog(on) {
const { surface, session, mainID } = this.#chart;
if (!surface || !session) return;
const yAxes = surface.yAxes.map(({ id, alignment, autoRange = "once", growBy = [0.1, 0.1] }) => ({
id, alignment, autoRange, growBy, type: on ? "log" : "number",
}));
session.patchSurface(mainID, { yAxes });
}
#tell(name, detail) {
this.dispatchEvent(new CustomEvent(name, { detail: structuredClone(detail) }));
}
}
function words(text) {
return (text ?? "").split(/\s+/).filter(word => word !== "");
}
if (!customElements.get("chart-surface")) customElements.define("chart-surface", ChartSurfaceElement);
return { ChartSurfaceElement };
})();
