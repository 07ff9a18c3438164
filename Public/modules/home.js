/** The folder of the server that has served this module: that of the bundle, or the one above `modules`. */
export const home = new URL(import.meta.url.includes("/modules/") ? ".." : ".", import.meta.url).href;
