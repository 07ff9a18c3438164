public import ChartJSON
import ChartSeries

/// A note on a chart.
///
/// Its points are values of the axes, so it stays on its data while the chart pans and zooms.
///
/// ```swift
/// var note = Annotation(id: "deploy", kind: .verticalLine, xAxis: "x", yAxis: "y", .init(x: 1_714_000_000_000))
/// note.style.text = "Deploy 4.2"
/// assert(note.points.count == 1)
/// ```
public struct Annotation: Sendable, Hashable, Codable {
    /// The kinds of annotations.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A straight line between two points, or beyond them.
        case line
        /// A line along x at a y.
        case horizontalLine
        /// A line along y at an x.
        case verticalLine
        /// A rectangle between two points.
        case box
        /// The strip between two x.
        case xBand
        /// The strip between two y.
        case yBand
        /// A text at a point.
        case text
        /// A shape at a point.
        case marker
        /// The differences between two points, and what the rows between them amount to.
        case measure
        /// Lines at parts of the way from one y to another.
        case levels

        /// The number of points.
        public var pointCount: Int {
            switch self {
            case .horizontalLine, .verticalLine, .text, .marker: 1
            case .line, .box, .xBand, .yBand, .measure, .levels: 2
            }
        }

        /// The points, 0 and 1, whose x and whose y a handle moves.
        ///
        /// `nil` for none; a kind of one point has no handles.
        @inline(__always)
        func handle(_ index: Int) -> (x: Int?, y: Int?)? {
            switch self {
            case .horizontalLine, .verticalLine, .text, .marker: nil
            case .line, .levels: (0..<2).contains(index) ? (index, index) : nil
            case .box, .measure:
                (0..<2).contains(index) ? (index, index) : (2..<4).contains(index) ? (index - 2, 3 - index) : nil
            case .xBand: (0..<2).contains(index) ? (index, nil) : nil
            case .yBand: (0..<2).contains(index) ? (nil, index) : nil
            }
        }

