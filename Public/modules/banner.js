import { textElement } from "./elements.js";

const messageMilliseconds = 6000;

/** A message over the chart, with a button when the reader can do something about it. */
export class Banner {
  #element;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Why the message is held; empty when no message is. */
  #heldFor = "";

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /**
   * Shows a message for six seconds, unless another message is held.
   * @param {string} text
   */
  warn(text) {
    if (this.#heldFor !== "") return;
    this.#show(text);
    this.#timer = setTimeout(() => this.#hide(), messageMilliseconds);
  }

  /**
   * Shows a message until `clear` is called for its reason.
   * @param {string} reason
   * @param {string} text
   * @param {{name: string, act: () => void}} [offer] a button
   */
  hold(reason, text, offer) {
    this.#heldFor = reason;
    this.#show(text);
    if (!offer) return;
    const button = Object.assign(textElement("button", offer.name, "button"), { type: "button" });
    button.addEventListener("click", offer.act);
    this.#element.append(button);
  }

  /**
   * Removes the message that is held for a reason, if there is one.
   * @param {string} reason
   */
  clear(reason) {
    if (this.#heldFor !== reason) return;
    this.#heldFor = "";
    this.#hide();
  }

  /** @param {string} text */
  #show(text) {
    clearTimeout(this.#timer);
    this.#element.replaceChildren(textElement("span", text));
    this.#element.hidden = false;
  }

  #hide() {
    this.#element.hidden = true;
  }
}
