import { isRightToLeft } from "../language.js";
import { texts } from "../texts.js";

/**
 * @typedef {{title: HTMLElement, legend: HTMLElement, marks: HTMLElement, tools: HTMLElement, selection: HTMLElement, frame: HTMLElement,
 *   plot: HTMLCanvasElement, banner: HTMLElement, state: HTMLElement, note: HTMLElement, strip: HTMLElement,
 *   overview: HTMLCanvasElement, live: HTMLElement, description: HTMLElement}} Body
 */

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean>} attributes false leaves one out
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/**
 * A picture for a button: strokes in a box of 20 by 20 points.
 * @param {string} path
 */
export function icon(path) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const line = document.createElementNS(space, "path");
  for (const [name, value] of Object.entries({ viewBox: "0 0 20 20", width: "18", height: "18", "aria-hidden": "true" })) {
    svg.setAttribute(name, value);
  }
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/**
 * Names the parts of an element in the language of the moment.
 * @param {Body} body
 */
export function label(body) {
  /** @type {(part: HTMLElement, name: string) => void} */
  const name = (part, text) => part.setAttribute("aria-label", text);
  name(body.legend, texts.series);
  name(body.marks, texts.drawAs);
  name(body.tools, texts.toolbar);
  name(body.plot, texts.chart);
  body.plot.setAttribute("aria-roledescription", texts.chart);
  name(body.overview, texts.overview);
  for (const part of [body.legend, body.marks, body.tools, body.selection, body.banner, body.state, body.note]) {
    part.dir = isRightToLeft() ? "rtl" : "";
  }
}

/**
 * Fills the shadow tree of an element.
 * @param {ShadowRoot} root
 * @returns {Body}
 */
export function fillBody(root) {
  const body = {
    title: made("p", { id: "title", class: "title", dir: "auto", hidden: true }),
    legend: made("ul", { id: "legend", class: "legend" }),
    marks: made("div", { id: "marks", class: "segmented", role: "radiogroup", hidden: true }),
    tools: made("div", { id: "tools", class: "tools", role: "toolbar", hidden: true }),
    selection: made("p", { id: "selection", class: "selection", part: "range" }),
    plot: made("canvas", {
      id: "plot", tabindex: "0", role: "application", "aria-busy": "true",
      "aria-describedby": "description",
    }),
    description: made("p", { id: "description" }),
    banner: made("div", { id: "banner", class: "banner", role: "alert", hidden: true }),
    state: made("div", { id: "state", class: "state", role: "status" }, texts.loading),
    note: made("p", { id: "note", class: "note", hidden: true }),
    overview: made("canvas", {
      id: "overview", tabindex: "0", role: "slider", "aria-valuemin": "0", "aria-valuemax": "100",
      "aria-valuenow": "0",
    }),
    live: made("p", { id: "live", class: "unseen live", "aria-live": "polite" }),
  };
  body.plot.append(body.description);
  const frame = made("div", { class: "frame" }, body.plot, body.state, body.banner, body.note);
  const strip = made("div", { id: "strip", class: "strip", hidden: true }, body.overview);
  const head = made("div", { class: "head" }, body.legend, body.marks, body.tools);
  root.append(body.title, head, body.selection, frame, strip, body.live);
  const whole = { ...body, frame, strip };
  label(whole);
  return whole;
}
