// A component for React 19. It was not compiled here: Debian has React 18.
import "chart-surface";
import type { View } from "chart-surface";
import type {} from "chart-surface/react";
import { useState } from "react";

export function Weather() {
  const [view, setView] = useState<View | null>(null);
  return (
    <>
      <chart-surface
        server="https://charts.example.org"
        spec={{ dataset: "seattle-weather", series: [{ y: "temp_max" }], modifiers: "dashboard" }}
        onviewchange={(event: CustomEvent<View>) => setView(event.detail)}
        controls
      />
      <p>{view && new Date(view.x[0]).toISOString()}</p>
    </>
  );
}
