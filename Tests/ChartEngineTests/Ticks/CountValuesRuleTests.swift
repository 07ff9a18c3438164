import ChartEngine
import Testing

struct CountValuesRuleTests {
    @Test(
        arguments: [
            (842.0, [0.0, 300, 600, 900]), (401, [0, 200, 400, 600]), (9, [0, 4, 8, 12]), (400, [0, 150, 300, 450]),
            (1, [0, 1, 2, 3]), (2, [0, 1, 2, 3]), (3, [0, 1, 2, 3]), (4, [0, 1, 2, 3]), (4.5, [0, 3, 6, 9]),
            (5, [0, 3, 6, 9]), (8, [0, 4, 8, 12]), (21, [0, 10, 20, 30]),
        ] as [(Double, [Double])])
    func `values equal the article's`(maximum: Double, values: [Double]) {
        #expect(CountValuesRule.values(maximum: maximum) == values)
    }

    @Test(arguments: [0, -0.0, -5, .nan, .infinity, -.infinity] as [Double])
    func `an axis without counts has steps of one`(maximum: Double) {
        #expect(CountValuesRule.values(maximum: maximum) == [0, 1, 2, 3])
    }

    @Test func `the number of values is between 2 and 400`() {
        #expect(CountValuesRule.values(maximum: 842, count: 1) == [0, 900])
        #expect(CountValuesRule.values(maximum: 842, count: .min) == [0, 900])
        #expect(CountValuesRule.values(maximum: 842, count: .max).count == 400)
    }

    @Test func `above four the last value is at least the maximum`() {
        for maximum in 5...5000 {
            for count in 2...12 {
                let values = CountValuesRule.values(maximum: Double(maximum), count: count)
                #expect(values.count == count && values[count - 1] >= Double(maximum))
            }
        }
    }

    @Test(arguments: [1e15, 1e300, .greatestFiniteMagnitude])
    func `a huge maximum has finite values`(maximum: Double) {
        let values = CountValuesRule.values(maximum: maximum)
        #expect(values.count >= 3 && values.allSatisfy(\.isFinite))
        #expect(zip(values, values.dropFirst()).allSatisfy(<))
    }

    @Test func `labels are whole numbers`() {
        #expect(CountValuesRule.axisTicks(maximum: 842).labels == ["0", "300", "600", "900"])
        #expect(CountValuesRule.axisTicks(maximum: 842).minor == [])
    }
}
