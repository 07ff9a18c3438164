/// A column as drawn: values that its axis cannot show are gaps.
struct DrawnSeries: Sendable {
    /// The column.
    let column: Column
    /// The values that are drawn.
    let band: ValueBand

    /// Creates a column as drawn; a mapped one of which not all values are drawn is stored.
    init(column: Column, band: ValueBand) {
        self.band = band
        let isWithin = column.minimum.map(band.contains) != false && column.maximum.map(band.contains) != false
        self.column = isWithin ? column : column.stored
    }

    /// The map of the column; all its values are drawn then.
    var map: MonotoneMap? { column.values.map }

    /// Whether no value of the column is a gap.
    var isWhole: Bool {
        guard column.missingCount == 0, let minimum = column.minimum, let maximum = column.maximum else { return false }
        return band.contains(minimum) && band.contains(maximum)
    }
}

/// Answers queries about the drawn rows of a column through its index.
extension DrawnSeries: RowQueries {
    subscript(row: Int) -> Double {
        let value = column.values[row]
        return band.contains(value) ? value : .nan
    }

    func withValues(of rows: Range<Int>, _ body: (Span<Double>) -> Void) {
        guard !isDrawnAsStored else { return column.values.withSpan(of: rows, body) }
        let drawn = rows.map { self[$0] }
        body(drawn.span)
    }

    func extremes(of rows: Range<Int>) -> Extremes? {
        guard let found = column.withReader({ $0.extremesOfPieces(of: rows, in: own) }), !found.isEmpty else {
            return nil
        }
        return map?(found) ?? found
    }

    func extremes(ofEach ranges: [Range<Int>], _ take: (Int, Extremes?) -> Void) {
        column.bringExtremes(ofEach: ranges)
        column.withReader { reader in
            reader.extremes(ofEach: ranges, ranges.indices) { index, all in
                let isDrawn = all.isEmpty || own.contains(all)
                let found = isDrawn ? all : reader.extremesOfPieces(of: ranges[index], in: own)
                take(index, found.isEmpty ? nil : map?(found) ?? found)
            }
        }
    }

    func firstMissing(in rows: Range<Int>) -> Int? {
        if isWhole { return nil }
        return column.withReader { $0.firstRow(outside: own, from: rows.lowerBound, before: rows.upperBound) } ?? nil
    }

    func firstPresent(in rows: Range<Int>) -> Int? {
        column.withReader { $0.firstRow(in: own, from: rows.lowerBound, before: rows.upperBound) } ?? nil
    }

    func lastPresent(in rows: Range<Int>) -> Int? {
        column.withReader { $0.lastRow(in: own, from: rows.lowerBound, before: rows.upperBound) } ?? nil
    }

    /// The sum and the number of drawn values; the index answers if every present value is drawn.
    func total(of rows: Range<Int>) -> (sum: Double, count: Int) {
        if isDrawnAsStored {
            let found = column.withReader { $0.sum(of: rows) } ?? (sum: 0, count: 0)
            return (map?.sum(found.sum, count: Double(found.count)) ?? found.sum, found.count)
        }
        return ScannedSeries(column.values, drawsPositiveOnly: band == .positive).total(of: rows)
    }

    /// The band of the values before a map.
    private var own: ValueBand { map == nil ? band : .present }

    /// Whether every present value is drawn.
    private var isDrawnAsStored: Bool {
        guard let minimum = column.minimum, let maximum = column.maximum else { return true }
        return band.contains(minimum) && band.contains(maximum)
    }
}
