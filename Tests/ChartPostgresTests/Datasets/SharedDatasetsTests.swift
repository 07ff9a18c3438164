import ChartSeries
import ChartStorage
import ChartStores
import Foundation
import StoreTestSupport
import Testing

@testable import ChartDatasets
@testable import ChartPostgres

/// Several nodes share their datasets.
@Suite(.serialized) struct SharedDatasetsTests {
    private typealias Checks = DatasetCatalogConformance

    @Test(arguments: DatasetCatalogConformance.Check.allCases)
    func `a catalog over PostgreSQL passes the check`(_ check: DatasetCatalogConformance.Check) async throws {
        let node = try await DatasetNode(try TestDatabase())
        try await Checks.run(check, on: node.catalog)
        await node.close()
    }

    @Test func `every node reads what another one was told, and an empty cache fetches it`() async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<10_000), as: "d", owner: "one")
        #expect(try await Checks.isSame(two.rows(of: "d"), Checks.rows(0..<10_000)))
        #expect(two.catalog.owner(of: "d") == "one")
        for start in stride(from: 10_000, to: 10_400, by: 100) {
            let writer = start.isMultiple(of: 200) ? one : two
            let reader = start.isMultiple(of: 200) ? two : one
            let grown = try await writer.catalog.commit(AppendedRows(Checks.rows(start..<(start + 100))), to: "d")
            let read = try await reader.rows(of: "d")
            #expect(read.version == grown.version && read.rowCount == start + 100)
        }
        let third = try await DatasetNode(database)
        #expect(third.catalog.descriptions.first?.description.rowCount == 10_400)
        #expect(try await Checks.isSame(third.rows(of: "d"), Checks.rows(0..<10_400)))
        try await two.catalog.remove("d")
        await #expect(throws: DatasetRefusal(.unknown, of: "d")) { try await one.rows(of: "d") }
        for node in [one, two, third] { await node.close() }
    }

    @Test func `every acknowledged append of nodes that race is there once, in the order of its version`() async throws
    {
        let database = try TestDatabase()
        let nodes = [try await DatasetNode(database), try await DatasetNode(database)]
        let start = try Table(xName: "x", xKind: .number, x: [0], columns: [(name: "writer", values: [-1])])
        _ = try await nodes[0].catalog.put(start, as: "d")
        let acknowledged = try await withThrowingTaskGroup(of: [(version: Int, writer: Double)].self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var told: [(version: Int, writer: Double)] = []
                    for count in 0..<15 {
                        let label = Double(100 * writer + count)
                        let row = try Table(
                            xName: "x", xKind: .number, x: [0], columns: [(name: "writer", values: [label])])
                        do {
                            let grown = try await nodes[writer % 2].catalog.commit(AppendedRows(row), to: "d")
                            #expect(grown.columns[0].values.last == label)
                            told.append((grown.version, label))
                        } catch let refusal as DatasetRefusal where refusal.reason == .store(.contended) {
                            continue
                        }
                    }
                    return told
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.version < $1.version }
        }
        #expect(acknowledged.count >= 15)
        for node in nodes {
            let rows = try await node.rows(of: "d")
            #expect(Array(rows.columns[0].values) == [-1] + acknowledged.map(\.writer))
            await node.close()
        }
    }

    @Test func `a dataset that a session of another node shows is neither replaced nor removed`() async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        try await two.begin("s", showing: "d", version: 1)
        await #expect(throws: DatasetRefusal(.inUse, of: "d")) {
            try await one.catalog.put(Checks.rows(0..<3), as: "d")
        }
        await #expect(throws: DatasetRefusal(.inUse, of: "d")) { try await one.catalog.remove("d") }
        #expect(try await one.catalog.commit(AppendedRows(Checks.rows(10..<11)), to: "d").version == 2)
        try await two.sessions.commit(.end(session: "s"))
        #expect(try await !one.catalog.put(Checks.rows(0..<3), as: "d"))
        await #expect(throws: SessionStoreError.conflict) { try await two.begin("late", showing: "d", version: 2) }
        for node in [one, two] { await node.close() }
    }

    @Test func `a session that begins and a replacement at the same moment never both succeed`() async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        var (begun, replaced) = (0, 0)
        for round in 0..<30 {
            let version = try await one.rows(of: "d").version
            async let isReplaced = (try? one.catalog.put(Checks.rows(0..<(11 + round)), as: "d")) != nil
            async let isBegun = (try? two.begin("s\(round)", showing: "d", version: version)) != nil
            let outcome = await (isReplaced, isBegun)
            #expect(!(outcome.0 && outcome.1), "both won in round \(round)")
            if outcome.0 { replaced += 1 }
            if outcome.1 {
                begun += 1
                try await two.sessions.commit(.end(session: "s\(round)"))
            }
        }
        #expect(begun + replaced >= 15)
        for node in [one, two] { await node.close() }
    }

    @Test(arguments: ["emptied", "cut", "altered"])
    func `a cache that is damaged while the node runs is filled again`(_ damage: String) async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<50_000), as: "d")
        let held = try await two.rows(of: "d")
        for path in try two.files() where !path.hasSuffix(".json") {
            switch damage {
            case "emptied": try FileManager.default.removeItem(atPath: path)
            case "cut":
                let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
                try file.truncate(atOffset: 4_096)
                try file.close()
            default:
                let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
                try file.seek(toOffset: 64)
                try file.write(contentsOf: [UInt8](repeating: 7, count: 64))
                try file.close()
            }
        }
        await two.catalog.checkSizes(of: "d")
        _ = await two.catalog.inspect("d") { true }
        // Appends need the files too.
        _ = try await one.catalog.commit(AppendedRows(Checks.rows(50_000..<50_010)), to: "d")
        let read = try await two.rows(of: "d")
        #expect(try Checks.isSame(read, Checks.rows(0..<50_010)))
        #expect(read.soundness?.isDamaged == false)
        #expect(two.sharing.figures.misses >= 2)
        withExtendedLifetime(held) {}
        for node in [one, two] { await node.close() }
    }

    @Test func `files of an earlier run are shown only where they are the rows of the segments`() async throws {
        let database = try TestDatabase()
        let one = try await DatasetNode(database)
        _ = try await one.catalog.put(Checks.rows(0..<50_000), as: "d")
        let copy = one.folder + "-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: one.folder, toPath: copy)
        let again = try await DatasetNode(database, folder: copy)
        #expect(try await Checks.isSame(again.rows(of: "d"), Checks.rows(0..<50_000)))
        #expect(again.sharing.figures.fetchedBytes == 0)
        // Other segments of the same length, as after a restored backup.
        try database.connect().run("UPDATE dataset_segment SET sha256 = '\\x00'")
        again.catalog.closeIdle()
        again.catalog.closeIdle()
        await #expect(throws: DatasetRefusal.self) { try await again.rows(of: "d") }
        for node in [one, again] { await node.close() }
    }

    @Test func `an altered segment of the database makes the dataset damaged, and nothing of it is shown`() async throws
    {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<5_000), as: "d")
        try database.connect().run("UPDATE segment_chunk SET data = set_byte(data, 9, get_byte(data, 9) # 1)")
        let refusal = await #expect(throws: DatasetRefusal.self) { try await two.rows(of: "d") }
        if case .store(let error)? = refusal?.reason {
            #expect(error.kind == .damaged)
        } else {
            Issue.record("another outcome")
        }
        for node in [one, two] { await node.close() }
    }

    @Test func `the least recently used files go first, and never those that a session shows`() async throws {
        let database = try TestDatabase()
        let one = try await DatasetNode(database)
        for name in ["a", "b", "c"] { _ = try await one.catalog.put(Checks.rows(0..<20_000), as: name) }
        let two = try await DatasetNode(database, cacheBytes: 1_500_000)
        _ = try await two.rows(of: "a")
        #expect(two.catalog.retain("a") != nil)
        for name in ["b", "c"] { _ = try await two.rows(of: name) }
        let files = try two.files()
        #expect(files.contains { $0.contains("/a@") } && files.contains { $0.contains("/c@") })
        #expect(!files.contains { $0.contains("/b@") })
        #expect(try await Checks.isSame(two.rows(of: "b"), Checks.rows(0..<20_000)))
        for node in [one, two] { await node.close() }
    }

    @Test func `many small appends become few segments, which hold the same rows`() async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        for row in 10..<110 { _ = try await one.catalog.commit(AppendedRows(Checks.rows(row..<(row + 1))), to: "d") }
        let version = try await one.rows(of: "d").version
        async let first: Void = one.sharing.maintain(removingAfter: .seconds(3_600))
        async let second: Void = two.sharing.maintain(removingAfter: .seconds(3_600))
        _ = try await (first, second)
        #expect(try database.connect().run("SELECT FROM dataset_segment").count == 1)
        let read = try await two.rows(of: "d")
        #expect(try Checks.isSame(read, Checks.rows(0..<110)))
        #expect(read.version == version)
        try await one.sharing.maintain(removingAfter: .seconds(-1))
        #expect(try database.connect().run("SELECT FROM segment").count == 1)
        #expect(try database.connect().run("SELECT DISTINCT sha256 FROM segment_chunk").count == 1)
        for node in [one, two] { await node.close() }
    }

    @Test func `replaced rows stay as long as a session that has shown them`() async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        try await one.begin("s", showing: "d", version: 1)
        try await one.sessions.commit(.sample("s", 1, datasets: []))
        _ = try await one.catalog.put(Checks.rows(5..<50), as: "d")
        try await one.sharing.maintain(removingAfter: .seconds(-1))
        let lookup = DatasetLookup(name: "d", version: 1, rows: 10)
        #expect(try await two.catalog.provide(lookup))
        #expect(try Checks.isSame(two.catalog.rows(readAs: lookup), Checks.rows(0..<10)))
        #expect(try Checks.isSame(two.catalog.rows(of: "d"), Checks.rows(5..<50)))
        try await one.sessions.commit(.end(session: "s"))
        try await one.sharing.maintain(removingAfter: .seconds(-1))
        #expect(try await one.database.replaced("d", at: 1) == nil)
        for node in [one, two] { await node.close() }
    }

    @Test func `nodes follow each other's changes, and fetch what a session of theirs shows`() async throws {
        let database = try TestDatabase()
        let (one, two) = (try await DatasetNode(database), try await DatasetNode(database))
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        try await two.catalog.confirm("d")
        #expect(two.catalog.retain("d") != nil)
        let heard = Shared<[Int]>([])
        two.catalog.onRows { _, table in heard.withLock { $0.append(table.rowCount) } }
        let follower = Task { await two.catalog.follow() }
        for row in 10..<13 { _ = try await one.catalog.commit(AppendedRows(Checks.rows(row..<(row + 1))), to: "d") }
        _ = try await one.catalog.put(Checks.rows(0..<7), as: "other")
        try await eventually { heard.withLock { $0.last } == 13 && two.catalog.names == ["d", "other"] }
        try await one.catalog.remove("other")
        try await eventually { two.catalog.names == ["d"] }
        follower.cancel()
        await follower.value
        for node in [one, two] { await node.close() }
    }

    @Test func `an append that is not confirmed in time is in doubt, and is there once at most`() async throws {
        let database = try TestDatabase()
        let node = try await DatasetNode(database)
        _ = try await node.catalog.put(Checks.rows(0..<10), as: "d")
        let other = try database.connect()
        try other.run("BEGIN")
        try other.run("SELECT FROM dataset WHERE name = 'd' FOR UPDATE")
        let error = await #expect(throws: DatasetRefusal.self) {
            _ = try await node.catalog.commit(AppendedRows(Checks.rows(10..<12)), to: "d")
        }
        guard case .store(let reason) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.kind == .inDoubt)
        try other.run("COMMIT")
        let known = try await node.rows(of: "d").rowCount
        #expect(known == 10 || known == 12)
        let grown = try await node.catalog.commit(AppendedRows(Checks.rows(known..<(known + 1))), to: "d")
        #expect(try Checks.isSame(grown, Checks.rows(0..<(known + 1))))
        await node.close()
    }

    @Test func `a node whose reads are local shows later rows once it has heard of them`() async throws {
        let database = try TestDatabase()
        let one = try await DatasetNode(database)
        let two = try await DatasetNode(database, confirmsReads: false)
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        // A dataset that the node does not know it asks for.
        #expect(try await two.rows(of: "d").rowCount == 10)
        _ = try await one.catalog.commit(AppendedRows(Checks.rows(10..<11)), to: "d")
        #expect(try await two.rows(of: "d").rowCount == 10)
        #expect(try await one.rows(of: "d").rowCount == 11)
        let follower = Task { await two.catalog.follow() }
        try await eventually { two.catalog.descriptions.first?.description.rowCount == 11 }
        #expect(try await two.rows(of: "d").rowCount == 11)
        follower.cancel()
        await follower.value
        for node in [one, two] { await node.close() }
    }

    @Test func `a fetch that hangs holds up no other dataset`() async throws {
        let database = try TestDatabase()
        let one = try await DatasetNode(database)
        _ = try await one.catalog.put(Checks.rows(0..<9), as: "slow")
        _ = try await one.catalog.put(Checks.rows(0..<5), as: "quick")
        let gate = HeldSegments(one.database, holding: 9 * 24)
        let two = try await DatasetNode(database, segments: gate)
        let slow = Task { try await two.rows(of: "slow") }
        try await eventually { gate.isHolding }
        #expect(try await two.rows(of: "quick").rowCount == 5)
        #expect(two.catalog.retain("quick") != nil && two.catalog.descriptions.count == 2)
        gate.open()
        #expect(try await slow.value.rowCount == 9)
        for node in [one, two] { await node.close() }
    }

    @Test func `a fetch that fails in the middle goes on where it was`() async throws {
        let database = try TestDatabase()
        let one = try await DatasetNode(database)
        let two = try await DatasetNode(database, segments: RefusedSegment(one.database, length: 3 * 24))
        _ = try await one.catalog.put(Checks.rows(0..<10), as: "d")
        #expect(try await two.rows(of: "d").rowCount == 10)
        for rows in [10..<17, 17..<20, 20..<22] {
            _ = try await one.catalog.commit(AppendedRows(Checks.rows(rows)), to: "d")
        }
        let error = await #expect(throws: DatasetRefusal.self) { try await two.rows(of: "d") }
        guard case .store(let reason) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.kind == .unreachable)
        #expect(try await Checks.isSame(two.rows(of: "d"), Checks.rows(0..<22)))
        for node in [one, two] { await node.close() }
    }

    @Test func `segments in a shared folder serve all nodes, and go when nothing names them`() async throws {
        let database = try TestDatabase()
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("segments-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let one = try await DatasetNode(database, segments: try SegmentDirectory(root))
        let two = try await DatasetNode(database, segments: try SegmentDirectory(root))
        _ = try await one.catalog.put(Checks.rows(0..<5_000), as: "d")
        #expect(try await Checks.isSame(two.rows(of: "d"), Checks.rows(0..<5_000)))
        #expect(try database.connect().run("SELECT FROM segment_chunk").count == 0)
        try await two.catalog.remove("d")
        try await two.sharing.maintain(removingAfter: .seconds(-1))
        let left = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.contains("/") }
        #expect(left.isEmpty)
        for node in [one, two] { await node.close() }
    }
}
