import ChartEngine
import ChartWire

/// The axes and the calendar that a modifier's dates refer to.
struct ModifierDates {
    let xAxes: [Axis]
    let yAxes: [Axis]
    let calendar: CivilCalendar

    init(xAxes: [Axis], yAxes: [Axis], calendar: CivilCalendar) {
        self.xAxes = xAxes
        self.yAxes = yAxes
        self.calendar = calendar
    }

    init(of chart: Chart) {
        self.init(xAxes: chart.xAxes, yAxes: chart.yAxes, calendar: chart.calendar)
    }

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
