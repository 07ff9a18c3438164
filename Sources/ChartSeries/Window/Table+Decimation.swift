extension Table {
    /// The number of rows per pixel column and series, if a request names no points.
    private static let pointsPerPixelColumn = 2

    /// The minimum number of points for every method that takes points.
    static let fewestPoints = 3

    /// Chooses rows by a number of points per series.
    ///
    /// If the rows of all series together do not fit, each series gets proportionally fewer points.
    func decimated(_ source: Range<Int>, _ request: WindowRequest) -> Choice {
        let limit = request.maximumRows
        let series = request.columns.map { drawnSeries(ofColumn: $0, request) }
        let x = places(at: request.rowPosition).values
        var points = min(request.points ?? Self.pointsPerPixelColumn * request.width, limit)
        guard source.count > points else {
            return Choice(rows: .contiguous(source), method: request.method, isExact: true, bucket: nil)
        }
        points = max(points, Self.fewestPoints)
        var rows = chosen(from: source, series, x, points, request)
        while rows.count > limit, points > Self.fewestPoints {
            points = max(Self.fewestPoints, Self.narrowed(points, found: rows.count, limit: limit))
            rows = chosen(from: source, series, x, points, request)
        }
        rows = Self.thinned(rows, to: limit)
        return Choice(
            rows: RowIndices(rows, of: source), method: request.method, isExact: rows.count == source.count,
            bucket: bucket(of: source, x, points, request))
    }

    /// Chooses `limit` of the rows, evenly by position, if there are more.
    static func thinned(_ rows: [Int], to limit: Int) -> [Int] {
        guard rows.count > limit else { return rows }
        return (0..<limit).map { rows[$0 * (rows.count - 1) / max(1, limit - 1)] }
    }

    private func chosen(
        from source: Range<Int>, _ series: [DrawnSeries], _ x: ColumnValues, _ points: Int, _ request: WindowRequest
    ) -> [Int] {
        var rows: [Int] = []
        for one in series where !Task.isCancelled {
            switch request.method {
            case .minmax: rows += minmax(x: x, series: one, rows: source, points: points, place: request.place)
            case .lttb: rows += lttb(x: x, series: one, rows: source, points: points, place: request.place)
            case .minmaxlttb: rows += minmaxlttb(x: x, series: one, rows: source, points: points, place: request.place)
            case .none, .m4, .calendar, .auto: preconditionFailure("a method that takes no points")
            }
        }
        guard series.count > 1 else { return rows }
        rows.sort()
        rows.removeRepeats()
        return rows
    }

    /// Returns the width of minmax's bins; `nil` for other methods, whose buckets have no fixed width.
    private func bucket(of source: Range<Int>, _ x: ColumnValues, _ points: Int, _ request: WindowRequest) -> Double? {
        guard request.method == .minmax, request.place == nil else { return nil }
        return EqualBins(AxisPlaces(x: x), rows: source, count: points / 2).width
    }
}
