import ChartSeries
import ChartStores
import ChartWire

/// Writes the lines of a session's log.
enum LogWriter {
    /// The line of a change, without its end.
    static func line(of record: ChangeRecord, in session: Session) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: room(of: record, in: session))
        writer.beginObject()
        writer.member("revision", session.revision)
        writer.member("kind", record.kind.rawValue)
        if let operation = record.operation { writer.member("operation", operation) }
        writer.member("surface", record.surface)
        for parameter in record.parameters {
            writer.key(parameter.name)
            writer.value(parameter.value)
        }
        if let number = record.number {
            writer.member("client", number.client.text)
            writer.member("sequence", number.sequence)
        }
        if let digest = record.digest { writer.member("digest", hexadecimal: digest.bytes) }
        if let author = record.author { writer.member("author", author) }
        if !record.query.isEmpty { writer.member("query", record.query) }
        writer.member("datasets", session.lookups)
        if !record.body.isEmpty {
            writer.key("body")
            writer.rawValue(record.body)
        }
        writer.member("stateHash", hash: session.stateHash)
        writer.endObject()
        return writer.bytes
    }

    /// About the bytes of a change's line, rounded up slightly: lines stay in memory and should have no spare capacity.
    private static func room(of record: ChangeRecord, in session: Session) -> Int {
        let names = record.surface.utf8.count + record.query.utf8.count + (record.number?.client.text.utf8.count ?? 0)
        return record.body.count + names + (record.digest == nil ? 208 : 288) + 56 * session.surfaces.count
    }

    /// The line of a snapshot, for a log whose beginning was dropped.
    static func line(of snapshot: StoredSnapshot) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: snapshot.state.count + 64)
        writer.object { writer in
            writer.member("revision", snapshot.revision)
            writer.member("kind", "snapshot")
            writer.key("state")
            writer.rawValue(snapshot.state)
        }
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes what was seen of datasets, by name.
    mutating func member(_ name: StaticString, _ lookups: [DatasetLookup]) {
        member(name) { writer in
            for lookup in lookups {
                writer.key(lookup.name)
                writer.object { writer in
                    writer.member("version", lookup.version)
                    writer.member("rows", lookup.rows)
                    if let edition = lookup.edition, edition > 0 { writer.member("edition", edition) }
                }
            }
        }
    }

    /// Writes a hash as 16 hexadecimal digits.
    mutating func member(_ name: StaticString, hash: UInt64) {
        key(name)
        value(hexadecimal: hash)
    }
}
