import ChartSessions
import Testing

struct CommitLineTests {
    @Test func `changes count until the line breaks`() {
        let line = CommitLine()
        #expect(line.count())
        #expect(line.count())
        #expect(!line.isBroken && line.error == nil)
        #expect(line.break(with: .full) == 2)
        #expect(!line.count())
        #expect(line.isBroken)
        #expect(line.error == .full)
    }

    @Test func `the first error stays, and so does the count`() {
        let line = CommitLine()
        line.break(with: .unavailable("first"))
        #expect(line.break(with: .full) == 0)
        #expect(line.error == .unavailable("first"))
    }

    @Test(arguments: 0..<20) func `of a break and a count that race, both know who was first`(round: Int) async {
        let line = CommitLine()
        async let counted = (0..<1_000).prefix { _ in line.count() }.count
        async let kept = line.break(with: .full)
        #expect(await counted == kept)
    }
}
