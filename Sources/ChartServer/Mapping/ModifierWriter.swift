import ChartEngine
import ChartWire

/// Writes a modifier with its parameters as JSON.
struct ModifierWriter {
    let entry: AttachedModifier

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("type", type(of: entry.modifier).typeName)
            writer.member("isEnabled", entry.options.isEnabled)
            writer.member("receiveHandledEvents", entry.options.receiveHandledEvents)
            writer.member("requireFailureOf", list: entry.options.requireFailureOf) { $1.value($0) }
            writer.member("simultaneousWith", list: entry.options.simultaneousWith) { $1.value($0) }
            for (name, json) in parameters(of: entry.modifier).members {
                writer.key(name)
                JSONCoding.write(json, into: &writer)
            }
        }
    }

    private func parameters(of modifier: some ChartModifier) -> JSONObject { modifier.parameters.members }
}
