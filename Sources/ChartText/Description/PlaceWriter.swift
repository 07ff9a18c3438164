import ChartEngine
import ChartSeries
import Foundation

/// Writes places on an axis for a description, as fine as the span that they lie in needs.
struct PlaceWriter {
    private static let secondsUpTo = 10 * 60_000.0
    private static let timesUpTo = 2 * 86_400_000.0

    let locale: ChartLocale
    /// The calendar of dates; `nil` for numbers.
    let calendar: CivilCalendar?
    /// The unit and the format of numbers.
    let look: AxisLook?
    /// The span of the axis that is described.
    let span: Double
    /// The digits of a second that tell the rows in view apart; `nil` is minutes.
    let secondDigits: Int?

    private var hasSeconds: Bool { secondDigits != nil || span <= Self.secondsUpTo }

    /// A place: a number, a day, or a time of a day where the span is at most two days.
    func text(_ x: Double) -> String {
        guard let calendar else { return number(x) }
        let moment = CivilMoment(x, calendar: calendar)
        guard span <= Self.timesUpTo else { return locale.formats.text(moment, \.dayOfYear) }
        guard hasSeconds else { return locale.formats.text(moment, \.dayOfYearTime) }
        return locale.formats.text(
            moment, \.dayOfYearTime, withSecond: \.dayOfYearTimeWithSecond, digits: secondDigits ?? 0)
    }

    /// A range of places.
    func range(_ from: Double, _ to: Double) -> String {
        if let calendar, !hasSeconds || span > Self.timesUpTo,
            let text = locale.formats.text(
                from: CivilMoment(from, calendar: calendar), to: CivilMoment(to, calendar: calendar),
                hasTimes: span <= Self.timesUpTo)
        {
            return text
        }
        return locale.language.catalogue.text(.range, ["from": text(from), "to": text(to)])
    }

    private func number(_ x: Double) -> String {
        locale.text(x, format: look?.format, decimals: .showing(span: span), unit: look?.unit)
    }
}
