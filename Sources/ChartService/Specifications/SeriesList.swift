import ChartEngine
import ChartSeries
import ChartWire

/// The series of a surface, as a list of bodies says.
struct SeriesList {
    private let specification: SurfaceSpecification
    private let old: ChartContents
    private let new: ChartContents
    private let pointer = JSONPointer.root.appending("series")

    /// The series after a PATCH, for the new axes and rows.
    init(_ specification: SurfaceSpecification, old: ChartContents, new: ChartContents) {
        self.specification = specification
        self.old = old
        self.new = new
    }

    /// The series of a new surface; without a list, one for each column.
    ///
    /// - Parameters:
    ///   - bodies: The list.
    ///   - contents: The rows and the axes.
    ///   - pointer: The place of the list.
    /// - Returns: The series.
    /// - Throws: A problem that names the place.
    static func new(
        _ bodies: [JSONObject]?, on contents: ChartContents, at pointer: JSONPointer
    ) throws(Problem) -> [Series] {
        let place = SeriesPlace(table: contents.table, xAxes: contents.xAxes, yAxes: contents.yAxes)
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
        try check(series, at: pointer)
        return series
    }

    private static func checkCount(_ count: Int, at pointer: JSONPointer) throws(Problem) {
        guard count <= SurfaceSpecification.mostSeries else {
            throw Problem(
                .specificationInvalid, "A surface has at most \(SurfaceSpecification.mostSeries) series.", at: pointer)
        }
    }

    /// Checks that ids are unique, and that the series of a stack use the same axes.
    private static func check(_ series: [Series], at pointer: JSONPointer) throws(Problem) {
        try Identifier.checkUnique(series.map(\.id), at: pointer)
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
        }
    }

    /// An entry of the list, with what says which series it is.
    private struct Entry {
        let body: JSONObject
        let id, y: String?
        let pointer: JSONPointer

        init(_ body: JSONObject, at pointer: JSONPointer) throws(Problem) {
            (self.body, self.pointer) = (body, pointer)
            id = try JSONCoding.decode(String?.self, from: body["id"] ?? .null, at: pointer.appending("id"))
            y = try JSONCoding.decode(String?.self, from: body["y"] ?? .null, at: pointer.appending("y"))
        }
    }

    /// The series: the list of the body when one of its entries has a `y`, otherwise the present ones with its changes.
    func series() throws(Problem) -> [Series] {
        var entries: [Entry] = []
        for (index, one) in (specification.series ?? []).enumerated() {
            entries.append(try Entry(one, at: pointer.appending(index)))
        }
        for one in entries where one.y == nil { try checkIsKnown(one) }
        var list: [Series] = []
        if entries.contains(where: { $0.y != nil }) {
            try Self.checkCount(entries.count, at: pointer)
            for one in entries {
                let known = old.series.first { $0.id == one.id ?? one.y }
                list.append(try made(one.body, changing: known, at: one.pointer))
            }
        } else {
            for known in old.series {
                if let one = entries.last(where: { $0.id == known.id }) {
                    list.append(try made(one.body, changing: known, at: one.pointer))
                } else {
                    list.append(try kept(known))
                }
            }
        }
        try Self.check(list, at: pointer)
        return list
    }

    private func checkIsKnown(_ one: Entry) throws(Problem) {
        guard !old.series.contains(where: { $0.id == one.id }) else { return }
        throw Problem(
            .specificationUnknownReference,
            one.id.map { "There is no series \"\($0)\"." } ?? "A series that is there has an id, a new one a y.",
            at: one.pointer.appending("id"))
    }

    /// A series with the members of a body over those that it has, whose columns and axes are those of the new contents.
    private func made(_ body: JSONObject, changing known: Series?, at place: JSONPointer) throws(Problem) -> Series {
        var members = body
        if let known {
            members = known.members(in: SeriesPlace(table: old.table, xAxes: old.xAxes, yAxes: old.yAxes))
            // The x of other rows may have another name.
            members["x"] = nil
            // Null changes nothing where it is no value.
            let names = Series.properties.lazy.filter(\.schema.takesNull).map(\.name)
            for (name, value) in body.members where value != .null || names.contains(name) { members[name] = value }
        }
        return try Series(members, in: SeriesPlace(table: new.table, xAxes: new.xAxes, yAxes: new.yAxes), at: place)
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
