import { textElement } from "./elements.js";
import { entries, groups } from "./modifiers/catalogue.js";
import { withOption, withSwitch } from "./modifiers/choices.js";

/** @typedef {import("./modifiers/choices.js").Choices} Choices */

/** The panel of every modifier: a switch, what to do with the finger, and the options while it is on. */
export class Controls {
  /** @type {Choices} */
  choices;
  #changed;
  /** @type {Map<string, {input: HTMLInputElement, details: HTMLDetailsElement, summary: HTMLElement}>} */
  #rows = new Map();
  /** @type {{type: string, property: string, write: (value: any) => void}[]} */
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
    this.#show();
  }

  /** Leaves out what needs an x axis of dates. @param {boolean} hasDates */
  offerDates(hasDates) {
    for (const { type, needsDates = false } of entries) {
      if (!needsDates) continue;
      this.#rows.get(type).input.disabled = !hasDates;
      if (!hasDates && this.choices[type].isOn) this.#take(withSwitch(this.choices, type, false), type);
    }
  }

  /** Shows what somebody else has chosen. @param {Choices} choices */
  adopt(choices) {
    this.choices = choices;
    for (const { type, property, write } of this.#options) write(choices[type].options[property]);
    this.#show();
  }

  #group({ name, entries }) {
    const section = document.createElement("section");
    const title = textElement("h3", name);
    title.id = `group-${name.toLowerCase().replaceAll(" ", "-")}`;
    section.setAttribute("aria-labelledby", title.id);
    section.append(title, ...entries.map(entry => this.#row(entry)));
    return section;
  }

  #row({ type, name, hint, options = [] }) {
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
    const summary = document.createElement("summary");
    summary.append(textElement("span", "Options", "unseen"), textElement("span", "", "summary"));
    const list = textElement("div", "", "list");
    list.append(...options.map(option => this.#option(type, option)));
    details.append(summary, list);
    row.append(label, details);
    this.#rows.set(type, { input, details, summary: summary.lastChild });
    return row;
  }

  #option(type, option) {
    const label = textElement("label", "", option.values ? "option" : "option check");
    const control = option.values ? choiceControl(option) : toggleControl(option);
    control.element.dataset.property = option.property;
    control.element.addEventListener("change", () => {
      this.#take(withOption(this.choices, type, option.property, control.read()), type);
    });
    this.#options.push({ type, property: option.property, write: control.write });
    const name = textElement("span", option.name);
    label.append(...(option.values ? [name, control.element] : [control.element, name]));
    return label;
  }

  #take(choices, type) {
    const yielded = entries.filter(other => other.type !== type && this.choices[other.type].isOn && !choices[other.type].isOn);
    this.choices = choices;
    this.#show();
    this.#changed(choices, yielded.map(({ name }) => `“${name}” is off now`).join(", "));
  }

  #show() {
    for (const { type, options = [] } of entries) {
      const { input, details, summary } = this.#rows.get(type);
      input.checked = this.choices[type].isOn;
      details.hidden = !input.checked || options.length === 0;
      summary.textContent = options.map(option => wordsFor(option, this.choices[type].options)).filter(Boolean).join(" · ") || "Options";
    }
  }
}

/** What is chosen, in words; nothing for what is off. */
function wordsFor({ property, name, values }, chosen) {
  if (!values) return chosen[property] ? name : "";
  return values.find(({ value }) => value === chosen[property]).name;
}

function choiceControl({ values, initial }) {
  const element = document.createElement("select");
  element.replaceChildren(...values.map(({ name, value }, index) => new Option(name, String(index), false, value === initial)));
  return {
    element,
    read: () => values[Number(element.value)].value,
    write: chosen => { element.value = String(values.findIndex(({ value }) => value === chosen)); },
  };
}

function toggleControl({ initial }) {
  const element = Object.assign(document.createElement("input"), { type: "checkbox", checked: initial });
  return { element, read: () => element.checked, write: isChosen => { element.checked = isChosen; } };
}
