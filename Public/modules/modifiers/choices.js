import { entries } from "./catalogue.js";
import { companionsOf, isObserver } from "./observing.js";

/**
 * @typedef {import("../surface-view.js").SurfaceID} SurfaceID
 * @typedef {import("../types.js").Modifier} Modifier
 * @typedef {import("./catalogue.js").DatasetFacts} DatasetFacts
 * @typedef {import("./catalogue.js").Entry} Entry
 * @typedef {import("./catalogue.js").OptionValue} OptionValue
 * @typedef {import("./catalogue.js").OptionValues} OptionValues
 *
 * Whether a modifier type is on, and the values of its options.
 * @typedef {{isOn: boolean, options: OptionValues}} Choice
 * @typedef {Record<string, Choice>} Choices by modifier type
 */

/** Modifiers for special places come first: the earlier of two modifiers that want one gesture gets it. */
const foremost = ["legend", "xAxisDrag", "yAxisDrag", "windowScrubber", "doubleTapDragZoom"];

/** @type {Choices} */
export const firstChoices = Object.fromEntries(entries.map(({ type, isOn = false, options }) => [
  type, { isOn, options: Object.fromEntries(options.map(option => [option.property, option.initial])) },
]));

/**
 * The choices with one type on or off. A type that goes on turns off the types with the same claims.
 * @param {Choices} choices
 * @param {string} type
 * @param {boolean} isOn
 * @returns {Choices}
 */
export function withSwitch(choices, type, isOn) {
  return yielding({ ...choices, [type]: { ...choices[type], isOn } }, type);
}

/**
 * The choices with another value of an option.
 * @param {Choices} choices
 * @param {string} type
 * @param {string} property
 * @param {OptionValue} value
 * @returns {Choices}
 */
export function withOption(choices, type, property, value) {
  const options = { ...choices[type].options, [property]: value };
  return yielding({ ...choices, [type]: { ...choices[type], options } }, type);
}

/**
 * Turns off the types that share a claim with a type that is on.
 * @param {Choices} choices
 * @param {string} type
 * @returns {Choices}
 */
function yielding(choices, type) {
  const wanted = claimsOf(choices, type);
  return Object.fromEntries(Object.entries(choices).map(([other, chosen]) => {
    const gives = other !== type && claimsOf(choices, other).some(claim => wanted.includes(claim));
    return [other, gives ? { ...chosen, isOn: false } : chosen];
  }));
}

/**
 * @param {Choices} choices
 * @param {string} type
 */
function claimsOf(choices, type) {
  const { isOn, options } = choices[type];
  return isOn ? entries.find(entry => entry.type === type)?.claims?.(options) ?? [] : [];
}

/**
 * All modifiers of a surface, in the order in which the server asks them. A type that is off has disabled modifiers.
 * @param {Choices} choices
 * @param {SurfaceID} surface
 * @param {DatasetFacts} facts
 * @returns {Modifier[]}
 */
export function modifiersFor(choices, surface, facts) {
  /** @param {Entry} entry */
  const rank = ({ type }) => (foremost.includes(type) ? foremost.indexOf(type) : foremost.length);
  const modifiers = [...entries]
    .sort((first, second) => rank(first) - rank(second))
    .flatMap(entry => specified(entry, choices[entry.type], facts))
    .filter(modifier => modifier.surface === surface)
    .map(({ modifier }) => modifier);
  const others = modifiers.flatMap(idsOf);
  return modifiers.map(modifier => (isObserver(modifier.id)
    ? { ...modifier, simultaneousWith: companionsOf(modifier.id, others) }
    : modifier));
}

/**
 * The ids by which other modifiers know a modifier: those of its children when it is a group.
 * @param {Modifier} modifier
 */
function idsOf({ id, children }) {
  return children ? children.map(child => child.id) : [id];
}

/**
 * @param {Entry} entry
 * @param {Choice} choice
 * @param {DatasetFacts} facts
 * @returns {{surface: SurfaceID, modifier: Modifier}[]}
 */
function specified({ type, specify, needsDates = false }, { isOn, options }, facts) {
  if (needsDates && !facts.hasDates) return [];
  const modifiers = specify?.(options, facts) ?? [{ id: type, ...options }];
  return modifiers.map(({ surface = "main", isEnabled = true, ...modifier }) => ({
    surface, modifier: { type, ...modifier, isEnabled: isOn && isEnabled },
  }));
}

/**
 * The choices that lead to the modifiers that surfaces have. A page that joins a session sets its switches to them.
 * @param {Map<string, {modifiers?: Modifier[]}>} surfaces by their ids
 * @param {Choices} choices what is chosen now, for what the surfaces do not tell
 * @param {DatasetFacts} facts
 * @returns {Choices}
 */
export function choicesBehind(surfaces, choices, facts) {
  /** @param {{surface: SurfaceID, modifier: Modifier}} wanted */
  const given = ({ surface, modifier }) => surfaces.get(surface)?.modifiers?.find(({ id }) => id === modifier.id);
  return Object.fromEntries(entries.map(entry => {
    const now = choices[entry.type];
    /** @param {Choice} chosen */
    const fits = chosen => specified(entry, chosen, facts).every(wanted => hasAll(given(wanted), wanted.modifier));
    const made = specified(entry, { ...now, isOn: true }, facts).map(given);
    const read = {
      isOn: made.some(modifier => modifier?.isEnabled),
      options: { ...now.options, ...optionsOf(entry, made[0]) },
    };
    return [entry.type, [{ ...now, isOn: read.isOn }, read, ...variantsOf(entry, read.options)].find(fits) ?? read];
  }));
}

/**
 * The options that a modifier's properties tell, even if its other properties cannot be chosen on the page.
 * @param {Entry} entry
 * @param {Modifier} [modifier]
 * @returns {OptionValues}
 */
function optionsOf({ options }, modifier) {
  return Object.fromEntries(options.flatMap(({ property, values = switched, bounds }) => {
    const told = modifier?.[property];
    if (bounds) return typeof told === "number" ? [[property, told]] : [];
    /** @type {OptionValue[]} */
    const offered = values.map(({ value }) => value);
    return offered.filter(value => value === told).map(value => [property, value]);
  }));
}

const switched = [false, true].map(value => ({ value }));

/**
 * All that can be chosen of a modifier type by the options that are the page's own, which need not be properties.
 * @param {Entry} entry
 * @param {OptionValues} options the others
 * @returns {Choice[]}
 */
function variantsOf({ own = [] }, options) {
  const combined = own.reduce(
    (before, { property, values = switched }) => before.flatMap(chosen => values.map(({ value }) => ({ ...chosen, [property]: value }))),
    [options],
  );
  return [true, false].flatMap(isOn => combined.map(options => ({ isOn, options })));
}

/**
 * Whether a value has all properties of another. The server also answers the properties that the page did not choose.
 * @param {unknown} value
 * @param {unknown} wanted
 * @returns {boolean}
 */
function hasAll(value, wanted) {
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(value) || value.length !== wanted.length)) return false;
  const parts = new Map(Object.entries(value));
  return Object.entries(wanted).every(([key, part]) => hasAll(parts.get(key), part));
}
