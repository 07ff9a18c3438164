/** On the page, a drag pans at first. */
const initial = { selectsByMarquee: false };
/** @type {import("./catalogue.js").Offer["claims"]} */
const claims = ({ selectsByMarquee }) => (selectsByMarquee ? ["tap", "drag"] : ["tap"]);

/** @type {import("./catalogue.js").Offer[]} */
export const selecting = [
  {
    type: "rowSelection",
    name: "Read row by row",
    hint: "Press and slide. The text above the plot names the row under the finger.",
    claims: () => ["drag"],
  },
  {
    type: "marquee",
    name: "Select rows",
    hint: "Drag a rectangle around rows; hold Control to add, Shift to invert.",
    claims: () => ["drag"],
  },
  {
    type: "dataPointSelection",
    name: "Select a point",
    hint: "Tap near a point of a line to select its row. Tap away from all points to deselect.",
    claims,
    initial,
  },
  {
    type: "seriesSelection",
    name: "Select a series",
    hint: "Tap a line to bring it to the front. Tap away from all lines to deselect.",
    claims,
    initial,
  },
];
