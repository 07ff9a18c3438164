import ChartEngine
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

    /// A place: a number, a day, or a time of a day where the span is at most two days.
    func text(_ x: Double) -> String {
        guard let calendar else { return number(x) }
        let style: KeyPath<DateFormats, Date.FormatStyle> =
            if span > Self.timesUpTo {
                \.dayOfYear
            } else {
                span > Self.secondsUpTo ? \.dayOfYearTime : \.dayOfYearTimeWithSecond
            }
        return locale.formats.text(CivilMoment(x, calendar: calendar), style)
    }

    /// A range of places.
    func range(_ from: Double, _ to: Double) -> String {
        if let calendar, span > Self.secondsUpTo,
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
