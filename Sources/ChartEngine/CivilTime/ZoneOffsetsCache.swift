import Synchronization

/// The tables of the zones that have been asked for, shared by all calendars of the process.
///
/// A table depends on the zone's identifier alone, so sharing changes no result.
enum ZoneOffsetsCache {
    /// More than the identifiers of the IANA database; identifiers beyond it are read anew each time.
    private static let capacity = 1024

    /// Longer than any identifier of the IANA database, in UTF-8 bytes.
    private static let longestIdentifier = 64

    private static let tables = Mutex<[String: ZoneOffsets]>([:])

    /// The table of a zone, or nil for an unknown one.
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
