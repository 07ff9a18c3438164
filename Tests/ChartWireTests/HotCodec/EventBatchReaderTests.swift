import CoreTestSupport
import Foundation
import Testing

@testable import ChartWire

/// Compares the fast reader with the independent tree reader.
struct EventBatchReaderTests {
    private static let maximumEvents = 6

    private static func slow(_ bytes: [UInt8]) -> Result<EventBatchBody, Problem> {
        do throws(Problem) {
            return .success(try EventBatchBody(JSONValue.parse(bytes), maximumEvents: maximumEvents))
        } catch {
            return .failure(error)
        }
    }

    private static func fast(_ bytes: [UInt8]) -> Result<EventBatchBody, Problem> {
        do throws(Problem) {
            return .success(try EventBatchBody(bytes.span, maximumEvents: maximumEvents))
        } catch {
            return .failure(error)
        }
    }

    /// The bits of the positions and times of a batch, because 0 and −0 are equal.
    private static func bits(_ batch: EventBatchBody?) -> [UInt64] {
        guard let batch else { return [] }
        let times: [Double] = batch.events.map { event in
            switch event {
            case .touch(let body): body.time
            case .wheel(let body): body.deltaX
            case .hover(let body): body.y
            case .gesture(let body): body.location?.x ?? body.time
            case .tick(let time): time
            }
        }
        return (batch.touches.flatMap { [$0.x, $0.y] } + times).map(\.bitPattern)
    }

    @Test(arguments: seeds(UInt64(50)))
    func `both readers read valid batches alike, and reject damaged ones for the same reason`(seed: UInt64) {
        var random = SeededCases(seed: seed)
        var (accepted, refused) = (0, 0)
        for _ in 0..<200 {
            let document = Array(RandomBatch.document(&random).utf8)
            for variant in 0..<10 {
                var bytes = document
                if variant > 0 { RandomJSON.damage(&bytes, &random) }
                let expected = Self.slow(bytes)
                #expect(Self.fast(bytes) == expected, "\(String(decoding: bytes, as: UTF8.self))")
                if let batch = EventBatchReader.read(bytes.span, maximumEvents: Self.maximumEvents) {
                    accepted += 1
                    #expect(Self.bits(batch) == Self.bits(try? expected.get()))
                } else {
                    refused += 1
                }
            }
        }
        #expect(accepted > 100)
        #expect(refused > 200)
    }

    @Test(arguments: seeds(UInt64(20)))
    func `Foundation accepts a batch as JSON exactly when no code of the grammar rejects it`(seed: UInt64) throws {
        let ours: [ProblemCode] = [.bodyMalformed, .bodyNumberOutOfRange, .bodyTooDeep]
        var random = SeededCases(seed: seed &+ 100)
        var comparisons = 0
        for _ in 0..<250 {
            var bytes = Array(RandomBatch.document(&random).utf8)
            if random.isTrue() { RandomJSON.damage(&bytes, &random) }
            let result = Self.fast(bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            switch result {
            case .success(let batch):
                guard let theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
                    #expect(isJSON(bytes), "\(text)")
                    continue
                }
                comparisons += 1
                let tree = try EventBatchBody(theirs, maximumEvents: Self.maximumEvents)
                #expect(tree == batch, "\(text)")
            case .failure(let problem) where problem.code == .bodyDuplicateKey: break
            case .failure(let problem) where isTrailingComma(bytes, at: problem.offset): break
            case .failure(let problem): #expect(isJSON(bytes) != ours.contains(problem.code), "\(problem) \(text)")
            }
        }
        #expect(comparisons > 60)
    }

    @Test(arguments: [
        #"{"events":[{"type":"tick","time":1}]}"#,
        #"{"events":[{"time":1.5,"type":"tick"}],"sequence":1,"client":"Zoë"}"#,
        #" { "events" : [ { "type" : "touch" , "phase" : "moved" , "time" : 1 , "touches" : [ { "id" : 1 , "x" : -0.5 , "y" : 1e2 } ] } ] } "#,
        #"{"events":[{"type":"touch","phase":"began","time":1,"modifiers":["ctrl","meta"],"touches":[{"id":1,"x":1,"y":1,"kind":"pen","buttons":1,"pressure":0.25},{"id":2,"x":3,"y":4}]}]}"#,
        #"{"events":[{"type":"wheel","time":1100,"x":400,"y":90,"deltaX":0,"deltaY":-120,"deltaMode":"pixel","modifiers":["alt","shift"]}]}"#,
        #"{"events":[{"type":"hover","phase":"exited","time":1120,"x":131.33334350585938,"y":0.1}]}"#,
        #"{"events":[{"type":"gesture","gesture":"pinch","state":"changed","time":1,"location":{"x":1,"y":2},"scale":1.0000000000000002,"startAnchor":{"y":0,"x":1}}]}"#,
        #"{"events":[{"type":"gesture","gesture":"pan","state":"began","time":1,"translation":{"x":1,"y":2},"velocity":{"x":1,"y":2}},{"type":"gesture","gesture":"tap","state":"recognized","time":2,"taps":2}]}"#,
        #"{"events":[{"type":"gesture","gesture":"swipe","state":"ended","time":1,"direction":"up"},{"type":"gesture","gesture":"longPress","state":"cancelled","time":1},{"type":"gesture","gesture":"rotation","state":"began","time":1,"rotation":-3.14}]}"#,
    ])
    func `the fast reader alone reads what clients send`(text: String) throws {
        let batch = EventBatchReader.read(Array(text.utf8).span, maximumEvents: 2_000)
        #expect(batch == (try EventBatchBody(JSONValue.parse(text.utf8), maximumEvents: 2_000)))
    }

    @Test func `both readers reject every truncated batch alike`() {
        let document = Array(
            #"{"client":"tab","sequence":3,"events":[{"type":"hover","phase":"moved","time":1,"x":1,"y":2}]}"#.utf8)
        for length in 0..<document.count {
            let bytes = Array(document[..<length])
            #expect(EventBatchReader.read(bytes.span, maximumEvents: 9) == nil)
            #expect(Self.fast(bytes) == Self.slow(bytes))
        }
    }

    @Test func `a batch may have the largest number of events, and not one more`() {
        let tick = #"{"type":"tick","time":1}"#
        for count in [Self.maximumEvents, Self.maximumEvents + 1] {
            let bytes = Array(#"{"events":[\#(Array(repeating: tick, count: count).joined(separator: ","))]}"#.utf8)
            #expect(
                (EventBatchReader.read(bytes.span, maximumEvents: Self.maximumEvents) != nil)
                    == (count == Self.maximumEvents))
            #expect(Self.fast(bytes) == Self.slow(bytes))
        }
    }

    @Test func `a zero byte does not end a word`() {
        let bytes = Array("{\"events\":[{\"type\":\"tick\0\",\"time\":1}]}".utf8)
        #expect(EventBatchReader.read(bytes.span, maximumEvents: 9) == nil)
        #expect(Self.fast(bytes) == Self.slow(bytes))
    }

    /// Whether the byte ends an object or list after a comma, which Foundation accepts and RFC 8259 does not.
    private func isTrailingComma(_ bytes: [UInt8], at offset: Int?) -> Bool {
        guard let offset, offset < bytes.count, [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[offset]) else {
            return false
        }
        return bytes[..<offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ",")
    }

    private func isJSON(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }
}
