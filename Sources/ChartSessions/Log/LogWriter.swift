import ChartSeries
import ChartStores
import ChartWire

/// Writes the lines of a session's log.
enum LogWriter {
    /// The line of a change, without its end.
    static func line(of change: Change, in session: Session) -> [UInt8] {
        let (operation, query) = (change.operation, change.replayedQuery)
        var writer = JSONWriter(reservingCapacity: room(of: change, query, in: session))
        writer.beginObject()
        writer.member("revision", session.revision)
        writer.member("kind", operation.kind.rawValue)
        if operation.kind == .patch { writer.member("operation", operation.rawValue) }
        writer.member("surface", change.surface)
        if let item = operation.item {
            writer.key(item)
            writer.value(change.item)
        }
        if let number = change.number {
            writer.member("client", number.client.text)
            writer.member("sequence", number.sequence)
            if let digest = change.digest { writer.member("digest", hexadecimal: digest.bytes) }
        }
        if let author = change.author { writer.member("author", author) }
        if !query.isEmpty { writer.member("query", query) }
        writer.member("datasets", session.lookups)
        if !change.body.isEmpty {
            writer.key("body")
            writer.rawValue(change.body)
        }
        writer.member("stateHash", hash: session.stateHash)
        writer.endObject()
        return writer.bytes
    }

    /// About the bytes of a change's line, rounded up slightly: lines stay in memory and should have no spare capacity.
    private static func room(of change: Change, _ query: String, in session: Session) -> Int {
        let names = change.surface.utf8.count + query.utf8.count + (change.number?.client.text.utf8.count ?? 0)
        return change.body.count + names + (change.number == nil ? 208 : 288) + 56 * session.surfaces.count
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
