package import ChartSeries
import Testing

/// The time zones of the tests of civil time, with what is special in each.
package enum CivilZones {
    /// The names.
    package static let all = [
        "UTC",
        "America/New_York",
        "America/Sao_Paulo",  // skipped midnights
        "America/St_Johns",  // set back over midnight
        "America/Toronto",  // 1919: from 23:30 to 00:30
        "Africa/Casablanca",  // changes listed until 2087
        "Africa/Monrovia",  // 44 min 30 s behind until 1972
        "Antarctica/Troll",  // two hours of daylight saving
        "Asia/Kolkata",
        "Asia/Pyongyang",  // changes without daylight saving
        "Australia/Lord_Howe",  // half an hour of daylight saving
        "Europe/Dublin",  // negative daylight saving
        "Europe/Moscow",
        "Pacific/Apia",  // a day skipped
        "Pacific/Kiritimati",
    ]

    /// The calendar of a zone.
    package static func calendar(_ identifier: String) throws -> CivilCalendar {
        try #require(CivilCalendar(timeZone: identifier), "the zone \(identifier) is not known here")
    }

    /// An instant from text such as `2024-11-03T05:30Z`.
    package static func utc(_ text: String) throws -> Double {
        let numbers = text.split { "-T:.Z".contains($0) }.compactMap { Int($0) }
        try #require(numbers.count >= 3 && text.hasSuffix("Z") != (numbers.count == 3))
        let parts = numbers + Array(repeating: 0, count: max(7 - numbers.count, 0))
        return CivilCalendar.utc.instant(
            CivilDate(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5],
                millisecond: Double(parts[6])))
    }
}
