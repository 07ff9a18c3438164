import { translate } from "../chart-surface.js";

/** What a person reads on the page beside its markup, in English. */
export const pageTexts = {
  tableTitle: (/** @type {string} */ file) => `Show ${file}`,
  tablePurpose: "The columns as the server reads them, with their least and greatest values. The first is x.",
  tableRows: (/** @type {number} */ rows) => `${rows} rows were read for this preview.`,
  tableLeftOut: (/** @type {string} */ names) => `Left out, because they hold text: ${names}.`,
  tableReplaces: (/** @type {string} */ name) => `The server has a dataset “${name}”. Replace it?`,
  tableReading: "How the file is read",
  tableOptions: {
    delimiter: "Delimiter", encoding: "Encoding", headerLine: "Line of the names", comment: "Comments begin with", x: "x",
    columns: "Columns", split: "Columns from the texts of", dateFormat: "Form of dates", numberFormat: "Form of numbers",
    null: "Missing values", timeZone: "Time zone", xKind: "Kind of x", xUnit: "Unit of x", sort: "Sort by x",
    skipBad: "Rows to skip at most",
  },
  tableName: "Name of the dataset",
  tableShow: "Show it",
  cancel: "Cancel",
  tableFault: (/** @type {string} */ what, /** @type {number | null} */ line) => (line === null ? what : `Line ${line}: ${what}`),
  product: "ChartSurface",
  switchTheme: { light: "Switch to the light theme", dark: "Switch to the dark theme" },
  keyNotSendable: "A key has no blanks and no letters outside ASCII. Check that you have copied only the key.",
  keyUnknown: "The server does not know this key. Check that you have copied all of it.",
  keyExpired: "This key has expired. Ask for a new one.",
  keyRevoked: "This key was revoked. Ask for a new one.",
  jwtExpired: "This JWT has expired. Get a new one.",
  keyRefused: (/** @type {string} */ why) => `The server refused the key: ${why}`,
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
