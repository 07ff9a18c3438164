import ChartEngine
import ChartWire

/// Writes an axis as JSON, always complete.
struct AxisWriter {
    let axis: Axis
    let ticks: AxisTicks?
    let hasSpecification: Bool

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.value(axis.id)
        writer.key("type")
        writer.value(axis.options.type.rawValue)
        writer.key("alignment")
        writer.value(axis.alignment.rawValue)
        writer.key("flipped")
        writer.value(axis.options.isFlipped)
        writeRange("visibleRange", axis.visibleRange, into: &writer)
        writeRange("dataRange", axis.dataRange, into: &writer)
        writeRange("maximumRange", axis.maximumRange, into: &writer)
        writer.key("zoomState")
        writer.value(axis.zoomState.rawValue)
        if axis.dimension == .x {
            writer.key("follow")
            writer.value(axis.options.follow.rawValue)
            writer.key("followState")
            if let state = axis.followState { writer.value(state.rawValue) } else { writer.null() }
        }
        if hasSpecification { writeOptions(into: &writer) }
        if let ticks { writeTicks(ticks, into: &writer) }
        writer.endObject()
    }

    private func writeRange(_ name: String, _ range: AxisRange?, into writer: inout JSONWriter) {
        writer.key(name)
        if let range { writePair(range.min, range.max, into: &writer) } else { writer.null() }
    }

    private func writePair(_ first: Double?, _ second: Double?, into writer: inout JSONWriter) {
        writer.beginArray()
        writer.number(orNull: first ?? .nan)
        writer.number(orNull: second ?? .nan)
        writer.endArray()
    }

    private func writeOptions(into writer: inout JSONWriter) {
        writer.key("autoRange")
        writer.value(axis.options.autoRange.rawValue)
        writer.key("growBy")
        writePair(axis.options.growBy.min, axis.options.growBy.max, into: &writer)
        writer.key("visibleRangeLimit")
        writePair(axis.options.visibleRangeLimit.min, axis.options.visibleRangeLimit.max, into: &writer)
        writer.key("limitMode")
        writer.value(axis.options.limitMode.rawValue)
        writer.key("hardLimit")
        writer.value(axis.options.hasHardLimit)
        writer.key("minimumSpan")
        writer.number(orNull: axis.options.minimumSpan ?? .nan)
        writer.key("maximumSpan")
        writer.number(orNull: axis.options.maximumSpan ?? .nan)
        writer.key("tickCount")
        if let count = axis.options.tickCount { writer.value(count) } else { writer.null() }
        writer.key("minorsPerMajor")
        writer.value(axis.options.minorsPerMajor)
    }

    private func writeTicks(_ ticks: AxisTicks, into writer: inout JSONWriter) {
        writer.key("ticks")
        writer.beginObject()
        if hasSpecification {
            writer.key("rule")
            writer.value(axis.options.tickRule.rawValue)
        }
        for (name, places) in [("major", ticks.major), ("minor", ticks.minor)] {
            writer.key(name)
            writer.beginArray()
            for place in places { writer.value(place) }
            writer.endArray()
        }
        writer.key("labels")
        writer.beginArray()
        for label in ticks.labels { writer.value(label) }
        writer.endArray()
        writer.endObject()
    }
}
