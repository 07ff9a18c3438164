import ChartStores

/// The checksums of the lines of a session's log.
extension RowSeal {
    /// The checksum of a line of a session's log.
    static func line(
        _ line: [UInt8], of session: String, revision: Int, node: Int64, counter: Int64
    ) -> Int64 {
        var seal = RowSeal()
        seal.add(Array(session.utf8).span)
        seal.add(Int64(revision))
        seal.add(node)
        seal.add(counter)
        seal.add(line.span)
        return seal.value
    }

    /// The checksum of a session's snapshot.
    static func state(_ state: [UInt8], of session: String, revision: Int) -> Int64 {
        var seal = RowSeal()
        seal.add(Array(session.utf8).span)
        seal.add(Int64(revision))
        seal.add(state.span)
        return seal.value
    }
}
