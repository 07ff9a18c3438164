import ChartEngine
import ChartSeries

extension CivilCalendar {
    /// The instant of ISO-8601 text, in milliseconds since 1970; text without a zone is in this calendar's zone.
    ///
    /// - Returns: `nil` when the text is not a date.
    package func instant(iso8601 text: String) -> Double? {
        ISO8601(text)?.epochMilliseconds(localToUTC: utcMilliseconds(ofCivil:))
    }

    /// The UTC milliseconds of a civil time, which the argument counts as if it were UTC.
    package func utcMilliseconds(ofCivil milliseconds: Int64) -> Int64 {
        Int64(instant(CivilCalendar.utc.civil(Double(milliseconds))))
    }
}
