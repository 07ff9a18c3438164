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
        public var origin: Annotation.Points
        /// Where it was when ``base`` was measured.
        public var start: Annotation.Points
        /// Where the drag has brought it.
        public var last: Annotation.Points
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
            let annotation = chart.dragged(drag.annotation)
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
        guard state.drag != nil else { return }
        args.isHandled = true
        state.drag?.follow(gesture, by: translation, parameters, on: &chart)
        if !gesture.state.isActive { state.drag = nil }
    }

    private func begin(at location: Point, on chart: Chart) -> Drag? {
        guard let hit = hit(location, passesLocked: true, on: chart),
            let annotation = chart.dragged(hit.annotation), let view = View(of: annotation, on: chart)
        else { return nil }
        let points = annotation.points
        return Drag(
            annotation: hit.annotation, handle: hit.handle, origin: points, start: points, last: points, view: view)
    }
}

extension AnnotationEditModifier.View {
    /// The view of the axes of an annotation; `nil` where one is gone.
    fileprivate init?(of annotation: DraggedAnnotation, on chart: borrowing Chart) {
        guard let axes = annotation.axes else { return nil }
        let (xAxes, yAxes) = (chart.xAxes, chart.yAxes)
        // A span copies no axis.
        let (xs, ys) = (xAxes.span, yAxes.span)
        (x, y) = (xs[axes.x].visibleRange, ys[axes.y].visibleRange)
        (width, height) = (chart.size.width, chart.size.height)
        (isVertical, isFlippedX) = (xs[axes.x].isVertical, xs[axes.x].options.isFlipped)
        isFlippedY = ys[axes.y].options.isFlipped
    }
}

/// What a drag needs of the annotation that it moves, with each move.
private struct DraggedAnnotation {
    let kind: Annotation.Kind
    let points: Annotation.Points
    let xScale: Annotation.Scale?, yScale: Annotation.Scale?
    /// The positions of its axes; `nil` where one is gone.
    let axes: (x: Int, y: Int)?
}

extension Chart {
    fileprivate borrowing func dragged(_ id: String) -> DraggedAnnotation? {
        guard let index = annotations.index(of: id) else { return nil }
        let (items, xAxes, yAxes) = (annotations.items, xAxes, yAxes)
        // Spans copy no annotation and no axis.
        let (all, xs, ys) = (items.span, xAxes.span, yAxes.span)
        var axes: (x: Int, y: Int)?
        for x in xs.indices where xs[x].id == all[index].xAxis {
            for y in ys.indices where ys[y].id == all[index].yAxis { axes = (x, y) }
        }
        return DraggedAnnotation(
            kind: all[index].kind, points: all[index].points, xScale: all[index].xScale, yScale: all[index].yScale,
            axes: axes)
    }
}

extension AnnotationEditModifier.Drag {
    /// Brings the annotation to the finger, or back where the gesture is cancelled.
    fileprivate mutating func follow(
        _ gesture: Gesture, by translation: Vector, _ parameters: AnnotationEditModifier.Parameters,
        on chart: inout Chart
    ) {
        guard let dragged = chart.dragged(annotation) else { return }
        guard gesture.state != .cancelled else { return chart.moveAnnotation(annotation, to: origin) }
        if dragged.points != last {
            // Others have moved it: the drag goes on from there, and back to there.
            origin = dragged.points
            measure(dragged, at: lastTranslation, on: chart)
        } else if AnnotationEditModifier.View(of: dragged, on: chart) != view {
            measure(dragged, at: lastTranslation, on: chart)
        }
        lastTranslation = translation
        guard let points = moved(dragged, by: translation - base, parameters, finger: gesture.location, on: chart)
        else { return }
        chart.moveAnnotation(annotation, to: points)
        last = points
    }

    /// Takes the place of the annotation as the one from which further movement counts.
    fileprivate mutating func measure(
        _ annotation: DraggedAnnotation, at translation: Vector, on chart: borrowing Chart
    ) {
        guard let view = AnnotationEditModifier.View(of: annotation, on: chart) else { return }
        start = annotation.points
        last = annotation.points
        base = translation
        lastTranslation = translation
        self.view = view
    }

