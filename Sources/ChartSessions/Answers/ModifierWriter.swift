import ChartEngine
import ChartWire

/// Writes a modifier with its parameters as JSON.
struct ModifierWriter {
    let entry: AttachedModifier
    /// The children of a group, in their order.
    var children: [AttachedModifier] = []

    /// Writes the modifiers of a surface, children within their group.
    static func write(_ entries: [AttachedModifier], into writer: inout JSONWriter) {
        writer.member("modifiers", list: entries.filter { $0.group == nil }) { entry, writer in
            ModifierWriter(entry: entry, children: entries.filter { $0.group == entry.id }).write(into: &writer)
        }
    }

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("type", type(of: entry.modifier).typeName)
            writer.member("isEnabled", entry.options.isEnabled)
            writer.member("receiveHandledEvents", entry.options.receiveHandledEvents)
            writer.member("requireFailureOf", list: entry.options.requireFailureOf) { $1.value($0) }
            writer.member("simultaneousWith", list: entry.options.simultaneousWith) { $1.value($0) }
            if let when = entry.options.when { write(when, into: &writer) }
            if let meta = entry.options.meta {
                writer.key("meta")
                writer.rawValue(Array(meta.utf8))
            }
            write(entry.modifier, into: &writer)
            writer.member("eventsGroupTag", entry.eventsGroupTag)
            guard entry.holdsModifiers else { return }
            writer.member("children", list: children) { ModifierWriter(entry: $0).write(into: &$1) }
        }
    }

    private func write(_ when: GestureCondition, into writer: inout JSONWriter) {
        writer.member("when") { writer in
            writer.member("buttons", list: when.buttons) { $1.value($0.rawValue) }
            if let keys = when.keys { writer.member("keys", list: keys) { $1.value($0.rawValue) } }
        }
    }

    private func write(_ modifier: some ChartModifier, into writer: inout JSONWriter) {
        modifier.parameters.write(into: &writer)
    }
}
