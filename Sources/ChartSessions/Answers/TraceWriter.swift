import ChartEngine
import ChartWire
import Gestures

/// Writes the trace of the surfaces as JSON.
enum TraceWriter {
    static func write(_ trace: TraceReport, into writer: inout JSONWriter) {
        writer.member("trace", list: trace.entries) { entry, writer in
            writer.object { write(entry, into: &$0) }
        }
        if trace.omittedCount > 0 { writer.member("traceOmitted", trace.omittedCount) }
    }

    private static func write(_ entry: TraceEntry, into writer: inout JSONWriter) {
        switch entry.kind {
        case .transition(let transition, let reason):
            writer.member("kind", "transition")
            writer.member("surface", entry.surface)
            writer.members(of: transition.gesture, by: transition.owner)
            writer.member("cause", transition.cause.rawValue)
            if let opponent = transition.opponent { writer.member("by", opponent) }
            if let reason { writer.member("reason", reason) }
        case .handled(let modifier, let place, let origin):
            writer.member("kind", "handled")
            writer.member("surface", entry.surface)
            writer.member("modifier", modifier)
            writer.member("pointer", pointer(to: place))
            writer.member("source", origin.source)
            writer.member("isMaster", origin.isMaster)
            writer.member("isInSourceBounds", origin.isInSourceBounds)
        case .limit(let axis, let limitation):
            writer.member("kind", "limit")
            writer.member("surface", entry.surface)
            writer.member("axis", axis)
            writer.member("rule", limitation.rule.name)
            write("wanted", limitation.wanted, into: &writer)
            write("applied", limitation.applied, into: &writer)
        case .ignored(let modifier, let place, let reason):
            writer.member("kind", "ignored")
            writer.member("surface", entry.surface)
            if let modifier { writer.member("modifier", modifier) }
            writer.member("pointer", pointer(to: place))
            writer.member("reason", reason)
        }
    }

    private static func write(_ name: StaticString, _ range: AxisRange, into writer: inout JSONWriter) {
        writer.member(name, list: [range.min, range.max]) { $1.value($0) }
    }

    private static func pointer(to place: TraceEntry.Place) -> String {
        switch place {
        case .request: ""
        case .event(let event): "/events/\(event)"
        case .contact(let contact, let event): "/events/\(event)/touches/\(contact)"
        }
    }
}
