import ChartWire
import CoreTestSupport
import Foundation
import Testing

/// Compares the parser with Foundation on random documents, valid and damaged.
///
/// `JSONSerialization` decides what is JSON. `JSONDecoder` gives the expected value, unless it rejects a number: it
/// rejects `0e5` and numbers that underflow.
struct JSONAgainstFoundationTests {
    @Test(arguments: seeds(UInt64(20)))
    func `random documents are read alike`(seed: UInt64) throws {
        var random = SeededCases(seed: seed)
        var comparisons = 0
        for _ in 0..<100 {
            let text = RandomJSON.document(&random)
            let ours = try JSONValue.parse(text.utf8)
            if let theirs = meaning(Array(text.utf8)) {
                comparisons += 1
                #expect(sorted(ours) == sorted(theirs), "\(text)")
            }
            var writer = JSONWriter()
            JSONCoding.write(ours, into: &writer)
            #expect(try JSONValue.parse(writer.bytes) == ours)
            #expect(isJSON(writer.bytes), "\(text)")
        }
        #expect(comparisons > 80)
    }

    @Test(arguments: seeds(UInt64(20)))
    func `damaged documents are accepted and refused alike`(seed: UInt64) {
        var random = SeededCases(seed: seed &+ 1000)
        var refusals = 0
        for _ in 0..<300 {
            var bytes = Array(RandomJSON.document(&random).utf8)
            RandomJSON.damage(&bytes, &random)
            do {
                let ours = try JSONValue.parse(bytes)
                #expect(isJSON(bytes), "\(bytes)")
                if let theirs = meaning(bytes) {
                    #expect(sorted(ours) == sorted(theirs), "\(bytes)")
                }
            } catch {
                refusals += 1
                #expect(!isJSON(bytes) || error.code == .bodyDuplicateKey, "\(error) \(bytes)")
            }
        }
        #expect(30..<300 ~= refusals)
    }

    private func isJSON(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    private func meaning(_ bytes: [UInt8]) -> JSONValue? {
        try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    private func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { ($0.key, sorted($0.value)) }.sorted {
                        $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
                    }))
        case .null, .bool, .number, .string: value
        }
    }
}