        /// Whether its points have an x.
        public var hasX: Bool { self != .horizontalLine && self != .yBand }
        /// Whether its points have a y.
        public var hasY: Bool { self != .verticalLine && self != .xBand }
    }

    /// How a line goes on beyond its points.
    public enum Extension: String, Sendable, Hashable, Codable, CaseIterable {
        /// It does not.
        case none
        /// Beyond the first.
        case start
        /// Beyond the last.
        case end
        /// Beyond both.
        case both
    }

    /// Values of its axes; `nil` for one that the kind has not.
    public struct Point: Sendable, Hashable, Codable {
        /// The value of the x axis, on an axis of categories a row's x.
        public var x: Double?
        /// The value of the y axis.
        public var y: Double?

        /// Creates a point.
        public init(x: Double? = nil, y: Double? = nil) { (self.x, self.y) = (x, y) }
    }

    /// The points of an annotation, one or two.
    public struct Points: RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral, Sendable, Hashable,
        Codable
    {
        fileprivate var first: Point, last: Point?

        /// Creates one point, or two.
        public init(_ first: Point, _ last: Point? = nil) { (self.first, self.last) = (first, last) }

        /// Creates one point, or two.
        public init(arrayLiteral elements: Point...) {
            precondition((1...2).contains(elements.count), "an annotation has one or two points")
            self.init(elements[0], elements.count > 1 ? elements[1] : nil)
        }

        /// 0.
        public var startIndex: Int { 0 }
        /// The number of points.
        public var endIndex: Int { last == nil ? 1 : 2 }

        /// The point at a position.
        public subscript(position: Int) -> Point {
            get {
                precondition(indices.contains(position), "an annotation has one or two points")
                return position == 0 ? first : last ?? first
            }
            set {
                precondition(indices.contains(position), "an annotation has one or two points")
                if position == 0 { first = newValue } else { last = newValue }
            }
        }

        /// Reads a list.
        public init(from decoder: any Decoder) throws {
            let list = try [Point](from: decoder)
            guard (1...2).contains(list.count) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "an annotation has one or two points"))
            }
            self.init(list[0], list.count > 1 ? list[1] : nil)
        }

        /// Writes a list.
        public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
    }

    /// What its values are values of.
    public enum Scale: String, Sendable, Hashable, Codable {
        /// Numbers.
        case number
        /// Milliseconds since 1970.
        case date
        /// The x of rows.
        case category

        /// The values that an axis shows.
        init(of type: AxisType) {
            switch type {
            case .number, .log: self = .number
            case .date: self = .date
            case .category: self = .category
            }
        }
    }

    /// How it looks, and what is known of it.
    public struct Style: Sendable, Hashable, Codable {
        /// The text for people; `nil` for none.
        public var text: String?
        /// The CSS colour of its lines and text; `nil` for the theme's.
        public var color: String?
        /// The lengths in points of the dashes of its lines and of the gaps; `nil` for unbroken lines.
        public var dash: [Double]?
        /// The CSS colour of its inside, or `none`; `nil` is faint for bands and `measure`, else none.
        public var fill: String?
        /// How `line` and `levels` go on.
        public var extent = Extension.none
        /// Where the lines of `levels` lie: 0 at the first y, 1 at the last.
        public var levels = [0, 0.5, 1]
        /// The shape of a `marker`.
        public var shape = SeriesMarker.circle
        /// Whether only the driver may change it.
        public var isLocked = false
        /// Whether the ranges of its axes' data include it.
        public var counts = false
        /// The name of the client that made it; `nil` for the driver.
        public var author: String?
        /// The client's own data as text of JSON; `nil` for none.
        public var meta: String?

        /// Creates the defaults.
        public init() {}
    }

    /// Its name, unique on its surface.
    public internal(set) var id = ""
    /// Its kind; `nil` only before it is read.
    var given: Kind?
    /// The ids of its axes.
    public internal(set) var xAxis = "", yAxis = ""
    /// The first point.
    public internal(set) var first = Point()
    /// The last point, of a kind with two.
    public internal(set) var last: Point?
    /// What its values are values of.
    public internal(set) var xScale: Scale?, yScale: Scale?
    private var keptStyle = KeptStyle.standard
    /// The version of the list at its last change.
    public internal(set) var edition = 0

    // As they are written into the state.
    private enum CodingKeys: String, CodingKey {
        case id, given, xAxis, yAxis, first, last, xScale, yScale, keptStyle = "style", edition
    }

    /// How it looks.
    public var style: Style {
        _read { yield keptStyle.style }
        _modify {
            var style = keptStyle.style
            defer { keptStyle = KeptStyle(style) }
            yield &style
        }
    }

    /// A style that copies of an annotation share, since a drag copies it with each move.
    private final class KeptStyle: Sendable, Codable {
        static let standard = KeptStyle(Style())
        let style: Style

        init(_ style: Style) { self.style = style }

        init(from decoder: any Decoder) throws { style = try Style(from: decoder) }

        func encode(to encoder: any Encoder) throws { try style.encode(to: encoder) }
    }

    /// Creates an annotation without points.
    public init() {}

    /// Creates an annotation of values of numbers.
    public init(id: String, kind: Kind, xAxis: String, yAxis: String, _ first: Point, _ last: Point? = nil) {
        (self.id, given, self.xAxis, self.yAxis) = (id, kind, xAxis, yAxis)
        (self.first, self.last) = (first, last)
    }

    /// An annotation before its body is read: on the first axes of its place.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - place: Where it stands.
    /// - Returns: The annotation.
    public static func new(_ id: String, in place: AnnotationPlace) -> Annotation {
        var annotation = Annotation()
        annotation.id = id
        annotation.xAxis = place.xAxes.first?.id ?? ""
        annotation.yAxis = place.yAxes.first?.id ?? ""
        return annotation
    }

    /// Whether two annotations say the same; their editions may differ.
    public static func == (one: Annotation, other: Annotation) -> Bool {
        one.id == other.id && one.given == other.given && one.xAxis == other.xAxis && one.yAxis == other.yAxis
            && one.first == other.first && one.last == other.last && one.xScale == other.xScale
            && one.yScale == other.yScale && (one.keptStyle === other.keptStyle || one.style == other.style)
    }

    /// Hashes what ``==(_:_:)`` compares most.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(first)
        hasher.combine(last)
    }

    /// Takes other points, in a version of the list.
    mutating func move(to points: Points, edition: Int) {
        self.points = points
        self.edition = edition
    }

    /// The annotation under another name.
    public func named(_ id: String) -> Annotation {
        var named = self
        named.id = id
        return named
    }

    /// Its kind.
    @inline(__always)
    public var kind: Kind { given ?? .line }

    /// Its points.
    public internal(set) var points: Points {
        @inline(__always)
        get { Points(first, last) }
        set { (first, last) = (newValue.first, newValue.last) }
    }

    /// Whether its inside is drawn.
    public var isFilled: Bool {
        if let fill = style.fill { return fill != Self.noFill }
        switch kind {
        case .xBand, .yBand, .measure: return true
        case .line, .horizontalLine, .verticalLine, .box, .text, .marker, .levels: return false
        }
    }

    /// The fill that is none.
    private static let noFill = "none"
    /// The most annotations of a surface.
    public static let mostOfSurface = 1_000
    /// The longest text, and the longest ``Style/meta``, in bytes.
    private static let longestText = 1_024, longestMeta = 4_096
    /// The most levels.
    static let mostLevels = 32
}

