import ChartSeries

/// A row, or a bar of the window where bars are the data.
struct Mark: Sendable, Hashable {
    /// The row itself, or the rows of the bar.
    let rows: Range<Int>
    /// Where it stands along the x axes.
    let place: Double
    /// The bar; `nil` for a row.
    let bar: CalendarBucket?
}

/// What is drawn of a shape at a mark, as values of its y axis.
struct MarkSpan: Sendable, Hashable {
    /// Where the shape begins: the base of a bar or an area, the lower edge of a band, the low of a candlestick.
    ///
    /// Of lines and points it is `top`.
    var base: Double
    /// Where the shape ends: the value on top of its stack, the upper edge of a band, the high of a candlestick.
    var top: Double
}

extension Chart {
    /// The mark that holds a row; `nil` if there is no such row.
    func mark(holding row: Int) -> Mark? {
        guard row >= 0, row < table.rowCount else { return nil }
        guard let step = barStep else { return Mark(rows: row..<row + 1, place: x(ofRow: row), bar: nil) }
        return mark(holding: row, step: step)
    }

    private func mark(holding row: Int, step: CalendarStep) -> Mark? {
        table.bar(holding: row, step: step, civil: calendar.civilSteps).map(Mark.init)
    }

    /// The last mark at or before a place, and the first one behind it.
    func marks(around place: Double) -> (before: Mark?, after: Mark?) {
        let same = table.rows(in: place...place, at: rowPosition)
        guard let step = barStep else { return (mark(holding: same.upperBound - 1), mark(holding: same.upperBound)) }
        var before = mark(holding: same.lowerBound - 1, step: step)
        var after = mark(holding: before?.rows.upperBound ?? 0, step: step)
        while let next = after, next.place <= place {
            (before, after) = (next, mark(holding: next.rows.upperBound, step: step))
        }
        return (before, after)
    }

    /// The bars of the window, and those beside it, around a place: at most `count` on either side, in order.
    func marks(around place: Double, atMost count: Int) -> [Mark] {
        guard let step = barStep else { return [] }
        let visible = visibleRows
        // What is drawn between two bars, or around one, may reach into the window.
        let before = mark(holding: visible.lowerBound - 1, step: step)?.rows.lowerBound ?? visible.lowerBound
        let after = mark(holding: visible.upperBound, step: step)?.rows.upperBound ?? visible.upperBound
        let rows = before..<after
        let first = table.rows(in: place...Double.greatestFiniteMagnitude, at: rowPosition).lowerBound
        let middle = min(max(first, rows.lowerBound), max(rows.lowerBound, rows.upperBound - 1))
        var marks: [Mark] = []
        var row = middle - 1
        while row >= rows.lowerBound, marks.count < count, let mark = mark(holding: row, step: step) {
            marks.append(mark)
            row = mark.rows.lowerBound - 1
        }
        marks.reverse()
        row = marks.last?.rows.upperBound ?? middle
        let limit = marks.count + count
        while row < rows.upperBound, marks.count < limit, let mark = mark(holding: row, step: step) {
            marks.append(mark)
            row = mark.rows.upperBound
        }
        return marks
    }

    /// The value of a series at a mark: of a bar its number, or the close of four; NaN without one.
    func value(of mark: Mark, _ series: Series) -> Double {
        if let bar = mark.bar { return value(of: bar, series) ?? .nan }
        return table.columns[series.column].values[mark.rows.lowerBound]
    }

    /// The value at which a series is drawn at a mark, on top of its stack; NaN without one.
    func drawnValue(of mark: Mark, _ series: Series) -> Double {
        let value = value(of: mark, series)
        guard !value.isNaN else { return .nan }
        var base = 0.0
        for below in seriesBelow(series) { value.stack(self.value(of: mark, below), onto: &base) }
        return base + value
    }

    /// The last mark of the window at which a series has a value; `nil` without one.
    func lastMark(of series: Series) -> Mark? {
        guard !hasParts else {
            let (part, own) = part(of: series)
            return part.lastMark(of: own)
        }
        guard let range = axis(series.xAxis)?.visibleRange else { return nil }
        return lastPresentRow(of: series, in: rows(in: range)).flatMap(mark)
    }
}

extension Mark {
    /// The mark of a bar.
    init(bar: CalendarBucket) {
        self.init(rows: bar.rows, place: bar.start, bar: bar)
    }
}
