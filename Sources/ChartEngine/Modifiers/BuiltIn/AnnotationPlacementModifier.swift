public import ChartJSON
public import Gestures

/// Makes annotations by touch: a drag from the first point to the last, or a tap for each point.
///
/// While it is enabled it goes before every other drag, or tap, that begins in the plot area. What a cancelled gesture
/// has made is taken away.
public struct AnnotationPlacementModifier: GestureModifier {
    /// `annotationPlacement`.
    public static let typeName = "annotationPlacement"
    /// What it does.
    public static let meaning =
        "Makes an annotation by a drag or by taps, before all other drags; `once` disables it then."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// True: it is enabled to make an annotation next.
    public static let claimsBeforeOthers = true

    /// How points are given.
    public enum Placement: String, Sendable, Hashable, Codable, CaseIterable {
        /// The first where the finger goes down, the last where it is.
        case drag
        /// One with each tap.
        case taps
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var kind = Annotation.Kind.line, gesture: Placement?, snap: [AnnotationSnap] = [], snapRadius = 12.0,
            once = true, template: JSONObject?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("kind", \.kind, "The kind of the annotations that it makes."),
            .word("gesture", \.gesture, "How points are given; null is `taps` for a kind of one point, else `drag`."),
            .snaps(\.snap),
            .snapRadius(\.snapRadius),
            .flag("once", \.once, "Whether it is disabled after one annotation."),
            Property(
                "template", \.template, Schema(.object, as: "AnnotationTemplate").orNull,
                "What the annotations have beside kind and points; null for the defaults.",
                reading: { json, parameters, place, pointer throws(Problem) in
                    guard let members = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer) else {
                        return nil
                    }
                    _ = try Annotation(of: parameters.kind, members, in: AnnotationPlace(of: place), at: pointer)
                    return members
                }),
        ]

        /// Creates the defaults.
        public init() {}

        /// How points are given.
        public var placement: Placement { gesture ?? (kind.pointCount == 1 ? .taps : .drag) }
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pan of one finger.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1, givesWay: true)
    }

    /// Makes the recognizers of a tap and of the pointer between two taps.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        parameters.placement == .taps
            ? [CompanionRecognizer(TapGestureRecognizer()), CompanionRecognizer(HoverGestureRecognizer())] : []
    }

    /// Claims the drags of the plot area, or its taps.
    public func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool {
        guard chart.contains(location) else { return false }
        switch kind {
        case .pan, .marquee: return parameters.placement == .drag
        case .tap, .doubleTouchDown: return parameters.placement == .taps
        case .longPress, .pinch, .rotation, .swipe, .hover, .wheel: return false
        }
    }

    /// Lets a drag begin where points are given by drags.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        guard case .pan = gesture.values else { return true }
        return parameters.placement == .drag
    }

    /// None: it moves no axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] { [] }

    /// The annotation that it makes.
    public func movedAnnotation(by gesture: Gesture, on chart: Chart) -> String? {
        guard case .pan = gesture.values, let placing = chart.annotations.placing else { return nil }
        return placing.annotation
    }

    /// Gives a point.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        switch gesture.values {
        case .pan(let translation, _):
            guard parameters.placement == .drag else { return }
            args.isHandled = true
            drag(gesture, from: gesture.location + (.zero - translation), as: args.modifier, on: &chart)
        case .tap:
            guard parameters.placement == .taps, gesture.state == .ended, args.isInSourceBounds else { return }
            args.isHandled = true
            tap(gesture.location, as: args.modifier, on: &chart)
        case .hover:
            guard gesture.state.isActive, let placing = chart.placing(by: args.modifier), placing.last != nil
            else { return }
            chart.place(point(at: gesture.location, of: placing, on: chart), by: args.modifier)
        case .doubleTouchDown, .longPress, .pinch, .rotation, .swipe, .wheel, .marquee:
            break
        }
    }

    private func drag(_ gesture: Gesture, from start: Point, as id: String, on chart: inout Chart) {
        guard gesture.state != .cancelled else { return chart.dropPlacing(by: id) }
        if gesture.state == .began || chart.placing(by: id) == nil {
            guard gesture.state != .changed, begin(at: start, as: id, on: &chart) else { return }
        }
        guard let placing = chart.placing(by: id) else { return }
        chart.place(point(at: gesture.location, of: placing, on: chart), by: id)
        if gesture.state == .ended { chart.finishPlacing(by: id, isOnce: parameters.once) }
    }

    private func tap(_ location: Point, as id: String, on chart: inout Chart) {
        if let placing = chart.placing(by: id) {
            chart.place(point(at: location, of: placing, on: chart), by: id)
        } else {
            guard begin(at: location, as: id, on: &chart) else { return }
            guard parameters.kind.pointCount == 1 else { return }
        }
        chart.finishPlacing(by: id, isOnce: parameters.once)
    }

    private func begin(at location: Point, as id: String, on chart: inout Chart) -> Bool {
        guard var annotation = Annotation(from: parameters, on: chart) else { return false }
        annotation.first = point(at: location, of: annotation, on: chart)
        annotation.last = parameters.kind.pointCount == 2 ? annotation.first : nil
        guard annotation.hasAllCoordinates else { return false }
        return chart.beginPlacing(annotation, by: id)
    }

    private func point(at location: Point, of annotation: Annotation, on chart: Chart) -> Annotation.Point {
        let snapped = chart.snapped(
            location, for: annotation, to: parameters.snap, within: parameters.snapRadius)
        let plain = AnnotationFrame(of: chart).values(at: location, of: annotation)
        return .init(x: snapped.values.x ?? plain.x, y: snapped.values.y ?? plain.y)
    }
}

