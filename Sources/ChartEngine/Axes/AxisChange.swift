public import ChartJSON
public import ChartSeries

/// What a client says of an axis: its options and its range, over those that it has or that a new one gets.
///
/// ```swift
/// let axis = Axis(id: "x", dimension: .x, options: AxisOptions(type: .date))
/// var change = AxisChange(of: axis)
/// try change.take(["visibleRange": ["2024-10-16", "2024-10-19"]], in: .init(dimension: .x, calendar: .utc), at: .root)
/// assert(change.visibleRange == AxisRange(min: 1_729_036_800_000, max: 1_729_296_000_000))
/// ```
public struct AxisChange: Sendable, Hashable {
    /// The axis's id.
    public internal(set) var axis: String
    /// All of the options.
    public internal(set) var options: AxisOptions
    /// The values to show; `nil` keeps the visible range.
    public internal(set) var visibleRange: AxisRange?
    /// The options before the change.
    private let before: AxisOptions

    /// Creates a change of an axis that changes nothing yet.
    public init(of axis: Axis) { self.init(axis: axis.id, options: axis.options) }

    /// Creates what a new axis has: the `position`th of its dimension, on these rows.
    init(newAt position: Int, _ dimension: AxisDimension, of table: Table) {
        let id = position == 0 ? dimension.rawValue : "\(dimension.rawValue)\(position + 1)"
        switch dimension {
        case .x: self.init(axis: id, options: AxisOptions(type: AxisType(of: table)))
        case .y: self.init(axis: id, options: AxisOptions(growBy: GrowBy(min: 0.1, max: 0.1)))
        }
    }

    init(axis: String, options: AxisOptions, visibleRange: AxisRange? = nil) {
        self.axis = axis
        self.options = options
        self.visibleRange = visibleRange
        before = options
    }

    private var title: String? {
        get { options.look?.title }
        set { options.look = AxisLook(title: newValue, unit: unit, format: format).unlessEmpty }
    }
    private var unit: String? {
        get { options.look?.unit }
        set { options.look = AxisLook(title: title, unit: newValue, format: format).unlessEmpty }
    }
    private var format: NumberFormat? {
        get { options.look?.format }
        set { options.look = AxisLook(title: title, unit: unit, format: newValue).unlessEmpty }
    }
}

extension AxisChange: Described {
    /// What the description of an axis needs from its surroundings.
    public struct Place: Sendable {
        /// What the axis shows.
        public var dimension: AxisDimension
        /// The civil time of dates without a zone.
        public var calendar: CivilCalendar

        /// Creates a place.
        public init(dimension: AxisDimension, calendar: CivilCalendar) {
            (self.dimension, self.calendar) = (dimension, calendar)
        }
    }

    /// The names of the properties that an axis has from its beginning and does not change by a PATCH.
    public static let fixedNames = ["id", "type"]

    /// Creates a change of an axis of numbers with the defaults.
    public init() { self.init(axis: "", options: AxisOptions()) }

    /// What a client can say.
    public static let properties = state + settings

    private static let state: [Property<AxisChange>] = [
        Property(
            "id", \.axis, Schema(.string), "Its name on the surface; `x`, `x2`, `y`, `y2` by its place unless given.",
            reading: { json, change, _, pointer throws(Problem) in
                guard json != .null else { return change.axis }
                let id = try JSONCoding.decode(String.self, from: json, at: pointer)
                try Identifier.check(id, at: pointer)
                return id
            }),
        Property(
            "type", Schema(words: AxisType.self), "What its numbers mean; for x the kind of the rows, for y `number`.",
            read: { json, change, place, pointer throws(Problem) in
                guard let type = try JSONCoding.decode(AxisType?.self, from: json, at: pointer) else { return }
                guard type != .category || place.dimension == .x else {
                    throw Problem(.propertyInvalid, "Only an x axis shows categories.", at: pointer)
                }
                change.options.type = type
            }, json: { change, place in place.map { _ in .string(change.options.type.rawValue) } }),
        option("alignment", \.options.alignment, Schema(words: AxisAlignment.self, as: "Alignment"), "Its side."),
        Property(
            "visibleRange", Schema(.array, as: "Range"), "The range in view; from the data unless given.",
            read: { json, change, place, pointer throws(Problem) in
                guard json != .null else { return }
                let ends = try pair(json, of: "ends", at: pointer)
                let type = change.options.type
                change.visibleRange = try type.range(
                    try type.position(ends.0, in: place.calendar, at: pointer.appending(0)),
                    try type.position(ends.1, in: place.calendar, at: pointer.appending(1)), at: pointer)
            },
            json: { change, _ in change.visibleRange.map { pair($0.min, $0.max) } }),
        option("flipped", \.options.isFlipped, Schema(.boolean), "Whether its least value is at the other end."),
        option("follow", \.options.follow, Schema(words: FollowMode.self), "How an x axis follows new rows."),
        Property(
            "ticks", Schema(.object, as: "TickSettings"), "Which ticks it has, by a `rule`.",
            read: { json, change, _, pointer throws(Problem) in
                struct Ticks: Decodable { let rule: TickRule? }
                guard let rule = try JSONCoding.decode(Ticks?.self, from: json, at: pointer)?.rule else { return }
                switch change.options.type {
                case .number, .date: break
                case .log, .category:
                    guard rule == .automatic else {
                        throw Problem(
                            .propertyInvalid, "The rule is for number and date axes.", at: pointer.appending("rule"))
                    }
                }
                change.options.tickRule = rule
            }, json: { change, _ in ["rule": .string(change.options.tickRule.rawValue)] }),
    ]

