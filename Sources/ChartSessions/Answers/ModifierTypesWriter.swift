package import ChartEngine
import ChartWire
import Gestures

/// Writes what the types of modifiers say of themselves.
extension ModifierRegistry {
    /// The registered types with what a client can set of each, and the presets, as the body of `GET /v1/modifiers`.
    package var body: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 65_536)
        writer.object { writer in
            writer.member("modifiers", list: names.compactMap { self[$0] }) { type, writer in
                writer.object { writer in
                    writer.member("type", type.typeName)
                    writer.member("gesture", orNull: type.gesture?.rawValue)
                    writer.member("properties", list: Self.properties(of: type)) { $0.write(into: &$1) }
                }
            }
            writer.member("presets", list: ModifierPreset.allCases) { preset, writer in
                writer.object { writer in
                    writer.member("name", preset.rawValue)
                    writer.key("modifiers")
                    JSONCoding.write(.array(preset.modifiers.map { .object($0) }), into: &writer)
                    writer.member("meaning", preset.meaning)
                }
            }
        }
        return writer.bytes
    }
}
