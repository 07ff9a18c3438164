import ChartEngine
import ChartWire

/// What the body of a modifier refers to: axes, series, and the calendar for dates.
struct ModifierReferences {
    let xAxes: [Axis]
    private let yAxes: [Axis]
    private let series: [Series]
    private let calendar: CivilCalendar
    /// Whether unknown ids are refused; they are not in a specification that was accepted earlier.
    private let checksIDs: Bool

    init(of chart: Chart, checksIDs: Bool) {
        xAxes = chart.xAxes
        yAxes = chart.yAxes
        series = chart.series
        calendar = chart.calendar
        self.checksIDs = checksIDs
    }

    /// Refuses ids of axes and series that the surface does not have, where the body names them.
    ///
    /// - Parameters:
    ///   - modifier: The modifier with what the body changes.
    ///   - body: The members of the body.
    ///   - pointer: The place of the body.
    /// - Throws: `specification.unknown-reference`.
    func check<Modifier: ChartModifier>(
        _ modifier: Modifier, givenBy body: JSONObject, at pointer: JSONPointer
    ) throws(Problem) {
        guard checksIDs else { return }
        if body["axes"] != nil {
            let known = (xAxes + yAxes).filter { Modifier.nameableAxes.includes($0.dimension) }
            for (index, id) in modifier.namedAxes.enumerated() where !known.contains(where: { $0.id == id }) {
                throw Problem(
                    .specificationUnknownReference,
                    "The surface has no axis \"\(id)\" that the modifier could change; there are \(list(known.map(\.id))).",
                    at: pointer.appending("axes").appending(index))
            }
        }
        if body["series"] != nil {
            for (index, id) in modifier.namedSeries.enumerated() where !series.contains(where: { $0.id == id }) {
                throw Problem(
                    .specificationUnknownReference, "The surface has no series \"\(id)\".",
                    at: pointer.appending("series").appending(index))
            }
        }
    }

    private func list(_ ids: [String]) -> String { ids.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// The parameters of a modifier with ISO-8601 text replaced by milliseconds, in the properties that take a date.
    ///
    /// - Parameters:
    ///   - parameters: The members of the body merged over those of the modifier.
    ///   - type: The type of the modifier.
    ///   - pointer: The place of the body.
    /// - Returns: The members.
    /// - Throws: `body.invalid-value` for text that is not a date, and for any text on an axis without dates.
    func resolved(
        _ parameters: JSONObject, of type: any ChartModifier.Type, at pointer: JSONPointer
    ) throws(Problem) -> JSONObject {
        var resolved = parameters
        switch type.typeName {
        case ZoomExtentsModifier.typeName:
            try resolve(listAt: "range", of: &resolved, on: xAxes[0], at: pointer)
        case VerticalSliceModifier.typeName:
            try resolve(listAt: "slices", of: &resolved, on: xAxes[0], at: pointer)
        case AxisMarkerModifier.typeName:
            guard let axis = markedAxis(parameters), let marked = parameters["value"] else { break }
            resolved["value"] = try number(marked, on: axis, at: pointer.appending("value"))
        default:
            break
        }
        return resolved
    }

    private func markedAxis(_ parameters: JSONObject) -> Axis? {
        guard case .string(let id)? = parameters["axis"] else { return yAxes[0] }
        return (xAxes + yAxes).first { $0.id == id }
    }

    private func resolve(
        listAt name: String, of parameters: inout JSONObject, on axis: Axis, at pointer: JSONPointer
    ) throws(Problem) {
        guard case .array(let elements)? = parameters[name] else { return }
        var numbers: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            numbers.append(try number(element, on: axis, at: pointer.appending(name).appending(index)))
        }
        parameters[name] = .array(numbers)
    }

    private func number(_ element: JSONValue, on axis: Axis, at pointer: JSONPointer) throws(Problem) -> JSONValue {
        guard case .string(let text) = element else { return element }
        return .number(try Instant.text(text).number(type: axis.options.type, calendar: calendar, at: pointer))
    }
}

extension AttachedModifier {
    /// Refuses a modifier that needs another type of x axis.
    ///
    /// - Parameters:
    ///   - xAxis: The first x axis of its surface.
    ///   - pointer: The place of the modifier's body.
    /// - Throws: `specification.invalid` at the modifier's type.
    func checkAxis(_ xAxis: Axis, at pointer: JSONPointer) throws(Problem) {
        guard modifier is DateWindowZoomModifier else { return }
        switch xAxis.options.type {
        case .date, .category: return
        case .number, .log:
            throw Problem(
                .specificationInvalid,
                "The modifier \"\(id)\" zooms days, and the axis \"\(xAxis.id)\" has no dates or categories.",
                at: pointer.appending("type"))
        }
    }
}