    /// The properties that only an answer with the specification has, in its order.
    public static let settings: [Property<AxisChange>] = [
        option("autoRange", \.options.autoRange, Schema(words: AutoRange.self), "When its range comes from the data."),
        Property(
            "growBy", Schema(.array, as: "Growth"),
            "The room at each end as a fraction of the span; `[0,0]` for x, `[0.1,0.1]` for y.",
            read: { json, change, _, pointer throws(Problem) in
                guard json != .null else { return }
                let ends = try pair(json, of: "fractions", at: pointer)
                func fraction(_ json: JSONValue, _ index: Int) throws(Problem) -> Double {
                    let fraction = try JSONCoding.decode(Double.self, from: json, at: pointer.appending(index))
                    guard (-0.4...1_000).contains(fraction) else {
                        throw Problem(
                            .propertyInvalid, "A fraction lies between −0.4 and 1000.", at: pointer.appending(index))
                    }
                    return fraction
                }
                change.options.growBy = GrowBy(min: try fraction(ends.0, 0), max: try fraction(ends.1, 1))
            },
            json: { change, place in pair(change.options.growBy.min, change.options.growBy.max) }),
        Property(
            "visibleRangeLimit", Schema(.array, as: "RangeLimit"),
            "Where `zoomExtents` and automatic ranges end; null leaves an end open.",
            read: { json, change, place, pointer throws(Problem) in
                guard json != .null else { return }
                let ends = try pair(json, of: "ends", at: pointer)
                let type = change.options.type
                func end(_ json: JSONValue, _ index: Int) throws(Problem) -> Double? {
                    guard json != .null else { return nil }
                    let pointer = pointer.appending(index)
                    let end = try type.position(json, in: place.calendar, at: pointer)
                    guard type.scale.contains(end) else {
                        throw Problem(
                            .rangeInvalid, "The ends of a log axis lie between 1e-300 and 1e300.", at: pointer)
                    }
                    return end
                }
                let limit = RangeLimit(min: try end(ends.0, 0), max: try end(ends.1, 1))
                if let low = limit.min, let high = limit.max { _ = try type.range(low, high, at: pointer) }
                change.options.visibleRangeLimit = limit
            },
            json: { change, _ in pair(change.options.visibleRangeLimit.min, change.options.visibleRangeLimit.max) }),
        option("limitMode", \.options.limitMode, Schema(words: LimitMode.self), "Which ends of the limit count."),
        option("hardLimit", \.options.hasHardLimit, Schema(.boolean), "Whether every change ends at the limit."),
        span(
            "minimumSpan", \.options.minimumSpan, "The smallest span, in the unit of the axis; decades of a log axis."),
        span("maximumSpan", \.options.maximumSpan, "The largest span, in the unit of the axis; decades of a log axis."),
        count("tickCount", \.options.tickCount, "How many major ticks are wanted; null for the number of the rule."),
        Property(
            "minorsPerMajor", \.options.minorsPerMajor, minors, "The number of parts of a step between major ticks.",
            fault: { minors.fault(Double($0), " parts") }, reading: Property.keeping(\.options.minorsPerMajor)),
        text("title", \.title, ReadableText.longestTitle, "Title", "The title for people; null for none."),
        text("unit", \.unit, ReadableText.longestUnit, "Unit", "The unit of its numbers; null for none."),
        Property(
            "format", Schema(.object, as: "NumberFormat").orNull,
            "How its numbers are written, on number and log axes; null for the default.",
            read: { json, change, _, pointer throws(Problem) in
                change.format = nil
                guard let body = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer) else { return }
                guard change.options.type == .number || change.options.type == .log else {
                    throw Problem(.propertyInvalid, "Only number and log axes have a format.", at: pointer)
                }
                var format = NumberFormat()
                try format.take(body, in: (), at: pointer)
                change.format = format
            }, json: { change, _ in change.format.map { .object($0.members()) } }),
    ]

    /// Checks that an x axis does not follow the rows in view, and that the spans suit each other.
    public func validate(in place: Place) throws(Problem) {
        guard place.dimension == .y || options.autoRange != .visible else {
            throw Problem(
                .propertyInvalid, "Only a y axis follows the rows in view; an x axis decides which these are.",
                pointer: "/autoRange")
        }
        guard options.maximumSpan ?? .infinity >= options.minimumSpan ?? 0 else {
            throw Problem(
                .rangeInvalid, "The largest span is positive and no smaller than the smallest one.",
                pointer: options.maximumSpan == before.maximumSpan ? "/minimumSpan" : "/maximumSpan")
        }
    }

    private static let minors = Schema(.integer, from: 1, to: 20)

    private static func option<Value: Codable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<AxisChange, Value> & Sendable, _ schema: Schema, _ meaning: String
    ) -> Property<AxisChange> {
        Property(name, path, schema, meaning, reading: Property.keeping(path))
    }

    private static func span(
        _ name: String, _ path: any WritableKeyPath<AxisChange, Double?> & Sendable, _ meaning: String
    ) -> Property<AxisChange> {
        Property(
            name, Schema(.number).above(0).orNull, meaning,
            read: { json, change, _, pointer throws(Problem) in
                let span = try JSONCoding.decode(Double?.self, from: json, at: pointer)
                guard span ?? 1 > 0 else { throw Problem(.rangeInvalid, "A span is positive.", at: pointer) }
                change[keyPath: path] = span
            }, json: { change, _ in change[keyPath: path].map { .number($0) } ?? .null })
    }

    private static func count(
        _ name: String, _ path: any WritableKeyPath<AxisChange, Int?> & Sendable, _ meaning: String
    ) -> Property<AxisChange> {
        let schema = Schema(.integer, from: 1, to: 100).orNull
        return Property(
            name, schema, meaning,
            read: { json, change, _, pointer throws(Problem) in
                let count = try JSONCoding.decode(Int?.self, from: json, at: pointer)
                if let fault = count.flatMap({ schema.fault(Double($0), " ticks") }) {
                    throw Problem(.propertyInvalid, fault, at: pointer)
                }
                change[keyPath: path] = count
            }, json: { change, _ in change[keyPath: path].map { .number(Double($0)) } ?? .null })
    }

    private static func text(
        _ name: String, _ path: any WritableKeyPath<AxisChange, String?> & Sendable, _ bytes: Int,
        _ reference: String, _ meaning: String
    ) -> Property<AxisChange> {
        Property(
            name, path, Schema(.string, as: reference).orNull, meaning,
            reading: { json, _, _, pointer throws(Problem) in
                let text = try JSONCoding.decode(String?.self, from: json, at: pointer)
                if let text { try ReadableText.check(text, atMost: bytes, at: pointer) }
                return text
            })
    }

    private static func pair(
        _ json: JSONValue, of things: String, at pointer: JSONPointer
    ) throws(Problem) -> (JSONValue, JSONValue) {
        let list = try JSONCoding.decode([JSONValue].self, from: json, at: pointer)
        guard list.count == 2 else { throw Problem(.propertyInvalid, "Expected two \(things).", at: pointer) }
        return (list[0], list[1])
    }

    private static func pair(_ first: Double?, _ second: Double?) -> JSONValue {
        .array([first, second].map { $0.map { .number($0) } ?? .null })
    }
}

