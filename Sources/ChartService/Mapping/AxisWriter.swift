import ChartEngine
import ChartWire

/// Writes an axis as JSON, always complete.
struct AxisWriter {
    let ticks: AxisTicks?
    let hasSpecification: Bool

    func write(_ axis: Axis, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", axis.id)
        writer.member("type", axis.options.type.rawValue)
        writer.member("alignment", axis.alignment.rawValue)
        writer.member("flipped", axis.options.isFlipped)
        writeRange("visibleRange", axis.visibleRange, into: &writer)
        writeRange("dataRange", axis.dataRange, into: &writer)
        writeRange("maximumRange", axis.maximumRange, into: &writer)
        if axis.isCut { writer.member("cut", true) }
        writer.member("zoomState", axis.zoomState.rawValue)
        if axis.dimension == .x {
            writer.member("follow", axis.options.follow.rawValue)
            writer.member("followState", orNull: axis.followState?.rawValue)
        }
        if hasSpecification { writeOptions(axis.options, into: &writer) }
        if let ticks { writeTicks(ticks, by: axis.options.tickRule, into: &writer) }
        writer.endObject()
    }

    private func writeRange(_ name: StaticString, _ range: AxisRange?, into writer: inout JSONWriter) {
        if let range {
            writePair(name, range.min, range.max, into: &writer)
        } else {
            writer.key(name)
            writer.null()
        }
    }

    private func writePair(_ name: StaticString, _ first: Double?, _ second: Double?, into writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        writer.number(orNull: first ?? .nan)
        writer.number(orNull: second ?? .nan)
        writer.endArray()
    }

    private func writeOptions(_ options: AxisOptions, into writer: inout JSONWriter) {
        writer.member("autoRange", options.autoRange.rawValue)
        writePair("growBy", options.growBy.min, options.growBy.max, into: &writer)
        writePair("visibleRangeLimit", options.visibleRangeLimit.min, options.visibleRangeLimit.max, into: &writer)
        writer.member("limitMode", options.limitMode.rawValue)
        writer.member("hardLimit", options.hasHardLimit)
        writer.member("minimumSpan", orNull: options.minimumSpan)
        writer.member("maximumSpan", orNull: options.maximumSpan)
        writer.member("tickCount", orNull: options.tickCount.map(Double.init))
        writer.member("minorsPerMajor", options.minorsPerMajor)
        guard let look = options.look else { return }
        if let title = look.title { writer.member("title", title) }
        if let unit = look.unit { writer.member("unit", unit) }
        guard let format = look.format else { return }
        writer.member("format") { writer in
            writer.member("notation", format.notation.rawValue)
            if let decimals = format.decimals { writer.member("decimals", decimals) }
        }
    }

    private func writeTicks(_ ticks: AxisTicks, by rule: TickRule, into writer: inout JSONWriter) {
        writer.member("ticks") { writer in
            if hasSpecification { writer.member("rule", rule.rawValue) }
            writer.member("major", list: ticks.major) { $1.value($0) }
            writer.member("minor", list: ticks.minor) { $1.value($0) }
            writer.member("labels", list: ticks.labels) { $1.value($0) }
        }
    }
}
