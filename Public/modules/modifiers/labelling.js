import { choice } from "./options.js";

/** @type {import("./catalogue.js").Entry[]} */
export const labelling = [
  {
    type: "legend",
    name: "Legend in the plot",
    hint: "Tap a name to hide or show its series.",
    options: [choice("orientation", "Runs", "vertical", { "Downwards": "vertical", "To the right": "horizontal" })],
  },
  {
    type: "seriesValue",
    name: "Last values",
    hint: "Drag or zoom. The marks on the y axis show the values of the last visible rows.",
    options: [
      choice("sourceMode", "Of", "allVisibleSeries", { "Visible series": "allVisibleSeries", "Selected series": "selectedSeries" }),
    ],
  },
  {
    type: "axisMarker",
    name: "Axis marker",
    hint: "Drag or zoom. The mark stays at its value on the axis.",
    options: [choice("axis", "At the last", "y", { "Value (y)": "y", "Row (x)": "x" })],
  },
];