/// What the reading of an annotation needs of the surface that it stands on.
public struct AnnotationPlace: Sendable {
    /// The axes.
    var xAxes: [Axis], yAxes: [Axis]
    /// What categories are values of.
    var categories: AxisType
    /// The civil time of dates without a zone.
    var calendar: CivilCalendar

    /// Creates the place that a dataset is, whose events stand on no axes of their own.
    init(ofRowsBy xKind: XKind) {
        (xAxes, yAxes, calendar) = ([], [], .utc)
        categories = xKind == .date ? .date : .number
    }

    /// Creates the place that a surface is.
    public init(of chart: Chart) {
        (xAxes, yAxes, calendar) = (chart.xAxes, chart.yAxes, chart.calendar)
        categories = AxisType(of: chart.table)
    }

    /// Creates the place that the surface of a modifier is.
    init(of place: ModifierPlace) {
        (xAxes, yAxes, calendar) = (place.xAxes, place.yAxes, place.calendar)
        categories = place.categories
    }

    /// The type of an axis whose values a client writes; `nil` for an unknown axis.
    fileprivate func type(ofX id: String) -> AxisType? {
        if xAxes.isEmpty { return categories }
        guard let type = xAxes.first(where: { $0.id == id })?.options.type else { return nil }
        return type == .category ? categories : type
    }
}

extension Annotation: Described {
    /// The surface that it stands on.
    public typealias Place = AnnotationPlace

