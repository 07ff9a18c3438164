import CoreTestSupport
import Testing

@testable import ChartJSON

struct ShortestDecimalTests {
    /// The number of random samples; smaller in debug builds, which are slow.
    private static var sampleCount: Int {
        #if DEBUG
        50_000
        #else
        1_000_000
        #endif
    }

    @Test(arguments: [1, 2, 3, 4])
    func `numbers of random bits have the digits of the standard library`(seed: UInt64) {
        var random = SeededCases(seed: seed)
        let differing = (0..<Self.sampleCount).lazy.map { _ in Double(bitPattern: random.next()) }.first {
            $0.isFinite && Self.written($0) != Self.described($0)
        }
        #expect(differing == nil)
    }

    @Test func `numbers of the size of data have the digits of the standard library`() {
        var random = SeededCases(seed: 21)
        let differing = (0..<Self.sampleCount).lazy.map { index -> Double in
            let significand = Double(random.next() >> 11) * 0x1p-53
            return (significand - 0.5) * [1e-3, 1, 1e3, 1e9, 2e15][index % 5]
        }.first { $0.magnitude >= 1e-4 && Self.written($0) != Self.described($0) }
        #expect(differing == nil)
    }

    @Test func `powers of two and their neighbours have the digits of the standard library`() {
        for exponent in -1074...1023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            for number in [power, power.nextUp, power.nextDown, -power] where number != 0 {
                #expect(Self.written(number) == Self.described(number))
            }
        }
    }

    @Test func `powers of ten and their neighbours have the digits of the standard library`() throws {
        for exponent in -323...308 {
            let power = try #require(Double("1e\(exponent)"))
            // The standard library writes one millionth with an exponent, and the writer without.
            for number in [power, power.nextUp, power.nextDown] where number != 1e-5 && number != 1e-6 {
                #expect(Self.written(number) == Self.described(number))
            }
        }
    }

    @Test(
        arguments: [
            (.leastNonzeroMagnitude, 5, -324), (1.7976931348623157e308, 17_976_931_348_623_157, 292), (0.3, 3, -1),
            (1e23, 1, 23),
            (9007199254740993e3, 9_007_199_254_740_993, 3), (2e-44, 2, -44), (4.35, 435, -2), (1e100, 1, 100),
        ] as [(Double, UInt64, Int)])
    func `a number has digits and a power of ten`(number: Double, digits: UInt64, exponent: Int) {
        let decimal = ShortestDecimal(number)
        #expect(decimal.digits == digits && decimal.exponent == exponent)
    }

    @Test func `a power of ten is rounded up to 128 digits`() {
        #expect(DecimalPowers.power(0) == DecimalPower(high: 1 << 63, low: 0))
        #expect(DecimalPowers.power(1) == DecimalPower(high: 0xA << 60, low: 0))
        #expect(DecimalPowers.power(-1) == DecimalPower(high: 0xCCCC_CCCC_CCCC_CCCC, low: 0xCCCC_CCCC_CCCC_CCCD))
        for exponent in -292..<324 {
            let (one, next) = (DecimalPowers.power(exponent), DecimalPowers.power(exponent + 1))
            #expect(one.high >> 63 == 1 && one != next)
        }
    }

    private static func written(_ number: Double) -> String {
        var writer = JSONWriter()
        writer.value(number)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func described(_ number: Double) -> String {
        let description = number == 0 ? "0" : number.description
        return description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}
