import ChartSessions

extension RowSeal {
    /// The checksum of an entry of a log.
    static func entry(_ numbers: [5 of Int64], line: Span<UInt8>) -> Int64 {
        var seal = RowSeal()
        for index in numbers.indices { seal.add(numbers[index]) }
        seal.add(line)
        return seal.value
    }

    /// The checksum of a snapshot.
    static func snapshot(session key: Int64, revision: Int, state: Span<UInt8>) -> Int64 {
        var seal = RowSeal()
        seal.add(key)
        seal.add(Int64(revision))
        seal.add(state)
        return seal.value
    }

    /// The checksum of a head, without its datasets, which change.
    static func head(_ head: StoredHead) -> Int64 {
        var seal = RowSeal()
        seal.add(Array(head.id.utf8).span)
        seal.add(head.driverTokenHash.span)
        seal.add(head.viewerTokenHash.span)
        seal.add(Int64(bitPattern: head.idleTimeout.bitPattern))
        seal.add(head.line.span)
        return seal.value
    }

    /// Throws for an altered row, or one without its checksum.
    static func check(_ stored: Int64?, is expected: Int64, of what: String) throws(SessionStoreError) {
        guard stored != expected else { return }
        throw .damagedSession("\(what) was altered")
    }
}
