import { texts } from "../texts.js";
import { made } from "./body.js";

/**
 * Opens the list of the keys over the page.
 * @param {ShadowRoot} root of the element
 */
export function showHelp(root) {
  const close = made("button", { type: "button" }, texts.close);
  const lines = texts.keys.flatMap(([key, meaning]) => [made("dt", {}, key), made("dd", {}, meaning)]);
  const dialog = made("dialog", { id: "help-dialog", "aria-label": texts.help },
    made("h2", {}, texts.help), made("dl", {}, ...lines), close);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
}