extension Annotation {
    /// Reads what a template says of annotations of a kind.
    fileprivate init(
        of kind: Kind, _ template: JSONObject, in place: AnnotationPlace, at pointer: JSONPointer
    ) throws(Problem) {
        for name in template.keys where ["id", "kind", "points", "author", "missing", "layer"].contains(name) {
            throw .unknown(pointer.appending(name))
        }
        let point = JSONValue.object(["x": kind.hasX ? 0 : .null, "y": kind.hasY ? 0 : .null])
        var body = JSONObject([
            ("kind", .string(kind.rawValue)), ("points", .array(Array(repeating: point, count: kind.pointCount))),
        ])
        for (name, json) in template.members { body[name] = json }
        self = .new("", in: place)
        try take(body, in: place, at: pointer)
    }

    /// Creates an annotation as a placement makes it, without its points; `nil` where its axes are gone.
    fileprivate init?(from parameters: AnnotationPlacementModifier.Parameters, on chart: Chart) {
        let place = AnnotationPlace(of: chart)
        do throws(Problem) {
            try self.init(of: parameters.kind, parameters.template ?? [:], in: place, at: .root)
        } catch {
            return nil
        }
    }

    fileprivate var hasAllCoordinates: Bool {
        points.allSatisfy { ($0.x != nil) == kind.hasX && ($0.y != nil) == kind.hasY }
    }
}

extension Property where Root: ModifierParameters {
    /// What moved points are drawn to; null is nothing.
    static func snaps(_ path: any WritableKeyPath<Root, [AnnotationSnap]> & Sendable) -> Self {
        Self(
            "snap", path, Schema(.array, as: "AnnotationSnaps"),
            "What points are drawn to: `row`, the nearest row in view with its value, `tick`, the nearest major ticks.",
            reading: { json, _, _, pointer throws(Problem) in
                try JSONCoding.decode([AnnotationSnap]?.self, from: json, at: pointer) ?? []
            })
    }

    /// How far away that may lie.
    static func snapRadius(_ path: any WritableKeyPath<Root, Double> & Sendable) -> Self {
        .number("snapRadius", path, from: 0, to: 1_000, "How far away that may lie, in points.")
    }
}
