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
/** What an observer of a name looks for, where it is more than the gesture of that name. */
const refined = { doubleTap: { gesture: "tap", taps: 2 }, twoFingerTap: { gesture: "tap", touches: 2 } };

/** @type {import("./catalogue.js").Entry[]} */
export const observing = [
  {
    type: "gestureObserver",
    name: "Gesture log",
    hint: "Do anything on the plot: tap, hold, swipe, turn two fingers. The log names it.",
    isOn: true,
    options: [
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
    hint: "Point at the strip below, or rest a finger on it and then slide: the chart reads along.",
    claims: () => ["pointer"],
    options: [choice("child", "Holds", "rollover", { "A rollover": "rollover", "A cursor": "cursor", "Vertical slices": "verticalSlice" })],
    specify: ({ child }) => ["main", "overview"].map(surface => ({
      surface, id: "group", eventGroup: "pointer", children: [{ id: "groupChild", type: child }],
    })),
  },
];

/** The id of the modifier that observes a kind of gesture. */
function observerOf(kind) {
  return `observe-${kind}`;
}

/** Whether a modifier's id is that of an observer. */
export function isObserver(id) {
  return id.startsWith("observe-");
}

/** A short drag stays within the slop of a tap: what follows the movement decides that it is none. */
const tapping = ["tap", "doubleTap", "twoFingerTap"].map(observerOf);
const moving = [
  "zoomPan", "pinchZoom", "dateWindowZoom", "rubberBandZoom", "marquee", "xAxisDrag", "yAxisDrag", "windowScrubber",
  ...["longPress", "pan", "pinch", "rotation", "swipe"].map(observerOf),
];

/**
 * Those beside which an observer goes on.
 * @param {string} observer
 * @param {string[]} ids of all modifiers
 */
export function companionsOf(observer, ids) {
  const rivals = tapping.includes(observer) ? moving : moving.includes(observer) ? tapping : [];
  return ids.filter(id => id !== observer && !rivals.includes(id));
}
