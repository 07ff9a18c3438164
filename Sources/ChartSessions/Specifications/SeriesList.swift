import ChartEngine
import ChartSeries
import ChartWire

/// The series of a surface, as a list of bodies says.
struct SeriesList {
    private let specification: SurfaceSpecification
    private let old: [Series]
    private let oldPlace: SeriesPlace
    private let newPlace: SeriesPlace
    private let limits: SpecificationLimits?
    private let pointer = JSONPointer.root.appending("series")

    /// The series after a PATCH, for the new axes and rows.
    init(
        _ specification: SurfaceSpecification, of old: [Series], in oldPlace: SeriesPlace, to newPlace: SeriesPlace,
        limits: SpecificationLimits?
    ) {
        (self.specification, self.old, self.oldPlace, self.newPlace) = (specification, old, oldPlace, newPlace)
        self.limits = limits
    }

    /// The series of a new surface; without a list, one for each column.
    ///
    /// - Parameters:
    ///   - bodies: The list.
    ///   - place: The rows and the axes.
    ///   - limits: The limits of the specification; `nil` for one that was accepted earlier.
    ///   - pointer: The place of the list.
    /// - Returns: The series.
    /// - Throws: A problem that names the place.
    static func new(
        _ bodies: [JSONObject]?, in place: SeriesPlace, _ limits: SpecificationLimits?, at pointer: JSONPointer
    ) throws(Problem) -> [Series] {
        guard let bodies else {
            return place.table.columns.enumerated().map { index, column in
                Series(
                    id: column.name, column: index, xAxis: place.xAxes[0].id, yAxis: place.yAxes[0].id,
                    name: column.name)
            }
        }
        try checkCount(bodies.count, at: pointer)
        var series: [Series] = []
        for (index, body) in bodies.enumerated() {
            series.append(try Series(body, in: place, at: pointer.appending(index)))
        }
        try check(series, in: place, limits, at: pointer)
        return series
    }

    private static func checkCount(_ count: Int, at pointer: JSONPointer) throws(Problem) {
        guard count <= SurfaceSpecification.mostSeries else {
            throw Problem(
                .specificationInvalid, "A surface has at most \(SurfaceSpecification.mostSeries) series.", at: pointer)
        }
    }

    /// Checks that ids are unique, that the series of a stack use the same axes and rows, and that all rows can stand on
    /// the x axes.
    private static func check(
        _ series: [Series], in place: SeriesPlace, _ limits: SpecificationLimits?, at pointer: JSONPointer
    ) throws(Problem) {
        try Identifier.checkUnique(series.map(\.id), at: pointer)
        try checkRows(of: series, in: place, at: pointer)
        for (index, one) in series.enumerated() where one.transform != nil {
            try check(one, beside: series, in: place, limits, at: pointer.appending(index))
        }
        var lowest: [String: Series] = [:]
        for (index, one) in series.enumerated() {
            guard let stack = one.stack else { continue }
            guard let other = lowest[stack] else {
                lowest[stack] = one
                continue
            }
            guard one.xAxis == other.xAxis, one.yAxis == other.yAxis else {
                throw Problem(
                    .specificationInvalid,
                    "The series of a stack have the same axes; those of \"\(other.id)\" are \"\(other.xAxis)\" and \"\(other.yAxis)\".",
                    at: pointer.appending(index).appending("stack"))
            }
            guard place.isSame(one.dataset, other.dataset) else {
                throw Problem(
                    .specificationInvalid, "The series of a stack have one dataset, as that of \"\(other.id)\".",
                    at: pointer.appending(index).appending("stack"))
            }
        }
    }

    /// Checks a series with a transform: its column is called by its id, and has a value for each row.
    private static func check(
        _ one: Series, beside series: [Series], in place: SeriesPlace, _ limits: SpecificationLimits?,
        at pointer: JSONPointer
    ) throws(Problem) {
        guard let table = place.table(of: one.dataset) else { return }
        if one.ohlc != nil {
            throw Problem(
                .specificationInvalid, "A series of four columns has no transform.", at: pointer.appending("transform"))
        }
        let plotted = series.filter { $0.transform == nil && place.isSame($0.dataset, one.dataset) }
        if one.id == table.xName || plotted.contains(where: { table.columns[$0.column].name == one.id }) {
            throw Problem(
                .specificationDuplicateID,
                "The column of a series with a transform is called by its id, and there is a column \"\(one.id)\".",
                at: pointer.appending("id"))
        }
        guard table.rowCount <= limits?.derived ?? .max else {
            throw Problem(
                .tooManyDerived, "A series with a transform has at most \(limits?.derived ?? 0) rows.",
                at: pointer.appending("transform"))
        }
    }

