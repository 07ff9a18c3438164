public import Gestures

/// Shows all data again.
public struct ZoomExtentsModifier: GestureModifier {
    /// `zoomExtents`.
    public static let typeName = "zoomExtents"

    /// What brings the data back.
    public enum Trigger: String, Sendable, Hashable, Codable {
        /// One tap.
        case singleTap
        /// Two taps.
        case doubleTap
    }

    /// Where the x axes go.
    public enum Target: Sendable, Hashable, Codable {
        /// To the range that each axis showed first.
        case initial
        /// To this range.
        case range(min: Double, max: Double)

        /// Reads `"initial"` or `[min, max]`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                guard word == "initial" else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: #"expected "initial" or [min, max]"#)
                }
                self = .initial
                return
            }
            let ends = try container.decode([Double].self)
            guard ends.count == 2, AxisRange(min: ends[0], max: ends[1]) != nil else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: #"expected "initial" or [min, max] with min < max"#)
            }
            self = .range(min: ends[0], max: ends[1])
        }

        /// Writes `"initial"` or `[min, max]`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .initial: try container.encode("initial")
            case .range(let min, let max): try container.encode([min, max])
            }
        }
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The axes that are reset.
        public var direction = ModifierDirection.xy
        /// What brings the data back.
        public var executeOn = Trigger.doubleTap
        /// Where the x axes go instead of their extents.
        public var range: Target?

        /// Creates the defaults.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// One tap or two.
    public func makeGestureRecognizer(on chart: Chart) -> TapGestureRecognizer {
        TapGestureRecognizer(taps: parameters.executeOn == .singleTap ? 1 : 2)
    }

    /// Resets the axes.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .tap(let taps) = gesture.values, gesture.state == .ended,
            taps == (parameters.executeOn == .singleTap ? 1 : 2)
        else { return }
        args.isHandled = true
        chart.suspendUpdates { chart in
            chart.zoomExtents(parameters.direction)
            guard let target = parameters.range, parameters.direction.includes(.x) else { return }
            for axis in chart.xAxes {
                switch target {
                case .initial:
                    if let range = axis.initialRange { chart.setVisibleRange(range, axis: axis.id) }
                case .range(let min, let max):
                    if let range = AxisRange(min: min, max: max) { chart.setVisibleRange(range, axis: axis.id) }
                }
            }
        }
    }
}
