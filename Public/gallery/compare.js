// Lays a table over itself, moved by a day, a week or a year, and a second table with a clock of its own over the first.

const before = document.getElementById("before");
const feeds = document.getElementById("feeds");
const by = document.getElementById("by");

function specification(dataset, series, visibleRange) {
  return {
    dataset,
    xAxes: [{ id: "x", type: "date", minorsPerMajor: 1, visibleRange }],
    yAxes: [{ id: "y", autoRange: "visible", growBy: [0.1, 0.1], tickCount: 5, minorsPerMajor: 1 }],
    series,
    modifiers: "dashboard",
  };
}

function showBefore() {
  const week = { kind: "movingAverage", span: "7d" };
  const series = [
    { id: "then", y: "temp_max", name: by.selectedOptions[0].textContent, transform: { kind: "shift", by: by.value } },
    { id: "now", y: "temp_max" },
    { id: "mean", y: "temp_max", name: "7 d", transform: week, width: 3 },
  ];
  before.spec = specification("seattle-weather", series, ["2015-01-01", "2015-12-31"]);
}

by.addEventListener("change", showBefore);
showBefore();
const series = [
  { y: "temp_max", name: "Seattle" },
  { id: "sea", dataset: "sea-surface-temperature", y: "temperature", name: "Sea", transform: { kind: "shift", by: "3y" } },
];
feeds.spec = specification("seattle-weather", series, ["2013-03-01", "2013-06-01"]);