    /// Checks that the datasets have one kind of x, and that there is one alone on axes of categories.
    private static func checkRows(of series: [Series], in place: SeriesPlace, at pointer: JSONPointer) throws(Problem) {
        var first: (series: Series, kind: XKind)?
        for (index, one) in series.enumerated() {
            let pointer = pointer.appending(index).appending("dataset")
            if !place.isSame(one.dataset, nil), place.xAxes.contains(where: { $0.options.type == .category }) {
                throw Problem(
                    .specificationInvalid, "An x axis of categories shows the surface's dataset alone.", at: pointer)
            }
            guard let table = place.table(of: one.dataset), table.rowCount > 0 else { continue }
            guard let known = first else {
                first = (one, table.xKind)
                continue
            }
            guard known.kind == table.xKind else {
                throw Problem(
                    .specificationInvalid,
                    "The x of all series of a surface has one kind; that of \"\(known.series.id)\" is a \(known.kind), this one a \(table.xKind).",
                    at: pointer)
            }
        }
    }

    /// An entry of the list, with what says which series it is.
    private struct Entry {
        let body: JSONObject
        let id, y, dataset: String?
        let pointer: JSONPointer

        init(_ body: JSONObject, at pointer: JSONPointer) throws(Problem) {
            (self.body, self.pointer) = (body, pointer)
            id = try JSONCoding.decode(String?.self, from: body["id"] ?? .null, at: pointer.appending("id"))
            y = try JSONCoding.decode(String?.self, from: body["y"] ?? .null, at: pointer.appending("y"))
            dataset = try JSONCoding.decode(
                String?.self, from: body["dataset"] ?? .null, at: pointer.appending("dataset"))
        }

        /// The id that it names, or gets.
        func id(in place: SeriesPlace) -> String? { id ?? y.map { place.name(ofColumn: $0, dataset: dataset) } }

        /// Whether it specifies a whole series, rather than changes of one that is there.
        func isWhole(beside old: [Series]) -> Bool {
            y != nil || Series.isOfColumns(body) && !old.contains { $0.id == id }
        }
    }

    /// The series: the list of the body when one of its entries has a `y`, otherwise the present ones with its changes.
    func series() throws(Problem) -> [Series] {
        var entries: [Entry] = []
        for (index, one) in (specification.series ?? []).enumerated() {
            entries.append(try Entry(one, at: pointer.appending(index)))
        }
        for one in entries where !one.isWhole(beside: old) { try checkIsKnown(one) }
        var list: [Series] = []
        if entries.contains(where: { $0.isWhole(beside: old) }) {
            try Self.checkCount(entries.count, at: pointer)
            for one in entries {
                let known = old.first { $0.id == one.id(in: newPlace) }
                list.append(try made(one.body, changing: known, at: one.pointer))
            }
        } else {
            for known in old {
                if let one = entries.last(where: { $0.id == known.id }) {
                    list.append(try made(one.body, changing: known, at: one.pointer))
                } else {
                    list.append(try kept(known))
                }
            }
        }
        try Self.check(list, in: newPlace, limits, at: pointer)
        return list
    }

    private func checkIsKnown(_ one: Entry) throws(Problem) {
        guard !old.contains(where: { $0.id == one.id }) else { return }
        throw Problem(
            .specificationUnknownReference,
            one.id.map { "There is no series \"\($0)\"." } ?? "A series that is there has an id, a new one a y.",
            at: one.pointer.appending("id"))
    }

    /// A series with the members of a body over those that it has, whose columns and axes are those of the new contents.
    private func made(_ body: JSONObject, changing known: Series?, at place: JSONPointer) throws(Problem) -> Series {
        var members = body
        if let known {
            members = known.members(in: oldPlace)
            // One of two columns goes on with the first where another transform takes their place.
            if members["y"] == nil, let table = oldPlace.table(of: known.dataset) {
                members["y"] = .string(table.columns[known.column].name)
            }
            // The x of other rows may have another name.
            members["x"] = nil
            // Null changes nothing where it is no value.
            let names = Series.properties.lazy.filter(\.schema.takesNull).map(\.name)
            for (name, value) in body.members where value != .null || names.contains(name) { members[name] = value }
        }
        return try Series(members, in: newPlace, at: place)
    }

    /// A series that the body does not name, unchanged; throws when the new axes or rows do not fit it.
    private func kept(_ known: Series) throws(Problem) -> Series {
        do throws(Problem) {
            return try made([:], changing: known, at: .root)
        } catch {
            let cause = specification.dataset != nil ? "dataset" : specification.namedLists.first ?? "series"
            throw Problem(
                error.code, "The series \"\(known.id)\" cannot stay as it is: \(error.detail) Name the series too.",
                at: JSONPointer.root.appending(cause))
        }
    }
}

extension SeriesPlace {
    /// Whether two series stand on the same rows.
    fileprivate func isSame(_ one: String?, _ other: String?) -> Bool { one ?? dataset == other ?? dataset }
}
