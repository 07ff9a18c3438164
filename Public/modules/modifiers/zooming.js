import { choice, clipModes, direction, toggle, words } from "./options.js";

/** @type {import("./catalogue.js").Entry[]} */
export const zooming = [
  {
    type: "zoomPan",
    name: "Pan",
    hint: "Drag the plot. The point under the finger stays under the finger.",
    isOn: true,
    claims: () => ["drag"],
    options: [
      direction("zoomPan"),
      words("zoomPan", "clipModeX", "At the ends", clipModes),
      toggle("zoomPan", "inertia", "Keeps moving after a fast release"),
      toggle("zoomPan", "zoomExtentsY", "Fits y to the visible rows"),
    ],
  },
  {
    type: "pinchZoom",
    name: "Pinch to zoom",
    hint: "Spread two fingers to zoom in, close them to zoom out.",
    isOn: true,
    claims: () => ["pinch"],
    options: [
      direction("pinchZoom", "x"),
      choice("scaleFactor", "Speed", 1, { Gentle: 0.5, Exact: 1, Fast: 2 }),
      words("pinchZoom", "clipMode", "At the ends", clipModes),
    ],
  },
  {
    type: "mouseWheelZoom",
    name: "Wheel",
    hint: "Turn the wheel, or slide two fingers on a trackpad, over the plot.",
    isOn: true,
    options: [
      words("mouseWheelZoom", "action", "Does", { zoom: "Zooms", pan: "Pans" }),
      direction("mouseWheelZoom"),
      words("mouseWheelZoom", "law", "Law", { d3: "d3", vega: "Vega" }),
    ],
  },
  {
    type: "zoomExtents",
    name: "Show all",
    hint: "Tap the plot twice to see all data again.",
    isOn: true,
    options: [
      words("zoomExtents", "executeOn", "On", {
        doubleTap: "Double tap", singleTap: "Single tap", longPress: "Long press", fling: "Fling",
      }),
      direction("zoomExtents"),
    ],
  },
  {
    type: "doubleTapDragZoom",
    name: "Double-tap drag",
    hint: "Tap, then touch again and drag: down to zoom in, up to zoom out.",
    isOn: true,
    options: [words("doubleTapDragZoom", "anchor", "Keeps in place", { touch: "The touched point", mirrored: "Its mirror image" })],
  },
  {
    type: "rubberBandZoom",
    name: "Zoom to a rectangle",
    hint: "Drag a rectangle. Its content then fills the plot.",
    claims: () => ["drag"],
    options: [direction("rubberBandZoom"), toggle("rubberBandZoom", "zoomExtentsY", "Fits y to the visible rows")],
  },
  {
    type: "dateWindowZoom",
    name: "Zoom by whole days",
    hint: "Spread two fingers. The middle of the window snaps to noon.",
    claims: () => ["pinch"],
    needsDates: true,
    options: [words("dateWindowZoom", "snap", "Snaps to", { noon: "Noon", none: "Nothing" })],
  },
];
