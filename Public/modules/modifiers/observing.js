import { choice } from "./options.js";

const kinds = {
  tap: "Taps",
  doubleTap: "Double taps",
  twoFingerTap: "Taps of two fingers",
  longPress: "Long presses",
  pan: "Pans",
  pinch: "Pinches",
  rotation: "Rotations",
  swipe: "Swipes",
  wheel: "Wheel",
};
/**
 * What an observer looks for when its name is not the name of a gesture.
 * @type {Record<string, {gesture: string, taps?: number, touches?: number}>}
 */
const refined = { doubleTap: { gesture: "tap", taps: 2 }, twoFingerTap: { gesture: "tap", touches: 2 } };

/** @type {import("../surface-view.js").SurfaceID[]} */
const shared = ["main", "overview"];

/** @type {import("./catalogue.js").Offer[]} */
export const observing = [
  {
    type: "gestureObserver",
    name: "Gesture log",
    hint: "Tap, hold, swipe or turn two fingers on the plot. The log names the gesture.",
    isOn: true,
    hides: ["direction"],
    own: [
      choice("gesture", "Logs", "all", {
        "Every gesture": "all",
        ...Object.fromEntries(Object.entries(kinds).map(([kind, name]) => [name, kind])),
      }),
    ],
    specify: ({ gesture }) => Object.keys(kinds).map(kind => ({
      id: observerOf(kind),
      ...(refined[kind] ?? { gesture: kind }),
      receiveHandledEvents: true,
      isEnabled: gesture === "all" || gesture === kind,
    })),
  },
  {
    type: "group",
    name: "Shared events",
    hint: "Point at the strip below, or rest a finger on it and then slide. The chart reads the same position.",
    claims: () => ["pointer"],
    own: [choice("child", "Holds", "rollover", { "A rollover": "rollover", "A cursor": "cursor", "Vertical slices": "verticalSlice" })],
    specify: ({ child }) => shared.map(surface => ({
      surface, id: "group", eventGroup: "pointer", children: [{ id: "groupChild", type: child }],
    })),
  },
];

/**
 * The id of the modifier that observes a kind of gesture.
 * @param {string} kind
 */
function observerOf(kind) {
  return `observe-${kind}`;
}

/**
 * Whether a modifier's id is that of an observer.
 * @param {string} id
 */
export function isObserver(id) {
  return id.startsWith("observe-");
}

/** A short drag may also be a tap. A modifier in `moving` that recognizes the movement ends the tap. */
const tapping = ["tap", "doubleTap", "twoFingerTap"].map(observerOf);
const moving = [
  "zoomPan", "pinchZoom", "dateWindowZoom", "rubberBandZoom", "marquee", "xAxisDrag", "yAxisDrag", "windowScrubber",
  ...["longPress", "pan", "pinch", "rotation", "swipe"].map(observerOf),
];

/**
 * The modifiers that may recognize a gesture at the same time as an observer.
 * @param {string} observer
 * @param {string[]} ids of all modifiers
 */
export function companionsOf(observer, ids) {
  const rivals = tapping.includes(observer) ? moving : moving.includes(observer) ? tapping : [];
  return ids.filter(id => id !== observer && !rivals.includes(id));
}
