package import ChartJSON
package import ChartSeries
public import Gestures

/// The annotations of a chart: how they change, where they are placed, and the events of its dataset.
extension Chart {
    /// Where an annotation is drawn; `nil` where an axis cannot show it.
    ///
    /// - Parameters:
    ///   - annotation: The annotation.
    ///   - overscan: The share of the plot area by which lines across it go on beyond it.
    /// - Returns: Its shape in points.
    public func shape(of annotation: Annotation, beyond overscan: Double = 0) -> AnnotationShape? {
        AnnotationShape(annotation, in: AnnotationFrame(of: self, beyond: overscan))
    }

    /// The annotations that are drawn: the events in view, and above them the surface's own, of the layers that it shows.
    public var drawnAnnotations: [Annotation] { eventsInView + ownAnnotations }

    /// Those of the surface's own annotations that are drawn, which gestures see.
    private var ownAnnotations: [Annotation] { annotations.layers.contains(.surface) ? annotations.items : [] }

    /// Whether an axis cannot show one of the values of an annotation.
    public func isMissing(_ annotation: Annotation) -> Bool { AnnotationFrame(of: self).isMissing(annotation) }

    /// Changes the annotations, and measures the data anew where they count there.
    ///
    /// - Parameter change: The change.
    /// - Returns: What it returns.
    mutating func changeAnnotations<Result>(_ change: (inout AnnotationList) -> Result) -> Result {
        let before = annotations.version
        let counted = annotations.items.filter(\.style.counts)
        let result = change(&annotations)
        guard annotations.version != before else { return result }
        if counted != annotations.items.filter(\.style.counts) {
            suspendUpdates { chart in chart.keepingRequests { $0.measureData() } }
        }
        keepSelectedAnnotations()
        return result
    }

    /// Puts an annotation in the place of the one with its name, or as the last one.
    ///
    /// - Parameters:
    ///   - annotation: The annotation.
    ///   - other: The annotation before which it goes; `nil` for its old place, or the last.
    public mutating func put(_ annotation: Annotation, before other: String? = nil) {
        changeAnnotations { list in
            let old = list.index(of: annotation.id)
            if let old, other == nil, list.items[old] == annotation { return }
            var annotation = annotation
            list.change { contents in
                annotation.edition = contents.version
                if let old, other == nil {
                    contents.items[old] = annotation
                    return
                }
                if let old { contents.items.remove(at: old) }
                let place = other.flatMap { id in contents.items.firstIndex { $0.id == id } }
                contents.items.insert(annotation, at: place ?? contents.items.endIndex)
            }
        }
    }

    /// Removes an annotation.
    public mutating func removeAnnotation(_ id: String) {
        changeAnnotations { list in
            guard let index = list.index(of: id) else { return }
            list.change { contents in
                contents.items.remove(at: index)
                if contents.placing?.annotation == id { contents.placing = nil }
            }
        }
    }

    /// Moves the points of an annotation, where that is another place.
    mutating func moveAnnotation(_ id: String, to points: Annotation.Points) {
        guard let index = annotations.index(of: id), let counts = counts(annotationAt: index, unlessAt: points)
        else { return }
        guard counts else { return annotations.move(at: index, to: points) }
        var moved = annotations.items[index]
        moved.points = points
        put(moved)
    }

    /// Whether the data ranges include an annotation; `nil` where its points are those given.
    private func counts(annotationAt index: Int, unlessAt points: Annotation.Points) -> Bool? {
        let items = annotations.items
        // A span copies no annotation.
        let all = items.span
        return all[index].points == points ? nil : all[index].style.counts
    }

    /// A range with the values of the annotations that count on an axis.
    func withCounted(_ axis: Axis, _ range: (low: Double, high: Double)?) -> (low: Double, high: Double)? {
        guard !annotations.isEmpty, !isPart else { return range }
        var range = range
        let frame = AnnotationFrame(of: self)
        for one in annotations.items where one.style.counts {
            let isX = axis.dimension == .x
            guard let direction = isX ? frame.x(of: one) : frame.y(of: one), direction.id == axis.id else { continue }
            for point in one.points {
                guard let value = isX ? point.x : point.y,
                    let shown = direction.rows.map({ $0.position(ofX: value) }) ?? value, axis.scale.contains(shown)
                else { continue }
                range = (min(range?.low ?? shown, shown), max(range?.high ?? shown, shown))
            }
        }
        return range
    }
}

/// What a touch finds of the annotations.
public struct AnnotationHit: Sendable, Hashable {
    /// The annotation.
    public let annotation: String
    /// Its handle; `nil` for its body.
    public let handle: Int?
}

