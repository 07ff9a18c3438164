import CoreTestSupport
import Testing

@testable import ChartSeries

/// Sums that are never rounded.
@Suite struct ExactSumTests {
    private func sum(_ terms: [Double]) -> Double {
        var sum = ExactSum()
        for term in terms { sum.add(term) }
        return sum.value
    }

    private static let least = Double.leastNonzeroMagnitude
    private static let tiny = Double.leastNormalMagnitude
    private typealias Case = (terms: [Double], sum: Double)
    private static let cases: [Case] = [
        ([], 0), ([0.1], 0.1), ([-0.0], 0), ([0.1, 0.2, -0.3], 2.7755575615628914e-17), ([1e16, 1, -1e16], 1),
        ([1e300, 1e150, 1, -1e300, -1e150], 1), ([1e308, 1e308, -1e308], 1e308), ([least, least], 2 * least),
        ([-least], -least), ([1, least, -1], least), ([-1.7976931348623157e308], -1.7976931348623157e308),
        ([1.7976931348623157e308, 1.7976931348623157e308], .infinity), ([-1e308, -1e308], -.infinity),
        // Halfway between two doubles, and a little on either side.
        ([1, 0x1p-53], 1), ([1, 0x1p-53, 0x1p-200], 1 + 0x1p-52), ([1, 0x1p-53, -0x1p-200], 1),
        ([1 + 0x1p-52, 0x1p-53], 1 + 0x1p-51), ([tiny, -least], tiny.nextDown),
    ]

    @Test(arguments: cases)
    func `it is the double nearest to the sum`(terms: [Double], expected: Double) {
        #expect(sum(terms) == expected)
        #expect(sum(terms.reversed()) == expected)
        #expect(sum(terms.map { -$0 }) == -expected)
    }

    @Test func `what is no number makes the sum none`() {
        #expect(sum([1, .infinity]).isNaN && sum([.nan]).isNaN)
    }

    /// Terms of all magnitudes, with more of them than places hold without a carry.
    @Test(arguments: seeds(20)) func `neither order nor grouping shows`(seed: Int) {
        var random = SeededCases(seed: UInt64(seed))
        let terms = (0..<3_000).map { _ in
            Double(
                sign: random.isTrue(oneIn: 2) ? .minus : .plus, exponent: random.integer(in: -300...300),
                significand: Double(random.integer(in: 1...(1 << 53))))
        }
        let whole = sum(terms)
        #expect(sum(terms.sorted()) == whole && sum(terms.shuffled()) == whole)
        var grouped = ExactSum()
        var rest = terms[...]
        while !rest.isEmpty {
            var group = ExactSum()
            for term in rest.prefix(random.integer(in: 1...700)) {
                group.add(term)
                rest = rest.dropFirst()
            }
            for term in group.terms { grouped.add(term) }
        }
        #expect(grouped.value == whole)
        #expect(sum(terms + terms.shuffled().map { -$0 }) == 0)
    }

    @Test(arguments: seeds(20)) func `it is what whole numbers add up to`(seed: Int) {
        var random = SeededCases(seed: UInt64(seed))
        let numbers = (0..<2_500).map { _ in random.integer(in: -(1 << 53)...(1 << 53)) << random.integer(in: 0...8) }
        let exact = numbers.reduce(Int128(0)) { $0 + Int128($1) }
        #expect(sum(numbers.map(Double.init)) == Double(exact))
    }

    @Test(arguments: seeds(20)) func `products are not rounded either`(seed: Int) {
        var random = SeededCases(seed: UInt64(seed))
        let pairs = (0..<1_500).map { _ in
            (random.integer(in: -(1 << 50)...(1 << 50)), random.integer(in: -(1 << 50)...(1 << 50)))
        }
        var products = ExactSum()
        for (one, other) in pairs { products.add(productOf: Double(one), Double(other)) }
        let exact = pairs.reduce(Int128(0)) { $0 + Int128($1.0) * Int128($1.1) }
        #expect(products.value == Double(exact))
    }
}
