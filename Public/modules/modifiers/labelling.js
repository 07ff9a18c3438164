import { choice } from "./options.js";

/** @type {import("./catalogue.js").Offer[]} */
export const labelling = [
  {
    type: "legend",
    name: "Legend in the plot",
    hint: "Tap a name to hide or show its series.",
  },
  {
    type: "seriesValue",
    name: "Last values",
    hint: "Drag or zoom. The marks on the y axis show the values of the last visible rows.",
  },
  {
    type: "axisMarker",
    name: "Axis marker",
    hint: "Drag or zoom. The mark stays at its value on the axis.",
    own: [choice("axis", "At the last", "y", { "Value (y)": "y", "Row (x)": "x" })],
  },
];
