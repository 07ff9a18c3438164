@testable import ChartSeries

/// Seeded runs of different values: noise with ties, slopes, constants, missing values, and mixtures.
enum RoughValues {
    static func make(seed: UInt64, count: Int, hasGaps: Bool = true) -> [Double] {
        var random = SplitMix64(seed: seed)
        var values: [Double] = []
        while values.count < count {
            let length = random.next(in: 1...[3, 40, 300, 3000][random.next(in: 0...3)])
            let level = Double(random.next(in: -50...50))
            let kind = random.next(in: 0...(hasGaps ? 6 : 3))
            for step in 0..<min(length, count - values.count) {
                values.append(value(kind, level, step, &random))
            }
        }
        return values
    }

    private static func value(_ kind: Int, _ level: Double, _ step: Int, _ random: inout SplitMix64) -> Double {
        switch kind {
        case 0: level
        case 1: level + Double(step) / 8
        case 2: level - Double(step) / 8
        case 3: level + Double(random.next(in: -3...3))
        case 4: random.next(in: 0...9) == 0 ? .nan : level + Double(random.next(in: -3...3))
        case 5: random.next(in: 0...9) == 0 ? level : .nan
        default: .nan
        }
    }

    /// Makes a range of rows; short and long ranges are equally likely.
    static func rows(of count: Int, _ random: inout SplitMix64) -> Range<Int> {
        let length = random.next(in: 0...[5, 70, 700, count][random.next(in: 0...3)])
        let start = random.next(in: 0...max(0, count - length))
        return start..<min(count, start + length)
    }
}
