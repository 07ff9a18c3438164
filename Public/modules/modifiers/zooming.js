import { choice, clipModes, direction, toggle } from "./options.js";

/** @type {import("./catalogue.js").Entry[]} */
export const zooming = [
  {
    type: "zoomPan",
    name: "Pan",
    hint: "Drag the plot. The point under the finger stays under the finger.",
    isOn: true,
    claims: () => ["drag"],
    options: [
      direction(),
      choice("clipModeX", "At the ends", "clipAtExtents", clipModes),
      toggle("inertia", "Keeps moving after a fast release"),
      toggle("zoomExtentsY", "Fits y to the visible rows"),
    ],
  },
  {
    type: "pinchZoom",
    name: "Pinch to zoom",
    hint: "Spread two fingers to zoom in, close them to zoom out.",
    isOn: true,
    claims: () => ["pinch"],
    options: [
      direction("x"),
      choice("scaleFactor", "Speed", 1, { Gentle: 0.5, Exact: 1, Fast: 2 }),
      choice("clipMode", "At the ends", "clipAtExtents", clipModes),
    ],
  },
  {
    type: "mouseWheelZoom",
    name: "Wheel",
    hint: "Turn the wheel, or slide two fingers on a trackpad, over the plot.",
    isOn: true,
    options: [
      choice("action", "Does", "zoom", { Zooms: "zoom", Pans: "pan" }),
      direction("x"),
      choice("law", "Law", "d3", { d3: "d3", Vega: "vega" }),
    ],
  },
  {
    type: "zoomExtents",
    name: "Show all",
    hint: "Tap the plot twice to see all data again.",
    isOn: true,
    options: [
      choice("executeOn", "On", "doubleTap", {
        "Double tap": "doubleTap", "Single tap": "singleTap", "Long press": "longPress", "Fling": "fling",
      }),
      direction(),
    ],
  },
  {
    type: "doubleTapDragZoom",
    name: "Double-tap drag",
    hint: "Tap, then touch again and drag: down to zoom in, up to zoom out.",
    isOn: true,
    options: [choice("anchor", "Keeps in place", "touch", { "The touched point": "touch", "Its mirror image": "mirrored" })],
  },
  {
    type: "rubberBandZoom",
    name: "Zoom to a rectangle",
    hint: "Drag a rectangle. Its content then fills the plot.",
    claims: () => ["drag"],
    options: [direction(), toggle("zoomExtentsY", "Fits y to the visible rows")],
  },
  {
    type: "dateWindowZoom",
    name: "Zoom by whole days",
    hint: "Spread two fingers. The middle of the window snaps to noon.",
    claims: () => ["pinch"],
    needsDates: true,
    options: [choice("snap", "Snaps to", "noon", { Noon: "noon", Nothing: "none" })],
  },
];
