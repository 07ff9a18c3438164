import ChartEngine
import ChartSeries
import ChartWire
import Gestures

/// What a client says of a surface: over the defaults of a new one, or over what it has.
struct SurfaceSpecification {
    /// The most series of a surface.
    static let mostSeries = 256

    /// The id.
    var id = "main"
    /// The size of the plot area; `nil` where nothing is said of it.
    var size: ChartSize?
    /// The dataset that it shows; `nil` where nothing is said of it.
    var dataset: String?
    /// The rows and the axes; `nil` where nothing is said of them.
    var contents: ChartContents?
    /// What changes of axes that it has.
    private var axisChanges: [AxisChange] = []
    /// The names of the lists of axes that are given.
    var namedLists: [String] = []
    /// The bodies of its series; `nil` where nothing is said of them.
    var series: [JSONObject]?
    /// Its modifiers; `nil` for the default ones.
    var modifiers: [ModifierBody]?
    /// The thresholds of its gestures.
    var thresholds = GestureThresholds()
    /// How its rows are counted and sent; `nil` where nothing is said of it.
    var window: WindowOptions?
    /// The title and the description; `nil` where nothing is said of them.
    var caption: ChartCaption?
    /// The bodies of its annotations; `nil` for none.
    var annotations: [JSONObject]?
    /// The annotations that it shows; `nil` where nothing is said of them.
    var annotationLayers: [AnnotationList.Layer]?

    /// A dataset that a body names, and where.
    struct NamedDataset: Sendable {
        let name: String
        let pointer: JSONPointer
    }

    /// The datasets that a body names, before the rows are there that the rest of the body needs: that of the surface,
    /// and then those of its series, each once.
    static func datasets(of body: JSONObject, at pointer: JSONPointer) throws(Problem) -> [NamedDataset] {
        var found: [NamedDataset] = []
        func add(_ json: JSONValue?, at place: JSONPointer) throws(Problem) {
            guard let name = try JSONCoding.decode(String?.self, from: json ?? .null, at: place),
                !found.contains(where: { $0.name == name })
            else { return }
            found.append(NamedDataset(name: name, pointer: place))
        }
        try add(body["dataset"], at: pointer.appending("dataset"))
        guard case .array(let series)? = body["series"] else { return found }
        for (index, one) in series.enumerated() {
            guard case .object(let members) = one else { continue }
            try add(members["dataset"], at: pointer.appending("series").appending(index).appending("dataset"))
        }
        return found
    }

    /// The body of a surface without a dataset, with that of its first series that names one.
    static func namingDataset(_ body: JSONObject) -> JSONObject {
        guard body["dataset"] ?? .null == .null, case .array(let series)? = body["series"] else { return body }
        var body = body
        for case .object(let members) in series {
            guard case .string(let name)? = members["dataset"] else { continue }
            body["dataset"] = .string(name)
            return body
        }
        return body
    }

    /// The dataset that a body names for the surface itself.
    static func dataset(of body: JSONObject) throws(Problem) -> String? {
        try JSONCoding.decode(String?.self, from: body["dataset"] ?? .null, at: JSONPointer.root.appending("dataset"))
    }

    /// Whether the body of a PATCH says what the surface shows: its dataset, axes or series.
    static func changesContents(_ body: JSONObject) -> Bool {
        ["dataset", "xAxes", "yAxes", "series"].contains { body[$0] ?? .null != .null }
    }

    /// The id that the surface of a body has or gets.
    static func id(of body: JSONObject, at pointer: JSONPointer) throws(Problem) -> String {
        try JSONCoding.decode(String?.self, from: body["id"] ?? .null, at: pointer.appending("id")) ?? Self().id
    }
}

extension SurfaceSpecification: Described {
    /// What the description of a surface needs from its surroundings.
    struct Place: Sendable {
        /// What the server allows and knows.
        var context: SpecificationContext
        /// The surface's dataset as it becomes; `nil` for none.
        var dataset: String?
        /// The rows of the datasets that the body names.
        var tables: [String: Table]
        /// The surface that changes, and its dataset; `nil` for a new one.
        var old: Surface?
        var oldDataset: String?