extension Chart {
    /// The annotation under a location: the top one, of one its handles before its body.
    ///
    /// - Parameters:
    ///   - location: The location, in points of the plot area.
    ///   - radius: How far from what is drawn it may lie.
    ///   - passesLocked: Whether locked ones are passed over.
    /// - Returns: What is there; `nil` for none.
    /// - Complexity: O(annotations).
    public func annotation(at location: Point, within radius: Double, passesLocked: Bool) -> AnnotationHit? {
        if let landing = annotations.landing, landing.location == location, landing.radius == radius {
            return passesLocked ? landing.unlocked : landing.top
        }
        let hits = hits(at: location, within: radius, needsTop: !passesLocked)
        return passesLocked ? hits.unlocked : hits.top
    }

    /// Looks once for what a finger lands on, for all that ask while it lands; ``endLanding()`` ends that.
    mutating func beginLanding(at location: Point, within radius: Double) {
        guard !annotations.isEmpty else { return }
        let hits = hits(at: location, within: radius, needsTop: true)
        annotations.landing = AnnotationLanding(
            location: location, radius: radius, top: hits.top, unlocked: hits.unlocked)
    }

    /// Looks anew from now on.
    mutating func endLanding() { annotations.landing = nil }

    /// The top annotation at a location, where that is needed, and the top one that is not locked.
    private func hits(
        at location: Point, within radius: Double, needsTop: Bool
    ) -> (top: AnnotationHit?, unlocked: AnnotationHit?) {
        guard annotations.layers.contains(.surface) else { return (nil, nil) }
        let frame = AnnotationFrame(of: self)
        var top: AnnotationHit?
        let items = annotations.items
        let all = items.span
        for index in all.indices.reversed() {
            let isLocked = all[index].style.isLocked
            if isLocked, !needsTop || top != nil { continue }
            guard frame.mayLie(all[index], near: location, within: radius),
                let shape = AnnotationShape(all[index], in: frame)
            else { continue }
            let handle = shape.handle(near: location, within: radius)
            guard handle != nil || shape.isHit(at: location, within: radius) else { continue }
            let hit = AnnotationHit(annotation: all[index].id, handle: handle)
            top = top ?? hit
            if !isLocked { return (top, hit) }
        }
        return (top, nil)
    }
}

extension AnnotationFrame {
    /// Whether what is drawn of an annotation may lie near a location; a quick answer that is never wrongly false.
    @inline(__always)
    fileprivate func mayLie(_ annotation: Annotation, near location: Point, within radius: Double) -> Bool {
        guard annotation.style.extent == .none, let x = x(of: annotation), let y = y(of: annotation) else {
            return true
        }
        let (along, across) = x.isVertical ? (location.y, location.x) : (location.x, location.y)
        guard x.mayLie(annotation.first.x, annotation.last?.x, near: along, within: radius) else { return false }
        // Levels may lie beyond both points.
        return annotation.kind == .levels
            || y.mayLie(annotation.first.y, annotation.last?.y, near: across, within: radius)
    }
}

extension AnnotationFrame.Direction {
    /// Whether a point along the axis may lie near the way between two values, or near one.
    @inline(__always)
    fileprivate func mayLie(_ first: Double?, _ last: Double?, near place: Double, within radius: Double) -> Bool {
        guard let start = first.flatMap({ point(of: $0) }) else { return true }
        guard let last else { return abs(start - place) <= radius }
        guard let end = point(of: last) else { return true }
        return place >= min(start, end) - radius && place <= max(start, end) + radius
    }
}

extension Chart {
    /// The annotation that a gesture of a modifier is making; `nil` without one.
    public func placing(by modifier: String) -> Annotation? {
        guard let placing = annotations.placing, placing.modifier == modifier else { return nil }
        return annotations[placing.annotation]
    }

    /// Begins to make an annotation as the top one.
    ///
    /// - Parameters:
    ///   - annotation: The annotation without a name; it gets `{kind}-{n}`.
    ///   - modifier: The modifier that makes it.
    /// - Returns: Whether there is room for one more; nothing has changed otherwise.
    public mutating func beginPlacing(_ annotation: Annotation, by modifier: String) -> Bool {
        dropPlacing()
        guard annotations.items.count < Annotation.mostOfSurface else {
            annotations.lacksRoom = true
            return false
        }
        var annotation = annotation
        annotation.style.author = annotations.maker
        var number = annotations.contents.madeCount
        repeat {
            number += 1
            annotation.id = "\(annotation.kind.rawValue)-\(number)"
        } while annotations.index(of: annotation.id) != nil
        changeAnnotations { list in
            list.change { contents in
                contents.madeCount = number
                annotation.edition = contents.version
                contents.items.append(annotation)
                contents.placing = .init(modifier: modifier, annotation: annotation.id)
            }
        }
        return true
    }

