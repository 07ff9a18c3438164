/// Scans many rows in pieces, and checks between pieces whether the task was cancelled.
///
/// A piece takes a fraction of a millisecond. A cancelled scan skips the remaining rows, so the caller must drop its
/// result. Only the selection of a window's rows scans in pieces; a change of a session always reads all rows.
enum ScanPieces {
    /// The maximum number of rows of a piece.
    static let rows = 65_536

    /// Passes rows piece by piece, in order, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - take: Receives the rows of a piece.
    @inline(__always)
    static func forEach(of rows: Range<Int>, _ take: (Range<Int>) -> Void) {
        if rows.count <= Self.rows { return take(rows) }
        var start = rows.lowerBound
        while start < rows.upperBound, !Task.isCancelled {
            let end = min(start + Self.rows, rows.upperBound)
            take(start..<end)
            start = end
        }
    }
}

extension ColumnReader {
    /// Returns the extremes of a band among some rows, of the rows before a cancellation at least.
    ///
    /// - Complexity: That of ``extremes(of:in:)``.
    func extremesOfPieces(of rows: Range<Int>, in band: ValueBand) -> Extremes {
        let all = extremes(of: rows)
        if rows.count <= ScanPieces.rows || all.isEmpty || band.contains(all) { return extremes(of: rows, in: band) }
        var found = Extremes(at: rows.lowerBound)
        ScanPieces.forEach(of: rows) { piece in
            let extremes = extremes(of: piece, in: band)
            guard !extremes.isEmpty else { return }
            found.add(extremes.minimum, row: extremes.minimumRow)
            found.add(extremes.maximum, row: extremes.maximumRow)
        }
        return found
    }
}
