/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [className]
 */
export function textElement(tag, text, className = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className });
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
