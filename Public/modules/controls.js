import { formatNumber, textElement } from "../chart-surface.js";
import { say } from "./page-language.js";
import { entries, groups } from "./modifiers/catalogue.js";
import { withOption, withSwitch } from "./modifiers/choices.js";
import { pageTexts } from "./page-texts.js";

/**
 * @typedef {import("./modifiers/catalogue.js").Entry} Entry
 * @typedef {import("./modifiers/catalogue.js").Group} Group
 * @typedef {import("./modifiers/catalogue.js").Option} Option
 * @typedef {import("./modifiers/catalogue.js").OptionValue} OptionValue
 * @typedef {import("./modifiers/catalogue.js").Values} Values
 * @typedef {import("./modifiers/choices.js").Choices} Choices
 *
 * @typedef {{entry: Entry, input: HTMLInputElement, details: HTMLDetailsElement, summary: HTMLElement}} Row
 * @typedef {{element: HTMLElement, read: () => OptionValue, write: (chosen: OptionValue) => void}} Control
 */

/**
 * The panel with each modifier type: a switch, a hint, and the options while the switch is on. Tab stops at one of them;
 * arrow keys go on.
 */
export class Controls {
  /** @type {Choices} */
  choices;
  #changed;
  /** @type {Row[]} */
  #rows = [];
  /** @type {{type: string, property: string, write: (chosen: OptionValue) => void}[]} */
  #options = [];

