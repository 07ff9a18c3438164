import ChartEngine
import ChartSeries
import Testing

@testable import ChartSessions

/// Rows that arrive during a refresh of a session.
struct GrowingDatasetTests {
    @Test func `surfaces of one dataset get the same rows`() {
        var session = SampleSession.session([
            SampleSession.surface("first", dataset: "users"), SampleSession.surface("other", dataset: "others"),
            SampleSession.surface("second", dataset: "users"),
        ])
        var version = SampleSession.table.version
        var asked: [String] = []
        session.refresh { name in
            asked.append(name)
            version += 1
            return SampleSession.table.prefix(rows: 50 + version, version: version)
        }
        #expect(asked == ["users", "others"])
        let tables = session.surfaces.map(\.surface.chart.table)
        #expect(tables[0].version == tables[2].version)
        #expect(tables[0].rowCount == tables[2].rowCount)
        #expect(tables[1].version != tables[0].version)
    }
}
