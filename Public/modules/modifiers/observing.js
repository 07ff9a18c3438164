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
      isEnabled: gesture === "all" || gesture === kind,
    })),
  },
  {
    type: "group",
    name: "Shared events",
    hint: "Point at the chart, or rest a finger and then slide it: the overview reads along.",
    claims: () => ["pointer"],
    options: [choice("child", "Holds", "rollover", { "A rollover": "rollover", "A cursor": "cursor", "Vertical slices": "verticalSlice" })],
    specify: ({ child }) => ["main", "overview"].map(surface => ({
      surface, id: "group", eventGroup: "pointer", children: [{ id: "groupChild", type: child }],
    })),
  },
];

/** The id of the modifier that observes a kind of gesture. */
export function observerOf(kind) {
  return `observe-${kind}`;
}

/** Whether a modifier's id is that of an observer. */
export function isObserver(id) {
  return id.startsWith("observe-");
}
