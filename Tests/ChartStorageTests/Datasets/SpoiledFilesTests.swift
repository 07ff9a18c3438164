import ChartSeries
import ChartStores
import Foundation
import Testing

@testable import ChartStorage

/// Randomly altered files: a dataset opens or fails, and each open one gives all its windows.
struct SpoiledFilesTests {
    private let folder = StoreFolder()

    @Test(arguments: [(rows: 4200, seeds: 300), (rows: SegmentChecksum.rows + 50, seeds: 12)])
    func `no altered file crashes the store, and altered rows are found`(
        _ size: (rows: Int, seeds: Int)
    ) throws {
        var expected = [try StoreFolder.rows(0..<size.rows)]
        do {
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            var stored = try StoreFolder.put(expected[0], in: directory)
            for end in [size.rows, size.rows + 10, size.rows + 30] {
                let rows = try StoreFolder.rows(end..<(end + 10))
                stored = try directory.append(rows, to: stored, named: "d")
                expected.append(stored)
            }
        }
        let whole = try folder.contents(of: "d")
        let names = whole.keys.sorted()
        var outcomes = [0, 0, 0]
        for seed in 0..<size.seeds {
            var random = Draw(seed: UInt64(seed))
            let name = names[Int(random.next() % UInt64(names.count))]
            let bytes = Self.spoil(try #require(whole[name]), &random)
            guard bytes != whole[name] else { continue }
            try folder.restore(whole, of: "d")
            try folder.write(bytes, to: "d/" + name)
            let directory = try DatasetDirectory(dataDirectory: folder.path)
            let found = try #require(try directory.open().first, "\(name) \(seed)")
            switch found.table {
            case .failure(let error):
                #expect(error.kind == .damaged || error.kind == .unavailable, "\(name) \(seed): \(error)")
                outcomes[0] += 1
            case .success(let table):
                Self.takeWindows(of: table)
                do throws(DatasetStoreError) {
                    try directory.verify("d")
                    outcomes[1] += 1
                    let isKnown = expected.contains { Self.isSame($0, table) }
                    #expect(isKnown, "\(name) \(seed): rows that were never written")
                } catch {
                    #expect(error.kind == .damaged)
                    outcomes[2] += 1
                }
                let last = table.x[table.rowCount - 1]
                let row = try Table(
                    xName: "t", xKind: .number, x: [last],
                    columns: [(name: "a", values: [1]), (name: "b", values: [1])])
                #expect(try directory.append(row, to: table, named: "d").rowCount == table.rowCount + 1)
            }
        }
        #expect(size.seeds < 300 || outcomes.allSatisfy { $0 > 0 }, "damaged, whole, found later: \(outcomes)")
    }

    private static func spoil(_ bytes: [UInt8], _ random: inout Draw) -> [UInt8] {
        var bytes = bytes
        func place() -> Int { bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count)) }
        switch random.next() % 6 {
        case 0: if !bytes.isEmpty { bytes[place()] ^= 1 << UInt8(random.next() % 8) }
        case 1: bytes.removeLast(bytes.count - place())
        case 2: bytes += bytes.suffix(place() + 1)
        case 3:
            // A whole word: a capacity or count of an index, or a value of a column.
            guard bytes.count >= 8 else { break }
            let start = (place() & ~7).clamped(to: bytes.count - 8)
            let word = [0, 1, .max, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, random.next()][Int(random.next() % 6)]
            for byte in 0..<8 { bytes[start + byte] = UInt8(truncatingIfNeeded: (word as UInt64) >> UInt64(8 * byte)) }
        case 4:
            let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
            guard !digits.isEmpty else { break }
            let start = digits[Int(random.next() % UInt64(digits.count))]
            bytes.replaceSubrange(
                start...start,
                with: Array(
                    ["-1", "9223372036854775807", "1e999", "", "0"][
                        Int(random.next() % 5)
                    ].utf8))
        case _:
            let (start, other) = (place(), place())
            bytes.replaceSubrange(min(start, other)..<max(start, other), with: [])
        }
        return bytes
    }

    private static func isSame(_ one: Table, _ other: Table) -> Bool {
        one.rowCount == other.rowCount && one.version == other.version && one.x == other.x
            && zip(one.columns, other.columns).allSatisfy { left, right in
                left.name == right.name && left.minimum == right.minimum && left.maximum == right.maximum
                    && left.values.elementsEqual(right.values) { $0.bitPattern == $1.bitPattern }
            }
    }

    private static func takeWindows(of table: Table) {
        for (from, to) in [(0, 1e6), (100, 900)] as [(Double, Double)] {
            for method in [.m4, .minmaxlttb] as [WindowMethod] {
                let window = table.window(
                    WindowRequest(
                        from: from, to: to, columns: [0, 1], method: method, width: 60, maximumRows: 500, points: 40))
                for row in window.rows { _ = table.columns[0].values[row] }
            }
        }
        _ = table.valueRange(ofColumn: 0, rows: 10..<(table.rowCount - 10), within: 3...700)
    }
}

extension Int {
    fileprivate func clamped(to limit: Int) -> Int { Swift.min(self, limit) }
}

/// Pseudorandom numbers of a seed.
private struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
