import Synchronization

/// The tables of the time zones in use, shared by all calendars of the process.
///
/// A table depends only on the zone's identifier, so sharing does not change any result.
enum ZoneOffsetsCache {
    /// More than the identifiers of the IANA database; the cache reads tables beyond it each time.
    private static let capacity = 1024

    /// Longer than any identifier of the IANA database, in UTF-8 bytes.
    private static let longestIdentifier = 64

    private static let tables = Mutex<[String: ZoneOffsets]>([:])

    /// The table of a zone; nil for an unknown zone.
    static func offsets(identifier: String) -> ZoneOffsets? {
        guard identifier.utf8.count <= longestIdentifier else { return nil }
        if let known = tables.withLock({ $0[identifier] }) { return known }
        guard let read = FoundationTimeZone.offsets(identifier: identifier) else { return nil }
        return tables.withLock { tables in
            if let known = tables[identifier] { return known }
            if tables.count < capacity { tables[identifier] = read }
            return read
        }
    }
}