/// The axes of a dimension that a list of bodies names: those that were there, by their ids, and new ones.
package struct AxisList {
    /// The most axes of a dimension on a surface.
    package static let mostAxes = 16

    /// The axes; those that were there are as they were.
    package private(set) var axes: [Axis] = []
    /// What changes of the axes that were there.
    package private(set) var changes: [AxisChange] = []

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - bodies: The bodies.
    ///   - present: The axes that are there. One keeps its state where its id is named and its type is not another one.
    ///   - table: The rows, whose kind is that of new x axes.
    ///   - place: The dimension and the calendar.
    ///   - pointer: The place of the list.
    /// - Throws: A problem that names the place.
    package init(
        _ bodies: [JSONObject], present: [Axis] = [], table: Table, in place: AxisChange.Place, at pointer: JSONPointer
    ) throws(Problem) {
        guard (1...Self.mostAxes).contains(bodies.count) else {
            throw Problem(
                .specificationInvalid, "A surface has 1 to \(Self.mostAxes) axes of either kind.", at: pointer)
        }
        for (index, body) in bodies.enumerated() {
            let pointer = pointer.appending(index)
            let new = AxisChange(newAt: index, place.dimension, of: table)
            let id = try JSONCoding.decode(String?.self, from: body["id"] ?? .null, at: pointer.appending("id"))
            let type = try JSONCoding.decode(AxisType?.self, from: body["type"] ?? .null, at: pointer.appending("type"))
            let old = present.first { $0.id == id ?? new.axis && type ?? $0.options.type == $0.options.type }
            var change = old.map { AxisChange(of: $0) } ?? new
            try change.take(body, in: place, at: pointer)
            if let old {
                axes.append(old)
                changes.append(change)
            } else {
                axes.append(Axis(change, place.dimension))
            }
        }
    }

    /// Checks that ids are unique, and that either all x axes of a surface show categories or none.
    ///
    /// - Parameters:
    ///   - xAxes: The x axes of a surface.
    ///   - yAxes: Its y axes.
    ///   - pointer: The place of the surface.
    /// - Throws: A problem that names the place.
    package static func check(_ xAxes: [Axis], _ yAxes: [Axis], at pointer: JSONPointer) throws(Problem) {
        let first = xAxes[0].options.type
        if let index = xAxes.firstIndex(where: { ($0.options.type == .category) != (first == .category) }) {
            throw Problem(
                .specificationInvalid, "Either all x axes of a surface show categories or none does.",
                at: pointer.appending("xAxes").appending(index).appending("type"))
        }
        try Identifier.checkUnique(xAxes.map(\.id), at: pointer.appending("xAxes"))
        try Identifier.checkUnique(yAxes.map(\.id), at: pointer.appending("yAxes"))
        for (index, axis) in yAxes.enumerated() where xAxes.contains(where: { $0.id == axis.id }) {
            throw Problem(
                .specificationDuplicateID, "The id \"\(axis.id)\" is an x axis's.",
                at: pointer.appending("yAxes").appending(index).appending("id"))
        }
    }
}

