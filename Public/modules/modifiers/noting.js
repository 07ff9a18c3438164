import { noteKinds } from "../note-kinds.js";
import { choice } from "./options.js";

const kinds = Object.fromEntries(Object.entries(noteKinds).map(([kind, name]) => [name, kind]));

/** @type {import("./catalogue.js").Offer[]} */
export const noting = [
  {
    type: "annotationEdit",
    name: "Move notes",
    hint: "Drag a note or one of its handles. Tap a note to select it.",
    hides: ["snap"],
  },
  {
    type: "annotationPlacement",
    name: "Draw notes",
    hint: "Each drag draws a note of this kind; a tap places one that has a single point.",
    own: [choice("kind", "Draws", "line", kinds)],
    hides: ["snap"],
    specify: options => [{ id: "annotationPlacement", once: false, ...options }],
  },
];
