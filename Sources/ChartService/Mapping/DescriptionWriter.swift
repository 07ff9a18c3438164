import ChartEngine
import ChartSessions
import ChartText
import ChartWire

/// Writes the description of a surface as JSON.
enum DescriptionWriter {
    /// The description in a locale.
    ///
    /// - Throws: `limits.answer`.
    static func answer(
        of entry: SessionSurface, in locale: ChartLocale, answerBytes: Int
    ) throws(Problem) -> [UInt8] {
        let description = ChartDescription(of: entry.surface.chart, in: locale)
        var writer = JSONWriter(reservingCapacity: 4_096, limit: answerBytes)
        writer.object { $0.members(of: description) }
        return try writer.answer(remedy: "Show fewer series.")
    }
}

extension JSONWriter {
    fileprivate mutating func members(of description: ChartDescription) {
        member("locale", description.locale)
        member("title", description.title)
        member("text", description.text)
        member("window") { writer in
            writer.member("from", description.window.from)
            writer.member("to", description.window.to)
            writer.member("text", description.window.text)
        }
        member("axes", list: description.axes) { axis, writer in
            writer.object { writer in
                writer.member("id", axis.id)
                writer.member("text", axis.text)
            }
        }
        member("series", list: description.series) { series, writer in
            writer.object { $0.members(of: series) }
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
