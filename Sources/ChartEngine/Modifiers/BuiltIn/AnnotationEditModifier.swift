public import ChartJSON
import ChartSeries
public import Gestures

/// Moves annotations by touch, and selects them by taps.
///
/// A touch that lands within the radius of a handle moves that point, one on the body the whole. Such a touch is the
/// annotation's: no pan, tap or long press of other modifiers begins by it. Elsewhere the recognizer fails at once.
public struct AnnotationEditModifier: GestureModifier {
    /// `annotationEdit`.
    public static let typeName = "annotationEdit"
    /// What it does.
    public static let meaning =
        "Moves the annotation under the finger by a handle or as a whole, and selects it by a tap; Control adds, Shift inverts."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var hitRadius = 22.0, axes = ModifierDirection.xy, snap: [AnnotationSnap] = [], snapRadius = 12.0

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .number(
                "hitRadius", \.hitRadius, from: 0, to: 1_000,
                "How far from a handle or a line a touch still takes it, in points."),
            .word("axes", \.axes, "The direction in which annotations move."),
            .snaps(\.snap),
            .snapRadius(\.snapRadius),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The drag of an annotation in progress, and the last tap.
    public struct State: ModifierState {
        /// The drag in progress; `nil` without one.
        public var drag: Drag?
        /// The annotation that the last tap has hit.
        public var tapped: String?

        /// Creates the state before the first event.
        public init() {}
    }

    /// The drag of an annotation in progress.
    public struct Drag: Sendable, Hashable, Codable {
        /// The annotation.
        public var annotation: String
        /// The handle that moves; `nil` for the whole.
        public var handle: Int?
        /// Where it was when the drag began; a cancelled drag brings it back there.
        public var origin: [Annotation.Point]
        /// Where it was when ``base`` was measured.
        public var start: [Annotation.Point]
        /// Where the drag has brought it.
        public var last: [Annotation.Point]
        /// The translation at which it was at ``start``, in points.
        public var base = Vector.zero
        /// The translation of the last event, in points.
        public var lastTranslation = Vector.zero
        /// The ranges and the sizes of its axes then.
        var view: View
    }

