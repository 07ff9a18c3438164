import ChartSeries

/// What one or more series are drawn as.
///
/// The visible band series on the same axes are one band. Four candlestick series of columns named open, high, low and
/// close are one row of candlesticks. Any other series is a shape of its own.
public struct DrawnShape: Sendable {
    /// How the shape is drawn: candlesticks without their four numbers as points.
    public let kind: SeriesKind
    /// The series, in drawing order; the shape is the first of them, and lies at its place.
    public let members: [Series]
    /// The series of the open, high, low and close, where columns hold them; else none.
    public let candle: [Series]

    /// The first series.
    public var series: Series { members[0] }
}

extension Chart {
    /// The shape as which a series is drawn.
    public func shape(of series: Series) -> DrawnShape {
        guard !hasParts else {
            let (part, own) = part(of: series)
            return part.shape(of: own)
        }
        let kind = kind(of: series)
        func others() -> [Series] {
            self.series.filter { other in
                other.isVisible && other.xAxis == series.xAxis && other.yAxis == series.yAxis
                    && self.kind(of: other) == kind
            }
        }
        switch kind {
        case .line, .step, .area, .bar, .scatter:
            return DrawnShape(kind: kind, members: [series], candle: [])
        case .band:
            let members = series.isVisible ? others() : [series]
            return DrawnShape(kind: .band, members: members, candle: [])
        case .candlestick:
            if series.ohlc != nil { return candlestick(of: series) }
            if hasFourNumbers(series) { return DrawnShape(kind: .candlestick, members: [series], candle: []) }
            if let found = candleSeries(with: series, among: series.isVisible ? others() : [series]) {
                let members = self.series.filter { one in found.contains { $0.id == one.id } }
                return DrawnShape(kind: .candlestick, members: members, candle: found)
            }
            return candlestick(of: series)
        }
    }

    /// The candlesticks that a series makes alone, or its points.
    private func candlestick(of series: Series) -> DrawnShape {
        let candle = candleParts(of: series)
        return DrawnShape(kind: candle.isEmpty ? .scatter : .candlestick, members: [series], candle: candle)
    }

    /// The series of the open, high, low and close in whose columns a candlestick series finds them.
    ///
    /// They are the columns that it names, or those whose names have the same beginning as that of its own column, which
    /// is one of them.
    private func candleParts(of series: Series) -> [Series] {
        guard kind(of: series) == .candlestick else { return [] }
        if let ohlc = series.ohlc { return CandlePart.Role.allCases.map { series.part($0, column: ohlc[$0]) } }
        guard let own = CandlePart(ofColumn: table.columns[series.column].name) else { return [] }
        let parts = CandlePart.Role.allCases.compactMap { role in
            table.columns.firstIndex { CandlePart(ofColumn: $0.name) == CandlePart(role: role, group: own.group) }
                .map { series.part(role, column: $0) }
        }
        return parts.count == CandlePart.Role.allCases.count ? parts : []
    }

    /// What a series reads: itself, and the other columns of its candlesticks.
    func sources(of series: Series) -> [Series] {
        guard !hasParts else {
            let (part, own) = part(of: series)
            return part.sources(of: own)
        }
        guard kind(of: series) == .candlestick, series.ohlc != nil || !hasFourNumbers(series) else { return [series] }
        return [series] + shape(of: series).candle.filter { $0.id == series.id }
    }

    /// The columns that some series read, each once, in drawing order.
    public func columns(of series: [Series]) -> [Int] {
        var columns: [Int] = []
        for one in series {
            for source in sources(of: one) where !columns.contains(source.column) { columns.append(source.column) }
        }
        return columns
    }

    /// The shapes of the visible ones of some series, in the order of their first ones among these.
    func shapes(of candidates: [Series]) -> [DrawnShape] {
        let ids = Set(candidates.map(\.id))
        var known: Set<String> = []
        return series.compactMap { one in
            guard one.isVisible, ids.contains(one.id), !known.contains(one.id) else { return nil }
            let shape = shape(of: one)
            known.formUnion(shape.members.map(\.id))
            return shape
        }
    }

    /// Whether a bar of the window makes four numbers of a series.
    private func hasFourNumbers(_ series: Series) -> Bool { showsBars && gathered(series).aggregate == .ohlc }

    /// The series of the open, high, low and close that belong to a series; `nil` unless all four exist.
    private func candleSeries(with series: Series, among others: [Series]) -> [Series]? {
        func part(of one: Series) -> CandlePart? { CandlePart(ofColumn: table.columns[one.column].name) }
        guard let own = part(of: series) else { return nil }
        let found = CandlePart.Role.allCases.compactMap { role in
            others.first { part(of: $0) == CandlePart(role: role, group: own.group) }
        }
        guard found.count == CandlePart.Role.allCases.count, found.contains(where: { $0.id == series.id }) else {
            return nil
        }
        return found
    }

    /// What is drawn of a shape at a mark; `nil` where a value is missing.
    func span(of shape: DrawnShape, at mark: Mark) -> MarkSpan? {
        switch shape.kind {
        case .line, .step, .scatter:
            let top = drawnValue(of: mark, shape.series)
            return top.isNaN ? nil : MarkSpan(base: top, top: top)
        case .area, .bar:
            let (value, top) = (value(of: mark, shape.series), drawnValue(of: mark, shape.series))
            return top.isNaN ? nil : MarkSpan(base: top - value, top: top)
        case .band:
            return extremes(shape.members.flatMap { bandValues(of: mark, $0) })
        case .candlestick:
            let four = candle(of: shape, at: mark)
            guard !four.contains(where: \.isNaN) else { return nil }
            return extremes(four)
        }
    }

    private func bandValues(of mark: Mark, _ series: Series) -> [Double] {
        guard let bar = mark.bar else { return [value(of: mark, series)] }
        let numbers = values(of: bar, series)
        return numbers.count == 4 ? [numbers[1], numbers[2]] : numbers
    }

    private func extremes(_ values: [Double]) -> MarkSpan? {
        guard let low = values.min(), let high = values.max(), !values.contains(where: \.isNaN) else { return nil }
        return MarkSpan(base: low, top: high)
    }

    /// The open, high, low and close of a shape at a mark.
    private func candle(of shape: DrawnShape, at mark: Mark) -> [Double] {
        guard shape.candle.isEmpty else { return shape.candle.map { value(of: mark, $0) } }
        let numbers = mark.bar.map { values(of: $0, shape.series) } ?? []
        return numbers.count == 4 ? numbers : Array(repeating: .nan, count: 4)
    }
}
