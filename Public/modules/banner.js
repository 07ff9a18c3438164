import { textElement } from "./elements.js";

const messageMilliseconds = 6000;

/** A message over the chart: for a while, or until what it tells is over, with a button where there is something to do. */
export class Banner {
  #element;
  #timer = 0;
  #lasts = "";

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** Shows a message for a while. @param {string} text */
  warn(text) {
    if (this.#lasts !== "") return;
    this.#show(text);
    this.#timer = setTimeout(() => this.#hide(), messageMilliseconds);
  }

  /**
   * Shows a message until it is cleared.
   * @param {string} reason by which it is cleared
   * @param {string} text
   * @param {{name: string, act: () => void}} [offer]
   */
  hold(reason, text, offer) {
    this.#lasts = reason;
    this.#show(text);
    if (!offer) return;
    const button = Object.assign(textElement("button", offer.name, "button"), { type: "button" });
    button.addEventListener("click", offer.act);
    this.#element.append(button);
  }

  /** Takes away the message of a reason, if it is still there. @param {string} reason */
  clear(reason) {
    if (this.#lasts !== reason) return;
    this.#lasts = "";
    this.#hide();
  }

  #show(text) {
    clearTimeout(this.#timer);
    this.#element.replaceChildren(textElement("span", text));
    this.#element.hidden = false;
  }

  #hide() {
    this.#element.hidden = true;
  }
}
