import ChartEngine
import ChartSeries
import ChartWire

extension WindowBody {
    /// The options with the changes of the body.
    ///
    /// - Parameters:
    ///   - options: The present options.
    ///   - maximumRows: The most rows and points of a window; larger requests are reduced to it.
    ///   - hasDates: Whether the rows lie at dates, so that bars can aggregate them.
    ///   - pointer: The place of the body.
    /// - Returns: The options.
    /// - Throws: A problem that names the place.
    func options(
        _ options: WindowOptions, maximumRows: Int, hasDates: Bool, at pointer: JSONPointer
    ) throws(Problem) -> WindowOptions {
        var options = options
        if let method {
            options.method = try Problem.word(method, of: WindowMethod.self, at: pointer.appending("method"))
            guard options.method != .calendar || hasDates else {
                throw Problem(.propertyInvalid, "Bars of civil time need dates.", at: pointer.appending("method"))
            }
        }
        if let rowUnit {
            options.rowUnit = try Problem.word(
                rowUnit, of: WindowOptions.RowUnit.self, at: pointer.appending("rowUnit"))
        }
        if let maxRows {
            guard maxRows >= 1 else {
                throw Problem(.propertyInvalid, "A window has at least one row.", at: pointer.appending("maxRows"))
            }
            options.maximumRows = maxRows
        }
        options.maximumRows = min(options.maximumRows, maximumRows)
        if let points {
            if let wanted = points.wrapped, wanted < WindowOptions.fewestPoints {
                throw Problem(
                    .propertyInvalid, "A window has at least \(WindowOptions.fewestPoints) points.",
                    at: pointer.appending("points"))
            }
            options.points = points.wrapped.map { min($0, maximumRows) }
        }
        if let aggregate {
            options.aggregate = try Problem.word(aggregate, of: Aggregate.self, at: pointer.appending("aggregate"))
        }
        if let unit {
            options.unit = try unit.wrapped.map { text throws(Problem) in
                try Problem.word(text, of: CalendarUnit.self, at: pointer.appending("unit"))
            }
        }
        if let weekStart {
            options.weekStart = try Problem.word(weekStart, of: WeekStart.self, at: pointer.appending("weekStart"))
            if options.weekStart == .monday { options.weekStart = nil }
        }
        if let unitCount {
            if let count = unitCount.wrapped, !(1...CalendarStep.mostUnits).contains(count) {
                throw Problem(
                    .propertyInvalid, "A bar stands for 1 to \(CalendarStep.mostUnits) units.",
                    at: pointer.appending("unitCount"))
            }
            options.unitCount = unitCount.wrapped == 1 ? nil : unitCount.wrapped
        }
        guard options.unitCount == nil || options.unit != nil else {
            throw Problem(
                .propertyInvalid, "A number of units needs the `unit` that it counts.",
                at: pointer.appending("unitCount"))
        }
        return options
    }
}