        /// The rows of the dataset that the body names for the surface; `nil` for none.
        fileprivate var table: Table? { dataset.flatMap { tables[$0] } }

        /// The rows of a dataset that the body names, or that the surface shows.
        fileprivate func rows(of dataset: String) -> Table? {
            if let table = tables[dataset] { return table }
            guard let old else { return nil }
            return dataset == oldDataset ? old.table : old.others.first { $0.dataset == dataset }?.table
        }

        /// Where series stand that may name any dataset of the body or the surface.
        func seriesPlace(of contents: ChartContents) -> SeriesPlace {
            var place = SeriesPlace(contents, dataset: dataset, calendar: context.calendar)
            let names = Set(tables.keys).union(old?.others.map(\.dataset) ?? []).union(oldDataset.map { [$0] } ?? [])
            place.others = names.subtracting(dataset.map { [$0] } ?? []).sorted().compactMap { name in
                rows(of: name).map { OtherRows(dataset: name, table: $0) }
            }
            return place
        }

        /// What the surface shows before the body is read: its rows and axes, or the defaults for the rows.
        fileprivate var contents: ChartContents {
            if let old { return old.chart.contents }
            let table = table ?? .empty
            return ChartContents(table: table, xAxes: [Axis(.x, of: table)], yAxes: [Axis(.y, of: table)], series: [])
        }
    }

