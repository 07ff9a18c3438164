public import ChartJSON
public import Gestures

/// A modifier that scales or moves an axis by a drag on its area.
///
/// `scale` moves the end on whose half the drag started, by −Δ · span / length; the other end stays. A drag outwards
/// zooms in. Δ and the span count from the start of the drag, so that dragging back restores the range; where others
/// have moved the axis since, they count from there. An axis with `autoRange` `always` changes that side of its
/// `growBy` by the same fraction instead. `pan` moves the axis with the finger.
public protocol AxisDragModifier: GestureModifier
where Parameters == AxisDragParameters, State == AxisDragState, Recognizer == PanGestureRecognizer {
    /// The dimension of the axes that the modifier drags.
    static var dimension: AxisDimension { get }
}

/// The properties of an axis drag that a client can set.
public struct AxisDragParameters: ModifierParameters {
    /// What a drag does.
    public enum DragMode: String, Sendable, Hashable, Codable, CaseIterable {
        /// It moves one end.
        case scale
        /// It moves both ends.
        case pan
    }

    /// The values of ``properties``.
    public var dragMode = DragMode.scale, axes: [String]?, clipMode: ClipMode?, minTouchArea = 24.0

    /// What a client can set.
    public static let properties: [Property<Self>] = [
        .word("dragMode", \.dragMode, "What a drag does."),
        .axes(\.axes, "The ids of the axes that can be dragged: `[]` is none, `null` all of the dimension."),
        .word(
            "clipMode", \.clipMode,
            "How ranges are clipped. `null` is `stretchAtExtents` for `scale`, which keeps the other end where it is, and `clipAtExtents` for `pan`."
        ),
        .number(
            "minTouchArea", \.minTouchArea, from: 1, to: 1_000,
            "The width of the area of an axis, outwards, in points. Several axes on a side lie one behind the other."),
    ]

    /// Creates the defaults.
    public init() {}

    var clip: RangeClip {
        switch dragMode {
        case .scale: RangeClip(mode: clipMode ?? .stretchAtExtents)
        case .pan: RangeClip(mode: clipMode ?? .clipAtExtents)
        }
    }
}

/// The state of an axis drag in progress.
public struct AxisDragState: ModifierState {
    /// The id of the dragged axis; `nil` between drags.
    public var axis: String?
    /// Whether the drag started on the right or the bottom half.
    public var isFarHalf = false
    /// The applied movement: of an end, outwards, as a fraction of the length; of a pan, in points.
    public var applied = 0.0
    /// The translation from which an end counts, in points, since the chart turned or others moved the axis; `nil` is 0.
    public var origin: Double?
    /// The last translation of an end, in points.
    public var last: Double?
    /// What the drag of an end last asked for, in positions; by it the drag knows its own range.
    public var asked: AxisRange?

    /// Creates the state before a drag.
    public init() {}
}

