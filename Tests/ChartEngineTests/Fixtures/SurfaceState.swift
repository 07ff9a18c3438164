import ChartEngine
import Gestures

/// All that can be observed of a surface, to compare it with that of another one.
struct SurfaceState {
    private let parts: [(name: String, part: AnyHashable)]

    /// Takes the state.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - origin: The moment from which times count.
    ///   - hasReports: Whether what the last batch reported counts.
    ///   - hasMemory: Whether what the modifiers remember counts; it may hold times.
    init(
        _ surface: Surface, since origin: Timestamp = Timestamp(microseconds: 0), hasReports: Bool = true,
        hasMemory: Bool = true
    ) {
        func shifted(_ gesture: Gesture) -> Gesture {
            var gesture = gesture
            gesture.time.microseconds -= origin.microseconds
            gesture.resolvedAt?.microseconds -= origin.microseconds
            return gesture
        }
        var parts: [(name: String, part: AnyHashable)] = []
        for axis in surface.chart.xAxes + surface.chart.yAxes {
            parts.append(("visible range of \(axis.id)", axis.visibleRange))
            parts.append(("initial range of \(axis.id)", axis.initialRange))
            parts.append(("data range of \(axis.id)", axis.dataRange))
            parts.append(("options of \(axis.id)", axis.options))
            parts.append(("follow state of \(axis.id)", axis.followState))
        }
        parts.append(("series", surface.chart.series))
        parts.append(("selection", surface.chart.selection))
        for overlay in surface.chart.overlays {
            var still = overlay
            still.motion = nil
            parts.append(("overlay \(overlay.kind) of \(overlay.modifier)", still))
            guard let motion = overlay.motion else { continue }
            parts.append(("velocity of \(overlay.modifier)", motion.velocity))
            parts.append(("start of \(overlay.modifier)", motion.start.microseconds - origin.microseconds))
        }
        for active in surface.gestures {
            parts.append(("gesture of \(active.modifier)", shifted(active.gesture)))
        }
        if hasReports {
            parts += surface.chart.recognized.map { ("report of \($0.modifier)", shifted($0.gesture)) }
        }
        parts.append(("touches", surface.hasTouches))
        if hasMemory { parts += surface.modifiers.map { ("memory of \($0.id)", Self.memory(of: $0.modifier)) } }
        self.parts = parts
    }

    private static func memory<Modifier: ChartModifier>(of modifier: Modifier) -> AnyHashable { modifier.state }

    /// The first part in which two states differ, or `nil`.
    func difference(from other: SurfaceState) -> String? {
        for (one, two) in zip(parts, other.parts) where one.name != two.name || one.part != two.part {
            return "\(one.name): \(one.part.base); \(two.name): \(two.part.base)"
        }
        return parts.count == other.parts.count ? nil : "\(parts.count) parts and \(other.parts.count)"
    }
}
