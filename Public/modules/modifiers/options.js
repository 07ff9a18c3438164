import { properties } from "./properties.js";

/**
 * @typedef {import("./catalogue.js").Option} Option
 * @typedef {import("./catalogue.js").OptionValue} OptionValue
 */

const ends = {
  clipAtExtents: "Stop at the ends",
  stretchAtExtents: "Squeeze at the ends",
  clipAtMin: "Stop at the start",
  clipAtMax: "Stop at the end",
  none: "Never stop",
};
const limits = { maximumRange: "All that may be shown", dataRange: "The data", visibleRangeLimit: "The limit of the axis" };

/**
 * How the page calls the properties of modifiers, and the words that they take. What has no name here is not offered: ids,
 * lists, places, and what only another client can use.
 * @type {Record<string, {name: string, words?: Record<string, string>}>}
 */
const names = {
  direction: { name: "Direction", words: { xy: "Both", x: "Only x", y: "Only y" } },
  action: { name: "Does", words: { zoom: "Zooms", pan: "Pans" } },
  dragMode: { name: "Does", words: { scale: "Scales one end", pan: "Moves the axis" } },
  selects: { name: "Selects", words: { rows: "Rows", none: "Nothing" } },
  executeOn: { name: "On", words: { doubleTap: "Double tap", singleTap: "Single tap", longPress: "Long press", fling: "Fling" } },
  mode: { name: "Adds to the selection", words: { replace: "Replaces it", union: "Joins it", invert: "Inverts it" } },
  sourceMode: {
    name: "Of",
    words: { allVisibleSeries: "Visible series", allSeries: "All series", selectedSeries: "Selected series", unselectedSeries: "Other series" },
  },
  law: { name: "Law", words: { d3: "d3", vega: "Vega" } },
  anchor: { name: "Keeps in place", words: { touch: "The touched point", mirrored: "Its mirror image" } },
  snap: { name: "Snaps to", words: { noon: "Noon", none: "Nothing" } },
  step: { name: "Steps", words: { day: "Whole days", none: "Any" } },
  orientation: { name: "Runs", words: { vertical: "Downwards", horizontal: "To the right" } },
  touch: { name: "A finger", words: { longPress: "Reads after a rest", none: "Reads nothing" } },
  clipMode: { name: "At the ends", words: ends },
  clipModeX: { name: "At the ends of x", words: ends },
  clipModeY: { name: "At the ends of y", words: ends },
  clipModeTarget: { name: "The ends are those of", words: limits },
  clipModeTargetX: { name: "The ends of x are those of", words: limits },
  clipModeTargetY: { name: "The ends of y are those of", words: limits },
  inertia: { name: "Keeps moving after a fast release" },
  decelerationRate: { name: "Slows down", words: { normal: "Slowly", fast: "Quickly" } },
  zoomExtentsY: { name: "Fits y to the visible rows" },
  minimumTouches: { name: "Fingers at least" },
  allowsGestureOnAxis: { name: "Over the axes too" },
  uniform: { name: "Both directions alike" },
  trackpad: { name: "By a trackpad too" },
  scaleFactor: { name: "Speed" },
  growth: { name: "Growth of the distance" },
  minimumHalf: { name: "Shortest half in milliseconds" },
  useInterpolation: { name: "Between the rows too" },
  followsPan: { name: "Follows a drag at once" },
  hitTestRadius: { name: "Reach in points" },
  isDraggable: { name: "Lines can be dragged" },
  difference: { name: "Tells the differences" },
  selectsByMarquee: { name: "By a dragged rectangle too" },
  keepOnEnd: { name: "Stays when the finger lifts" },
  edgePan: { name: "Moves on at the edges" },
  toggles: { name: "A tap hides a series" },
  entryWidth: { name: "Width of a name in points" },
  entryHeight: { name: "Height of a name in points" },
  minTouchArea: { name: "Depth of the axis in points" },
  minDragSensitivity: { name: "Shortest drag in points" },
  minimumThumb: { name: "Smallest window in points" },
};

/**
 * The options of a modifier type: those of its own on the page, and all properties that the page can name.
 * @param {import("./catalogue.js").Offer} offer
 * @returns {Option[]}
 */
export function optionsOf({ type, own = [], initial = {}, hides = [] }) {
  const taken = [...own.map(({ property }) => property), ...hides];
  const described = Object.entries(properties[type]).flatMap(([property, { initial: usual, values: words, bounds }]) => {
    const named = names[property];
    if (!named || taken.includes(property)) return [];
    const option = { property, name: named.name, initial: initial[property] ?? usual };
    if (!words) return [bounds ? { ...option, bounds } : option];
    const values = words.flatMap(word => (named.words?.[word] ? [{ value: word, name: named.words[word] }] : []));
    // Where nothing is the default, the modifier decides.
    return [{ ...option, values: usual === null ? [{ value: null, name: "As usual" }, ...values] : values }];
  });
  return [...own, ...described];
}

/**
 * A choice that is the page's own.
 * @param {string} property
 * @param {string} name
 * @param {OptionValue} initial
 * @param {Record<string, OptionValue>} values by their names on the page
 * @returns {Option}
 */
export function choice(property, name, initial, values) {
  return { property, name, initial, values: Object.entries(values).map(([title, value]) => ({ name: title, value })) };
}
