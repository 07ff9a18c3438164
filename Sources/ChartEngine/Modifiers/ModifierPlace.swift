public import ChartJSON
import ChartSeries

/// What the properties of a modifier may refer to: the axes and the series of its surface, and dates as text.
public struct ModifierPlace: Sendable {
    /// The x axes.
    public let xAxes: [Axis]
    /// The y axes.
    public let yAxes: [Axis]
    /// The series.
    public let series: [Series]
    /// Whether unknown ids are refused; they are not in a specification that was accepted earlier.
    let checksIDs: Bool
    /// The axes that the type of the modifier may change.
    var nameableAxes = ModifierDirection.xy
    /// What the categories of an axis are values of.
    let categories: AxisType
    let calendar: CivilCalendar

    /// The place of a modifier on a surface, where text without a zone is in the session's time zone.
    ///
    /// - Parameters:
    ///   - chart: The chart of the surface.
    ///   - checksIDs: Whether unknown ids are refused; they are not in a specification that was accepted earlier.
    package init(of chart: Chart, checksIDs: Bool) {
        xAxes = chart.xAxes
        yAxes = chart.yAxes
        series = chart.series
        self.checksIDs = checksIDs
        calendar = chart.calendar
        categories = AxisType(of: chart.table)
    }

    /// The same place for a type of modifiers.
    package func of<Modifier: ChartModifier>(_ type: Modifier.Type) -> ModifierPlace {
        var place = self
        place.nameableAxes = type.nameableAxes
        return place
    }

    /// The position on an axis that JSON tells, as a number or as a date.
    ///
    /// - Parameters:
    ///   - json: A number, or ISO-8601 text on an axis of dates.
    ///   - axis: The axis; `nil` for an unknown one, which has no dates.
    ///   - pointer: The place of the JSON.
    /// - Returns: The position.
    /// - Throws: `body.invalid-value`.
    public func position(_ json: JSONValue, on axis: Axis?, at pointer: JSONPointer) throws(Problem) -> Double {
        guard let axis else { return try JSONCoding.decode(Double.self, from: json, at: pointer) }
        return try axis.options.type.position(json, in: calendar, at: pointer)
    }

    fileprivate func checkAxes(_ ids: [String], at pointer: JSONPointer) throws(Problem) {
        let known = (xAxes + yAxes).filter { nameableAxes.includes($0.dimension) }.map(\.id)
        try check(ids, among: known, at: pointer) { id in
            let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
            return "The surface has no axis \"\(id)\" that the modifier could change; there are \(list)."
        }
    }

    fileprivate func checkSeries(_ ids: [String], at pointer: JSONPointer) throws(Problem) {
        try check(ids, among: series.map(\.id), at: pointer) { "The surface has no series \"\($0)\"." }
    }

    private func check(
        _ ids: [String], among known: [String], at pointer: JSONPointer, _ detail: (String) -> String
    ) throws(Problem) {
        guard checksIDs else { return }
        for (index, id) in ids.enumerated() where !known.contains(id) {
            throw Problem(.specificationUnknownReference, detail(id), at: pointer.appending(index))
        }
    }
}

extension Property where Root.Place == ModifierPlace {
    /// The ids of the axes that a modifier changes, of those that its type may change; null is all of them.
    public static func axes(_ path: any WritableKeyPath<Root, [String]?> & Sendable, _ meaning: String) -> Self {
        Self(
            "axes", path, Schema(.array).orNull, meaning,
            reading: { json, _, place, pointer throws(Problem) in
                let ids = try JSONCoding.decode([String]?.self, from: json, at: pointer)
                if let ids { try place.checkAxes(ids, at: pointer) }
                return ids
            })
    }

    /// The ids of the series that a modifier reads; null is all of them.
    public static func series(_ path: any WritableKeyPath<Root, [String]?> & Sendable, _ meaning: String) -> Self {
        Self(
            "series", path, Schema(.array).orNull, meaning,
            reading: { json, _, place, pointer throws(Problem) in
                let ids = try JSONCoding.decode([String]?.self, from: json, at: pointer)
                if let ids { try place.checkSeries(ids, at: pointer) }
                return ids
            })
    }

    /// A position on an axis, also as a date; null is none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: Where the value is.
    ///   - axis: Returns the id of the axis; `nil` for the first y axis.
    ///   - meaning: What the property does, a sentence.
    /// - Returns: The property.
    public static func position(
        _ name: String, _ path: any WritableKeyPath<Root, Double?> & Sendable,
        on axis: @escaping @Sendable (Root) -> String?, _ meaning: String
    ) -> Self {
        Self(
            name, path, Schema(.number, as: "Position").orNull, meaning,
            reading: { json, root, place, pointer throws(Problem) in
                if json == .null { return nil }
                let id = axis(root)
                let known = id.map { id in (place.xAxes + place.yAxes).first { $0.id == id } } ?? place.yAxes[0]
                return try place.position(json, on: known, at: pointer)
            })
    }

    /// Positions on the first x axis, also as dates.
    public static func positions(
        _ name: String, _ path: any WritableKeyPath<Root, [Double]> & Sendable, atMost count: Int, _ meaning: String
    ) -> Self {
        let schema = Schema(listOf: "Position", from: 0, to: Double(count))
        return Self(
            name, path, schema, meaning,
            fault: { schema.fault(Double($0.count), " elements") },
            reading: { json, _, place, pointer throws(Problem) in
                guard case .array(let elements) = json else {
                    return try JSONCoding.decode([Double].self, from: json, at: pointer)
                }
                var positions: [Double] = []
                for (index, element) in elements.enumerated() {
                    positions.append(try place.position(element, on: place.xAxes[0], at: pointer.appending(index)))
                }
                return positions
            })
    }

    /// A name of so many characters; null is none.
    public static func name(
        _ name: String, _ path: any WritableKeyPath<Root, String?> & Sendable, atMost count: Int, _ meaning: String
    ) -> Self {
        let schema = Schema(.string, from: 1, to: Double(count)).orNull
        return Self(
            name, path, schema, meaning, fault: { $0.flatMap { schema.fault(Double($0.count), " characters") } })
    }
}
