import { pageElement } from "./page-element.js";
import { pageTexts } from "./page-texts.js";

/**
 * Whether a header can carry a key: visible ASCII characters, without blanks.
 * @param {string} key
 */
export function isSendable(key) {
  return /^[\x21-\x7e]+$/.test(key);
}

/** The dialog that asks the reader for a key. */
export class KeyDialog {
  #dialog = pageElement("key-dialog", HTMLDialogElement);
  #text = pageElement("key-text", HTMLInputElement);
  #fault = pageElement("key-fault", HTMLElement);
  /** @type {(key: string | null) => void} */
  #answer = () => {};

  constructor() {
    pageElement("key-form", HTMLFormElement).addEventListener("submit", event => {
      event.preventDefault();
      this.#submit();
    });
    pageElement("key-cancel", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", () => {
      this.#text.value = "";
      this.#answer(null);
    });
  }

  /**
   * Opens the dialog.
   * @param {string} fault why the last key was refused; empty when there was none
   * @returns {Promise<string | null>} null when the reader closes the dialog without a key
   */
  ask(fault) {
    this.#show("");
    this.#dialog.showModal();
    this.#show(fault);
    this.#text.focus();
    return new Promise(resolve => {
      this.#answer = resolve;
    });
  }

  #submit() {
    const key = this.#text.value.trim();
    if (!isSendable(key)) {
      this.#show(pageTexts.keyNotSendable);
      this.#text.select();
      return;
    }
    this.#answer(key);
    this.#dialog.close();
  }

  /** @param {string} fault screen readers tell a text that changes while the dialog is open */
  #show(fault) {
    this.#fault.textContent = fault;
    this.#text.setAttribute("aria-invalid", String(fault !== ""));
  }
}
