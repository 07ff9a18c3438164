import { choice, words } from "./options.js";

/** @type {import("./catalogue.js").Entry[]} */
export const labelling = [
  {
    type: "legend",
    name: "Legend in the plot",
    hint: "Tap a name to hide or show its series.",
    options: [words("legend", "orientation", "Runs", { vertical: "Downwards", horizontal: "To the right" })],
  },
  {
    type: "seriesValue",
    name: "Last values",
    hint: "Drag or zoom. The marks on the y axis show the values of the last visible rows.",
    options: [
      words("seriesValue", "sourceMode", "Of", { allVisibleSeries: "Visible series", selectedSeries: "Selected series" }),
    ],
  },
  {
    type: "axisMarker",
    name: "Axis marker",
    hint: "Drag or zoom. The mark stays at its value on the axis.",
    options: [choice("axis", "At the last", "y", { "Value (y)": "y", "Row (x)": "x" })],
  },
];
