import ChartEngine
package import ChartSeries
package import ChartWire

/// The dates of a query.
extension QueryParameters {
    /// The calendar of the query's time zone.
    package func calendar() throws(Problem) -> CivilCalendar? {
        try value("timeZone", expected: "the name of a time zone") { CivilCalendar(timeZone: $0) }
    }

    /// A place on the x of a table: a number as in JSON, or ISO-8601 text where x is a date.
    package func instant(_ name: String, of table: Table, calendar: CivilCalendar) throws(Problem) -> Double? {
        try value(name, expected: table.xKind == .date ? "a date or a number" : "a number") { text in
            if case .number(let number)? = try? JSONValue.parse(text.utf8) { return number }
            return table.xKind == .date ? calendar.instant(iso8601: text) : nil
        }
    }
}
