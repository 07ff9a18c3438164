/// The windows of a table: its rows in a range, decimated, or as bars.
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
    private func drawnSeries(ofColumn index: Int, _ request: WindowRequest) -> DrawnSeries {
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

extension Table {
    /// Chooses the rows that answer one request per axis of a chart, ascending and without duplicates.
    ///
    /// Each request chooses rows from its own range and for its own pixel columns. The result includes the rows
    /// directly before and after each range, so that every line reaches the edges of its axis. For the outermost
    /// ranges, these rows are ``Window/before`` and ``Window/after``.
    ///
    /// If every row of the ranges fits, `none` and `auto` return all of them; otherwise they use M4 for each request.
    /// If the rows of all requests do not fit, each request gets the same share of the maximum.
    ///
    /// - Parameter requests: At least one; all have the same method, maximum and row position.
    /// - Returns: The rows; `isExact` holds for all requests together.
    public func window(of requests: [WindowRequest]) -> Window {
        guard let first = requests.first else { preconditionFailure("a window answers a request") }
        guard requests.count > 1 else { return window(first) }
        if let civil = first.barSteps { return gathered(requests, civil: civil) }
        let sources = requests.map { rows(of: $0) }
        let hull = sources.reduce(sources[0]) {
            min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
        }
        let parts = AxesWindow.joined(
            sources.map { max(hull.lowerBound, $0.lowerBound - 1)..<min(hull.upperBound, $0.upperBound + 1) })
        let choice = choose(from: sources, parts, requests)
        return Window(
            from: requests.reduce(first.from) { min($0, $1.from) }, to: requests.reduce(first.to) { max($0, $1.to) },
            rows: choice.rows, before: hull.lowerBound > 0 ? hull.lowerBound - 1 : nil,
            after: hull.upperBound < rowCount ? hull.upperBound : nil,
            sourceRows: parts.reduce(0) { $0 + $1.count }, method: choice.method, isExact: choice.isExact,
            bucket: choice.bucket)
    }

    private func choose(from sources: [Range<Int>], _ parts: [Range<Int>], _ requests: [WindowRequest]) -> Choice {
        let limit = requests[0].maximumRows
        var requests = requests
        switch requests[0].method {
        case .none, .auto, .calendar:
            guard parts.reduce(0, { $0 + $1.count }) > limit else {
                return Choice(rows: AxesWindow.rows(of: parts), method: .none, isExact: true, bucket: nil)
            }
            for index in requests.indices { requests[index].method = .m4 }
        case .m4, .minmax, .lttb, .minmaxlttb:
            break
        }
        let edges = AxesWindow.edges(of: sources, in: parts)
        var found = chosen(from: sources, edges, requests)
        if found.rows.count > limit {
            for index in requests.indices {
                requests[index].maximumRows = max(1, (limit - edges.count) / requests.count)
            }
            found = chosen(from: sources, edges, requests)
        }
        let isCut = found.rows.count > limit
        let first = found.choices[0]
        return Choice(
            rows: AxesWindow.rows(Self.thinned(found.rows, to: limit)), method: first.method,
            isExact: !isCut && found.choices.allSatisfy(\.isExact),
            bucket: found.choices.allSatisfy { $0.bucket == first.bucket } ? first.bucket : nil)
    }

    private func chosen(
        from sources: [Range<Int>], _ edges: [Int], _ requests: [WindowRequest]
    ) -> (rows: [Int], choices: [Choice]) {
        let choices = zip(sources, requests).map { choose(from: $0, $1) }
        var rows = choices.reduce(into: edges) { $0 += $1.rows }
        rows.sort()
        rows.removeRepeats()
        return (rows, choices)
    }
}

/// The rows of the ranges of several axes.
enum AxesWindow {
    /// Returns the ranges in order, without empty ones; ranges that touch are merged.
    static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// Returns the rows directly before and after each range, as far as they lie between the outermost ranges.
    static func edges(of sources: [Range<Int>], in parts: [Range<Int>]) -> [Int] {
        let edges = sources.flatMap { [$0.lowerBound - 1, $0.upperBound] }
        var inner = edges.filter { edge in parts.contains { $0.contains(edge) } }
        inner.sort()
        inner.removeRepeats()
        return inner
    }

    /// Returns every row of ranges that do not touch.
    static func rows(of parts: [Range<Int>]) -> RowIndices {
        parts.count > 1 ? .list(parts.flatMap(Array.init)) : .contiguous(parts.first ?? 0..<0)
    }

    /// Returns ascending rows, as a range if there are no holes between them.
    static func rows(_ rows: [Int]) -> RowIndices {
        guard let first = rows.first, let last = rows.last else { return .contiguous(0..<0) }
        return last - first + 1 == rows.count ? .contiguous(first..<last + 1) : .list(rows)
    }
}

extension Table {
    /// The minimum number of pixel columns per bar, if the request does not name a unit.
    private static let pixelColumnsPerBar = 4

    /// Returns the aggregate to use for a column; `ohlc` depends on the column's name.
    ///
    /// - Parameters:
    ///   - aggregate: The requested aggregate.
    ///   - index: The position of the column.
    /// - Returns: For `ohlc` in a table with columns named open, high, low and close, by their last parts: `first`,
    ///   `max`, `min` or `last` for these columns. Otherwise the requested aggregate.
    public func aggregate(_ aggregate: Aggregate, ofColumn index: Int) -> Aggregate {
        guard aggregate == .ohlc else { return aggregate }
        guard let part = CandlePart(ofColumn: columns[index].name) else { return aggregate }
        let parts = columns.compactMap { CandlePart(ofColumn: $0.name) }
        let isWhole = CandlePart.Role.allCases.allSatisfy { parts.contains(CandlePart(role: $0, group: part.group)) }
        return isWhole ? part.role.aggregate : aggregate
    }

    /// Returns the step of a window's bars.
    ///
    /// It is the requested step, or else the shortest that leaves each bar enough room on every axis. If the bars do
    /// not fit, it is a longer one.
    ///
    /// - Parameter requests: One per axis, all with the same method.
    /// - Returns: The step; `nil` if the first request has no calendar.
    /// - Complexity: That of ``calendarBuckets(x:rows:step:limit:civil:)``.
    public func barStep(of requests: [WindowRequest]) -> CalendarStep? {
        requests.first?.civil.map { civil in bars(of: requests, civil: civil).step }
    }

    /// Groups rows by whole steps of civil time; a step in several ranges gives one bar.
    ///
    /// - Parameters:
    ///   - ranges: The ranges of rows.
    ///   - step: The step.
    ///   - limit: The maximum number of bars.
    ///   - civil: Finds the step that contains an instant.
    /// - Returns: The bars in order; `nil` if they exceed the limit.
    public func bars(
        in ranges: [Range<Int>], step: CalendarStep, limit: Int, civil: CivilSteps
    ) -> [CalendarBucket]? {
        var bars: [CalendarBucket] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let found = calendarBuckets(x: x, rows: range, step: step, limit: limit, civil: civil) else {
                return nil
            }
            let end = bars.last?.rows.upperBound ?? 0
            bars += bars.isEmpty ? found : found.filter { $0.rows.lowerBound >= end }
        }
        return bars.count > limit ? nil : bars
    }

    /// Returns the bar of the step that contains a row; `nil` if there is no such row.
    public func bar(holding row: Int, step: CalendarStep, civil: CivilSteps) -> CalendarBucket? {
        guard row >= 0, row < rowCount else { return nil }
        return calendarBuckets(x: x, rows: row..<row + 1, step: step, limit: 1, civil: civil)?.first
    }

    /// Returns the numbers of a bar.
    ///
    /// - Parameters:
    ///   - bar: The bar.
    ///   - gathered: The column and its aggregate.
    ///   - isPositive: Whether only positive values count.
    /// - Returns: Four numbers for `ohlc`, else one; NaN without a value.
    public func values(of bar: CalendarBucket, _ gathered: GatheredColumn, isPositive: Bool = false) -> [Double] {
        let series = DrawnSeries(column: columns[gathered.column], band: isPositive ? .positive : .present)
        return gathered.aggregate.values(of: series, rows: bar.rows)
    }

    private func bars(
        of requests: [WindowRequest], civil: CivilSteps
    ) -> (step: CalendarStep, bars: [CalendarBucket]) {
        let first = requests[0]
        let sources = requests.map { rows(of: $0) }
        var step = first.unit.map { CalendarStep($0, count: first.unitCount, weekStart: first.weekStart) }
        if step == nil {
            for request in requests {
                let wanted = request.points ?? max(1, request.width / Self.pixelColumnsPerBar)
                let shortest = CalendarStep.shortest(
                    dividing: request.from, request.to, intoAtMost: min(wanted, request.maximumRows),
                    weekStart: request.weekStart)
                if shortest.length > step?.length ?? 0 { step = shortest }
            }
        }
        var chosen = step ?? CalendarStep(.year)
        var found = bars(in: sources, step: chosen, limit: first.maximumRows, civil: civil)
        while found == nil, let next = chosen.next(weekStart: first.weekStart) {
            chosen = next
            found = bars(in: sources, step: chosen, limit: first.maximumRows, civil: civil)
        }
        let all = found ?? bars(in: sources, step: chosen, limit: .max, civil: civil) ?? []
        return (chosen, Array(all.prefix(first.maximumRows)))
    }

    /// Makes a window of bars of the requests' step; its edges are the bars before and after.
    func gathered(_ requests: [WindowRequest], civil: CivilSteps) -> Window {
        let (step, bars) = bars(of: requests, civil: civil)
        let sources = requests.map { rows(of: $0) }
        let columns = requests.reduce(into: [GatheredColumn]()) { columns, request in
            columns += request.gatheredColumns.filter { !columns.contains($0) }
        }
        let positive = requests.reduce(into: Set<Int>()) { $0.formUnion($1.positiveColumns) }
        func values(_ column: GatheredColumn, of bar: CalendarBucket) -> [Double] {
            Task.isCancelled
                ? Array(repeating: .nan, count: max(1, column.aggregate.parts.count))
                : self.values(of: bar, column, isPositive: positive.contains(column.column))
        }
        func edge(_ bar: CalendarBucket?) -> Aggregation.Bar? {
            bar.map { bar in Aggregation.Bar(start: bar.start, values: columns.map { values($0, of: bar) }) }
        }
        let first = bars.first?.rows.lowerBound ?? sources.map(\.lowerBound).min() ?? 0
        let last = bars.last?.rows.upperBound ?? sources.map(\.upperBound).max() ?? 0
        let before = bar(holding: first - 1, step: step, civil: civil)
        let after = bar(holding: last, step: step, civil: civil)
        return Window(
            from: requests.map(\.from).min() ?? 0, to: requests.map(\.to).max() ?? 0,
            rows: .list(bars.map(\.rows.lowerBound)), before: before?.rows.lowerBound, after: after?.rows.lowerBound,
            sourceRows: AxesWindow.joined(sources).reduce(0) { $0 + $1.count }, method: .calendar, isExact: false,
            bucket: step.length,
            aggregation: Aggregation(
                step: step, aggregate: requests[0].aggregate, starts: bars.map(\.start), columns: columns,
                values: columns.map { column in bars.map { values(column, of: $0) } }, before: edge(before),
                after: edge(after)))
    }
}

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
