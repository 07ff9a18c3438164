import { entries, entryOf } from "./catalogue.js";
import { companionsOf, isObserver } from "./observing.js";

/**
 * What is chosen: whether each modifier type is on, and the values of its options.
 * @typedef {Record<string, {isOn: boolean, options: Record<string, any>}>} Choices
 * @typedef {import("./catalogue.js").Context} Context
 */

/** Those that look at touches in special places go first: the earlier of two that want one gesture wins. */
const foremost = ["legend", "xAxisDrag", "yAxisDrag", "windowScrubber", "doubleTapDragZoom"];

/** @type {Choices} */
export const firstChoices = Object.fromEntries(entries.map(({ type, isOn = false, options = [] }) => [
  type, { isOn, options: Object.fromEntries(options.map(option => [option.property, option.initial])) },
]));

/**
 * The choices with one type on or off; what claims the same as one that goes on goes off.
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
 * @param {any} value
 * @returns {Choices}
 */
export function withOption(choices, type, property, value) {
  const options = { ...choices[type].options, [property]: value };
  return yielding({ ...choices, [type]: { ...choices[type], options } }, type);
}

/** Turns off whatever claims what a type claims that is on. */
function yielding(choices, type) {
  const wanted = claimsOf(choices, type);
  return Object.fromEntries(Object.entries(choices).map(([other, chosen]) => {
    const gives = other !== type && claimsOf(choices, other).some(claim => wanted.includes(claim));
    return [other, gives ? { ...chosen, isOn: false } : chosen];
  }));
}

function claimsOf(choices, type) {
  const { isOn, options } = choices[type];
  return isOn ? entryOf(type).claims?.(options) ?? [] : [];
}

/**
 * All modifiers of a surface, those that are off disabled, in the order in which the server asks them.
 * @param {Choices} choices
 * @param {string} surface
 * @param {Context} context
 * @returns {object[]}
 */
export function modifiersFor(choices, surface, context) {
  const place = ({ type }) => (foremost.includes(type) ? foremost.indexOf(type) : foremost.length);
  const modifiers = entries
    .toSorted((first, second) => place(first) - place(second))
    .flatMap(entry => specified(entry, choices[entry.type], context))
    .filter(modifier => modifier.surface === surface)
    .map(({ surface: _, ...modifier }) => modifier);
  const others = modifiers.flatMap(({ id, children = [{ id }] }) => children.map(child => child.id));
  return modifiers.map(modifier => (isObserver(modifier.id)
    ? { ...modifier, simultaneousWith: companionsOf(modifier.id, others) }
    : modifier));
}

function specified({ type, specify, needsDates = false }, { isOn, options }, context) {
  if (needsDates && !context.hasDates) return [];
  const modifiers = specify?.(options, context) ?? [{ id: type, ...options }];
  return modifiers.map(modifier => ({ surface: "main", type, ...modifier, isEnabled: isOn && (modifier.isEnabled ?? true) }));
}

/**
 * What must have been chosen for the modifiers that surfaces have; whoever joins a session finds its switches so.
 * @param {Map<string, {modifiers?: object[]}>} surfaces by their ids
 * @param {Choices} choices what is chosen now, for what the surfaces do not tell
 * @param {Context} context
 * @returns {Choices}
 */
export function choicesBehind(surfaces, choices, context) {
  const given = ({ surface, id }) => surfaces.get(surface)?.modifiers?.find(modifier => modifier.id === id);
  return Object.fromEntries(entries.map(entry => {
    const now = choices[entry.type];
    const fits = chosen => specified(entry, chosen, context)
      .every(({ surface, ...modifier }) => hasAll(given({ surface, id: modifier.id }), modifier));
    const made = specified(entry, { ...now, isOn: true }, context).map(given);
    const read = { isOn: made.some(modifier => modifier?.isEnabled), options: { ...now.options, ...optionsOf(entry, made[0]) } };
    return [entry.type, [{ ...now, isOn: read.isOn }, read, ...variantsOf(entry)].find(fits) ?? read];
  }));
}

/** The options that a modifier tells as they were chosen, whatever its other properties are. */
function optionsOf({ options = [] }, modifier = {}) {
  const isOffered = ({ property, values = [{ value: false }, { value: true }] }) => values.some(({ value }) => value === modifier[property]);
  return Object.fromEntries(options.filter(isOffered).map(({ property }) => [property, modifier[property]]));
}

/** All that can be chosen of a modifier type. */
function variantsOf({ options = [] }) {
  const valuesOf = ({ values }) => values?.map(({ value }) => value) ?? [false, true];
  const combined = options.reduce(
    (before, option) => before.flatMap(chosen => valuesOf(option).map(value => ({ ...chosen, [option.property]: value }))),
    [{}],
  );
  return [true, false].flatMap(isOn => combined.map(options => ({ isOn, options })));
}

/** Whether a value has all that another has; the server tells of each modifier also what was left to it. */
function hasAll(value, wanted) {
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(wanted) && value.length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, part]) => hasAll(value[key], part));
}

/**
 * What to change to get from one list of modifiers to another with the same ids; what goes off comes first.
 * @param {object[]} before
 * @param {object[]} after
 * @returns {{id: string, change: object}[]}
 */
export function changesBetween(before, after) {
  const changes = after.map(modifier => {
    const old = before.find(other => other.id === modifier.id);
    const changed = Object.keys(modifier).filter(key => JSON.stringify(old[key]) !== JSON.stringify(modifier[key]));
    return { id: modifier.id, change: Object.fromEntries(changed.map(key => [key, modifier[key]])) };
  });
  const rank = ({ change }) => (change.isEnabled === false ? 0 : 1);
  return changes.filter(({ change }) => Object.keys(change).length > 0).toSorted((first, second) => rank(first) - rank(second));
}
