import ChartSeries

extension FuzzLaw {
    /// CSV in one piece and in many gives the same rows or the same error.
    ///
    /// The first byte of an input sets the length of the pieces and how x is read.
    package static let csv = FuzzLaw("CSV") { input in
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        let options = ImportOptions(
            xKind: choice & 1 == 0 ? .automatic : .date, xUnit: choice & 2 == 0 ? .milliseconds : .seconds)
        let whole = result { () throws(ImportError) in
            let table = try CSVImporter.table(from: bytes, options: options)
            return [Array(table.x)] + table.columns.map { Array($0.values) }
        }
        let pieces = result { () throws(ImportError) in
            try columns(of: bytes, pieceLength: Int(choice >> 2) + 1, options: options)
        }
        switch (whole, pieces) {
        case (.success(let one), .success(let other)):
            try require(bits(one) == bits(other), "pieces make other rows")
            try require(isInOrder(one[0]), "x is out of order")
            try require(one.allSatisfy { $0.count == one[0].count }, "columns differ in length")
        case (.failure(let one), .failure(let other)):
            try require(one == other, "pieces have another fault: \(one) \(other)")
        // The pieces may give no rows, because a dataset may begin without any; a table from the whole has some.
        case (.failure(let fault), .success(let none)) where none.isEmpty:
            try require(fault.reason == .empty, "the whole alone is refused: \(fault)")
        case (.success, .failure(let fault)): throw BrokenLaw("pieces alone are refused: \(fault)")
        case (.failure(let fault), .success): throw BrokenLaw("the whole alone is refused: \(fault)")
        }
    }
}

private func columns(
    of bytes: [UInt8], pieceLength: Int, options: ImportOptions
) throws(ImportError) -> [[Double]] {
    var stream = CSVStream(options: options)
    var columns: [[Double]] = []
    var start = 0
    func take() {
        guard let block = stream.takeRows() else { return }
        let found = [block.x] + block.columns
        if columns.isEmpty { columns = found } else { for index in found.indices { columns[index] += found[index] } }
    }
    while start < bytes.count {
        let end = min(start + pieceLength, bytes.count)
        try stream.append(bytes[start..<end])
        take()
        start = end
    }
    try stream.finish()
    take()
    return columns
}

/// Whether all numbers are finite and none is below the one before it.
func isInOrder(_ x: [Double]) -> Bool {
    x.allSatisfy(\.isFinite) && zip(x, x.dropFirst()).allSatisfy { $0 <= $1 }
}

/// The bits of columns, which compare missing values and zeros too.
func bits(_ columns: [[Double]]) -> [[UInt64]] { columns.map { $0.map(\.bitPattern) } }

private func result(_ read: () throws(ImportError) -> [[Double]]) -> Result<[[Double]], ImportError> {
    do throws(ImportError) { return .success(try read()) } catch { return .failure(error) }
}
