import ChartSeries

extension FuzzLaw {
    /// Delimited text of any dialect gives the same rows, report or error in one piece and in many.
    ///
    /// Text that the plain reader takes gives the same rows without a dialect. The first byte of an input sets the
    /// dialect and the length of the pieces.
    package static let delimitedText = FuzzLaw("DelimitedText") { input in
        guard let first = input.first else { return }
        let (choice, bytes) = (Int(first), Array(input.dropFirst()))
        let options = ImportOptions(dialect: dialect(choice), split: splits[choice & 3], mostCells: 1 << 16)
        let whole = read(bytes, pieceLength: .max, DialectStream(options: options))
        let pieces = read(bytes, pieceLength: (choice >> 4) + 1, DialectStream(options: options))
        try require(whole == pieces, "pieces differ: \(whole) \(pieces)")
        if case .success(let found) = whole, let x = found.columns.first {
            try require(isInOrder(x), "x is out of order")
        }
        if choice & 15 == 0, let plain = plainColumns(bytes) {
            guard case .success(let found) = whole else { throw BrokenLaw("the plain reader alone takes it: \(whole)") }
            try require(bits(plain) == bits(found.columns), "the plain reader makes other rows")
        }
    }
}

/// The rows and the report of an import.
private struct Found: Equatable {
    var columns: [[Double]] = []
    var report: TextReport?

    static func == (one: Found, other: Found) -> Bool {
        bits(one.columns) == bits(other.columns) && one.report == other.report
    }
}

private let splits: [ImportOptions.Split?] = [.off, .by("n"), nil, .by("t")]
private let dateFormat = try? DateFormat("d.M.yyyy")
private let numberFormat = try? NumberPattern("$1.234,56")

private func dialect(_ choice: Int) -> TextDialect {
    TextDialect(
        nullTexts: choice & 1 == 0 ? [] : ["NA", "-"], dateFormat: choice & 1 == 0 ? nil : dateFormat,
        numberFormat: choice & 2 == 0 ? nil : numberFormat, sortedCells: choice & 4 == 0 ? nil : 64,
        skippedRows: choice & 8 == 0 ? 0 : 3)
}

private func read(_ bytes: [UInt8], pieceLength: Int, _ stream: DialectStream) -> Result<Found, ImportError> {
    var (stream, found) = (stream, Found())
    func take() throws(ImportError) {
        while let block = try stream.takeRows() {
            let columns = [block.x] + block.columns
            let rows = found.columns.first?.count ?? 0
            while found.columns.count < columns.count {
                found.columns.append(Array(repeating: .nan, count: rows))
            }
            found.columns = zip(found.columns, columns).map { $0 + $1 }
        }
    }
    do throws(ImportError) {
        var start = 0
        while start < bytes.count {
            let end = start + min(pieceLength, bytes.count - start)
            try stream.append(bytes[start..<end])
            try take()
            start = end
        }
        try stream.finish()
        try take()
    } catch {
        return .failure(error)
    }
    found.report = stream.report
    return .success(found)
}

/// The rows that the plain reader takes; `nil` if it refuses them.
private func plainColumns(_ bytes: [UInt8]) -> [[Double]]? {
    var stream = CSVStream()
    do throws(ImportError) {
        try stream.append(bytes)
        try stream.finish()
    } catch {
        return nil
    }
    return stream.takeRows().map { [$0.x] + $0.columns } ?? []
}
