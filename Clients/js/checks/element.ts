// Holds the declarations of the package to the element: tsc refuses what does not fit.
import type { ChartSurfaceElement as Declared, ChartSurfaceEventMap, ProblemError as DeclaredProblem } from "../chart-surface";
import type { ChartSurfaceElement as Real } from "../../../Public/modules/element.js";
import type { NoKeyError, ProblemError as RealProblem } from "../../../Public/modules/chart-surface.js";

type Shared = "view" | "state" | "zoomExtents" | "undo" | "redo" | "command" | "fitY" | "note" | "showTable" | "copyValues" | "exportImage" | "exportRows" | "share" | "close";

// What a page reads and calls.
export const isTheElement = (element: Real): Pick<Declared, Shared> => element;
export const isTheProblem = (problem: RealProblem): Pick<DeclaredProblem, "code" | "status" | "message" | "pointer" | "scope"> => problem;
export const isAProblem = (problem: NoKeyError): RealProblem => problem;

// What a page sets.
export function sets(element: Declared, real: Real) {
  real.credentials = async refusal => (refusal ? refusal.key : "key");
  element.credentials = async refusal => (refusal ? refusal.problem.code : "key");
  element.spec = { dataset: "users", modifiers: "dashboard", series: [{ y: "active", kind: "bar" }] };
  element.spec = { dataset: "users", modifiers: [{ type: "zoomPan", direction: "x" }] };
  element.view = { x: [1, 2], y: [3, 4] };
  // @ts-expect-error: a range has two ends
  element.view = { x: [1], y: [3, 4] };
}

// The tag and the events.
export function listens() {
  const chart = document.querySelector("chart-surface");
  chart?.addEventListener("viewchange", ({ detail }) => detail.x[0].toFixed());
  chart?.addEventListener("error", ({ detail }) => detail.code.length + detail.status);
  chart?.addEventListener("cursor", ({ detail }) => detail?.items?.map(({ name, value }) => `${name}: ${value}`));
  chart?.addEventListener("click", event => event.preventDefault());
  // @ts-expect-error: the detail of an answer has no ranges
  chart?.addEventListener("answer", ({ detail }) => detail.x);
  return document.createElement("chart-surface").exportRows().then(rows => rows.size);
}

export type Names = keyof ChartSurfaceEventMap;