    /// What a client can say.
    static let properties: [Property<SurfaceSpecification>] = [
        fixed(
            "id", Schema(.string), "Its name in the session; `main` unless given.",
            read: { json, surface, _, pointer throws(Problem) in
                guard json != .null else { return }
                surface.id = try JSONCoding.decode(String.self, from: json, at: pointer)
                try Identifier.check(surface.id, at: pointer)
            }),
        Property(
            "size", Schema(.object, as: "Size"), "The size of its plot area in points.",
            read: { json, surface, _, pointer throws(Problem) in
                guard let body = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer) else { return }
                surface.size = try ChartSize(body, at: pointer)
            }, json: { surface, _ in surface.size.map { .object($0.members()) } }),
        Property(
            "dataset", Schema(.string, as: "DatasetName"),
            "The dataset of the series that name none; left out, that of the first series that names one.",
            read: { json, surface, place, pointer throws(Problem) in
                guard let name = try JSONCoding.decode(String?.self, from: json, at: pointer) else { return }
                surface.dataset = name
                var contents = place.contents
                if place.old != nil, let table = place.table {
                    contents.xAxes = contents.xAxes.map { $0.suited(to: table, insteadOf: contents.table) }
                    contents.table = table
                    contents.hasOtherRows = true
                }
                surface.contents = contents
            }, json: { surface, _ in surface.dataset.map { .string($0) } }),
        axes("xAxes", .x, \.xAxes, "Its x axes, 1 to \(AxisList.mostAxes)."),
        axes("yAxes", .y, \.yAxes, "Its y axes, 1 to \(AxisList.mostAxes)."),
        Property(
            "series", Schema(listOf: "Series"), "Its series, one for each column of the dataset unless given.",
            read: { json, surface, _, pointer throws(Problem) in
                surface.series = try JSONCoding.decode([JSONObject]?.self, from: json, at: pointer)
            }, json: { surface, _ in surface.series.map { .array($0.map { .object($0) }) } }),
        fixed(
            "modifiers", Schema(.object, as: "Modifiers"), "Its modifiers, instead of the default ones.",
            read: { json, surface, _, pointer throws(Problem) in
                surface.modifiers = try JSONCoding.decode([ModifierBody]?.self, from: json, at: pointer)
            }),
        fixed(
            "gestures", Schema(.object, as: "GestureThresholds"), "When its gestures begin and end.",
            read: { json, surface, _, pointer throws(Problem) in
                guard let body = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer) else { return }
                surface.thresholds = try GestureThresholds(body, at: pointer)
            }),
        Property(
            "window", Schema(.object, as: "WindowSpecification"), "How its rows are counted and sent.",
            read: { json, surface, place, pointer throws(Problem) in
                guard let body = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer) else { return }
                let contents = surface.contents ?? place.contents
                surface.window = try (place.old?.chart.windowOptions ?? WindowOptions()).taking(
                    body, in: .init(maximumRows: place.context.maximumRows, hasDates: contents.hasDates), at: pointer)
            }, json: { surface, _ in surface.window.map { .object($0.members()) } }),
        fixed(
            "annotations", Schema(listOf: "Annotation"), "Its annotations, in drawing order.",
            read: { json, surface, _, pointer throws(Problem) in
                surface.annotations = try JSONCoding.decode([JSONObject]?.self, from: json, at: pointer)
            }),
        Property(
            "annotationLayers", Schema(.array, as: "AnnotationLayers"),
            "The annotations that it shows: its own (`surface`), and below them the events of its dataset (`dataset`).",
            read: { json, surface, place, pointer throws(Problem) in
                let named = try JSONCoding.decode([AnnotationList.Layer]?.self, from: json, at: pointer)
                surface.annotationLayers = AnnotationList.Layer.allCases.filter { named?.contains($0) ?? true }
            }, json: { surface, _ in surface.annotationLayers.map { .array($0.map { .string($0.rawValue) }) } }),
        text("title", \.title, ReadableText.longestTitle, "Title", "The title for people; null for none."),
        text(
            "description", \.description, ReadableText.longestDescription, "Description",
            "What it shows, in sentences for people; null for none."),
    ]

    /// The names of the properties that a surface has from its beginning and does not change by a PATCH.
    static let fixedNames = ["id", "modifiers", "gestures", "annotations"]

    private typealias Reading =
        @Sendable (JSONValue, inout SurfaceSpecification, Place, JSONPointer) throws(Problem) ->
        Void

    /// A property of new surfaces alone.
    private static func fixed(
        _ name: String, _ schema: Schema, _ meaning: String, read: @escaping Reading
    ) -> Property<SurfaceSpecification> {
        Property(
            name, schema, meaning,
            read: { json, surface, place, pointer throws(Problem) in
                guard place.old == nil else { throw Problem.unknown(pointer) }
                try read(json, &surface, place, pointer)
            }, json: { _, _ in nil })
    }

    private static func axes(
        _ name: String, _ dimension: AxisDimension, _ path: any WritableKeyPath<ChartContents, [Axis]> & Sendable,
        _ meaning: String
    ) -> Property<SurfaceSpecification> {
        Property(
            name, Schema(listOf: "AxisSpecification"), meaning,
            read: { json, surface, place, pointer throws(Problem) in
                guard let bodies = try JSONCoding.decode([JSONObject]?.self, from: json, at: pointer) else { return }
                var contents = surface.contents ?? place.contents
                let list = try AxisList(
                    bodies, present: place.old == nil ? [] : contents[keyPath: path], table: contents.table,
                    in: .init(dimension: dimension, calendar: place.context.calendar), at: pointer)
                contents[keyPath: path] = list.axes
                surface.contents = contents
                surface.axisChanges += list.changes
                surface.namedLists.append(name)
            }, json: { _, _ in nil })
    }

    private static func text(
        _ name: String, _ path: any WritableKeyPath<ChartCaption, String?> & Sendable, _ bytes: Int,
        _ reference: String, _ meaning: String
    ) -> Property<SurfaceSpecification> {
        Property(
            name, Schema(.string, as: reference).orNull, meaning,
            read: { json, surface, place, pointer throws(Problem) in
                let text = try JSONCoding.decode(String?.self, from: json, at: pointer)
                if let text { try ReadableText.check(text, atMost: bytes, at: pointer) }
                var caption = surface.caption ?? place.old?.chart.caption ?? ChartCaption()
                caption[keyPath: path] = text
                surface.caption = caption
            }, json: { surface, _ in surface.caption?[keyPath: path].map { .string($0) } })
    }
}

extension SurfaceSpecification {
    /// Reads a body.
    init(_ body: JSONObject, in place: Place, at pointer: JSONPointer) throws(Problem) {
        self.init()
        try take(body, in: place, at: pointer)
    }

