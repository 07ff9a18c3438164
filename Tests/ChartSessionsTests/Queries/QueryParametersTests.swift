import ChartWire
import Testing

@testable import ChartSessions

struct QueryParametersTests {
    private enum Layout: String, CaseIterable { case rows, columns }

    private func query(_ text: String?) throws(Problem) -> QueryParameters {
        try QueryParameters(query: text, allowed: ["a", "b", "timeZone"], repeatable: ["b"])
    }

    @Test func `declared parameters are decoded, in any order`() throws {
        let query = try query("b=x%2Cy+z&a=1.5e3&time%5Aone=Etc/GMT+1")
        #expect(query.text("b") == "x,y z")
        #expect(try query.number("a") == 1_500)
        #expect(query.text("timeZone") == "Etc/GMT+1")
    }

    @Test(arguments: [
        ("dd.MM.yyyy+HH:mm", "dd.MM.yyyy HH:mm"), ("2021-02-03+04:30", "2021-02-03 04:30"),
        ("2021-02-03T06:30+02", "2021-02-03T06:30+02"), ("2021-02-03+06:30:01.5+02:00", "2021-02-03 06:30:01.5+02:00"),
        ("2021-02-03T06%3A30+0200", "2021-02-03T06:30+0200"), ("2021-02-03T06:30+02,x", "2021-02-03T06:30 02,x"),
        ("1e+5", "1e+5"), ("-1.5E+10,2e+3", "-1.5E+10,2e+3"), ("re+5", "re 5"), ("a+b+c", "a b c"), ("%2B+", "+ "),
        ("+", " "), ("06:30+2", "06:30 2"),
    ])
    func `a plus sign is a blank, but in front of an offset and in an exponent`(sent: String, text: String) throws {
        #expect(try query("a=" + sent).text("a") == text)
    }

    @Test func `a parameter may be given several times where the route says so`() throws {
        #expect(try query("b=x&a=1&b=y,z").texts("b") == ["x", "y,z"])
        #expect(try query("a=1").texts("b") == nil)
    }

    @Test func `an omitted parameter is nil`() throws {
        for text in [nil, "", "&&"] {
            let query = try query(text)
            #expect(query.text("a") == nil)
            #expect(try query.flag("a") == nil)
        }
    }

    @Test func `the problem names an unknown parameter`() {
        let problem = #expect(throws: Problem.self) { try query("a=1&widht=2") }
        #expect(problem?.code == .queryUnknown)
        #expect(problem?.detail == "The query parameter widht is unknown; this route takes a, b, timeZone.")
    }

    @Test(arguments: ["a=1&a=1", "a=%", "a=%4", "a=%zz", "a=%FF", "%ff=1"])
    func `a repeated or undecodable parameter is invalid`(text: String) {
        #expect(throws: Problem.self) { try query(text) }
        #expect((#expect(throws: Problem.self) { try query(text) })?.code == .queryInvalid)
    }

    @Test(arguments: ["a=yes", "a", "a=", "a=TRUE", "a=1"])
    func `a flag is true or false`(text: String) throws {
        let query = try query(text)
        #expect((#expect(throws: Problem.self) { try query.flag("a") })?.code == .queryInvalid)
    }

    @Test(arguments: ["a=nan", "a=inf", "a=1e999", "a=", "a=1x", "a=-infinity"])
    func `a number is finite`(text: String) throws {
        let query = try query(text)
        #expect((#expect(throws: Problem.self) { try query.number("a") })?.code == .queryInvalid)
    }

    @Test func `an integer keeps to its range, ends included`() throws {
        #expect(try query("a=1").integer("a", in: 1...3) == 1)
        #expect(try query("a=3").integer("a", in: 1...3) == 3)
        for text in ["a=0", "a=4", "a=2.0", "a=99999999999999999999"] {
            let query = try query(text)
            #expect(throws: Problem.self) { try query.integer("a", in: 1...3) }
        }
    }

    @Test func `the problem of a choice names the accepted values`() throws {
        #expect(try query("a=columns").choice("a", of: Layout.self) == .columns)
        let query = try query("a=column")
        let problem = #expect(throws: Problem.self) { try query.choice("a", of: Layout.self) }
        #expect(problem?.detail == "The query parameter a must be one of rows, columns.")
    }

    @Test func `a list has no empty names`() throws {
        #expect(try query("a=x,y").list("a") == ["x", "y"])
        let query = try query("a=x,,y")
        #expect(throws: Problem.self) { try query.list("a") }
    }

    @Test(arguments: ["y2", "{axis}", "", "a.b"])
    func `a range is of the axis that its name says`(axis: String) throws {
        let query = try QueryParameters(query: "ticks=true&view.\(axis)=1,2", allowed: ["ticks"] + ViewedRanges.query)
        #expect(query.named("view.").map(\.name) == [axis] && query.named("view.").map(\.text) == ["1,2"])
        #expect(query.named("size.").isEmpty)
    }
}
