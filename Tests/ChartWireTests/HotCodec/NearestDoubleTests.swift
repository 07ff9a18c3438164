import CoreTestSupport
import Testing

@testable import ChartJSON
@testable import ChartWire

/// Compares the nearest Double to a decimal with the one that the standard library reads.
struct NearestDoubleTests {
    private static func check(_ digits: UInt64, _ exponent: Int) -> Bool {
        guard let ours = NearestDouble.of(digits, exponent: exponent) else { return false }
        let theirs = Double("\(digits)e\(exponent)")
        #expect(ours == theirs, "\(digits)e\(exponent)")
        return true
    }

    @Test(arguments: seeds(UInt64(20)))
    func `random decimals are read as the standard library reads them`(seed: UInt64) {
        var random = SeededCases(seed: seed)
        var known = 0
        for _ in 0..<2_000 {
            let digits = random.next() >> UInt64(random.integer(in: 0...63))
            if Self.check(digits, random.integer(in: -320...320)) { known += 1 }
        }
        #expect(known > 1_600)
    }

    @Test(arguments: seeds(UInt64(20)))
    func `the shortest digits of a Double read back as that Double`(seed: UInt64) {
        var random = SeededCases(seed: seed)
        for _ in 0..<2_000 {
            let number = Double(bitPattern: random.next() & 0x7FFF_FFFF_FFFF_FFFF)
            guard number.isFinite, number > 1e-290 else { continue }
            let decimal = ShortestDecimal(number)
            let read = NearestDouble.of(decimal.digits, exponent: decimal.exponent)
            #expect(read == number || read == nil && decimal.exponent < -292)
        }
    }

    @Test(arguments: seeds(UInt64(20)))
    func `decimals halfway between two Doubles, and next to halfway, give the right one`(seed: UInt64) {
        var random = SeededCases(seed: seed)
        for _ in 0..<500 {
            // Between 2⁶² and 2⁶³ this is halfway between two Doubles.
            let middle = (random.next() >> UInt64(random.integer(in: 0...9)) | 1 << 54) & ~0x3FF | 0x200
            for digits in [middle - 1, middle, middle + 1] { #expect(Self.check(digits, 0)) }
            let half = random.next() >> 11 | 1 << 52
            for power in 1...5 {
                // (2·half + 1) / 2ᵖ is halfway between two Doubles.
                let (scaled, overflow) = (2 * half + 1).multipliedReportingOverflow(
                    by: UInt64([5, 25, 125, 625, 3_125][power - 1]))
                if !overflow { #expect(Self.check(scaled, -power)) }
            }
        }
    }

    @Test(arguments: [-293, 309, -400, 400, Int.min, Int.max])
    func `powers beyond the table give nil`(exponent: Int) {
        #expect(NearestDouble.of(1, exponent: exponent) == nil)
    }

    @Test func `numbers that are too large give nil, and zero gives 0 or nil`() {
        #expect(NearestDouble.of(17_976_931_348_623_157, exponent: 292) == .greatestFiniteMagnitude)
        #expect(NearestDouble.of(17_976_931_348_623_159, exponent: 292) == nil)
        #expect(NearestDouble.of(.max, exponent: 300) == nil)
        #expect(NearestDouble.of(0, exponent: 22) == 0)
        #expect(NearestDouble.of(0, exponent: 23) == nil)
    }
}
