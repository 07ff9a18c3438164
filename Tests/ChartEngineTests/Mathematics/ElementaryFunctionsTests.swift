import CoreTestSupport
import Foundation
import Testing

@testable import ChartEngine

struct ElementaryFunctionsTests {
    private func expect(_ number: Double, _ wanted: Double, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            abs(number - wanted) <= 1e-13 * abs(wanted), "\(number) is not \(wanted)", sourceLocation: sourceLocation)
    }

    @Test(arguments: seeds(500))
    func `powers of two agree with the C library`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        let exponent = cases.number(in: -100...100)
        expect(ElementaryFunctions.powerOfTwo(exponent), exp2(exponent))
    }

    @Test(arguments: seeds(500))
    func `logarithms and powers agree with the C library over the factors of a zoom`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        let base = cases.number(in: 0.01...100)
        let exponent = cases.number(in: -3...3)
        #expect(abs(ElementaryFunctions.logarithm2(base) - log2(base)) <= 1e-14 * max(1, abs(log2(base))))
        expect(ElementaryFunctions.power(base, exponent), pow(base, exponent))
        #expect(abs(ElementaryFunctions.logarithm(base) - log(base)) <= 1e-14 * max(1, abs(log(base))))
    }

    @Test func `whole powers of two are exact`() {
        for exponent in -50...50 {
            #expect(ElementaryFunctions.powerOfTwo(Double(exponent)) == exp2(Double(exponent)))
        }
    }

    @Test func `powers beyond the range of a Double are infinite or zero`() {
        #expect(ElementaryFunctions.powerOfTwo(1e9) == .infinity)
        #expect(ElementaryFunctions.powerOfTwo(-1e9) == 0)
        #expect(ElementaryFunctions.powerOfTwo(.infinity) == .infinity)
        #expect(ElementaryFunctions.powerOfTwo(-.infinity) == 0)
    }

    @Test(arguments: seeds(500))
    func `logarithms and powers to base 10 agree with the C library`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        let exponent = cases.number(in: -300...300)
        let power = ElementaryFunctions.powerOfTen(exponent)
        expect(power, pow(10, exponent))
        #expect(abs(ElementaryFunctions.logarithm10(power) - log10(power)) <= 2e-15 * max(1, abs(exponent)))
    }

    @Test func `whole powers of ten are exact, both ways`() {
        for exponent in -300...300 {
            #expect(ElementaryFunctions.powerOfTen(Double(exponent)) == Double("1e\(exponent)"))
            #expect(
                ElementaryFunctions.logarithm10(ElementaryFunctions.powerOfTen(Double(exponent))) == Double(exponent))
        }
    }
}
