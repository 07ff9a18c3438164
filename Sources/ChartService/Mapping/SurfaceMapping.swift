import ChartEngine
import ChartSeries
import ChartWire
import Gestures

extension SurfaceBody {
    /// The id that the surface has or gets.
    var effectiveID: String { id ?? "main" }

    /// Creates the surface that the body specifies.
    ///
    /// - Parameters:
    ///   - table: The rows of its dataset; `nil` for none.
    ///   - context: What the mapping needs beside the body.
    ///   - pointer: The place of the body.
    /// - Returns: The surface.
    /// - Throws: A problem that names the place.
    func surface(table: Table?, context: SpecificationContext, at pointer: JSONPointer) throws(Problem) -> Surface {
        try Identifier.check(effectiveID, at: pointer.appending("id"))
        let table = table ?? Table.empty
        let xAxes = try axes(xAxes, .x, table: table, context: context, at: pointer.appending("xAxes"))
        let yAxes = try axes(yAxes, .y, table: table, context: context, at: pointer.appending("yAxes"))
        try AxisList.check(xAxes, yAxes, at: pointer)
        let chart = Chart(
            id: effectiveID,
            size: try size?.chartSize(at: pointer.appending("size")) ?? ChartSize(width: 800, height: 400),
            xAxes: xAxes, yAxes: yAxes,
            series: try plottedSeries(table: table, xAxes: xAxes, yAxes: yAxes, at: pointer.appending("series")),
            table: table,
            windowOptions: try WindowOptions().taking(
                window ?? [:],
                in: .init(
                    maximumRows: context.maximumRows,
                    hasDates: table.xKind == .date && xAxes[0].options.type != .category),
                at: pointer.appending("window")),
            calendar: context.calendar)
        var surface = Surface(
            chart: chart, thresholds: try thresholds(at: pointer.appending("gestures")),
            maximumTouches: context.maximumTouches)
        surface.setCaption(try caption(at: pointer))
        let place = ModifierPlace(of: chart, checksIDs: context.limits != nil)
        for entry in try entries(context: context, in: place, at: pointer.appending("modifiers")) {
            surface.add(entry)
        }
        return surface
    }

    private func axes(
        _ bodies: [AxisBody]?, _ dimension: AxisDimension, table: Table, context: SpecificationContext,
        at pointer: JSONPointer
    ) throws(Problem) -> [Axis] {
        let defaults = AxisOptions.defaults(dimension, of: table)
        guard let bodies else { return [Axis(id: dimension.rawValue, dimension: dimension, options: defaults)] }
        try AxisList.checkCount(bodies.count, at: pointer)
        var axes: [Axis] = []
        for (index, body) in bodies.enumerated() {
            axes.append(
                try body.axis(
                    dimension: dimension, position: index, defaults: defaults, calendar: context.calendar,
                    at: pointer.appending(index)))
        }
        return axes
    }

    private func thresholds(at pointer: JSONPointer) throws(Problem) -> GestureThresholds {
        guard let gestures else { return GestureThresholds() }
        var profile = GestureProfile.uikit
        if let named = gestures["profile"] {
            guard case .string(let text) = named else {
                throw Problem(.propertyInvalid, "Expected text.", at: pointer.appending("profile"))
            }
            profile = try Problem.word(text, of: GestureProfile.self, at: pointer.appending("profile"))
        }
        var thresholds = GestureThresholds(profile: profile)
        for (name, json) in gestures.members where name != "profile" {
            guard GestureThresholds.names.contains(name) else {
                throw Problem(.propertyUnknown, "There is no threshold \"\(name)\".", at: pointer.appending(name))
            }
            guard case .number(let amount) = json, (0...1e9).contains(amount) else {
                throw Problem(.propertyInvalid, "A threshold lies between 0 and 1e9.", at: pointer.appending(name))
            }
            _ = thresholds.override(name, with: amount)
        }
        return thresholds
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
}

extension ModifierBody {
    /// The id that the modifier has or gets.
    var effectiveID: String? { id ?? type }
}

extension SizeBody {
    /// The size of a plot area, checked.
    func chartSize(at pointer: JSONPointer) throws(Problem) -> ChartSize {
        for (name, side) in [("width", width), ("height", height)]
        where !(side >= 1 && side <= SpecificationContext.maximumSide) {
            throw Problem(
                .propertyInvalid, "A side of a plot area has 1 to \(Int(SpecificationContext.maximumSide)) points.",
                at: pointer.appending(name))
        }
        return ChartSize(width: width, height: height)
    }
}
