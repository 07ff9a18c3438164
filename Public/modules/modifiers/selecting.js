import { selectionMode, toggle } from "./options.js";

/** @param {"dataPointSelection" | "seriesSelection"} type */
const byRectangle = type => toggle(type, "selectsByMarquee", "By a dragged rectangle too", false);
/** @type {import("./catalogue.js").Entry["claims"]} */
const claims = ({ selectsByMarquee }) => (selectsByMarquee ? ["tap", "drag"] : ["tap"]);

/** @type {import("./catalogue.js").Entry[]} */
export const selecting = [
  {
    type: "rowSelection",
    name: "Read row by row",
    hint: "Press and slide. The text above the plot names the row under the finger.",
    claims: () => ["drag"],
    options: [toggle("rowSelection", "keepOnEnd", "Stays when the finger lifts")],
  },
  {
    type: "marquee",
    name: "Select rows",
    hint: "Drag a rectangle around rows; hold Control to add, Shift to invert.",
    claims: () => ["drag"],
    options: [selectionMode("marquee")],
  },
  {
    type: "dataPointSelection",
    name: "Select a point",
    hint: "Tap near a point of a line to select its row. Tap away from all points to deselect.",
    claims,
    options: [selectionMode("dataPointSelection"), byRectangle("dataPointSelection")],
  },
  {
    type: "seriesSelection",
    name: "Select a series",
    hint: "Tap a line to bring it to the front. Tap away from all lines to deselect.",
    claims,
    options: [selectionMode("seriesSelection"), byRectangle("seriesSelection")],
  },
];
