extension Table {
    /// Chooses the rows that answer a window request.
    ///
    /// No window has more rows than the request's maximum. If all rows do not fit, `none` and `auto` use M4, which
    /// ``Window/method`` then names. If M4's rows do not fit, M4 keeps only the last gap of each pixel column. If this
    /// is not enough, or all columns together would have more than 131,072 pixel columns, it uses fewer of them. Such a
    /// window is not exact. `minmax`, `lttb` and `minmaxlttb` use
    /// fewer points, `calendar` uses longer bars. If x is no date, `calendar` is `none`.
    ///
    /// - Parameter request: A range with `from` not above `to`, and positions of columns of this table.
    /// - Returns: The rows, their method and whether they are exact.
    public func window(_ request: WindowRequest) -> Window {
        precondition(request.from <= request.to, "a window runs from an x to one that is not below it")
        precondition(request.width >= 1 && request.maximumRows >= 1, "a window has at least one pixel column and row")
        if let civil = request.barSteps { return gathered([request], civil: civil) }
        let source = rows(of: request)
        let choice = choose(from: source, request)
        return Window(
            from: request.from,
            to: request.to,
            rows: choice.rows,
            before: source.lowerBound > 0 ? source.lowerBound - 1 : nil,
            after: source.upperBound < rowCount ? source.upperBound : nil,
            sourceRows: source.count,
            method: choice.method,
            isExact: choice.isExact,
            bucket: choice.bucket,
            known: choice.known)
    }

    /// The rows that lie in the range of a request.
    func rows(of request: WindowRequest) -> Range<Int> {
        let range = request.from...request.to
        guard request.rowPosition == .x, let key = request.key else { return rows(in: range, at: request.rowPosition) }
        return rows(in: range, by: key)
    }

    /// The places of all rows.
    func places(at position: RowPosition) -> RowPlaces {
        switch position {
        case .x: RowPlaces(values: x, landmarks: landmarks)
        case .index: RowPlaces(values: ColumnValues(start: 0, step: 1, count: rowCount))
        }
    }

    /// Returns a plotted column as drawn.
    func drawnSeries(ofColumn index: Int, _ request: WindowRequest) -> DrawnSeries {
        DrawnSeries(column: columns[index], band: request.positiveColumns.contains(index) ? .positive : .present)
    }

    /// The result of a method.
    struct Choice {
        let rows: RowIndices
        let method: WindowMethod
        let isExact: Bool
        let bucket: Double?
        var known: KnownValues?
    }

    /// Chooses from the rows of one range.
    func choose(from source: Range<Int>, _ request: WindowRequest) -> Choice {
        switch request.method {
        case .none, .auto, .calendar:
            if source.count <= request.maximumRows {
                return Choice(rows: .contiguous(source), method: .none, isExact: true, bucket: nil)
            }
        case .minmax, .lttb, .minmaxlttb:
            return decimated(source, request)
        case .m4:
            break
        }
        let series = request.columns.map { drawnSeries(ofColumn: $0, request) }
        let places = places(at: request.rowPosition)
        let grid = request.grid
        let selection = M4Selection(
            places: places, series: series, rows: source, grid: grid, gaps: .every(atMost: request.maximumRows),
            notesValues: true)
        guard selection.isGivenUp || selection.rows.count > request.maximumRows else {
            let isInside = [places.values[source].first, places.values[source].last].allSatisfy { x in
                x.map { $0 >= request.from && $0 <= request.to } ?? true
            }
            return Choice(
                rows: RowIndices(selection.rows, of: source), method: .m4,
                isExact: isInside && !selection.splitsPixelColumn && grid.width == request.width, bucket: grid.bucket,
                known: request.columns.first.flatMap { selection.known(ofColumn: $0) })
        }
        return reduce(series.allSatisfy(\.isWhole) ? selection.rows.count : nil, places, series, source, request)
    }

    /// Keeps only the last gap of each pixel column, and uses fewer pixel columns until the rows fit.
    ///
    /// If one pixel column does not fit, it is thinned. `count` is the number of rows for all pixel columns, or `nil`
    /// if these include rows of gaps.
    private func reduce(
        _ count: Int?, _ places: RowPlaces, _ series: [DrawnSeries], _ source: Range<Int>, _ request: WindowRequest
    ) -> Choice {
        let limit = request.maximumRows
        var grid = request.grid
        var rows: [Int] = []
        var found = count
        repeat {
            if let found { grid.width = Self.narrowed(grid.width, found: found, limit: limit) }
            rows = M4Selection(places: places, series: series, rows: source, grid: grid, gaps: .lastOfPixelColumn).rows
            found = rows.count
        } while rows.count > limit && grid.width > 1
        rows = Self.thinned(rows, to: limit)
        return Choice(rows: RowIndices(rows, of: source), method: .m4, isExact: false, bucket: grid.bucket)
    }
}

extension Table {
    /// Returns a smaller number of pixel columns, for rows that exceed a limit.
    ///
    /// It lowers the number in proportion to the rows, and by at least an eighth, so that few scans are needed.
    ///
    /// - Parameters:
    ///   - width: The number of pixel columns.
    ///   - found: The number of rows that they gave.
    ///   - limit: The maximum number of rows.
    /// - Returns: The next number of pixel columns, at least 1.
    static func narrowed(_ width: Int, found: Int, limit: Int) -> Int {
        let share = Int(Double(width) * (Double(limit) / Double(found)))
        return max(1, min(width - max(1, width / 8), share))
    }
}

extension RowIndices {
    /// Makes indices from ascending rows of a range; rows without holes become a range.
    init(_ rows: [Int], of source: Range<Int>) {
        if rows.count == source.count {
            self = .contiguous(source)
        } else if let first = rows.first, let last = rows.last, last - first + 1 == rows.count {
            self = .contiguous(first..<(last + 1))
        } else {
            self = .list(rows)
        }
    }
}
