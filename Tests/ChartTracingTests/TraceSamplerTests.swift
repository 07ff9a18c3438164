import Testing

@testable import ChartTracing

@Suite struct TraceSamplerTests {
    private static let low = String(repeating: "0", count: 31) + "1"
    private static let high = String(repeating: "f", count: 32)

    /// A name and an argument; whether a low and a high trace are recorded without a parent, and below one that is
    /// recorded or not.
    @Test(
        arguments: [
            ("always_on", nil, [true, true], [true, true], [true, true]),
            ("always_off", nil, [false, false], [false, false], [false, false]),
            ("parentbased_always_on", nil, [true, true], [true, true], [false, false]),
            ("parentbased_always_off", nil, [false, false], [true, true], [false, false]),
            ("traceidratio", "0.25", [true, false], [true, false], [true, false]),
            ("traceidratio", nil, [true, true], [true, true], [true, true]),
            ("traceidratio", "0", [false, false], [false, false], [false, false]),
            ("parentbased_traceidratio", "0.25", [true, false], [true, true], [false, false]),
            (nil, nil, [true, true], [true, true], [false, false]),
        ] as [(String?, String?, [Bool], [Bool], [Bool])])
    func `each name decides as the specification says`(
        name: String?, argument: String?, roots: [Bool], recorded: [Bool], unrecorded: [Bool]
    ) {
        let (sampler, warnings) = TraceSampler.read(name, argument: argument)
        #expect(warnings.isEmpty)
        func decisions(_ parent: Bool?) -> [Bool] {
            [Self.low, Self.high].map { sampler.isSampled($0, parent: parent) }
        }
        #expect(decisions(nil) == roots)
        #expect(decisions(true) == recorded)
        #expect(decisions(false) == unrecorded)
    }

    @Test func `a share is one of the last 63 bits of trace ids`() {
        let (sampler, _) = TraceSampler.read("traceidratio", argument: "0.5")
        let start = String(repeating: "f", count: 16)
        #expect(sampler.isSampled(start + "7fffffffffffffff", parent: nil))
        #expect(!sampler.isSampled(start + "8000000000000000", parent: nil))
        var random = SystemRandomNumberGenerator()
        let count = (0..<10_000).count { _ in
            let digits = String(random.next(), radix: 16)
            return sampler.isSampled(start + String(repeating: "0", count: 16 - digits.count) + digits, parent: nil)
        }
        // Ten standard deviations.
        #expect((4_500...5_500).contains(count))
    }

    @Test(
        arguments: [
            ("jaeger_remote", nil), ("xray", nil), ("ALWAYS_ON", nil), ("traceidratio", "1.5"),
            ("traceidratio", "half"),
            ("parentbased_traceidratio", "-0.1"), ("traceidratio", "nan"),
        ] as [(String, String?)])
    func `a value that does not count is warned of, and every trace is recorded`(name: String, argument: String?) {
        let (sampler, warnings) = TraceSampler.read(name, argument: argument)
        #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains("OTEL_TRACES_SAMPLER") })
        #expect(sampler.isSampled(Self.high, parent: nil))
    }
}