    /// Creates the surface.
    ///
    /// - Parameters:
    ///   - place: The surroundings in which the body was read.
    ///   - pointer: The place of the body.
    /// - Returns: The surface.
    /// - Throws: A problem that names the place.
    func surface(in place: Place, at pointer: JSONPointer) throws(Problem) -> Surface {
        let context = place.context
        var contents = contents ?? place.contents
        let (xAxes, yAxes, table) = (contents.xAxes, contents.yAxes, contents.table)
        try AxisList.check(xAxes, yAxes, at: pointer)
        let seriesPlace = place.seriesPlace(of: contents)
        contents.series = try SeriesList.new(
            series, in: seriesPlace, context.limits, at: pointer.appending("series"))
        contents.takeOthers(from: seriesPlace)
        var options = window ?? WindowOptions()
        options.maximumRows = min(options.maximumRows, context.maximumRows)
        let chart = Chart(
            id: id, size: size ?? ChartSize(), xAxes: xAxes, yAxes: yAxes,
            series: contents.series, table: table, others: contents.others, windowOptions: options,
            calendar: context.calendar)
        var surface = Surface(chart: chart, thresholds: thresholds, maximumTouches: context.maximumTouches)
        surface.setCaption(caption ?? ChartCaption())
        let modifierPlace = ModifierPlace(of: chart, checksIDs: context.limits != nil)
        for entry in try entries(context: context, in: modifierPlace, at: pointer.appending("modifiers")) {
            surface.add(entry)
        }
        surface.setAnnotations(try annotations(on: chart, at: pointer.appending("annotations")))
        if let annotationLayers { surface.setAnnotationLayers(annotationLayers) }
        return surface
    }

    /// The annotations of the surface; each is called as its kind unless it has an id.
    private func annotations(on chart: Chart, at pointer: JSONPointer) throws(Problem) -> [Annotation] {
        let bodies = annotations ?? []
        guard bodies.count <= Annotation.mostOfSurface else {
            throw Problem(
                .tooManyAnnotations, "A surface has at most \(Annotation.mostOfSurface) annotations.", at: pointer)
        }
        let place = AnnotationPlace(of: chart)
        var read: [Annotation] = []
        var ids: Set<String> = []
        for (index, body) in bodies.enumerated() {
            let at = pointer.appending(index)
            let id = try JSONCoding.decode(String?.self, from: body["id"] ?? .null, at: at.appending("id"))
            var annotation = Annotation.new(id ?? "", in: place)
            try annotation.take(body, in: place, at: at)
            if let id {
                try Identifier.check(id, at: at.appending("id"))
            } else {
                annotation = annotation.named(annotation.kind.rawValue)
            }
            guard ids.insert(annotation.id).inserted else {
                throw Problem(
                    .specificationDuplicateID, "The id \"\(annotation.id)\" is taken.", at: at.appending("id"))
            }
            read.append(annotation)
        }
        return read
    }

    /// The modifiers of the surface, children after their group.
    private func entries(
        context: SpecificationContext, in place: ModifierPlace, at pointer: JSONPointer
    ) throws(Problem) -> [AttachedModifier] {
        guard let modifiers else {
            var entries: [AttachedModifier] = []
            for type in ModifierRegistry.defaultModifiers {
                let body = ModifierBody(id: type, type: type)
                entries.append(try body.entry(registry: context.registry, in: place, at: pointer))
            }
            return entries
        }
        guard modifiers.reduce(0, { $0 + 1 + ($1.children?.count ?? 0) }) <= context.maximumModifiers else {
            throw Problem(
                .tooManyModifiers, "A surface has at most \(context.maximumModifiers) modifiers.", at: pointer)
        }
        var placed: [PlacedModifier] = []
        for (index, body) in modifiers.enumerated() {
            placed += try body.entries(registry: context.registry, in: place, at: pointer.appending(index))
        }
        var ids: Set<String> = []
        for one in placed where !ids.insert(one.entry.id).inserted {
            throw Problem(
                .specificationDuplicateID, "The id \"\(one.entry.id)\" is taken.", at: one.pointer.appending("id"))
        }
        try ModifierRelations.check(placed)
        let entries = placed.map(\.entry)
        try context.limits?.checkSlices(of: entries, at: pointer)
        return entries
    }

