public import ChartJSON
public import ChartSeries

/// How a window counts and decimates rows.
public struct WindowOptions: Sendable, Hashable, Codable {
    /// The key of a row that must lie in the window.
    public enum RowUnit: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its x.
        case instant
        /// The start of its civil day.
        case day
    }

    /// How rows are decimated.
    public var method: WindowMethod
    /// The largest number of rows in an answer.
    public var maximumRows: Int
    /// The key of a row that must lie in the window.
    public var rowUnit: RowUnit
    /// The wanted number of rows or bars of each series, at least ``fewestPoints``; `nil` follows the width.
    public var points: Int?
    /// How bars aggregate their rows.
    public var aggregate: Aggregate
    /// The civil unit of a bar; `nil` follows the width.
    public var unit: CalendarUnit?
    /// The number of units of a bar, when the unit is given; `nil` is 1.
    public var unitCount: Int?
    /// The first day of the week for bars; `nil` is Monday.
    public var weekStart: WeekStart?

    /// The smallest number of points that a client can ask for.
    public static let fewestPoints = 3

    /// Creates options.
    public init(
        method: WindowMethod = .auto, maximumRows: Int = 4_000, rowUnit: RowUnit = .instant, points: Int? = nil,
        aggregate: Aggregate = .sum, unit: CalendarUnit? = nil, unitCount: Int? = nil, weekStart: WeekStart? = nil
    ) {
        self.method = method
        self.maximumRows = maximumRows
        self.rowUnit = rowUnit
        self.points = points
        self.aggregate = aggregate
        self.unit = unit
        self.unitCount = unitCount
        self.weekStart = weekStart
    }
}

extension WindowOptions: Described {
    /// What the description of a window needs from its surroundings.
    public struct Place: Sendable {
        /// The most rows of a window; requests for more get these.
        public var maximumRows: Int
        /// Whether the rows lie at dates, so that bars of civil time can aggregate them.
        public var hasDates: Bool

        /// Creates a place.
        public init(maximumRows: Int, hasDates: Bool) {
            (self.maximumRows, self.hasDates) = (maximumRows, hasDates)
        }
    }

    /// Creates the defaults.
    public init() { self.init(method: .auto) }

    /// What a client can set.
    public static let properties: [Property<WindowOptions>] = [
        Property(
            "method", \.method, Schema(words: WindowMethod.self), "How rows are chosen; `calendar` needs dates.",
            reading: { json, options, place, pointer throws(Problem) in
                let method = try Property.keeping(\.method)(json, options, place, pointer)
                guard json == .null || method != .calendar || place.hasDates else {
                    throw Problem(.propertyInvalid, "Bars of civil time need dates.", at: pointer)
                }
                return method
            }),
        Property(
            "maxRows", \.maximumRows, Schema(.integer, from: 1), "The most rows of an answer.",
            fault: { Schema(.integer, from: 1).fault(Double($0)) }, reading: Property.keeping(\.maximumRows)),
        Property(
            "rowUnit", \.rowUnit, Schema(words: RowUnit.self, as: "RowUnit"),
            "What has to lie in the window: the instant of a row, or the start of its day.",
            reading: Property.keeping(\.rowUnit)),
        Property(
            "points", Schema(.integer, from: Double(fewestPoints)).orNull,
            "How many rows of each series, or bars, are wanted; null follows the width.",
            read: { json, options, place, pointer throws(Problem) in
                let points = try JSONCoding.decode(Int?.self, from: json, at: pointer)
                if let fault = points.flatMap({ Schema(.integer, from: Double(fewestPoints)).fault(Double($0)) }) {
                    throw Problem(.propertyInvalid, fault, at: pointer)
                }
                options.points = points.map { Swift.min($0, place.maximumRows) }
            }, json: { options, _ in options.points.map { .number(Double($0)) } ?? .null }),
        Property(
            "aggregate", \.aggregate, Schema(words: Aggregate.self), "What bars of civil time show.",
            reading: Property.keeping(\.aggregate)),
        Property(
            "unit", Schema(words: CalendarUnit.self, as: "BarUnit").orNull,
            "The civil unit of a bar; null follows the width.",
            read: { json, options, _, pointer throws(Problem) in
                options.unit = try JSONCoding.decode(CalendarUnit?.self, from: json, at: pointer)
            }, json: { options, _ in options.unit.map { .string($0.rawValue) } ?? .null }),
        Property(
            "unitCount", Schema(.integer, from: 1, to: Double(CalendarStep.mostUnits)).orNull,
            "How many units a bar covers, where `unit` is given; null is 1.",
            read: { json, options, _, pointer throws(Problem) in
                let count = try JSONCoding.decode(Int?.self, from: json, at: pointer)
                let bounds = Schema(.integer, from: 1, to: Double(CalendarStep.mostUnits))
                if let fault = count.flatMap({ bounds.fault(Double($0)) }) {
                    throw Problem(.propertyInvalid, fault, at: pointer)
                }
                options.unitCount = count == 1 ? nil : count
            }, json: { options, _ in .number(Double(options.unitCount ?? 1)) }),
        Property(
            "weekStart", Schema(words: WeekStart.self), "The first day of the weeks of bars.",
            read: { json, options, _, pointer throws(Problem) in
                guard let day = try JSONCoding.decode(WeekStart?.self, from: json, at: pointer) else { return }
                options.weekStart = day == .monday ? nil : day
            }, json: { options, _ in .string((options.weekStart ?? .monday).rawValue) }),
    ]

    /// Checks that a number of units has a unit.
    public func validate(in place: Place) throws(Problem) {
        guard unitCount == nil || unit != nil else {
            throw Problem(
                .propertyInvalid, "A number of units needs the `unit` that it counts.", pointer: "/unitCount")
        }
    }

    /// The options with the changes of a body, with no more rows than its place has.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - place: The surroundings.
    ///   - pointer: The place of the body.
    /// - Returns: The options.
    /// - Throws: A problem that names the place.
    public func taking(_ body: JSONObject, in place: Place, at pointer: JSONPointer) throws(Problem) -> WindowOptions {
        var options = self
        try options.take(body, in: place, at: pointer)
        options.maximumRows = min(options.maximumRows, place.maximumRows)
        return options
    }
}
