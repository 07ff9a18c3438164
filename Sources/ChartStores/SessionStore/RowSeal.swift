import ChartSeries

/// A checksum of a row, which detects altered rows on a read.
///
/// It covers the row's key, so it detects exchanged rows. It guards against accidents, not against attackers.
package struct RowSeal: Sendable {
    private static let prime: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var lanes = SIMD4<UInt64>(0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 1)
    private var sum: UInt64 = 0

    /// Starts the checksum of a row.
    package init() {}

    /// Adds a number of the row.
    package mutating func add(_ number: Int64) { mix(UInt64(bitPattern: number)) }

    /// Adds bytes of the row, and their count.
    ///
    /// - Complexity: O(number of bytes), about 10 bytes per nanosecond.
    package mutating func add(_ bytes: Span<UInt8>) {
        let rounds = bytes.count / 32
        for round in 0..<rounds {
            let words = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 32 * round, as: SIMD4<UInt64>.self)
            lanes = (lanes ^ words) &* Self.prime
            lanes ^= lanes &>> 29
        }
        for lane in lanes.indices { mix(lanes[lane]) }
        for index in (32 * rounds)..<bytes.count { mix(UInt64(bytes[index])) }
        mix(UInt64(bytes.count))
    }

    /// The checksum.
    package var value: Int64 { Int64(bitPattern: sum ^ sum &>> 32) }

    private mutating func mix(_ word: UInt64) {
        sum = (sum ^ word) &* Self.prime
        sum ^= sum &>> 29
    }
}

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