  /**
   * @param {HTMLElement} panel
   * @param {Choices} choices what is chosen at first
   * @param {(choices: Choices, message: string) => void} changed
   */
  constructor(panel, choices, changed) {
    this.choices = choices;
    this.#changed = changed;
    panel.replaceChildren(...groups.map(group => this.#group(group)));
    panel.addEventListener("keydown", event => this.#walk(event));
    panel.addEventListener("focusin", ({ target }) => this.#stopAt(target));
    this.#stopAt();
    this.#show();
  }

  /**
   * Enables the modifiers that need an x axis of dates, or turns them off and disables them.
   * @param {boolean} hasDates
   */
  offerDates(hasDates) {
    for (const { entry: { type, needsDates = false }, input } of this.#rows) {
      if (!needsDates) continue;
      input.disabled = !hasDates;
      if (!hasDates && this.choices[type].isOn) this.#take(withSwitch(this.choices, type, false), type);
    }
  }

  /**
   * Shows choices that were made on another page.
   * @param {Choices} choices
   */
  adopt(choices) {
    this.choices = choices;
    for (const { type, property, write } of this.#options) write(choices[type].options[property]);
    this.#show();
  }

  /** @param {Group} group */
  #group({ name, entries }) {
    const section = document.createElement("section");
    const title = textElement("h3", name);
    title.id = `group-${name.toLowerCase().replaceAll(" ", "-")}`;
    section.setAttribute("aria-labelledby", title.id);
    section.append(title, ...entries.map(entry => this.#row(entry)));
    return section;
  }

  /** @param {Entry} entry */
  #row(entry) {
    const { type, name, hint, options } = entry;
    const row = textElement("div", "", "modifier");
    row.dataset.type = type;
    const input = Object.assign(document.createElement("input"), { type: "checkbox", id: `switch-${type}` });
    input.setAttribute("role", "switch");
    input.setAttribute("aria-labelledby", `name-${type}`);
    input.setAttribute("aria-describedby", `hint-${type}`);
    input.addEventListener("change", () => this.#take(withSwitch(this.choices, type, input.checked), type));
    const label = textElement("label", "", "switch");
    const title = Object.assign(textElement("span", name, "name"), { id: `name-${type}` });
    const description = Object.assign(textElement("span", hint, "hint"), { id: `hint-${type}` });
    const words = document.createElement("span");
    words.append(title, " ", textElement("code", type), description);
    label.append(words, input);
    const details = textElement("details", "", "options");
    const summary = textElement("span", "", "summary");
    const handle = document.createElement("summary");
    handle.append(textElement("span", "Options", "unseen"), summary);
    const list = textElement("div", "", "list");
    list.append(...options.map(option => this.#option(type, option)));
    details.append(handle, list);
    row.append(label, details);
    this.#rows.push({ entry, input, details, summary });
    return row;
  }

  /**
   * @param {string} type
   * @param {Option} option
   */
  #option(type, { property, name, initial, values, bounds }) {
    const isSwitch = !values && !bounds;
    const label = textElement("label", "", isSwitch ? "option check" : "option");
    const control = values ? choiceControl(values, initial) : bounds ? numberControl(bounds, initial) : toggleControl(initial);
    control.element.dataset.property = property;
    control.element.addEventListener("change", () => {
      this.#take(withOption(this.choices, type, property, control.read()), type);
    });
    this.#options.push({ type, property, write: control.write });
    const title = textElement("span", name);
    label.append(...(isSwitch ? [control.element, title] : [title, control.element]));
    return label;
  }

  /**
   * @param {Choices} choices
   * @param {string} type the modifier type that has changed
   */
  #take(choices, type) {
    const yielded = entries.filter(other => other.type !== type && this.choices[other.type].isOn && !choices[other.type].isOn);
    this.choices = choices;
    this.#show();
    this.#changed(choices, yielded.map(({ name }) => pageTexts.isOffNow(say(name))).join(", "));
  }

  /** Writes what the page cannot translate by itself in the language of the moment. */
  relabel() {
    this.#show();
  }

  /** Those that arrow keys walk through: switches, and the options of those that are on. */
  get #stops() {
    return this.#rows.flatMap(({ input, details, summary }) => [
      ...(input.disabled ? [] : [input]), ...(details.hidden ? [] : [/** @type {HTMLElement} */ (summary.parentElement)]),
    ]);
  }

  /**
   * Makes one control the stop of Tab.
   * @param {EventTarget | null} [wanted] the first one when left out
   */
  #stopAt(wanted) {
    const stop = wanted ? this.#stops.find(one => one === wanted) : this.#stops[0];
    if (!stop) return;
    for (const one of this.#rows.flatMap(({ input, summary }) => [input, summary.parentElement])) {
      if (one) one.tabIndex = one === stop ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const stops = this.#stops;
    const at = stops.findIndex(one => one === event.target);
    /** @type {Record<string, number>} */
    const places = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (at < 0 || !(event.key in places)) return;
    event.preventDefault();
    stops.at(places[event.key] % stops.length)?.focus();
  }

  #show() {
    for (const { entry: { type, options }, input, details, summary } of this.#rows) {
      const chosen = this.choices[type];
      input.checked = chosen.isOn;
      details.hidden = !input.checked || options.length === 0;
      // The first one says most; of the others those that were changed.
      const told = options.filter(({ property, initial }, index) => index === 0 || chosen.options[property] !== initial);
      const words = told.map(option => wordsFor(option, chosen.options[option.property]));
      summary.textContent = words.filter(word => word !== "").join(" · ") || say("Options");
    }
  }
}

/**
 * The chosen value in words; empty for a switch that is off.
 * @param {Option} option
 * @param {OptionValue} chosen
 */
function wordsFor({ name, values, bounds }, chosen) {
  if (bounds) return `${say(name)}: ${formatNumber(Number(chosen))}`;
  if (!values) return chosen ? say(name) : "";
  return say(values.find(({ value }) => value === chosen)?.name ?? "");
}

/**
 * @param {Values} values
 * @param {OptionValue} initial
 * @returns {Control}
 */
function choiceControl(values, initial) {
  const element = document.createElement("select");
  element.replaceChildren(...values.map(({ name, value }, index) => new Option(name, String(index), false, value === initial)));
  return {
    element,
    read: () => values[Number(element.value)].value,
    write: chosen => { element.value = String(values.findIndex(({ value }) => value === chosen)); },
  };
}

/**
 * A number; what is out of its bounds, or none, leaves the one before.
 * @param {(number | null)[]} bounds
 * @param {OptionValue} initial
 * @returns {Control}
 */
function numberControl([least, most], initial) {
  const element = Object.assign(document.createElement("input"), { type: "number", step: "any", required: true, value: String(initial) });
  if (least !== null) element.min = String(least);
  if (most !== null) element.max = String(most);
  let last = initial;
  return {
    element,
    read: () => {
      if (element.reportValidity()) last = element.valueAsNumber;
      return last;
    },
    write: chosen => {
      last = chosen;
      element.value = String(chosen);
    },
  };
}

/**
 * @param {OptionValue} initial
 * @returns {Control}
 */
function toggleControl(initial) {
  const element = Object.assign(document.createElement("input"), { type: "checkbox", checked: initial === true });
  return { element, read: () => element.checked, write: chosen => { element.checked = chosen === true; } };
}