    /// What a client can set, and what it may write although the server says it.
    public static let properties: [Property<Annotation>] = [
        ignored("id", Schema(.string), "Its name, as the path says it.") { .string($0.id) },
        .word("kind", \.given, isRequired: true, "What it is."),
        axis("xAxis", \.xAxis, \.xAxes, "The id of its x axis; the first one unless given."),
        axis("yAxis", \.yAxis, \.yAxes, "The id of its y axis; the first one unless given."),
        pointsProperty,
        text("text", \.style.text, longestText, "The text for people, of one line; null for none."),
        text("color", \.style.color, longestColor, "The CSS colour of its lines and its text; null for the theme's."),
        Property(
            "dash", \.style.dash, Schema(.array, as: "Dash").orNull,
            "The lengths in points of the dashes of its lines and of the gaps between them; null for unbroken lines.",
            reading: { json, _, _, pointer throws(Problem) in
                let dash = try JSONCoding.decode([Double]?.self, from: json, at: pointer)
                if let dash { try ReadableText.check(dash: dash, at: pointer) }
                return dash
            }),
        text(
            "fill", \.style.fill, longestColor,
            "The CSS colour of its inside, or `none`; null is faint for bands and `measure`, else `none`."),
        Property(
            "extend", \.style.extent, Schema(words: Extension.self),
            "How `line` and `levels` go on beyond their points.",
            reading: standard(\.style.extent)),
        Property(
            "levels", \.style.levels, Schema(.array, as: "Levels"),
            "Where the lines of `levels` lie, 1 to \(mostLevels) of them: 0 at the first y, 1 at the last.",
            fault: { (1...mostLevels).contains($0.count) ? nil : "Expected 1 to \(mostLevels) levels." },
            reading: { json, _, _, pointer throws(Problem) in
                json == .null
                    ? Style().levels : try JSONCoding.decode([Double].self, from: json, at: pointer).map { $0 + 0 }
            }),
        Property(
            "shape", \.style.shape, Schema(.string, as: "AnnotationShape"), "The shape of a `marker`.",
            fault: { $0 == .none ? "A marker has a shape." : nil },
            reading: standard(\.style.shape)),
        Property(
            "locked", \.style.isLocked, Schema(.boolean), "Whether only the driver may change it.",
            reading: standard(\.style.isLocked)),
        Property(
            "counts", \.style.counts, Schema(.boolean), "Whether the data ranges of its axes include it.",
            reading: standard(\.style.counts)),
        ignored("author", Schema(.string).orNull, "Who has made it; left out for the driver.") {
            $0.style.author.map { .string($0) }
        },
        Property(
            "meta", Schema(.object, as: "AnyJSON").orNull, "Any JSON of the client, up to 4 KiB.",
            read: { json, annotation, _, pointer throws(Problem) in
                let text = json == .null ? nil : json.text
                guard text?.utf8.count ?? 0 <= longestMeta else {
                    throw Problem(.propertyInvalid, "Expected at most \(longestMeta) bytes.", at: pointer)
                }
                annotation.style.meta = text
            }, json: { one, _ in one.style.meta.flatMap { try? JSONValue.parse(Array($0.utf8)) } }),
        ignored("missing", Schema(.boolean), "Whether it cannot be drawn: an axis cannot show one of its values.") {
            _ in nil
        },
        ignored("layer", Schema(.string), "`dataset` for an event of the data; left out for the surface's own.") { _ in
            nil
        },
    ]

    private static let longestColor = 256

    private static let pointsProperty = Property<Annotation>(
        "points",
        {
            var schema = Schema(listOf: "AnnotationPoint", from: 1, to: 2)
            schema.isRequired = true
            return schema
        }(),
        "Its points, as many as its kind has; a coordinate that the kind has not is null.",
        read: { json, annotation, place, pointer throws(Problem) in
            guard case .array(let elements) = json else {
                throw Problem(.propertyInvalid, "Expected a list.", at: pointer)
            }
            let kind = annotation.kind
            guard elements.count == kind.pointCount else {
                let count = kind.pointCount == 1 ? "one point" : "two points"
                throw Problem(.propertyInvalid, "A \(kind.rawValue) has \(count).", at: pointer)
            }
            let xType = place.type(ofX: annotation.xAxis)
            let xAxis = place.xAxes.first { $0.id == annotation.xAxis }
            let yAxis = place.yAxes.first { $0.id == annotation.yAxis }
            var points: [Point] = []
            for (index, element) in elements.enumerated() {
                let at = pointer.appending(index)
                guard case .object(let members) = element else {
                    throw Problem(.propertyInvalid, "Expected an object.", at: at)
                }
                for name in members.keys where name != "x" && name != "y" { throw .unknown(at.appending(name)) }
                points.append(
                    Point(
                        x: try coordinate(
                            "x", of: members, kind.hasX, kind, xType ?? .number, place.calendar, at: at),
                        y: try coordinate(
                            "y", of: members, kind.hasY, kind, yAxis?.options.type ?? .number, place.calendar, at: at)))
            }
            annotation.first = points[0]
            annotation.last = points.count > 1 ? points[1] : nil
            annotation.xScale = kind.hasX ? xAxis.map { Scale(of: $0.options.type) } : nil
            annotation.yScale = kind.hasY ? yAxis.map { Scale(of: $0.options.type) } : nil
        },
        json: { annotation, _ in
            annotation.first == Point()
                ? nil : .array(annotation.points.map { .object(["x": json(of: $0.x), "y": json(of: $0.y)]) })
        })

