extension ISO8601 {
    /// Writes an instant as ISO 8601 text in UTC, such as `2024-10-15T16:00:13Z`.
    ///
    /// A fraction of a second appears only if it is not zero, with three digits, or six if there are microseconds.
    /// Years outside 0000 to 9999 have a sign and six digits. An instant more than 8.64e15 ms from 1970 needs more
    /// digits than that; it is written as a plain number.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The text.
    public static func format(_ milliseconds: Double) -> String {
        guard milliseconds.magnitude <= 8.64e15 else { return "\(milliseconds)" }
        var total = Int(milliseconds)
        if Double(total) > milliseconds { total -= 1 }
        var microsecond = ((milliseconds - Double(total)) * 1000).nearestInteger
        if microsecond == 1000 { (total, microsecond) = (total + 1, 0) }
        let days = total.flooredQuotient(by: DayNumber.milliseconds)
        let ofDay = total - days * DayNumber.milliseconds
        let date = DayNumber(days).yearMonthDay
        let day = "\(yearText(date.year))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        let seconds = ofDay / 1000
        let time = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        return "\(day)T\(time)\(fraction(ofDay % 1000, microsecond))Z"
    }

    private static func yearText(_ year: Int) -> String {
        if (0...9999).contains(year) { return padded(year, 4) }
        return (year < 0 ? "-" : "+") + padded(Int(year.magnitude), 6)
    }

    private static func fraction(_ millisecond: Int, _ microsecond: Int) -> String {
        if microsecond > 0 { return "." + padded(millisecond, 3) + padded(microsecond, 3) }
        return millisecond > 0 ? "." + padded(millisecond, 3) : ""
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
