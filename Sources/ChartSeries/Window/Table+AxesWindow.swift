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