    private static func json(of coordinate: Double?) -> JSONValue { coordinate.map { .number($0) } ?? .null }

    private static func coordinate(
        _ name: String, of members: JSONObject, _ isThere: Bool, _ kind: Kind, _ type: AxisType,
        _ calendar: CivilCalendar, at pointer: JSONPointer
    ) throws(Problem) -> Double? {
        let json = members[name] ?? .null
        let place = pointer.appending(name)
        guard isThere else {
            guard json == .null else {
                throw Problem(.propertyInvalid, "A \(kind.rawValue) has no \(name).", at: place)
            }
            return nil
        }
        guard json != .null else { throw .missing(place) }
        return try type.position(json, in: calendar, at: place) + 0
    }

    /// What answers say and bodies may repeat.
    private static func ignored(
        _ name: String, _ schema: Schema, _ meaning: String, json: @escaping @Sendable (Annotation) -> JSONValue?
    ) -> Property<Annotation> {
        Property(name, schema, meaning, read: { _, _, _, _ in }, json: { annotation, _ in json(annotation) })
    }

    private static func text(
        _ name: String, _ path: any WritableKeyPath<Annotation, String?> & Sendable, _ bytes: Int, _ meaning: String
    ) -> Property<Annotation> {
        let schema = Schema(.string, from: 1, to: Double(bytes)).orNull
        return Property(
            name, path, schema, meaning,
            reading: { json, _, _, pointer throws(Problem) in
                let text = try JSONCoding.decode(String?.self, from: json, at: pointer)
                if let text { try ReadableText.check(line: text, atMost: bytes, at: pointer) }
                return text
            })
    }

    /// Reads a value, where null is the default.
    private static func standard<Value: Codable & Sendable>(
        _ path: any WritableKeyPath<Annotation, Value> & Sendable
    ) -> Property<Annotation>.Reading<Value> {
        { json, _, _, pointer throws(Problem) in
            json == .null ? Annotation()[keyPath: path] : try JSONCoding.decode(Value.self, from: json, at: pointer)
        }
    }

    private static func axis(
        _ name: String, _ path: any WritableKeyPath<Annotation, String> & Sendable,
        _ axes: any KeyPath<AnnotationPlace, [Axis]> & Sendable, _ meaning: String
    ) -> Property<Annotation> {
        Property(
            name, Schema(.string), meaning,
            read: { json, annotation, place, pointer throws(Problem) in
                let id = try JSONCoding.decode(String?.self, from: json, at: pointer) ?? place[keyPath: axes][0].id
                guard place[keyPath: axes].contains(where: { $0.id == id }) else {
                    throw Problem(
                        .specificationUnknownReference, "There is no axis \"\(id)\" of this kind.", at: pointer)
                }
                annotation[keyPath: path] = id
            }, json: { annotation, _ in annotation[keyPath: path].isEmpty ? nil : .string(annotation[keyPath: path]) })
    }
}
