import ChartJSON
import Foundation
import Testing

/// A value that describes itself is read, checked, written and stored by what it says.
struct DescribedTests {
    private enum Color: String, Codable, CaseIterable {
        case red, green
    }

    private struct Sample: DescribedState, Hashable {
        var count = 2, color = Color.red, label: String?, kind: Color?, share = 0.5

        static let properties: [Property<Sample>] = [
            .word("kind", \.kind, isRequired: true, "What it is."),
            .integer("count", \.count, 1...9, "How many there are."),
            .word("color", \.color, "How it looks."),
            .text("label", \.label, bytes: 1...4, "What it is called."),
            .number("share", \.share, from: 0, to: 1, but: 0, "Its part of the whole."),
        ]

        func validate(in place: Int) throws(Problem) {
            guard count <= place else { throw Problem(.propertyInvalid, "Too many for the place.", pointer: "/count") }
        }
    }

    private static func taken(_ text: String, over old: Sample = Sample(), in place: Int = 9) throws -> Sample {
        guard case .object(let body) = try JSONValue.parse(Array(text.utf8)) else { throw NotAnObject() }
        var sample = old
        try sample.take(body, in: place, at: .root.appending("samples").appending(0))
        return sample
    }

    private struct NotAnObject: Error {}

    private static func text(_ sample: Sample) -> String {
        var writer = JSONWriter()
        writer.object { sample.write(into: &$0) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a body goes over the defaults, and a later one over what is there`() throws {
        let first = try Self.taken(#"{"label":"ab","kind":"green","count":3}"#)
        #expect(Self.text(first) == #"{"kind":"green","count":3,"color":"red","label":"ab","share":0.5}"#)
        let second = try Self.taken(#"{"label":null,"share":1}"#, over: first)
        #expect(Self.text(second) == #"{"kind":"green","count":3,"color":"red","share":1}"#)
    }

    @Test(arguments: [
        (#"{}"#, "body.missing-property", "/samples/0/kind"),
        (#"{"kind":null}"#, "body.invalid-value", "/samples/0/kind"),
        (#"{"kind":"blue"}"#, "body.invalid-value", "/samples/0/kind"),
        (#"{"kind":"red","colour":1}"#, "body.unknown-property", "/samples/0/colour"),
        (#"{"kind":"red","count":null}"#, "body.invalid-value", "/samples/0/count"),
        (#"{"kind":"red","count":1.5}"#, "body.invalid-value", "/samples/0/count"),
        (#"{"kind":"red","count":0}"#, "body.invalid-value", "/samples/0/count"),
        (#"{"kind":"red","count":10}"#, "body.invalid-value", "/samples/0/count"),
        (#"{"kind":"red","count":9}"#, "body.invalid-value", "/samples/0/count"),
        (#"{"kind":"red","label":""}"#, "body.invalid-value", "/samples/0/label"),
        (#"{"kind":"red","label":"abcde"}"#, "body.invalid-value", "/samples/0/label"),
        (#"{"kind":"red","share":0}"#, "body.invalid-value", "/samples/0/share"),
        (#"{"kind":"red","share":1.01}"#, "body.invalid-value", "/samples/0/share"),
    ])
    func `a body that does not fit is refused at its place`(text: String, code: String, pointer: String) throws {
        let problem = #expect(throws: Problem.self) { try Self.taken(text, in: 8) }
        #expect(problem?.code.rawValue == code && problem?.pointer == pointer, "\(problem?.detail ?? "")")
    }

    @Test func `a wrong type goes before a wrong amount, and both before a rule between properties`() throws {
        let body = #"{"kind":"red","count":10,"share":"x"}"#
        let problem = #expect(throws: Problem.self) { try Self.taken(body, in: 8) }
        #expect(problem?.pointer == "/samples/0/share")
        #expect(problem?.detail == #"Expected a number, found the string "x"."#)
    }

    @Test func `the stored state has the names of the properties, and what it lacks is as by default`() throws {
        let sample = try Self.taken(#"{"label":"ab","kind":"green","count":3}"#)
        let stored = try JSONCoding.encode(sample)
        #expect(stored.text == #"{"kind":"green","count":3,"color":"red","label":"ab","share":0.5}"#)
        #expect(try JSONDecoder().decode(Sample.self, from: JSONEncoder().encode(sample)) == sample)
        let earlier = try JSONDecoder().decode(Sample.self, from: Data(#"{"kind":"green","count":3}"#.utf8))
        #expect(earlier.share == 0.5 && earlier.color == .red && earlier.count == 3)
    }

    @Test func `a property is told with its type, default, bounds and meaning`() {
        var writer = JSONWriter()
        for property in Sample.properties { property.description.write(into: &writer) }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        let parts = [
            #"{"name":"kind","type":"string","default":null,"bounds":["red","green"],"meaning":"What it is."}"#,
            #"{"name":"count","type":"integer","default":2,"bounds":[1,9],"meaning":"How many there are."}"#,
            #"{"name":"label","type":"string","default":null,"bounds":[1,4],"meaning":"What it is called."}"#,
        ]
        for part in parts { #expect(text.contains(part), "\(text)") }
    }
}
