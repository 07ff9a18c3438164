/** What a person reads in the element, in English. */
export const texts = {
  // What the server refuses, by its code, in the other languages; in English the server's own words say it more precisely.
  problems: /** @type {Record<string, string>} */ ({}),
  loading: "Loading the chart…",
  chartOf: (/** @type {string} */ name) => `Chart of ${name}`,
  chart: "Chart",
  series: "Series",
  drawAs: "Draw as",
  bars: "Bars",
  lines: "Lines",
  hide: "Hide",
  show: "Show",
  overview: "Window in the overview",
  fromTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`,
  nothingToUndo: "There is nothing to undo or redo",
  noDataset: "No data to show yet. Name a dataset in the attribute dataset.",
  unknownDataset: (/** @type {string} */ name) => `The server has no dataset “${name}”. Check its name.`,
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
  scopeMissing: (/** @type {string} */ scope) => `Your key does not have the scope ${scope}, which this page needs.`,
  anotherKey: "Use another key",
  toolbar: "View",
  zoomFloor: "You cannot zoom in further: there are no more rows between the drawn ones.",
};

/**
 * What went wrong, in the language of the moment where it has words for that.
 * @param {{code?: string, message: string}} problem
 */
export function problemText({ code = "", message }) {
  return texts.problems[code] ?? message;
}
