import { translate } from "../chart-surface.js";

/** What a person reads on the page beside its markup, in English. */
export const pageTexts = {
  tableTitle: (/** @type {string} */ file) => `Show ${file}`,
  tablePurpose: (/** @type {number} */ columns) => `The first of its ${columns} columns is x: a date or a number that does not decrease. The others are numbers or empty.`,
  tableName: "Name of the dataset",
  tableShow: "Show it",
  cancel: "Cancel",
  tableEmpty: "The file has no rows. It needs a line of column names and lines of values below it.",
  tableFault: (/** @type {string} */ what, /** @type {number | null} */ line) => (line === null ? what : `Line ${line}: ${what}`),
  product: "ChartSurface",
  switchTheme: { light: "Switch to the light theme", dark: "Switch to the dark theme" },
  keyNotSendable: "A key has no blanks and no letters outside ASCII. Check that you have copied only the key.",
  noGesture: "No gesture yet: tap, drag or pinch the plot.",
  gestures: {
    tap: "Tap", doubleTouchDown: "Double touch down", longPress: "Long press", pan: "Pan", pinch: "Pinch", rotation: "Rotation",
    swipe: "Swipe", hover: "Hover", wheel: "Wheel", marquee: "Rectangle", twoFingerTap: "Two-finger tap",
  },
  taps: (/** @type {number} */ count, /** @type {string} */ gesture) =>
    `${{ 2: "Double", 3: "Triple" }[count] ?? `${count}-fold`} ${gesture.toLowerCase()}`,
  at: (/** @type {string} */ place) => `at ${place}`,
  by: (/** @type {string} */ distance) => `by ${distance}`,
  revision: (/** @type {number} */ revision) => `Revision ${revision}`,
  keyForgotten: "This tab has forgotten the key. The open chart goes on without it",
  linkCopied: "The link to this chart is copied. Everyone with the link can see and move this chart",
  lookLinkCopied: "The link to this chart is copied. Everyone with the link can see this chart",
  lookLink: "The link to look at this chart:",
  leavesShared: "You leave the shared chart with another dataset. The others still see it. Go on?",
  linkInAddress: "The address of this page is now the link to this chart. Everyone with the link can see and move this chart",
  isOffNow: (/** @type {string} */ name) => `“${name}” is off now`,
  noDatasetYet: "The server has no dataset yet. Drop a CSV file here, or add one with PUT /v1/datasets/NAME.",
  datasetUnknown: (/** @type {string} */ name) => `The server has no dataset “${name}”. This is another one`,
};

translate(pageTexts);