    /// The points after a movement of the finger; `nil` where the axes cannot show them.
    fileprivate func moved(
        _ annotation: DraggedAnnotation, by movement: Vector, _ parameters: AnnotationEditModifier.Parameters,
        finger: Point,
        on chart: borrowing Chart
    ) -> Annotation.Points? {
        let kind = annotation.kind
        guard let axes = annotation.axes else { return nil }
        let (xAxes, yAxes) = (chart.xAxes, chart.yAxes)
        let x = AnnotationFrame.Direction(of: xAxes.span[axes.x], on: chart)
        let y = AnnotationFrame.Direction(of: yAxes.span[axes.y], on: chart)
        guard x.shows(kind.hasX ? annotation.xScale : nil), y.shows(kind.hasY ? annotation.yScale : nil) else {
            return nil
        }
        var places = InlineArray<2, Place>(repeating: Place())
        for index in start.indices {
            guard let place = AnnotationFrame.place(of: start[index], x, y) else { return nil }
            places[index] = Place(place.x, place.y, x)
        }
        var by = Place(movement.dx, movement.dy, x)
        if !parameters.axes.includes(.x) { by.along = 0 }
        if !parameters.axes.includes(.y) { by.across = 0 }
        // The points whose x and whose y move.
        var (movesX, movesY) = (start.indices, start.indices)
        // A log of a client may say otherwise what a drag moves.
        if start.count == 2, let moved = handle.flatMap({ kind.handle($0) }) {
            (movesX, movesY) = (moved.x.map { $0..<$0 + 1 } ?? 0..<0, moved.y.map { $0..<$0 + 1 } ?? 0..<0)
        }
        if handle == nil, x.rows != nil {
            by.along = x.within(by.along, places[0].along, places[start.count - 1].along)
        }
        let snap =
            parameters.snap.isEmpty
            ? Snap() : snap(places, by, movesX, movesY, x, parameters, finger, copy chart)
        var points = start
        for index in movesX where kind.hasX && (by.along + snap.shift.along != 0 || snap.x != nil) {
            let value = index == snap.xPoint ? snap.x : nil
            guard let value = value ?? x.value(at: places[index].along + (by.along + snap.shift.along)) else {
                return nil
            }
            points[index].x = value
        }
        for index in movesY where kind.hasY && (by.across + snap.shift.across != 0 || snap.y != nil) {
            let value = index == snap.yPoint ? snap.y : nil
            guard let value = value ?? y.value(at: places[index].across + (by.across + snap.shift.across)) else {
                return nil
            }
            points[index].y = value
        }
        return points
    }

    /// A place, or a way, along the axes of an annotation, in points.
    private struct Place {
        var along = 0.0, across = 0.0

        init() {}

        init(along: Double, across: Double) { (self.along, self.across) = (along, across) }

        /// Takes a place on the plot area, along an x axis and across it.
        init(_ x: Double, _ y: Double, _ axis: AnnotationFrame.Direction) {
            (along, across) = axis.isVertical ? (y, x) : (x, y)
        }

        static func + (one: Place, other: Place) -> Place {
            Place(along: one.along + other.along, across: one.across + other.across)
        }
    }

    /// What draws a moved point.
    private struct Snap {
        /// The points that are drawn, and the values that they get.
        var xPoint = 0, yPoint = 0, x: Double?, y: Double?
        /// The way by which all points move on.
        var shift = Place()
    }

    /// What draws the moved point, of a body the one nearest to the finger.
    private func snap(
        _ places: InlineArray<2, Place>, _ movement: Place, _ movesX: Range<Int>, _ movesY: Range<Int>,
        _ x: AnnotationFrame.Direction, _ parameters: AnnotationEditModifier.Parameters, _ finger: Point,
        _ chart: Chart
    ) -> Snap {
        guard let annotation = chart.annotations[self.annotation] else { return Snap() }
        let finger = Place(finger.x, finger.y, x)
        // A corner has the x of one point and the y of another.
        let nearest =
            start.indices.min { one, other in
                func distance(_ index: Int) -> Double {
                    let moved = places[index] + movement
                    return Vector(
                        dx: annotation.kind.hasX ? moved.along - finger.along : 0,
                        dy: annotation.kind.hasY ? moved.across - finger.across : 0
                    ).length
                }
                return distance(one) < distance(other)
            } ?? 0
        var snap = Snap()
        snap.xPoint = movesX.count == 1 ? movesX.lowerBound : nearest
        snap.yPoint = movesY.count == 1 ? movesY.lowerBound : nearest
        let moved = Place(along: places[snap.xPoint].along, across: places[snap.yPoint].across) + movement
        let place = x.isVertical ? Point(x: moved.across, y: moved.along) : Point(x: moved.along, y: moved.across)
        var direction = parameters.axes
        if movesX.isEmpty { direction = .y }
        if movesY.isEmpty { direction = .x }
        let snapped = chart.snapped(
            place, for: annotation, to: parameters.snap, within: parameters.snapRadius, direction)
        let drawn = Place(snapped.place.x, snapped.place.y, x)
        (snap.x, snap.y) = (snapped.values.x, snapped.values.y)
        if snap.x != nil { snap.shift.along = drawn.along - moved.along }
        if snap.y != nil { snap.shift.across = drawn.across - moved.across }
        return snap
    }
}

extension AnnotationFrame.Direction {
    /// The part of a movement that leaves two places among the rows.
    fileprivate func within(_ movement: Double, _ one: Double, _ other: Double) -> Double {
        guard let rows, rows.rowCount > 0 else { return movement }
        let ends = (viewport.apply(0), viewport.apply(Double(rows.rowCount - 1)))
        let (first, last) = (min(ends.0, ends.1), max(ends.0, ends.1))
        return min(max(movement, min(0, first - min(one, other))), max(0, last - max(one, other)))
    }
}
