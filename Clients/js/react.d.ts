/** The tag for React 19, whose JSX is no global name: `import type {} from "chart-surface/react"`. */
import type { ChartSurfaceAttributes } from "chart-surface";
import "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "chart-surface": ChartSurfaceAttributes;
    }
  }
}
