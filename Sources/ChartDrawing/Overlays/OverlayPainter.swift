import ChartEngine
import Gestures

/// Draws what modifiers show, except for kinds that a picture does not know.
struct OverlayPainter {
    let scene: OverlayScene

    /// Draws the overlays inside the plot area.
    func drawWithin(_ plan: inout TextPlan, into writer: inout SVGWriter) {
        let windows = WindowPainter(scene: scene)
        for overlay in scene.chart.overlays {
            switch overlay.kind {
            case "marquee", "rubberBand":
                if let rect = overlay.rect { windows.drawRectangle(rect, into: &writer) }
            case "crosshair", "tooltip", "rollover", "verticalSlice":
                ReadingPainter(scene: scene).draw(overlay, &plan, into: &writer)
            case "overview":
                if let rect = overlay.rect { windows.drawWindow(rect, into: &writer) }
            default: break
            }
        }
    }

    /// Draws the overlays that may reach beyond the plot area.
    func drawAround(_ plan: inout TextPlan, into writer: inout SVGWriter) {
        let windows = WindowPainter(scene: scene)
        var strips: Set<String> = []
        for overlay in scene.chart.overlays {
            switch overlay.kind {
            case "scrubber":
                guard let rect = scrubberRect(of: overlay), plan.place([], in: scene.onPicture(rect)) else { continue }
                windows.drawStrip(rect, into: &writer)
                strips.insert(overlay.modifier)
            case "scrubberThumb":
                guard strips.contains(overlay.modifier), let rect = scrubberRect(of: overlay) else { continue }
                windows.drawThumb(rect, into: &writer)
            case "legend":
                guard scene.layout.detail.hasNames else { continue }
                LegendPainter(scene: scene).draw(overlay, &plan, into: &writer)
            case "seriesValue", "axisMarker": MarkerPainter(scene: scene).draw(overlay, &plan, into: &writer)
            default: break
            }
        }
    }

    /// The rectangle of a window scrubber in the plot area of this picture; `nil` where the picture has no room for it.
    private func scrubberRect(of overlay: Overlay) -> Rect? {
        guard let rect = overlay.rect, let place = scene.layout.strips[overlay.modifier] else { return nil }
        return place.moved(rect, to: ChartSize(width: scene.layout.plot.width, height: scene.layout.plot.height))
    }
}