extension Axis {
    /// Creates the axis that a change of the defaults says.
    init(_ change: AxisChange, _ dimension: AxisDimension) {
        self.init(id: change.axis, dimension: dimension, options: change.options, visibleRange: change.visibleRange)
    }

    /// Creates an axis with the defaults: the first one of its dimension, on these rows.
    package init(_ dimension: AxisDimension, of table: Table) {
        self.init(AxisChange(newAt: 0, dimension, of: table), dimension)
    }
}

extension NumberFormat: Described {
    /// Nothing: a format depends on nothing else.
    public typealias Place = Void

    /// What a client can say.
    public static let properties: [Property<NumberFormat>] = [
        Property(
            "notation", \.notation, Schema(words: Notation.self, as: "NumberNotation"), "How a number is written.",
            reading: Property.keeping(\.notation)),
        Property(
            "decimals", \.decimals, Schema(.integer, from: 0, to: Double(mostDecimals)).orNull,
            "The number of decimals; null for as many as the step of the ticks needs.",
            fault: { $0.flatMap { Schema(.integer, from: 0, to: Double(mostDecimals)).fault(Double($0), " decimals") } }
        ),
    ]

    /// Creates the default.
    public init() { self.init(notation: .plain) }
}

extension AxisType {
    /// The position on an axis that JSON tells: a number, or ISO-8601 text on an axis of dates.
    ///
    /// - Parameters:
    ///   - json: The number or the text.
    ///   - calendar: The civil time of text without a zone.
    ///   - pointer: The place of the JSON.
    /// - Returns: The position.
    /// - Throws: `body.invalid-value`.
    func position(_ json: JSONValue, in calendar: CivilCalendar, at pointer: JSONPointer) throws(Problem) -> Double {
        guard case .string(let text) = json else { return try JSONCoding.decode(Double.self, from: json, at: pointer) }
        guard self == .date else { throw Problem(.propertyInvalid, "Expected a number.", at: pointer) }
        guard let instant = calendar.instant(iso8601: text) else {
            throw Problem(.propertyInvalid, "\"\(text.prefix(40))\" is no ISO-8601 date.", at: pointer)
        }
        return instant
    }

    fileprivate func range(_ low: Double, _ high: Double, at pointer: JSONPointer) throws(Problem) -> AxisRange {
        guard let range = AxisRange(min: low, max: high) else {
            throw Problem(.rangeInvalid, "A range has min < max and a finite span.", at: pointer)
        }
        guard scale.admits(range) else {
            throw Problem(
                .rangeInvalid,
                "A range of a log axis lies between 1e-300 and 1e300 and spans at least 1e-10 decades.", at: pointer)
        }
        return range
    }
}
