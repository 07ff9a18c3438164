import ChartEngine
import ChartSeries

/// Random rows, and random axes over them.
enum RandomAxes {
    /// Up to 60 rows of one to three columns, with gaps, and with x values for a type of axis.
    static func table(for type: AxisType, _ cases: inout SeededCases) -> Table {
        let count = cases.isTrue(oneIn: 20) ? cases.integer(in: 0...1) : cases.integer(in: 2...60)
        let isDate = type == .date || (type == .category && cases.isTrue())
        let step = isDate ? 3_600_000.0 * Double(cases.integer(in: 1...48)) : magnitude(-3...6, &cases)
        var x: [Double] = []
        var next = isDate ? 1.73e12 + step * Double(cases.integer(in: 0...99)) : step * cases.number(in: -50...50)
        if type == .log { next = magnitude(-6...6, &cases) }
        for _ in 0..<count {
            x.append(next)
            switch type {
            case .log: next *= cases.number(in: 1.01...2)
            case .number, .date, .category: next += step * Double(cases.integer(in: 0...3))
            }
        }
        let unit = magnitude(-3...6, &cases)
        let columns = (0..<cases.integer(in: 1...3)).map { column in
            let values = (0..<count).map { _ in
                cases.isTrue(oneIn: 10) ? Double.nan : unit * cases.number(in: column == 0 ? 0.1...1 : -1...1)
            }
            return (name: "c\(column)", values: values)
        }
        do {
            return try Table(xName: "t", xKind: isDate ? .date : .number, x: x, columns: columns)
        } catch {
            preconditionFailure("the random rows make no table: \(error)")
        }
    }

    /// Random options of an axis that do not depend on its data.
    static func options(_ type: AxisType, _ dimension: AxisDimension, _ cases: inout SeededCases) -> AxisOptions {
        var options = AxisOptions(type: type)
        options.alignment = cases.element(of: AxisAlignment.allCases + [.auto, .auto, .auto, .auto])
        let autoRanges: [AutoRange] = [.once, .once, .once, .once, .once, .never, .always]
        options.autoRange = cases.element(of: dimension == .x ? autoRanges : autoRanges + [.visible])
        if cases.isTrue(oneIn: 3) {
            options.growBy = GrowBy(min: cases.number(in: -0.2...0.5), max: cases.number(in: 0...0.5))
        }
        options.isFlipped = cases.isTrue()
        if cases.isTrue() { options.tickCount = cases.integer(in: 1...100) }
        options.minorsPerMajor = cases.integer(in: 1...20)
        switch type {
        case .number: if cases.isTrue(oneIn: 8) { options.tickRule = .countValues }
        case .date, .log, .category: break
        }
        if dimension == .x { options.follow = cases.element(of: [.none, .none, .shift, .extend]) }
        return options
    }

    /// The axis with random limits, spans and a visible range near its data.
    static func limited(_ axis: Axis, _ cases: inout SeededCases) -> Axis {
        let scale = axis.scale
        guard let data = axis.dataRange, cases.isTrue(oneIn: 8) == false else { return axis }
        var options = axis.options
        let (low, high) = (scale.position(of: data.min), scale.position(of: data.max))
        let span = high - low
        func range(_ low: Double, _ high: Double) -> AxisRange? {
            AxisRange(min: scale.value(at: low), max: scale.value(at: high)).flatMap { scale.admits($0) ? $0 : nil }
        }
        if cases.isTrue(oneIn: 3) { options.minimumSpan = span * cases.number(in: 0.001...0.8) }
        if cases.isTrue(oneIn: 3) { options.maximumSpan = span * cases.number(in: 0.8...3) }
        if cases.isTrue() {
            let limit = range(low + span * cases.number(in: -0.5...0.4), high + span * cases.number(in: -0.3...0.5))
            options.visibleRangeLimit = limit.map(RangeLimit.init) ?? .none
            options.limitMode = cases.element(of: [.minMax, .minMax, .min, .max])
            options.hasHardLimit = cases.isTrue()
        }
        let start = low + span * cases.number(in: -0.1...0.9)
        let visible = cases.isTrue(oneIn: 4) ? nil : range(start, start + span * cases.number(in: 0.001...1.2))
        return Axis(id: axis.id, dimension: axis.dimension, options: options, visibleRange: visible)
    }

    /// A random positive number with a power of ten from `exponents`.
    private static func magnitude(_ exponents: ClosedRange<Int>, _ cases: inout SeededCases) -> Double {
        let power = Double("1e\(cases.integer(in: exponents))") ?? 1
        return power * cases.number(in: 1...10)
    }
}
