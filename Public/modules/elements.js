/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} text
 * @param {string} [className]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function textElement(tag, text, className = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className });
}

/**
 * Fills an element with a row of radio buttons that look like one control.
 * @template {string} Choice
 * @param {HTMLElement} element
 * @param {string} name of the radio group
 * @param {{value: Choice, name: string}[]} entries
 * @param {Choice} chosen
 * @param {(value: Choice) => void} changed
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
