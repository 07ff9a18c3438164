import { textElement } from "../chart-surface.js";
import { describeGesture, titleOfGesture } from "./gesture-words.js";
import { isObserver } from "./modifiers/observing.js";
import { pageTexts } from "./page-texts.js";

/**
 * @typedef {import("./types.js").RecognizedGesture} RecognizedGesture
 * @typedef {{modifier: string, isActive: boolean, item: HTMLElement}} Line
 */

const longest = 60;
const activeStates = ["began", "changed"];

/** The gestures that the server has recognized, the newest first, and the gestures in progress. */
export class GestureLog {
  /** @type {Line[]} newest first */
  #lines = [];
  #list;
  #progress;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} progress names the gestures in progress
   */
  constructor(list, progress) {
    this.#list = list;
    this.#progress = progress;
    this.clear();
  }

  clear() {
    this.#lines = [];
    this.#list.replaceChildren(textElement("li", pageTexts.noGesture, "none"));
    this.#progress.dataset.texts = "";
    this.#progress.replaceChildren();
  }

  /** Writes that there is no gesture in the language of the moment. */
  relabel() {
    if (this.#lines.length === 0) this.clear();
  }

  /** @param {{recognized: RecognizedGesture[]}[]} surfaces as the server answered them */
  take(surfaces) {
    for (const surface of surfaces) {
      for (const gesture of surface.recognized) this.#note(gesture);
    }
    this.#bound();
  }

  /** @param {import("./session.js").Surface[]} surfaces all surfaces of the session */
  showProgress(surfaces) {
    const active = surfaces.flatMap(surface => surface.gestures.filter(({ modifier }) => !isObserver(modifier)));
    const texts = active.map(({ modifier, gesture }) => `${titleOfGesture({ gesture })} → ${modifier}`);
    if (this.#progress.dataset.texts === texts.join()) return;
    this.#progress.dataset.texts = texts.join();
    this.#progress.replaceChildren(...texts.map(text => textElement("li", text)));
  }

  /**
   * Writes a gesture into its line. A gesture in progress keeps one line, which shows its newest state.
   * @param {RecognizedGesture} gesture
   */
  #note(gesture) {
    const line = this.#lineOf(gesture);
    line.isActive = activeStates.includes(gesture.state);
    line.item.className = line.isActive ? "active" : gesture.state;
    line.item.replaceChildren(
      textElement("span", titleOfGesture(gesture), "what"),
      textElement("span", describeGesture(gesture), "detail"),
      textElement("span", gesture.state, "state"),
    );
  }

  /**
   * @param {RecognizedGesture} gesture
   * @returns {Line} the line of the gesture in progress, or a new one
   */
  #lineOf({ modifier, state }) {
    const active = this.#lines.find(line => line.modifier === modifier && line.isActive);
    if (active && state !== "began") return active;
    const line = { modifier, isActive: false, item: document.createElement("li") };
    this.#lines.unshift(line);
    return line;
  }

  #bound() {
    if (this.#lines.length === 0) return;
    this.#lines.length = Math.min(this.#lines.length, longest);
    const items = this.#lines.map(line => line.item);
    if (this.#list.firstChild !== items[0] || this.#list.childElementCount !== items.length) this.#list.replaceChildren(...items);
  }
}