    /// What a place in points depends on.
    struct View: Sendable, Hashable, Codable {
        var x: AxisRange, y: AxisRange
        var width: Double, height: Double
        var isVertical: Bool, isFlippedX: Bool, isFlippedY: Bool
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The drag in progress, and the last tap.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pan of one finger, which gives way to a second one before it begins.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1, givesWay: true)
    }

    /// Makes the recognizers of a tap and of a double tap.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        [CompanionRecognizer(TapGestureRecognizer()), CompanionRecognizer(TapGestureRecognizer(taps: 2))]
    }

    /// Claims the touches on annotations, and all while one is dragged.
    public func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool {
        guard kind.followsTouches, !chart.annotations.isEmpty else { return false }
        if state.drag != nil { return true }
        switch kind {
        case .pan, .marquee, .swipe: return hit(location, passesLocked: true, on: chart) != nil
        case .tap, .doubleTouchDown, .longPress: return hit(location, passesLocked: false, on: chart) != nil
        case .pinch, .rotation, .hover, .wheel: return false
        }
    }

    /// Accepts touches in the plot area, but no further one during a drag.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        state.drag == nil && chart.contains(touch.startLocation)
    }

    /// Lets a drag begin on an annotation that is not locked.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        guard case .pan(let translation, _) = gesture.values else { return true }
        return hit(gesture.location + (.zero - translation), passesLocked: true, on: chart) != nil
    }

    /// None: it moves no axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] { [] }

    /// The annotation that is dragged.
    public func movedAnnotation(by gesture: Gesture, on chart: Chart) -> String? {
        guard case .pan = gesture.values else { return nil }
        return state.drag?.annotation
    }

    /// Moves the annotation that is dragged, or selects the one that is tapped.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        switch gesture.values {
        case .pan(let translation, _):
            drag(gesture, by: translation, &args, on: &chart)
        case .tap(let taps):
            guard gesture.state == .ended, args.isInSourceBounds else { return }
            tap(gesture, taps, &args, on: &chart)
        case .doubleTouchDown, .longPress, .pinch, .rotation, .swipe, .hover, .wheel, .marquee:
            break
        }
    }

    /// Counts the translation so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        guard case .pan(let translation, _) = gesture.values, var drag = state.drag,
            let annotation = chart.annotations[drag.annotation]
        else { return }
        drag.measure(annotation, at: translation, on: chart)
        state.drag = drag
    }

    /// Counts the translation so far as applied.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) { takeAsApplied(gesture, on: chart) }

    /// The annotation at a location.
    func hit(_ location: Point, passesLocked: Bool, on chart: Chart) -> AnnotationHit? {
        chart.annotation(at: location, within: parameters.hitRadius, passesLocked: passesLocked)
    }

    private mutating func tap(
        _ gesture: Gesture, _ taps: Int, _ args: inout ModifierEventArgs, on chart: inout Chart
    ) {
        let hit = hit(gesture.location, passesLocked: false, on: chart)?.annotation
        guard taps == 1 else {
            guard let hit, hit == state.tapped else { return }
            args.isHandled = true
            chart.report(gesture, by: args.modifier, annotation: hit)
            return
        }
        state.tapped = hit
        guard let hit else { return chart.deselectAllAnnotations() }
        args.isHandled = true
        chart.select(annotations: [hit], mode: SelectionMode.replace.overridden(by: gesture.modifiers))
    }

    private mutating func drag(
        _ gesture: Gesture, by translation: Vector, _ args: inout ModifierEventArgs, on chart: inout Chart
    ) {
        if gesture.state == .began || gesture.state == .ended && state.drag == nil {
            state.drag = begin(at: gesture.location + (.zero - translation), on: chart)
        }
        guard var drag = state.drag else { return }
        args.isHandled = true
        defer { if !gesture.state.isActive { state.drag = nil } }
        guard let annotation = chart.annotations[drag.annotation] else { return }
        guard gesture.state != .cancelled else {
            chart.moveAnnotation(drag.annotation, to: drag.origin)
            return
        }
        if annotation.points != drag.last {
            // Others have moved it: the drag goes on from there, and back to there.
            drag.origin = annotation.points
            drag.measure(annotation, at: drag.lastTranslation, on: chart)
        } else if View(of: annotation, on: chart) != drag.view {
            drag.measure(annotation, at: drag.lastTranslation, on: chart)
        }
        drag.lastTranslation = translation
        if let points = drag.moved(
            annotation, by: translation - drag.base, parameters, finger: gesture.location, on: chart)
        {
            chart.moveAnnotation(drag.annotation, to: points)
            drag.last = points
        }
        state.drag = drag
    }

    private func begin(at location: Point, on chart: Chart) -> Drag? {
        guard let hit = hit(location, passesLocked: true, on: chart),
            let annotation = chart.annotations[hit.annotation],
            let view = View(of: annotation, on: chart)
        else { return nil }
        let points = annotation.points
        return Drag(
            annotation: hit.annotation, handle: hit.handle, origin: points, start: points, last: points, view: view)
    }
}

extension AnnotationEditModifier.View {
    /// The view of the axes of an annotation; `nil` where one is gone.
    fileprivate init?(of annotation: Annotation, on chart: Chart) {
        guard let xAxis = chart.axis(annotation.xAxis), let yAxis = chart.axis(annotation.yAxis) else { return nil }
        (x, y) = (xAxis.visibleRange, yAxis.visibleRange)
        (width, height) = (chart.size.width, chart.size.height)
        isVertical = xAxis.isVertical
        (isFlippedX, isFlippedY) = (xAxis.options.isFlipped, yAxis.options.isFlipped)
    }
}

extension AnnotationEditModifier.Drag {
    /// Takes the place of the annotation as the one from which further movement counts.
    fileprivate mutating func measure(_ annotation: Annotation, at translation: Vector, on chart: Chart) {
        guard let view = AnnotationEditModifier.View(of: annotation, on: chart) else { return }
        start = annotation.points
        last = annotation.points
        base = translation
        lastTranslation = translation
        self.view = view
    }

