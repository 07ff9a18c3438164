import ChartEngine
import ChartSeries
import HTTPTypes
import Synchronization

/// The `Date` of answers (RFC 9110, 5.6.7), formatted once a second.
final class DateHeader: Sendable {
    private let made = Mutex((second: Int64.min, field: HTTPField(name: .date, value: "")))

    /// The field for a time, in milliseconds since 1970.
    func field(at now: Int64) -> HTTPField {
        let second = now / 1_000
        return made.withLock { made in
            if made.second != second { made = (second, HTTPField(name: .date, value: Self.text(ofSecond: second))) }
            return made.field
        }
    }

    /// A time in the format of HTTP.
    static func text(ofSecond second: Int64) -> String {
        let date = CivilCalendar.utc.civil(Double(second) * 1_000)
        return "\(weekdays[date.weekday]), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) "
            + "\(twoDigits(date.hour)):\(twoDigits(date.minute)):\(twoDigits(date.second)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
