import ChartWire
import Foundation

extension FuzzLaw {
    /// The reader of bytes and that of the tree agree on a batch of events, and Foundation on what is JSON.
    package static let eventBatch = FuzzLaw("EventBatch") { bytes in
        let fast = result { () throws(Problem) in try EventBatchBody(bytes.span, maximumEvents: 16) }
        let slow = result { () throws(Problem) in try EventBatchBody(JSONValue.parse(bytes), maximumEvents: 16) }
        try require(fast == slow, "the two readers disagree: \(fast) \(slow)")
        let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        switch fast {
        case .success:
            try require(isJSON, "Foundation refuses what was accepted")
        case .failure(let problem):
            try require(!problem.body.isEmpty, "a problem has no body")
            if problem.code.status == 422 { try require(isJSON, "Foundation refuses what was well-formed") }
            if problem.code == .bodyMalformed {
                try require(
                    !isJSON || hasLeadingMark(bytes) || isTrailingComma(bytes, problem), "Foundation accepts it")
            }
        }
    }
}

private func result(
    _ read: () throws(Problem) -> EventBatchBody
) -> Result<EventBatchBody, Problem> {
    do throws(Problem) { return .success(try read()) } catch { return .failure(error) }
}

/// Foundation accepts a comma before the end of an object or list, which RFC 8259 forbids.
private func isTrailingComma(_ bytes: [UInt8], _ problem: Problem) -> Bool {
    guard let offset = problem.offset, offset < bytes.count,
        [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[offset])
    else { return false }
    return bytes[..<offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ",")
}

/// Foundation detects encodings other than UTF-8 by the first bytes.
private func hasLeadingMark(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).contains { $0 == 0 || $0 > 0x7F }
}
