import ChartEngine
import CoreTestSupport
import Testing

/// The laws that hold for the ticks of every range.
enum TickLaws {
    static func expect(
        _ ticks: AxisTicks, in range: (from: Double, to: Double), sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (lower, upper) = (min(range.from, range.to), max(range.from, range.to))
        let comment = Comment(rawValue: "\(range)")
        for values in [ticks.major, ticks.minor] {
            #expect(values.count <= 1000, comment, sourceLocation: sourceLocation)
            #expect(values.allSatisfy { lower <= $0 && $0 <= upper }, comment, sourceLocation: sourceLocation)
            #expect(zip(values, values.dropFirst()).allSatisfy(<), comment, sourceLocation: sourceLocation)
            #expect(!values.contains { $0 == 0 && $0.sign == .minus }, comment, sourceLocation: sourceLocation)
        }
        #expect(Set(ticks.major).isDisjoint(with: ticks.minor), comment, sourceLocation: sourceLocation)
        #expect(ticks.labels.count == ticks.major.count, comment, sourceLocation: sourceLocation)
        #expect(
            ticks.labels.allSatisfy { !$0.isEmpty && $0.count < 40 }, "\(ticks.labels)", sourceLocation: sourceLocation)
    }

    /// Seeded ranges with ends and spans of every magnitude that a double has.
    static func ranges(seed: UInt64, count: Int) -> [(from: Double, to: Double)] {
        var generator = SeededCases(seed: seed)
        func any() -> Double {
            let number = Double(
                sign: Bool.random(using: &generator) ? .plus : .minus,
                exponent: .random(in: -1070...1022, using: &generator),
                significand: .random(in: 1..<2, using: &generator))
            return Int.random(in: 0..<12, using: &generator) == 0 ? 0 : number
        }
        return (0..<count).map { index in
            let from = any()
            switch index % 3 {
            case 0: return (from, any())
            case 1: return (from, from + from.magnitude * .random(in: 1e-17...1e-3, using: &generator))
            case _:
                return (from, (0..<Int.random(in: 1...40, using: &generator)).reduce(from) { next, _ in next.nextUp })
            }
        }
    }

    static let degenerate: [(from: Double, to: Double)] = [
        (0, 0), (0, .leastNonzeroMagnitude), (-.leastNonzeroMagnitude, .leastNonzeroMagnitude), (0, 1e-300),
        (0, 20 * .leastNonzeroMagnitude),
        (1e300, 1e300), (-1e300, 1e300), (-.greatestFiniteMagnitude, .greatestFiniteMagnitude),
        (0, .greatestFiniteMagnitude), (.greatestFiniteMagnitude.nextDown, .greatestFiniteMagnitude), (1, 1.0.nextUp),
        (1e16, 1e16 + 2), (0x1p53, 0x1p53 + 2), (1, 1 + 1e-15),
        (2000 * .leastNonzeroMagnitude, 4000 * .leastNonzeroMagnitude), (-8.64e15, 8.64e15), (8.64e15, 9e15),
        (8.64e15 - 10, 8.64e15), (-9e15, 0),
    ]
}
