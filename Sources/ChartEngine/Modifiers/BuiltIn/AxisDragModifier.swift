public import Gestures

/// Drags on the area of an axis, to scale the axis or to move it.
///
/// `scale` moves the end on whose half the drag has started, by −Δ · span / length, while the other end stays: outwards
/// zooms in, and Δ and the span are those since the start, so that a drag and back returns. An axis that ranges itself
/// always changes that side of its `growBy` by the same fraction instead. `pan` moves the axis with the finger.
public protocol AxisDragModifier: GestureModifier
where Parameters == AxisDragParameters, State == AxisDragState, Recognizer == PanGestureRecognizer {
    /// The dimension of the axes that can be dragged.
    static var dimension: AxisDimension { get }
}

/// What a client can set about an axis drag.
public struct AxisDragParameters: ModifierParameters {
    /// What a drag does.
    public enum DragMode: String, Sendable, Hashable, Codable, CaseIterable {
        /// Moves one end.
        case scale
        /// Moves both.
        case pan
    }

    /// What a drag does.
    public var dragMode = DragMode.scale
    /// How ranges are clipped; `nil` is `stretchAtExtents` for `scale`, which keeps the other end where it is, and
    /// `clipAtExtents` for `pan`.
    public var clipMode: ClipMode?
    /// How far the area of an axis reaches outwards, in points; several axes on a side lie one behind the other.
    public var minTouchArea = 24.0

    /// Creates the defaults.
    public init() {}

    /// Refuses areas that nobody can touch.
    public func validate() throws(ModifierError) {
        guard (1...1_000).contains(minTouchArea) else {
            throw ModifierError(property: "minTouchArea", reason: "The area reaches 1 to 1000 points outwards.")
        }
    }

    var clip: RangeClip {
        switch dragMode {
        case .scale: RangeClip(mode: clipMode ?? .stretchAtExtents)
        case .pan: RangeClip(mode: clipMode ?? .clipAtExtents)
        }
    }
}

/// What an axis drag in progress remembers.
public struct AxisDragState: ModifierState {
    /// The axis that is dragged; `nil` between drags.
    public var axis: String?
    /// Whether the drag has started on the half at the right or the bottom.
    public var isFarHalf = false
    /// What has been applied: the fraction of the length that an end has gone outwards, or the points of a pan.
    public var applied = 0.0
    /// The translation from which an end is counted since the chart has turned, in points; `nil` until it turns.
    public var origin: Double?

    /// Creates the state before a drag.
    public init() {}
}

extension AxisDragModifier {
    /// A pan of one finger, along the axes where they all run the same way.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        let axes = Self.dimension == .x ? chart.xAxes : chart.yAxes
        let isVertical = axes[0].isVertical
        let isShared = axes.allSatisfy { $0.isVertical == isVertical }
        return PanGestureRecognizer(maximumTouches: 1, axis: isShared ? (isVertical ? .y : .x) : .xy)
    }

    /// Touches that begin on the area of an axis.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        draggedAxis(at: touch.startLocation, on: chart) != nil
    }

    /// Moves the axis, or one of its ends, by what the translation has grown since the last state.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return }
        if state.axis == nil { begin(at: gesture.location + (.zero - translation), on: chart) }
        guard let id = state.axis, let axis = chart.axis(id) else { return }
        args.isHandled = true
        if gesture.state != .cancelled {
            drag(axis, byPoints: axis.isVertical ? translation.dy : translation.dx, on: &chart)
        }
        if !gesture.state.isActive { state = AxisDragState() }
    }

    /// Goes on along the axis as it runs now, with the end on whose half the finger is.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        guard case .pan(let translation, _) = gesture.values, let axis = state.axis.flatMap(chart.axis) else { return }
        let points = axis.isVertical ? translation.dy : translation.dx
        switch parameters.dragMode {
        case .scale:
            state.origin = points
            state.applied = 0
            state.isFarHalf = chart.coordinate(of: gesture.location, along: axis) > chart.length(of: axis) / 2
        case .pan:
            state.applied = points
        }
    }

    private func draggedAxis(at location: Point, on chart: Chart) -> Axis? {
        guard let axis = chart.axis(at: location, depth: parameters.minTouchArea), axis.dimension == Self.dimension
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
            let dragged = points - (state.origin ?? 0)
            let outwards = (state.isFarHalf ? dragged : -dragged) / chart.length(of: axis)
            let limited = min(outwards, 0.99)
            chart.dragEnd(
                ofAxis: axis.id, from: state.applied, to: limited, isFarEnd: state.isFarHalf, clip: parameters.clip)
            state.applied = limited
        case .pan:
            chart.pan(axis: axis.id, byPoints: points - state.applied, clip: parameters.clip)
            state.applied = points
        }
    }
}

/// Drags on the area of an x axis.
public struct XAxisDragModifier: AxisDragModifier {
    /// `xAxisDrag`.
    public static let typeName = "xAxisDrag"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []
    /// The x axes.
    public static let dimension = AxisDimension.x

    /// What the client has set.
    public var parameters: AxisDragParameters
    /// What a drag in progress remembers.
    public var state = AxisDragState()

    /// Creates a modifier.
    public init(parameters: AxisDragParameters) {
        self.parameters = parameters
    }
}

/// Drags on the area of a y axis.
public struct YAxisDragModifier: AxisDragModifier {
    /// `yAxisDrag`.
    public static let typeName = "yAxisDrag"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []
    /// The y axes.
    public static let dimension = AxisDimension.y

    /// What the client has set.
    public var parameters: AxisDragParameters
    /// What a drag in progress remembers.
    public var state = AxisDragState()

    /// Creates a modifier.
    public init(parameters: AxisDragParameters) {
        self.parameters = parameters
    }
}
