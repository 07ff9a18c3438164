import { dragModes, pinchModes, switches } from "./modifiers.js";

/**
 * Builds the panel that chooses the modifiers.
 * @param {HTMLElement} panel
 * @param {import("./modifiers.js").Choices} choices what is chosen at first
 * @param {(choices: import("./modifiers.js").Choices) => void} changed
 * @returns {{offerDays: (hasDates: boolean) => void}}
 */
export function buildControls(panel, choices, changed) {
  let current = choices;
  const choose = change => {
    current = { ...current, ...change };
    changed(current);
  };
  const drag = choiceGroup("Drag", dragModes, current.drag, value => choose({ drag: value }));
  const pinch = choiceGroup("Pinch", pinchModes, current.pinch, value => choose({ pinch: value }));
  const list = document.createElement("div");
  list.className = "switches";
  list.append(...switches.map(entry => switchFor(entry, current[entry.value], isOn => choose({ [entry.value]: isOn }))));
  panel.replaceChildren(drag.element, pinch.element, list);
  return {
    offerDays(hasDates) {
      pinch.allow("days", hasDates);
      if (!hasDates && current.pinch === "days") pinch.select("zoom");
    },
  };
}

/**
 * A row of radio buttons that look like one control.
 * @param {HTMLElement} element takes the buttons
 * @param {string} name of the radio group
 * @param {{value: string, name: string}[]} entries
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function fillSegmented(element, name, entries, chosen, changed) {
  element.replaceChildren(...entries.map(entry => {
    const input = Object.assign(document.createElement("input"), {
      type: "radio", name, value: entry.value, checked: entry.value === chosen,
    });
    input.addEventListener("change", () => changed(entry.value));
    const label = document.createElement("label");
    label.append(input, textElement("span", entry.name));
    return label;
  }));
}

function choiceGroup(title, entries, chosen, changed) {
  const element = document.createElement("fieldset");
  const segmented = document.createElement("div");
  segmented.className = "segmented";
  const hint = textElement("p", "", "hint");
  const explain = value => {
    hint.textContent = entries.find(entry => entry.value === value).hint;
  };
  fillSegmented(segmented, title.toLowerCase(), entries, chosen, value => {
    explain(value);
    changed(value);
  });
  explain(chosen);
  element.append(textElement("legend", title), segmented, hint);
  const input = value => segmented.querySelector(`input[value="${value}"]`);
  return {
    element,
    allow(value, isAllowed) {
      input(value).disabled = !isAllowed;
    },
    select(value) {
      input(value).checked = true;
      explain(value);
      changed(value);
    },
  };
}

function switchFor({ value, name, hint }, isOn, changed) {
  const input = Object.assign(document.createElement("input"), { type: "checkbox", id: `switch-${value}`, checked: isOn });
  input.setAttribute("role", "switch");
  input.setAttribute("aria-describedby", `hint-${value}`);
  input.addEventListener("change", () => changed(input.checked));
  const label = document.createElement("label");
  label.className = "switch";
  const words = document.createElement("span");
  const description = textElement("span", hint, "hint");
  description.id = `hint-${value}`;
  words.append(textElement("span", name, "name"), description);
  label.append(words, input);
  return label;
}

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [className]
 */
export function textElement(tag, text, className = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className });
}
