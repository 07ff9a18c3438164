package import ChartJSON
package import ChartSeries

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
    var eventsInView: [Annotation] {
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
