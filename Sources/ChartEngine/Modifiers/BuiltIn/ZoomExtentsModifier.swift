public import ChartJSON
public import Gestures

/// Shows all data again.
public struct ZoomExtentsModifier: GestureModifier {
    /// `zoomExtents`.
    public static let typeName = "zoomExtents"
    /// What it does.
    public static let meaning = "Shows all data, a given range, or the first range again."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// A tap.
    public static let gesture: GestureKind? = .tap

    /// The gesture that resets the axes.
    public enum Trigger: String, Sendable, Hashable, Codable, CaseIterable {
        /// One tap.
        case singleTap
        /// Two taps.
        case doubleTap
        /// A long press, as soon as it begins.
        case longPress
        /// A finger that lifts while it moves fast, or a swipe that the client recognized.
        ///
        /// A pan in progress excludes the fling, unless `simultaneousWith` names the panning modifier.
        case fling
    }

    /// The range to which the x axes return.
    public enum Target: Sendable, Hashable, Codable {
        /// The initial range of each axis.
        case initial
        /// A given range.
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

    /// The properties that a client can set.
    public struct Parameters: DirectedParameters {
        /// The values of ``properties``.
        public var direction = ModifierDirection.xy, axes: [String]?, executeOn = Trigger.doubleTap, range: Target?,
            allowsGestureOnAxis = true

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("direction", \.direction, "The axes that it resets."),
            .axes(
                \.axes,
                "The ids of the axes that it resets, whatever `direction` says: `[]` is none, `null` all of the direction."
            ),
            .word("executeOn", \.executeOn, "The gesture that shows all data."),
            Property(
                "range", \.range, Schema(.array, as: "ZoomExtentsRange").orNull,
                "Where the x axes go instead of their extents: two ends, or `initial` for the first range that they had.",
                reading: Self.target),
            .flag(
                "allowsGestureOnAxis", \.allowsGestureOnAxis,
                "Whether taps on the area of an axis, 24 points deep, reset that axis alone. All taps must be on it."),
        ]

        /// Reads `"initial"`, or two ends that may be dates of the first x axis.
        private static let target: Property<Self>.Reading<Target?> = { json, _, place, pointer throws(Problem) in
            guard case .array(var ends) = json else {
                return try JSONCoding.decode(Target?.self, from: json, at: pointer)
            }
            for (index, end) in ends.enumerated() {
                guard case .string = end else { continue }
                ends[index] = .number(try place.position(end, on: place.xAxes[0], at: pointer.appending(index)))
            }
            return try JSONCoding.decode(Target?.self, from: .array(ends), at: pointer)
        }

        /// Creates the defaults.
        public init() {}
    }

    /// The state of a gesture in progress.
    public struct State: ModifierState {
        /// Whether a long press is in progress, which reset the axes when it began.
        public var isHeld = false
        /// Creates the state before a gesture.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a gesture in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes the recognizer of the gesture that resets the axes.
    public func makeGestureRecognizer(on chart: Chart) -> ExecuteOnGestureRecognizer {
        switch parameters.executeOn {
        case .singleTap: .tap(TapGestureRecognizer(taps: 1, stripDepth: stripDepth))
        case .doubleTap: .tap(TapGestureRecognizer(taps: 2, stripDepth: stripDepth))
        case .longPress: .longPress(LongPressGestureRecognizer())
        case .fling: .fling(FlingGestureRecognizer())
        }
    }

    private mutating func isExecuted(by gesture: Gesture) -> Bool {
        switch parameters.executeOn {
        case .singleTap: return gesture.state == .ended && gesture.values == .tap(taps: 1)
        case .doubleTap: return gesture.state == .ended && gesture.values == .tap(taps: 2)
        case .longPress:
            let wasHeld = state.isHeld
            state.isHeld = gesture.state.isActive
            return !wasHeld && (gesture.state.isActive || gesture.state == .ended)
        case .fling: return gesture.state == .ended && gesture.kind == .swipe
        }
    }

    private var stripDepth: Double? { parameters.allowsGestureOnAxis ? Chart.areaDepth : nil }

    private var takesAreas: Bool {
        switch parameters.executeOn {
        case .singleTap, .doubleTap: parameters.allowsGestureOnAxis
        case .longPress, .fling: false
        }
    }

    /// Accepts touches in the plot area, and taps on the areas of the axes that the modifier may reset.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        chart.axes(at: touch.startLocation, of: parameters.chosenAxes, allowsAreas: takesAreas) != nil
    }

    /// The axes that a gesture resets; `nil` for none.
    private func axes(of gesture: Gesture, on chart: Chart) -> AxisChoice? {
        let isOnArea =
            !chart.contains(gesture.location) && chart.axis(at: gesture.location, depth: Chart.areaDepth) != nil
        guard isOnArea else { return parameters.chosenAxes }
        return chart.axes(at: gesture.location, of: parameters.chosenAxes, allowsAreas: takesAreas)
    }

    /// The axes that the modifier resets.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        axes(of: gesture, on: chart).map(chart.references) ?? []
    }

    /// Resets the axes.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard isExecuted(by: gesture), let axes = axes(of: gesture, on: chart) else { return }
        args.isHandled = true
        chart.suspendUpdates { chart in
            chart.zoomExtents(axes)
            guard let target = parameters.range else { return }
            for axis in chart.axes(axes) where axis.dimension == .x {
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
