import ChartSessions
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport
@testable import SessionTestSupport

struct SettingTableTests {
    @Test func `names, options and variables are unique`() {
        let entries = SettingTable.entries
        #expect(Set(entries.map(\.name)).count == entries.count)
        #expect(Set(entries.map(\.option)).count == entries.count)
        #expect(Set(entries.map(\.variable)).count == entries.count)
    }

    @Test func `the table has the keys of the limits at their place`() throws {
        let names = SettingTable.entries.map(\.name)
        let first = try #require(names.firstIndex(of: "limits.bodyBytes"))
        #expect(names[first - 1] == "feeds.lineProtocol.name")
        #expect(names[first + 28] == "limits.appendAhead")
        #expect(names[first + 29] == "session.idleTimeout")
    }

    @Test(arguments: SettingTable.entries)
    func `each key refuses an empty value and is described in the help`(entry: SettingEntry) {
        #expect(!entry.isAccepted(""))
        #expect(SettingHelp.text.contains("\(entry.option)\n"))
        #expect(SettingHelp.text.contains(entry.help))
    }

    @Test func `an option and a variable consist of the words of the name`() throws {
        let entry = try #require(SettingTable.entry(named: "limits.eventsPerBatch"))
        #expect(entry.option == "--limits-events-per-batch")
        #expect(entry.variable == "CHART_SURFACE_LIMITS_EVENTS_PER_BATCH")
    }

    @Test func `the limit of touches is what a tracker can tell apart`() throws {
        let entry = try #require(SettingTable.entry(named: "limits.touches"))
        #expect(entry.isAccepted("64"))
        #expect(!entry.isAccepted("65"))
    }

    @Test func `the sessions of tests without a server have the limits of the defaults`() throws {
        let limits = try TestServer().settings.limits
        #expect(ChangeInterpreter.Bounds(limits) == SessionHost.bounds)
        #expect(limits.specification == SessionHost.limits)
    }

    @Test func `a mistyped name suggests the nearest name and no distant one`() {
        let names = SettingTable.entries.map(\.name)
        #expect(SettingTable.suggestion(for: "http.prot", among: names) == "http.port")
        #expect(SettingTable.suggestion(for: "completely.else", among: names) == nil)
    }
}
