import CoreTestSupport
import Testing

@testable import ChartSeries

struct CSVStreamTests {
    /// The result of an import: all rows, or the error.
    private enum Outcome: Equatable {
        case rows(RowShape, x: [UInt64], columns: [[UInt64]])
        case fault(ImportError)
    }

    private func inOnePiece(_ bytes: [UInt8]) -> Outcome {
        do throws(ImportError) {
            let table = try CSVImporter.table(from: bytes)
            return .rows(
                RowShape(xName: table.xName, xKind: table.xKind, columns: table.columns.map(\.name)),
                x: table.x.map(\.bitPattern), columns: table.columns.map { $0.values.map(\.bitPattern) })
        } catch {
            return .fault(error)
        }
    }

    /// Appends pieces of these lengths, repeating the last length, and takes the rows after each piece.
    private func inPieces(_ bytes: [UInt8], _ lengths: [Int]) -> Outcome {
        var stream = CSVStream()
        var shape: RowShape?
        var x: [UInt64] = []
        var columns: [[UInt64]] = []
        func take() {
            guard let block = stream.takeRows() else { return }
            shape = block.shape
            x += block.x.map(\.bitPattern)
            if columns.isEmpty { columns = block.columns.map { _ in [] } }
            for (index, column) in block.columns.enumerated() { columns[index] += column.map(\.bitPattern) }
        }
        do throws(ImportError) {
            var start = 0
            var turn = 0
            while start < bytes.count {
                let end = min(bytes.count, start + lengths[min(turn, lengths.count - 1)])
                try stream.append(bytes[start..<end])
                take()
                (start, turn) = (end, turn + 1)
            }
            try stream.finish()
            take()
        } catch {
            return .fault(error)
        }
        guard let shape else { return .fault(ImportError(reason: .empty, line: 1)) }
        return .rows(shape, x: x, columns: columns)
    }

    @Test(arguments: [
        "x,a\n1,2\n3,4\n", "x,a\r\n1,2\r\n3,4", "\u{FEFF}x,a\n1,2\n\n\n", "x,\"a\nb\"\n1,\"2\"\n\"3\",4\n",
        "date,a,b\n2024-10-15,1,\n2024-10-16T10:00:00Z,,2\n", "x,a\n1,2\n\n3,4\n", "x,a\n1,2\n3\n", "x,a\n1,\"2",
        "x,a\n",
        "x,a\n2,1\n1,1\n", "", "x,a\n1,2\n3,four\n", "x,a\n1,\"2\"\"\"\n",
    ])
    func `the rows do not depend on where the bytes are cut`(text: String) {
        let bytes = Array(text.utf8)
        let whole = inOnePiece(bytes)
        for first in 1...max(1, bytes.count) {
            #expect(inPieces(bytes, [first, bytes.count]) == whole)
            #expect(inPieces(bytes, [first]) == whole)
        }
    }

    @Test(arguments: seeds(UInt64(300)))
    func `any bytes give the same result in pieces as in one piece`(seed: UInt64) {
        let alphabet = Array("0123456789.-,,,,\"\"\n\n\r x".utf8)
        var random = SplitMix64(seed: seed)
        var bytes = Array("x,a\n".utf8)
        for _ in 0..<40 { bytes.append(alphabet[random.next(in: 0...(alphabet.count - 1))]) }
        let whole = inOnePiece(bytes)
        for _ in 0..<8 {
            let lengths = (0..<6).map { _ in random.next(in: 1...20) }
            #expect(inPieces(bytes, lengths) == whole)
        }
    }

    @Test func `a row that never ends is refused before it fills the memory`() {
        var stream = CSVStream()
        let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 18)
        #expect(throws: ImportError(reason: .rowTooLong, line: 1)) {
            for _ in 0..<20 { try stream.append(piece) }
        }
    }

    @Test func `taken rows do not come again, and later rows must follow them`() throws {
        var stream = CSVStream()
        try stream.append("x,a\n5,1\n".utf8)
        #expect(stream.takeRows()?.x == [5])
        #expect(stream.takeRows() == nil)
        #expect(stream.totalRows == 1)
        #expect(throws: ImportError(reason: .xDecreasing, line: 3, column: "x")) {
            try stream.append("4,1\n".utf8)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a row of a megabyte may come byte by byte`() throws {
        let name = String(repeating: "a", count: CSVStream.longestRow - 3)
        var stream = CSVStream()
        for byte in "x,\(name)\n1,2\n".utf8 { try stream.append(CollectionOfOne(byte)) }
        try stream.finish()
        #expect(stream.takeRows()?.shape.columns == [name])
    }
}
