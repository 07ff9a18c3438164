import Testing

@testable import ChartSeries

struct DoubleNearestIntegerTests {
    @Test(arguments: [
        (0, 0), (0.4, 0), (0.5, 1), (1.5, 2), (2.5, 3), (-0.4, 0), (-0.5, -1), (-2.5, -3), (-2.6, -3),
        (0.49999999999999994, 0), (4_503_599_627_370_497, 4_503_599_627_370_497),
        (-4_503_599_627_370_497, -4_503_599_627_370_497), (1e18, 1_000_000_000_000_000_000),
    ])
    func `halves round away from zero`(number: Double, nearest: Int) {
        #expect(number.nearestInteger == nearest)
    }
}
