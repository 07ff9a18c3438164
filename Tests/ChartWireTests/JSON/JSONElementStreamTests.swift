import ChartWire
import Testing

struct JSONElementStreamTests {
    /// Reads a document in steps and puts its pieces together again.
    private func whole(_ bytes: [UInt8], step: Int) throws -> JSONValue {
        var stream = JSONElementStream(array: "rows")
        var members: [(String, JSONValue)] = []
        var rows: [JSONValue] = []
        func take(_ piece: JSONElementStream.Piece) {
            switch piece {
            case .member(let name, let value): members.append((name, value))
            case .element(let value): rows.append(value)
            }
        }
        var start = 0
        while start < bytes.count {
            try stream.append(bytes[start..<min(bytes.count, start + step)], take)
            start += step
        }
        try stream.finish(take)
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        if stream.hasArray { object["rows"] = .array(rows) }
        return .object(object)
    }

    /// The members by name, because the array comes last in a document put together from pieces.
    private func members(_ value: JSONValue) -> [String: JSONValue] {
        guard case .object(let object) = value else { return [:] }
        return Dictionary(uniqueKeysWithValues: object.members.map { ($0.key, $0.value) })
    }

    @Test(arguments: [
        #"{"columns":["a","b"],"rows":[[1,2],[3,null]]}"#, #" { "rows" : [ ] , "x" : {"y":[1,"]"]} } "#, "{}",
        #"{"rows":[[1],[2]],"columns":["\"]\\"]}"#, "\u{FEFF}{\"rows\":[1.5e3,\"a,b\",true]}", #"{"rows":7}"#,
    ])
    func `a document in pieces of any length reads the same`(text: String) throws {
        let bytes = Array(text.utf8)
        let expected = members(try JSONValue.parse(bytes))
        for step in 1...bytes.count { #expect(members(try whole(bytes, step: step)) == expected) }
    }

    @Test(arguments: [
        "", "[", "{", #"{"rows":[1"#, #"{"rows":[1,]}"#, #"{"rows":[1 2]}"#, #"{"rows":[]}x"#, #"{"rows":[],}"#, "{,}",
        #"{"rows":[nul]}"#, #"{"rows":[1]"#, #"{"a":1 "b":2}"#, #"{a:1}"#, #"{"a" 1}"#, #"{"rows":[[1]}"#, #"{"a":}"#,
        #"{"rows":[1],"rows":[2]}"#, #"{"rows":["\u{FEFF}"]}"#, #"{"rows":[1e999]}"#, #"{"a":"#, #"{"a""#,
        #"{"rows":[}"#, #"{"rows":[]]"#,
    ])
    func `a document that is invalid in one piece is invalid in many`(text: String) {
        let bytes = Array(text.utf8)
        let expected = #expect(throws: Problem.self) { _ = try JSONValue.parse(bytes) }
        for step in 1...max(1, bytes.count) {
            let problem = #expect(throws: Problem.self) { _ = try whole(bytes, step: step) }
            #expect(problem?.code == expected?.code)
        }
    }

    @Test func `a problem has its place in the whole document`() {
        let problem = #expect(throws: Problem.self) {
            _ = try whole(Array(#"{"rows":[[1],[1,1e999]]}"#.utf8), step: 3)
        }
        #expect(problem?.pointer == "/rows/1/1")
        #expect(problem?.offset == 16)
    }

    @Test func `an element that never ends is rejected at a limit`() {
        var stream = JSONElementStream(array: "rows")
        let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 18)
        let problem = #expect(throws: Problem.self) {
            try stream.append(Array(#"{"rows":["#.utf8)) { _ in }
            for _ in 0..<8 { try stream.append(piece) { _ in } }
        }
        #expect(problem?.code == .bodyMalformed)
    }

    @Test(.timeLimit(.minutes(10)))
    func `an element of a megabyte may arrive byte by byte`() throws {
        let text = String(repeating: "a", count: JSONElementStream.longestPiece - 2)
        let document = try whole(Array(#"{"rows":["\#(text)"]}"#.utf8), step: 1)
        #expect(members(document)["rows"] == .array([.string(text)]))
    }
}
