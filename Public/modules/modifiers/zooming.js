import { choice, clipModes, direction, toggle } from "./options.js";

/** @type {import("./catalogue.js").Entry[]} */
export const zooming = [
  {
    type: "zoomPan",
    name: "Pan",
    hint: "Drag the plot with a finger; what is under it stays under it.",
    isOn: true,
    claims: () => ["drag"],
    options: [
      direction(),
      choice("clipModeX", "At the ends", "clipAtExtents", clipModes),
      toggle("inertia", "Goes on after a fast release"),
      toggle("zoomExtentsY", "Fits y to what is in view"),
    ],
  },
  {
    type: "pinchZoom",
    name: "Pinch to zoom",
    hint: "Spread two fingers over what should grow.",
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
    hint: "Tap the plot twice to see everything again.",
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
    hint: "Tap, touch again and keep the finger down; drag down to zoom in, up to zoom out.",
    isOn: true,
    options: [choice("anchor", "Keeps still", "touch", { "The touched place": "touch", "Its mirror image": "mirrored" })],
  },
  {
    type: "rubberBandZoom",
    name: "Zoom to a rectangle",
    hint: "Drag a rectangle around what should fill the plot.",
    claims: () => ["drag"],
    options: [direction(), toggle("zoomExtentsY", "Fits y to what is in view")],
  },
  {
    type: "dateWindowZoom",
    name: "Zoom by whole days",
    hint: "Spread two fingers; the window's middle snaps to the noon of a day.",
    claims: () => ["pinch"],
    needsDates: true,
    options: [choice("snap", "Snaps to", "noon", { Noon: "noon", Nothing: "none" })],
  },
];
