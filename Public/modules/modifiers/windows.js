import { choice } from "./options.js";

/** @type {import("./catalogue.js").Offer[]} */
export const windows = [
  {
    type: "overview",
    name: "Overview",
    hint: "In the strip below, drag the window or its ends. Tap beside it to move it there, or drag there to draw a new one.",
    isOn: true,
    own: [choice("minimumThumb", "Smallest window", 16, { "16 points": 16, "32 points": 32, "64 points": 64 })],
    specify: options => [{ surface: "overview", id: "overview", of: "main/x", dragBeside: "select", ...options }],
  },
  {
    type: "windowScrubber",
    name: "Scrubber",
    hint: "Zoom in, then drag the bar under the x axis to move through the data.",
  },
  {
    type: "xAxisDrag",
    name: "Drag the x axis",
    hint: "Drag the labels of the x axis outwards to zoom in, inwards to zoom out.",
    isOn: true,
  },
  {
    type: "yAxisDrag",
    name: "Drag the y axis",
    hint: "Drag the labels of the y axis outwards to zoom in, inwards to zoom out.",
    isOn: true,
  },
  {
    type: "rotateChart",
    name: "Rotate",
    hint: "Press the button Rotate. All gestures follow the turned axes.",
    isOn: true,
  },
];
