import { choice } from "./options.js";

/** @type {import("./catalogue.js").Offer[]} */
export const zooming = [
  {
    type: "zoomPan",
    name: "Pan",
    hint: "Drag the plot. The point under the finger stays under the finger.",
    isOn: true,
    claims: () => ["drag"],
  },
  {
    type: "pinchZoom",
    name: "Pinch to zoom",
    hint: "Spread two fingers to zoom in, close them to zoom out.",
    isOn: true,
    claims: () => ["pinch"],
    initial: { direction: "x" },
    own: [choice("scaleFactor", "Speed", 1, { Gentle: 0.5, Exact: 1, Fast: 2 })],
  },
  {
    type: "mouseWheelZoom",
    name: "Wheel",
    hint: "Turn the wheel, or slide two fingers on a trackpad, over the plot.",
    isOn: true,
  },
  {
    type: "zoomExtents",
    name: "Show all",
    hint: "Tap the plot twice to see all data again.",
    isOn: true,
  },
  {
    type: "doubleTapDragZoom",
    name: "Double-tap drag",
    hint: "Tap, then touch again and drag: down to zoom in, up to zoom out.",
    isOn: true,
  },
  {
    type: "rubberBandZoom",
    name: "Zoom to a rectangle",
    hint: "Drag a rectangle. Its content then fills the plot.",
    claims: () => ["drag"],
  },
  {
    type: "dateWindowZoom",
    name: "Zoom by whole days",
    hint: "Spread two fingers. The middle of the window snaps to noon.",
    claims: () => ["pinch"],
    needsDates: true,
  },
];
