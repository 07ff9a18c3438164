// The types of chart-surface.js, for the page's modules.
export * from "./modules/chart-surface.js";
