/**
 * @typedef {"pan" | "select" | "inspect"} DragChoice
 * @typedef {"zoom" | "days"} PinchChoice
 * @typedef {{drag: DragChoice, pinch: PinchChoice, wheel: boolean, fit: boolean, tapDrag: boolean, cursor: boolean}} Choices
 */

/** @type {Choices} */
export const firstChoices = { drag: "pan", pinch: "zoom", wheel: true, fit: true, tapDrag: false, cursor: true };

/** What a drag means: exactly one of these modifiers listens to it. */
export const dragModes = [
  { value: "pan", name: "Pan", modifier: { type: "zoomPan" }, hint: "Drag the plot; the axes follow." },
  { value: "select", name: "Select rows", modifier: { type: "marquee", selects: "rows" }, hint: "Drag a rectangle around the rows." },
  { value: "inspect", name: "Inspect", modifier: { type: "rowSelection" }, hint: "Press and slide to read row by row." },
];

/** What two fingers mean: exactly one of these modifiers listens to a pinch. */
export const pinchModes = [
  { value: "zoom", name: "Zoom", modifier: { type: "pinchZoom", direction: "x" }, hint: "Spread two fingers over what should grow." },
  { value: "days", name: "Whole days", modifier: { type: "dateWindowZoom" }, hint: "Spread two fingers; the window snaps to noon of a day." },
];

/** What may be on or off beside them. */
export const switches = [
  { value: "wheel", name: "Wheel zoom", modifier: { type: "mouseWheelZoom" }, hint: "Turn the wheel over the plot; Ctrl is faster." },
  { value: "fit", name: "Double tap fits", modifier: { type: "zoomExtents" }, hint: "Tap or click twice to see everything." },
  { value: "tapDrag", name: "Double-tap drag", modifier: { type: "doubleTapDragZoom" }, hint: "Tap twice, hold, and drag down to zoom in." },
  { value: "cursor", name: "Cursor", modifier: { type: "cursor" }, hint: "Point with the mouse to read the values." },
];

/**
 * The modifiers of a choice, in the order in which the server asks them.
 * @param {Choices} choices
 * @param {boolean} readsRows whether the cursor reads whole rows, as bars are, instead of the line between two
 * @returns {{id: string, type: string}[]}
 */
export function modifiersFor(choices, readsRows) {
  const chosen = [
    dragModes.find(mode => mode.value === choices.drag),
    pinchModes.find(mode => mode.value === choices.pinch),
    ...switches.filter(entry => choices[entry.value]),
  ];
  const modifiers = [...chosen.map(entry => entry.modifier), { type: "rotateChart" }];
  return modifiers.map(({ type, ...rest }) => ({
    id: type,
    type,
    ...rest,
    ...(type === "cursor" && readsRows ? { useInterpolation: false } : {}),
  }));
}

/**
 * What to remove and what to add to get from one choice to another.
 * @param {Choices} before
 * @param {Choices} after
 * @param {boolean} readsRows
 */
export function changesBetween(before, after, readsRows) {
  const old = modifiersFor(before, readsRows);
  const next = modifiersFor(after, readsRows);
  return {
    removed: old.filter(modifier => next.every(other => other.id !== modifier.id)).map(modifier => modifier.id),
    added: next.filter(modifier => old.every(other => other.id !== modifier.id)),
  };
}