    /// Moves the last point of the annotation that a modifier is making; of one with a single point, that one.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - modifier: The modifier.
    public mutating func place(_ point: Annotation.Point, by modifier: String) {
        guard let placing = placing(by: modifier) else { return }
        let isSingle = placing.last == nil
        moveAnnotation(placing.id, to: isSingle ? .init(point, nil) : .init(placing.first, point))
    }

    /// Ends the making of an annotation, which stays.
    ///
    /// - Parameters:
    ///   - modifier: The modifier that has made it.
    ///   - isOnce: Whether the modifier is disabled then.
    public mutating func finishPlacing(by modifier: String, isOnce: Bool) {
        guard placing(by: modifier) != nil else { return }
        annotations.change { contents in
            contents.placing = nil
            if isOnce { contents.finished = modifier }
        }
    }

    /// Takes away the annotation that a gesture is making, of one modifier or of any.
    public mutating func dropPlacing(by modifier: String? = nil) {
        guard let placing = annotations.placing, modifier == nil || placing.modifier == modifier else { return }
        removeAnnotation(placing.annotation)
    }
}

/// Events: what people have noted about the data of a dataset, which each surface of it shows below its own annotations.
///
/// Gestures do not see them, ranges do not count them, and they are in no state of a surface.
extension Annotation {
    /// Whether it is an event of the data, which stands on the first axes of every surface, and names none.
    public var isEvent: Bool { xAxis.isEmpty }

    /// Reads an event of a dataset.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - body: What a client says of it.
    ///   - xKind: What the x of the rows measures.
    /// - Throws: A problem that names the place.
    package init(event id: String, _ body: JSONObject, ofRowsBy xKind: XKind) throws(Problem) {
        for name in ["xAxis", "yAxis"] where body[name] != nil { throw .unknown(JSONPointer.root.appending(name)) }
        self.id = id
        if let kind = body["kind"], kind != .string(Kind.verticalLine.rawValue), kind != .string(Kind.xBand.rawValue) {
            throw Problem(
                .propertyInvalid, "An event of a dataset is a verticalLine or an xBand.",
                at: JSONPointer.root.appending("kind"))
        }
        try take(body, in: AnnotationPlace(ofRowsBy: xKind), at: .root)
    }

    /// What a store keeps of an event.
    package var eventText: String {
        var writer = JSONWriter()
        writer.object { write(into: &$0) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads what a store has of an event; `nil` for a text that no server has written.
    fileprivate init?(_ stored: TableEvents.Event) {
        guard case .object(let body)? = try? JSONValue.parse(Array(stored.text.utf8)),
            let event = try? Annotation(event: stored.id, body, ofRowsBy: .number)
        else { return nil }
        self = event
        edition = stored.version
    }
}

extension TableEvents {
    /// The events, each read once.
    package var annotations: [Annotation] {
        made { events in events.events.compactMap { $0.made { Annotation($0) } } }
    }
}

extension Chart {
    /// The events of its dataset; none where the surface does not show them.
    package var events: [Annotation] {
        guard let events = table.events, annotations.layers.contains(.dataset) else { return [] }
        return events.annotations
    }

    /// A number that grows with each change of its annotations, and of the events of its dataset; 0 where there was none.
    public var annotationsVersion: Int { annotations.version + (table.events?.version ?? 0) }

    /// The events in view; of more than a surface has annotations, as many at even distances in their order.
    private var eventsInView: [Annotation] {
        let all = events
        guard !all.isEmpty, let axis = xAxes.first else { return [] }
        let range = axis.visibleRange
        let shown =
            axis.options.type == .category
            ? all : all.filter { $0.liesAlong(range) }
        guard shown.count > Annotation.mostOfSurface else { return shown }
        return (0..<Annotation.mostOfSurface).map { shown[$0 * shown.count / Annotation.mostOfSurface] }
    }
}

extension Annotation {
    /// Whether its x, or one between its two, lies in a range.
    fileprivate func liesAlong(_ range: AxisRange) -> Bool {
        guard let start = first.x else { return false }
        let end = last?.x ?? start
        return max(start, end) >= range.min && min(start, end) <= range.max
    }
}
