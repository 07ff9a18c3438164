extension CivilCalendar {
    /// The instant of ISO-8601 text, in milliseconds since 1970; text without a zone is in this calendar's zone.
    ///
    /// - Returns: `nil` when the text is not a date.
    package func instant(iso8601 text: String) -> Double? {
        ISO8601(text)?.epochMilliseconds(localToUTC: utcMilliseconds(ofCivil:))
    }

    /// The instants of a civil time, which the argument counts as if it were UTC.
    package func instants(ofCivil milliseconds: Int64) -> CivilInstants {
        let first = utcMilliseconds(ofCivil: milliseconds)
        let offset = offset(at: Double(first))
        // Clocks are set back by less than a day.
        let later = self.offset(at: Double(first + 86_400_000))
        let second = milliseconds - Int64(later)
        return CivilInstants(
            first: first, second: later < offset && self.offset(at: Double(second)) == later ? second : nil,
            isSkipped: first + Int64(offset) != milliseconds)
    }

    /// The UTC milliseconds of a civil time, which the argument counts as if it were UTC.
    package func utcMilliseconds(ofCivil milliseconds: Int64) -> Int64 {
        Int64(instant(CivilCalendar.utc.civil(Double(milliseconds))))
    }
}
