@testable import ChartSeries

/// Reads CSV in one piece and in many: both give the same rows or the same error.
///
/// - Parameters:
///   - data: The input; its first byte sets the length of the pieces and how x is read.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    let bytes = Array(input.dropFirst())
    let options = ImportOptions(
        xKind: input[0] & 1 == 0 ? .automatic : .date, xUnit: input[0] & 2 == 0 ? .milliseconds : .seconds)
    let whole = result { () throws(ImportError) in
        let table = try CSVImporter.table(from: bytes, options: options)
        return [Array(table.x)] + table.columns.map { Array($0.values) }
    }
    let pieces = result { () throws(ImportError) in
        try columns(of: bytes, pieceLength: Int(input[0] >> 2) + 1, options: options)
    }
    switch (whole, pieces) {
    case (.success(let one), .success(let other)):
        precondition(bits(one) == bits(other), "pieces make other rows")
        precondition(
            one[0].allSatisfy(\.isFinite) && zip(one[0], one[0].dropFirst()).allSatisfy { $0 <= $1 },
            "x is out of order")
        precondition(one.allSatisfy { $0.count == one[0].count }, "columns differ in length")
    case (.failure(let one), .failure(let other)):
        precondition(one == other, "pieces have another fault: \(one) \(other)")
    // The pieces may give no rows, because a dataset may begin without any; a table from the whole has some.
    case (.failure(let fault), .success(let none)) where none.isEmpty:
        precondition(fault.reason == .empty, "the whole alone is refused: \(fault)")
    case (.success, .failure(let fault)): preconditionFailure("pieces alone are refused: \(fault)")
    case (.failure(let fault), .success): preconditionFailure("the whole alone is refused: \(fault)")
    }
    return 0
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

private func bits(_ columns: [[Double]]) -> [[UInt64]] { columns.map { $0.map(\.bitPattern) } }

private func result(_ read: () throws(ImportError) -> [[Double]]) -> Result<[[Double]], ImportError> {
    do throws(ImportError) { return .success(try read()) } catch { return .failure(error) }
}
