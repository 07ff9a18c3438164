import ChartEngine
import Gestures

/// Draws what modifiers show, except for kinds that a picture does not know.
struct OverlayPainter {
    let scene: OverlayScene

    /// The overlays inside the plot area, a layer for each modifier.
    func layersWithin(_ plan: inout TextPlan) -> [SceneLayer] {
        guard scene.layout.shows(.overlay) else { return [] }
        var layers: [SceneLayer] = []
        for overlay in scene.chart.overlays {
            let items = within(overlay, &plan)
            layers.add(items, of: overlay, as: .overlay, under: "overlay", isClipped: true)
        }
        return layers
    }

    private func within(_ overlay: Overlay, _ plan: inout TextPlan) -> [SceneItem] {
        let windows = WindowPainter(scene: scene)
        return switch overlay.kind {
        case "marquee", "rubberBand": overlay.rect.map(windows.rectangle) ?? []
        case "crosshair", "tooltip", "rollover", "verticalSlice":
            ReadingPainter(scene: scene).items(of: overlay, &plan)
        case "overview": overlay.rect.map(windows.window) ?? []
        default: []
        }
    }

    /// The overlays that may reach beyond the plot area, a layer for each modifier.
    func layersAround(_ plan: inout TextPlan) -> [SceneLayer] {
        let windows = WindowPainter(scene: scene)
        var layers: [SceneLayer] = []
        var strips: Set<String> = []
        for overlay in scene.chart.overlays {
            let role: SceneRole = overlay.kind == "legend" ? .legend : .overlay
            guard scene.layout.shows(role) else { continue }
            var items: [SceneItem] = []
            switch overlay.kind {
            case "scrubber":
                guard let rect = scrubberRect(of: overlay), plan.place([], in: scene.onPicture(rect)) != nil else {
                    continue
                }
                items = windows.strip(rect)
                strips.insert(overlay.modifier)
            case "scrubberThumb":
                guard strips.contains(overlay.modifier), let rect = scrubberRect(of: overlay) else { continue }
                items = windows.thumb(rect)
            case "legend":
                guard scene.layout.detail.hasNames else { continue }
                items = LegendPainter(scene: scene).items(of: overlay, &plan)
            case "seriesValue", "axisMarker": items = MarkerPainter(scene: scene).items(of: overlay, &plan)
            default: continue
            }
            layers.add(items, of: overlay, as: role, under: "around", isClipped: false)
        }
        return layers
    }

    /// The rectangle of a window scrubber in the plot area of this picture; `nil` where the picture has no room for it.
    private func scrubberRect(of overlay: Overlay) -> Rect? {
        guard let rect = overlay.rect, let place = scene.layout.strips[overlay.modifier] else { return nil }
        return place.moved(rect, to: ChartSize(width: scene.layout.plot.width, height: scene.layout.plot.height))
    }
}

extension [SceneLayer] {
    /// Adds what an overlay draws to the layer of its modifier, whose overlays follow one another.
    fileprivate mutating func add(
        _ items: [SceneItem], of overlay: Overlay, as role: SceneRole, under prefix: String, isClipped: Bool
    ) {
        let key = "\(prefix)/\(overlay.modifier)"
        if last?.key == key {
            self[count - 1].items += items
        } else {
            append(
                SceneLayer(key: key, role: role, id: overlay.modifier, isClipped: isClipped, items: items))
        }
    }
}