    /// The points after a movement of the finger; `nil` where the axes cannot show them.
    fileprivate func moved(
        _ annotation: Annotation, by movement: Vector, _ parameters: AnnotationEditModifier.Parameters, finger: Point,
        on chart: Chart
    ) -> [Annotation.Point]? {
        var before = annotation
        (before.first, before.last) = (start[0], start.count > 1 ? start[1] : nil)
        let frame = AnnotationFrame(of: chart)
        guard let shape = AnnotationShape(before, in: frame), let x = frame.x(of: before), let y = frame.y(of: before)
        else { return nil }
        var (alongBy, acrossBy) = x.isVertical ? (movement.dy, movement.dx) : (movement.dx, movement.dy)
        if !parameters.axes.includes(.x) { alongBy = 0 }
        if !parameters.axes.includes(.y) { acrossBy = 0 }
        // The places of the points along either axis, and those that move.
        var places = zip(shape.points, start).map { place, _ in
            x.isVertical ? (along: place.y, across: place.x) : (along: place.x, across: place.y)
        }
        let movesX: [Int], movesY: [Int]
        if let handle, shape.handles.indices.contains(handle) {
            movesX = shape.handles[handle].x.map { [$0] } ?? []
            movesY = shape.handles[handle].y.map { [$0] } ?? []
        } else {
            (movesX, movesY) = (Array(start.indices), Array(start.indices))
        }
        if x.rows != nil, handle == nil { alongBy = x.within(alongBy, movesX.map { places[$0].along }) }
        let (snapX, snapY) = snap(
            places, (alongBy, acrossBy), movesX, movesY, x, y, parameters, finger, annotation, chart)
        var points = start
        for index in movesX where annotation.kind.hasX {
            places[index].along += alongBy + (snapX.shift)
            guard alongBy + snapX.shift != 0 || snapX.value != nil else { continue }
            guard
                let value = index == snapX.point
                    ? snapX.value ?? x.value(at: places[index].along) : x.value(at: places[index].along)
            else { return nil }
            points[index].x = value
        }
        for index in movesY where annotation.kind.hasY {
            places[index].across += acrossBy + snapY.shift
            guard acrossBy + snapY.shift != 0 || snapY.value != nil else { continue }
            guard
                let value = index == snapY.point
                    ? snapY.value ?? y.value(at: places[index].across) : y.value(at: places[index].across)
            else { return nil }
            points[index].y = value
        }
        return points
    }

    /// What draws the moved point, of a body the one nearest to the finger: the value that it gets, and the distance by
    /// which all points move on.
    private func snap(
        _ places: [(along: Double, across: Double)], _ movement: (along: Double, across: Double), _ movesX: [Int],
        _ movesY: [Int], _ x: AnnotationFrame.Direction, _ y: AnnotationFrame.Direction,
        _ parameters: AnnotationEditModifier.Parameters, _ finger: Point, _ annotation: Annotation, _ chart: Chart
    ) -> (x: (point: Int, value: Double?, shift: Double), y: (point: Int, value: Double?, shift: Double)) {
        let none = ((point: 0, value: Double?.none, shift: 0.0), (point: 0, value: Double?.none, shift: 0.0))
        guard !parameters.snap.isEmpty else { return none }
        let (along, across) = x.isVertical ? (finger.y, finger.x) : (finger.x, finger.y)
        // A corner has the x of one point and the y of another.
        let nearest =
            places.indices.min { one, other in
                func distance(_ index: Int) -> Double {
                    let dx = annotation.kind.hasX ? places[index].along + movement.along - along : 0
                    let dy = annotation.kind.hasY ? places[index].across + movement.across - across : 0
                    return Vector(dx: dx, dy: dy).length
                }
                return distance(one) < distance(other)
            } ?? 0
        let (ofX, ofY) = (movesX.count == 1 ? movesX[0] : nearest, movesY.count == 1 ? movesY[0] : nearest)
        let moved = (along: places[ofX].along + movement.along, across: places[ofY].across + movement.across)
        let place = x.isVertical ? Point(x: moved.across, y: moved.along) : Point(x: moved.along, y: moved.across)
        var direction = parameters.axes
        if movesX.isEmpty { direction = .y }
        if movesY.isEmpty { direction = .x }
        let snapped = chart.snapped(
            place, for: annotation, to: parameters.snap, within: parameters.snapRadius, direction)
        let drawn =
            x.isVertical
            ? (along: snapped.place.y, across: snapped.place.x) : (along: snapped.place.x, across: snapped.place.y)
        return (
            (ofX, snapped.values.x, snapped.values.x == nil ? 0 : drawn.along - moved.along),
            (ofY, snapped.values.y, snapped.values.y == nil ? 0 : drawn.across - moved.across)
        )
    }
}

extension AnnotationFrame.Direction {
    /// The part of a movement that leaves all places among the rows.
    fileprivate func within(_ movement: Double, _ places: [Double]) -> Double {
        guard let rows, rows.rowCount > 0, let low = places.min(), let high = places.max() else { return movement }
        let ends = [0, Double(rows.rowCount - 1)].map { viewport.apply($0) }
        let (first, last) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        return min(max(movement, min(0, first - low)), max(0, last - high))
    }
}

extension Chart {
    /// Moves the points of an annotation, where that is another place.
    fileprivate mutating func moveAnnotation(_ id: String, to points: [Annotation.Point]) {
        moveAnnotation(id, to: points[0], points.count > 1 ? points[1] : nil)
    }
}
