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
        if hasSpecification { AxisChange(of: axis).write(AxisChange.settings, into: &writer) }
        if let ticks { writeTicks(ticks, by: axis.options.tickRule, into: &writer) }
        writer.endObject()
    }

    private func writeRange(_ name: StaticString, _ range: AxisRange?, into writer: inout JSONWriter) {
        writer.key(name)
        guard let range else { return writer.null() }
        writer.beginArray()
        writer.number(orNull: range.min)
        writer.number(orNull: range.max)
        writer.endArray()
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
