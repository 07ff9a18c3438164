import { textElement } from "./elements.js";
import { describeGesture, titleOfGesture } from "./gesture-words.js";
import { isObserver } from "./modifiers/observing.js";

const longest = 60;
const activeStates = ["began", "changed"];

/** What the server has recognized, newest first, and what is in progress. */
export class GestureLog {
  /** @type {{modifier: string, isActive: boolean, item: HTMLElement}[]} newest first */
  #lines = [];
  #list;
  #progress;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} progress names what goes on
   */
  constructor(list, progress) {
    this.#list = list;
    this.#progress = progress;
    this.clear();
  }

  clear() {
    this.#lines = [];
    this.#list.replaceChildren(textElement("li", "Nothing yet: tap, drag or pinch the plot.", "none"));
    this.#progress.replaceChildren();
  }

  /** @param {import("./session.js").Surface[]} surfaces as they were answered */
  take(surfaces) {
    for (const surface of surfaces) {
      for (const gesture of surface.recognized) this.#note(gesture);
    }
    this.#bound();
  }

  /** @param {import("./session.js").Surface[]} surfaces all of them */
  showProgress(surfaces) {
    const active = surfaces.flatMap(surface => surface.gestures.filter(({ modifier }) => !isObserver(modifier)));
    const texts = active.map(({ modifier, gesture }) => `${titleOfGesture({ gesture })} → ${modifier}`);
    if (this.#progress.dataset.texts === texts.join()) return;
    this.#progress.dataset.texts = texts.join();
    this.#progress.replaceChildren(...texts.map(text => textElement("li", text)));
  }

  /** A gesture that goes on has one line, which tells its newest state. */
  #note(gesture) {
    const goesOn = gesture.state !== "began" && this.#lines.find(line => line.modifier === gesture.modifier && line.isActive);
    const line = goesOn || { modifier: gesture.modifier, item: document.createElement("li") };
    line.isActive = activeStates.includes(gesture.state);
    line.item.className = line.isActive ? "active" : gesture.state;
    line.item.replaceChildren(
      textElement("span", titleOfGesture(gesture), "what"),
      textElement("span", describeGesture(gesture), "detail"),
      textElement("span", gesture.state === "recognized" ? "ended" : gesture.state, "state"),
    );
    if (!goesOn) this.#lines.unshift(line);
  }

  #bound() {
    if (this.#lines.length === 0) return;
    this.#lines.length = Math.min(this.#lines.length, longest);
    const items = this.#lines.map(line => line.item);
    if (this.#list.firstChild !== items[0] || this.#list.childElementCount !== items.length) this.#list.replaceChildren(...items);
  }
}
