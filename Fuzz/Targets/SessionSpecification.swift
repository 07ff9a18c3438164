import ChartWire

/// Specifications of sessions: decoded or refused with a problem, and what was decoded is written and read alike.
///
/// - Parameters:
///   - data: The input.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    do throws(Problem) {
        let tree = try JSONValue.parse(bytes)
        var writer = JSONWriter()
        JSONCoding.write(tree, into: &writer)
        let again = try JSONValue.parse(writer.bytes)
        precondition(again == tree, "what was written reads as something else")
        _ = try JSONCoding.decode(SessionBody.self, from: tree)
    } catch {
        precondition((400..<500).contains(error.code.status), "a specification is refused as \(error.code)")
        precondition(!error.body.isEmpty, "a problem has a body")
    }
    return 0
}