extension AxisDragModifier {
    /// Makes a pan of one finger; a one-axis pan where all axes of the dimension run the same way.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        let axes = Self.dimension == .x ? chart.xAxes : chart.yAxes
        let isVertical = axes[0].isVertical
        let isShared = axes.allSatisfy { $0.isVertical == isVertical }
        return PanGestureRecognizer(maximumTouches: 1, axis: isShared ? (isVertical ? .y : .x) : .xy)
    }

    /// Accepts touches that begin on the area of an axis.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        draggedAxis(at: touch.startLocation, on: chart) != nil
    }

    /// Moves the axis, or one of its ends, by the translation since the last state.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return }
        if state.axis == nil { begin(at: gesture.location + (.zero - translation), on: chart) }
        guard let id = state.axis, let axis = chart.axis(id) else { return }
        args.isHandled = true
        if gesture.state != .cancelled {
            drag(axis, byPoints: axis.component(of: translation), on: &chart)
        }
        if !gesture.state.isActive { state = AxisDragState() }
    }

    /// Continues along the turned axis, with the end on whose half the finger is.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        guard case .pan(let translation, _) = gesture.values, let axis = state.axis.flatMap(chart.axis) else { return }
        let points = axis.component(of: translation)
        switch parameters.dragMode {
        case .scale:
            (state.origin, state.last, state.applied, state.asked) = (points, points, 0, nil)
            state.isFarHalf = chart.coordinate(of: gesture.location, along: axis) > chart.length(of: axis) / 2
        case .pan:
            state.applied = points
        }
    }

    /// The dragged axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        state.axis.map { [AxisReference(surface: chart.id, axis: $0)] } ?? []
    }

    /// A pan moves the axis with the finger; an end that is dragged is no such movement.
    public func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement] {
        guard parameters.dragMode == .pan else { return [] }
        return chart.movableAxes(among: movedAxes(by: gesture, on: chart)).map { AxisMovement(axis: $0.id, pan: 1) }
    }

    /// Counts the translation so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        guard case .pan(let translation, _) = gesture.values, let axis = state.axis.flatMap(chart.axis) else { return }
        let points = axis.component(of: translation)
        switch parameters.dragMode {
        case .scale: (state.origin, state.last, state.applied) = (points, points, 0)
        case .pan: state.applied = points
        }
    }

    private func draggedAxis(at location: Point, on chart: Chart) -> Axis? {
        guard let axis = chart.axis(at: location, depth: parameters.minTouchArea), axis.dimension == Self.dimension,
            AxisChoice(Self.nameableAxes, ids: parameters.axes).allows(axis)
        else { return nil }
        return axis
    }

    private mutating func begin(at start: Point, on chart: Chart) {
        guard let axis = draggedAxis(at: start, on: chart) else { return }
        state = AxisDragState()
        state.axis = axis.id
        state.isFarHalf = chart.coordinate(of: start, along: axis) > chart.length(of: axis) / 2
    }

    private mutating func drag(_ axis: Axis, byPoints points: Double, on chart: inout Chart) {
        switch parameters.dragMode {
        case .scale:
            if let asked = state.asked, axis.requested?.range != asked {
                (state.origin, state.applied) = (state.last, 0)
            }
            let dragged = points - (state.origin ?? 0)
            let outwards = (state.isFarHalf ? dragged : -dragged) / chart.length(of: axis)
            let limited = min(outwards, 0.99)
            chart.dragEnd(
                ofAxis: axis.id, from: state.applied, to: limited, isFarEnd: state.isFarHalf, clip: parameters.clip)
            (state.applied, state.last) = (limited, points)
            state.asked = chart.axis(axis.id)?.requested?.range
        case .pan:
            chart.pan(axis: axis.id, byPoints: points - state.applied, clip: parameters.clip)
            state.applied = points
        }
    }
}

/// Scales or moves an x axis by a drag on its area.
public struct XAxisDragModifier: AxisDragModifier {
    /// `xAxisDrag`.
    public static let typeName = "xAxisDrag"
    /// What it does.
    public static let meaning = "Scales the axis at the end that is dragged, or moves it."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// The x axes.
    public static let dimension = AxisDimension.x
    /// The x axes.
    public static let nameableAxes = ModifierDirection.x

    /// The values that the client set.
    public var parameters: AxisDragParameters
    /// The state of a drag in progress.
    public var state = AxisDragState()

    /// Creates a modifier.
    public init(parameters: AxisDragParameters) { self.parameters = parameters }
}

/// Scales or moves a y axis by a drag on its area.
public struct YAxisDragModifier: AxisDragModifier {
    /// `yAxisDrag`.
    public static let typeName = "yAxisDrag"
    /// What it does.
    public static let meaning = "The same for y axes; one that ranges itself changes its `growBy`."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// The y axes.
    public static let dimension = AxisDimension.y
    /// The y axes.
    public static let nameableAxes = ModifierDirection.y

    /// The values that the client set.
    public var parameters: AxisDragParameters
    /// The state of a drag in progress.
    public var state = AxisDragState()

    /// Creates a modifier.
    public init(parameters: AxisDragParameters) { self.parameters = parameters }
}
