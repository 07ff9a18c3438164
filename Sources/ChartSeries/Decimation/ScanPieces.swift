/// Cuts a scan over many rows into pieces, between which it looks whether its task was cancelled.
///
/// A piece takes a fraction of a millisecond. A scan that was cancelled leaves the rest out, so its caller has to drop what
/// came of it. Only what chooses the rows of a window scans by these pieces: a change of a session always looks at all rows.
enum ScanPieces {
    /// The most rows of a piece.
    static let rows = 65_536

    /// Takes rows piece by piece, in order, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - take: Takes the rows of a piece.
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
    /// The extremes of the values of a band among some rows, of those before a cancellation at least.
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
