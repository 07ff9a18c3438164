/// Ticks of a number axis, at multiples of 1, 2 or 5 times a power of ten as d3-array chooses them.
///
/// All ticks lie in the closed range; its ends may come in either order. A range of one value has one tick, and a range
/// that is not finite has none.
///
/// ```swift
/// assert(NumericTicks.ticks(from: 0, to: 10, count: 5) == [0, 2, 4, 6, 8, 10])
/// ```
public enum NumericTicks {
    /// The values of the ticks of a range, ascending.
    ///
    /// - Parameters:
    ///   - from: One end of the range.
    ///   - to: The other end.
    ///   - count: The number of ticks to aim at; below 1 there are none, and more than 400 count as 400.
    /// - Returns: At most 1,000 values.
    public static func ticks(from: Double, to: Double, count: Int) -> [Double] {
        let range = TickRange(from, to)
        guard let range, count > 0 else { return [] }
        guard range.lower < range.upper else { return [range.lower + 0] }
        return multiples(in: range, count: count).map(\.value)
    }

    /// The ticks of a range with their labels, and the minor ticks that divide each step into equal parts.
    ///
    /// Labels have exactly the decimals of the step, without grouping. If the largest tick is 1e15 or more, or below
    /// 1e-6, labels have exponents such as `2.5e+16`.
    ///
    /// - Parameters:
    ///   - from: One end of the range.
    ///   - to: The other end.
    ///   - count: The number of major ticks to aim at, as for ``ticks(from:to:count:)``.
    ///   - minorsPerMajor: The number of parts of a step: 5 gives four minor ticks between two major ones. Below 2
    ///     there are no minor ticks, nor where there could be more than 1,000.
    /// - Returns: Major and minor ticks and the labels of the major ones.
    public static func axisTicks(from: Double, to: Double, count: Int = 10, minorsPerMajor: Int = 5) -> AxisTicks {
        guard let range = TickRange(from, to), count > 0 else { return .none }
        guard range.lower < range.upper else {
            return AxisTicks(major: [range.lower + 0], minor: [], labels: [DecimalLabel.text(of: range.lower)])
        }
        let majors = multiples(in: range, count: count)
        return AxisTicks(
            major: majors.map(\.value), minor: minors(in: range, between: majors, parts: minorsPerMajor),
            labels: labels(of: majors))
    }

    /// The step of a range; as in d3, a range without a tick for a count of 1 gets the step of twice the count.
    static func step(in range: TickRange, count: Int) -> DecimalStep {
        let step = DecimalStep(from: range.lower, to: range.upper, count: min(count, TickLimit.targetCount))
        let indices = step.indices(from: range.lower, to: range.upper)
        guard count == 1, indices.last < indices.first else { return step }
        return DecimalStep(from: range.lower, to: range.upper, count: 2)
    }

    private static func multiples(in range: TickRange, count: Int) -> [StepMultiple] {
        let step = step(in: range, count: count)
        let (first, last) = step.indices(from: range.lower, to: range.upper)
        guard first <= last else { return [] }
        var multiples: [StepMultiple] = []
        for offset in 0...Int(min(last - first, Double(TickLimit.ticks - 1))) {
            let multiple = StepMultiple(step: step, index: first + Double(offset))
            // Steps finer than the spacing of doubles repeat a value.
            if range.contains(multiple.value), multiples.last.map({ $0.value < multiple.value }) ?? true {
                multiples.append(multiple)
            }
        }
        return multiples
    }

    private static func minors(in range: TickRange, between majors: [StepMultiple], parts: Int) -> [Double] {
        guard parts > 1, let first = majors.first, majors.count < TickLimit.ticks / parts else { return [] }
        var minors: [Double] = []
        var major = StepMultiple(step: first.step, index: first.index - 1)
        for next in majors + [StepMultiple(step: first.step, index: (majors.last?.index ?? first.index) + 1)] {
            for part in 1..<parts {
                let minor = first.step.fraction(major.index * Double(parts) + Double(part), parts: parts)
                if range.contains(minor), minor > major.value, minor < next.value,
                    minors.last.map({ $0 < minor }) ?? true
                {
                    minors.append(minor)
                }
            }
            major = next
        }
        return minors
    }

    private static func labels(of majors: [StepMultiple]) -> [String] {
        let largest = majors.reduce(0) { max($0, $1.value.magnitude) }
        let exponents = DecimalLabel.showsExponents(largestMagnitude: largest)
        return majors.map { $0.label.text(exponents: exponents) }
    }
}
