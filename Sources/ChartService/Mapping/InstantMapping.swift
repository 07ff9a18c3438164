import ChartEngine
import ChartSeries

extension CivilCalendar {
    /// The instant of ISO-8601 text, in milliseconds since 1970; text without a zone is in this calendar's.
    ///
    /// - Returns: `nil` when the text is no date.
    package func instant(iso8601 text: String) -> Double? {
        ISO8601(text)?.epochMilliseconds(localToUTC: utcMilliseconds(ofCivil:))
    }

    /// The UTC milliseconds of civil ones, both counted as if in UTC.
    package func utcMilliseconds(ofCivil milliseconds: Int64) -> Int64 {
        Int64(instant(CivilCalendar.utc.civil(Double(milliseconds))))
    }
}
