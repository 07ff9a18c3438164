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
