import ChartEngine
import ChartText
import ChartWire

/// Writes descriptions as JSON.
enum DescriptionWriter {
    /// The description of a chart in a locale.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - areRowsAlone: Whether its rows alone are described, and not its axes and its selection.
    ///   - locale: The locale.
    ///   - answerBytes: The most bytes of the answer.
    /// - Returns: The body of the answer.
    /// - Throws: `limits.answer`.
    static func answer(
        of chart: Chart, areRowsAlone: Bool = false, in locale: ChartLocale, answerBytes: Int
    ) throws(Problem) -> [UInt8] {
        let description = ChartDescription(of: chart, in: locale)
        var writer = JSONWriter(reservingCapacity: 4_096, limit: answerBytes)
        writer.object { $0.members(of: description, areRowsAlone: areRowsAlone) }
        return try writer.answer(remedy: "Show fewer series.")
    }
}

extension JSONWriter {
    fileprivate mutating func members(of description: ChartDescription, areRowsAlone: Bool) {
        member("locale", description.locale)
        member("title", description.title)
        member("text", description.text)
        member("window") { writer in
            writer.member("from", description.window.from)
            writer.member("to", description.window.to)
            writer.member("text", description.window.text)
        }
        if !areRowsAlone {
            member("axes", list: description.axes) { axis, writer in
                writer.object { writer in
                    writer.member("id", axis.id)
                    writer.member("text", axis.text)
                }
            }
        }
        member("series", list: description.series) { series, writer in
            writer.object { $0.members(of: series) }
        }
        guard !areRowsAlone else { return }
        if !description.annotations.isEmpty {
            member("annotations", list: description.annotations) { annotation, writer in
                writer.object { writer in
                    writer.member("id", annotation.id)
                    writer.member("text", annotation.text)
                }
            }
        }
        member("selection") { writer in
            writer.member("text", description.selection)
        }
    }

    private mutating func members(of series: ChartDescription.Series) {
        member("id", series.id)
        member("name", series.name)
        member("text", series.text)
        member("count", series.count)
        member("missing", series.missing)
        write("first", series.first)
        write("last", series.last)
        write("minimum", series.minimum)
        write("maximum", series.maximum)
        member("mean", orNull: series.mean)
        member("change", orNull: series.change)
        member("trend", orNull: series.trend?.rawValue)
    }

    private mutating func write(_ name: StaticString, _ place: ChartDescription.Place?) {
        guard let place else {
            key(name)
            return null()
        }
        member(name) { writer in
            writer.member("x", place.x)
            writer.member("value", place.y)
        }
    }
}
