import ChartSeries

extension RowSeal {
    /// The checksum of an entry of a log.
    package static func entry(_ numbers: [5 of Int64], line: Span<UInt8>) -> Int64 {
        var seal = RowSeal()
        for index in numbers.indices { seal.add(numbers[index]) }
        seal.add(line)
        return seal.value
    }

    /// The checksum of a snapshot.
    package static func snapshot(session key: Int64, revision: Int, state: Span<UInt8>) -> Int64 {
        var seal = RowSeal()
        seal.add(key)
        seal.add(Int64(revision))
        seal.add(state)
        return seal.value
    }

    /// The checksum of a head, without its datasets, which change.
    ///
    /// A head without an owner and a time of creation has the checksum of earlier versions.
    package static func head(_ head: StoredHead) -> Int64 {
        var seal = RowSeal()
        seal.add(Array(head.id.utf8).span)
        seal.add(head.driverTokenHash.span)
        seal.add(head.viewerTokenHash.span)
        seal.add(Int64(bitPattern: head.idleTimeout.bitPattern))
        seal.add(head.line.span)
        guard head.owner != nil || head.createdAt != nil else { return seal.value }
        seal.add(head.createdAt == nil ? 0 : 1)
        seal.add(head.createdAt ?? 0)
        seal.add(Int64(head.owner?.datasets.patterns.count ?? -1))
        for text in [head.owner?.subject.text ?? ""] + (head.owner?.datasets.patterns ?? []) {
            seal.add(Array(text.utf8).span)
        }
        return seal.value
    }

    /// Throws for an altered row, or one without its checksum.
    package static func check(_ stored: Int64?, is expected: Int64, of what: String) throws(SessionStoreError) {
        guard stored != expected else { return }
        throw .damagedSession("\(what) was altered")
    }
}