    /// The place of a modifier in the body.
    ///
    /// - Parameters:
    ///   - id: The modifier's id.
    ///   - pointer: The place of the body.
    /// - Returns: The place; that of the body when it has no such modifier.
    func place(ofModifier id: String, at pointer: JSONPointer) -> JSONPointer {
        let list = pointer.appending("modifiers")
        for (index, body) in (modifiers ?? []).enumerated() {
            if body.effectiveID == id { return list.appending(index) }
            for (position, child) in (body.children ?? []).enumerated() where child.effectiveID == id {
                return list.appending(index).appending("children").appending(position)
            }
        }
        return pointer
    }

    /// Changes a surface by the body of a PATCH; axes and series that keep their ids keep their state.
    ///
    /// - Parameters:
    ///   - surface: The surface; discard it where this throws.
    ///   - body: The body.
    ///   - place: The surroundings, without the surface.
    /// - Throws: A problem that names the place.
    static func change(_ surface: inout Surface, by body: JSONObject, in place: Place) throws(Problem) {
        var place = place
        place.old = surface
        try Self(body, in: place, at: .root).change(&surface, in: place)
    }

    private func change(_ surface: inout Surface, in place: Place) throws(Problem) {
        if contents != nil || series != nil { try changeContents(of: &surface, in: place) }
        if let size { surface.resize(size) }
        if let caption { surface.setCaption(caption) }
        if let annotationLayers { surface.setAnnotationLayers(annotationLayers) }
        if let window { surface.setWindowOptions(window) }
    }

    private func changeContents(of surface: inout Surface, in place: Place) throws(Problem) {
        let old = surface.chart.contents
        var contents = contents ?? old
        try AxisList.check(contents.xAxes, contents.yAxes, at: .root)
        let seriesPlace = place.seriesPlace(of: contents)
        contents.series = try SeriesList(
            self, of: old.series, in: SeriesPlace(old, dataset: place.oldDataset), to: seriesPlace,
            limits: place.context.limits
        ).series()
        contents.takeOthers(from: seriesPlace)
        surface.show(contents, changing: axisChanges)
        for entry in surface.modifiers {
            do throws(Problem) {
                try entry.checkAxis(surface.chart.xAxes[0], at: .root)
            } catch {
                throw Problem(
                    error.code, error.detail, pointer: namedLists.contains("xAxes") ? "/xAxes/0/type" : "/dataset")
            }
        }
        guard surface.chart.windowOptions.method != .calendar || contents.hasDates else {
            throw Problem(.propertyInvalid, "The surface's bars of civil time need dates.", pointer: "/dataset")
        }
    }
}

extension ModifierBody {
    /// The id that the modifier has or gets.
    var effectiveID: String? { id ?? type }
}

extension ChartContents {
    /// Takes the rows of the datasets that the series name beside the surface's.
    fileprivate mutating func takeOthers(from place: SeriesPlace) {
        let named = Set(series.compactMap(\.dataset))
        others = place.others.filter { named.contains($0.dataset) }
    }

    /// Whether the rows lie at dates, so that bars of civil time can aggregate them.
    var hasDates: Bool { table.xKind == .date && xAxes[0].options.type != .category }
}

extension GestureThresholds {
    /// Reads a profile, and single thresholds that override it.
    fileprivate init(_ body: JSONObject, at pointer: JSONPointer) throws(Problem) {
        let profile = try JSONCoding.decode(
            GestureProfile?.self, from: body["profile"] ?? .null, at: pointer.appending("profile"))
        self.init(profile: profile ?? .uikit)
        for (name, json) in body.members where name != "profile" {
            guard Self.names.contains(name) else {
                throw Problem(.propertyUnknown, "There is no threshold \"\(name)\".", at: pointer.appending(name))
            }
            guard case .number(let amount) = json, (0...1e9).contains(amount) else {
                throw Problem(.propertyInvalid, "A threshold lies between 0 and 1e9.", at: pointer.appending(name))
            }
            _ = override(name, with: amount)
        }
    }
}
