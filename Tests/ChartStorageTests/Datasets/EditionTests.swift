import ChartDatasets
import ChartSeries
import ChartStores
import CoreTestSupport
import Foundation
import StoreTestSupport
import Testing

@testable import ChartStorage

/// Editions in files: rows that come late, again, or go, and what a killed process leaves.
struct EditionTests {
    private typealias Checks = DatasetCatalogConformance
    private let folder = StoreFolder()

    /// A catalog over the files, as a start makes it.
    private func catalog(isSynchronous: Bool = false) throws -> LocalDatasetCatalog {
        let directory = try DatasetDirectory(dataDirectory: folder.path, isSynchronous: isSynchronous)
        var tables: [String: Table] = [:]
        var histories: [String: EditionHistory] = [:]
        for found in try directory.open() {
            tables[found.name] = try found.table.get()
            histories[found.name] = found.history
        }
        return LocalDatasetCatalog(tables, histories: histories, store: directory)
    }

    /// Checks every byte of the files.
    private func requireSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let findings = try DatasetAudit(dataDirectory: folder.path).run(isRepairing: false)
        #expect(findings.allSatisfy { $0.verdict == .sound }, "\(findings)", sourceLocation: sourceLocation)
    }

    @Test func `a start finds what people have noted about the data, an altered file is damage, and no other is left`()
        async throws
    {
        let events = TableEvents([.init(id: "a", text: "{}", version: 2)], version: 2)
        do {
            let catalog = try catalog()
            _ = try await catalog.put(Checks.rows(0..<5), as: "d")
            _ = try await catalog.setEvents(of: "d") { _ in events }
            _ = try await catalog.setEvents(of: "d") { $0.events?.putting("b", "{}", version: 3) }
        }
        let path = folder.path + "/datasets/d"
        let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("events") }
        #expect(files == ["events-3"])
        try requireSound()
        do {
            let catalog = try catalog()
            #expect(try catalog.rows(of: "d").events == events.putting("b", "{}", version: 3))
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path + "/events-3"))
        bytes[3] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path + "/events-3"))
        let found = try DatasetDirectory(dataDirectory: folder.path).open()
        #expect(throws: DatasetStoreError.self) { try found[0].table.get() }
        let findings = try DatasetAudit(dataDirectory: folder.path).run(isRepairing: false)
        #expect(findings.contains { $0.verdict == .damaged })
    }

    @Test(arguments: [true, false])
    func `editions of a long dataset write the rows behind a segment, and a start finds all of them`(
        isSynchronous: Bool
    ) async throws {
        let count = 3 * SegmentChecksum.rows + 100
        var model = try StoreFolder.rows(0..<count)
        do {
            let catalog = try catalog(isSynchronous: isSynchronous)
            _ = try await catalog.put(model, as: "d")
            _ = try await catalog.setRules(of: "d") { _ in Checks.merging }
        }
        for round in 0..<4 {
            let catalog = try catalog(isSynchronous: isSynchronous)
            #expect(try catalog.rows(of: "d").rules == Checks.merging)
            #expect(catalog.retain("d") != nil)
            let x = Double(3 * (count - 10 - round * SegmentChecksum.rows)) + 0.5
            for x in [x, x + 1_000_000] {
                let added = try await catalog.add(Checks.rows(at: [x], Double(round)), to: "d")
                if case .edit(let edit) = try model.with(rules: Checks.merging, edits: [], events: nil).merging(
                    Checks.rows(at: [x], Double(round))
                ).change {
                    model = model.applying(edit)
                } else {
                    try model.append(
                        Table(
                            xName: "t", xKind: .number, x: [x],
                            columns: [("a", [Double(round)]), ("b", [-Double(round)])]))
                }
                #expect(Checks.isSame(added.table, model))
            }
            try requireSound()
        }
        #expect(Checks.isSame(try catalog().rows(of: "d"), model))
        let manifest = try StoredDataset.readManifest(folder.file("d"))
        #expect(manifest.parts?.count == nil || manifest.parts?.first?.from == 0)
        let columns = try folder.names(in: "d").filter { $0.hasSuffix("-1.f64") }
        #expect(columns.count == (manifest.parts?.count ?? 1), "no file stays that holds no row")
    }

    @Test func `late rows near the end leave the files of the segments before where they are`() async throws {
        let count = 2 * SegmentChecksum.rows + 50
        let catalog = try catalog()
        _ = try await catalog.put(StoreFolder.rows(0..<count), as: "d")
        _ = try await catalog.setRules(of: "d") { _ in Checks.merging }
        for round in 0..<3 {
            _ = try await catalog.add(Checks.rows(at: [Double(3 * count - 20) + 0.25], Double(round)), to: "d")
        }
        let manifest = try StoredDataset.readManifest(folder.file("d"))
        #expect(manifest.parts?.map(\.from) == [0, 2 * SegmentChecksum.rows])
        let bytes = try #require(File.size(at: folder.file("d/" + manifest.file(ofColumn: 1))))
        #expect(bytes == 51 * 8)
        try requireSound()
    }

    /// The rows of a sorted list, and what logs have seen of them.
    private struct Model {
        var rows: [(x: Double, a: Double)] = (0..<300).map { (Double($0), 1) }
        var seen: [(lookup: DatasetLookup, x: [Double])] = []
        var step = 0
        /// The rows that stay; `nil` for all.
        let retained: Int?
        /// The first edition whose rows can be made.
        var floor = 0

        init(retaining retained: Int?) { self.retained = retained }

        /// Drops blocks of rows as the rules say, once they are an eighth of those that stay.
        mutating func drop(_ catalog: any DatasetCatalog) throws {
            var beyond = max(0, rows.count - (retained ?? rows.count))
            beyond -= beyond % 64
            guard beyond > 0, 8 * beyond >= rows.count - beyond else { return }
            rows.removeFirst(beyond)
            floor = try catalog.rows(of: "d").edits.dropLast().last { !$0.keepsRows }?.version ?? 0
        }

        mutating func look(at catalog: any DatasetCatalog) throws {
            let table = try catalog.rows(of: "d")
            #expect(Array(table.x) == rows.map(\.x))
            #expect(Array(table.columns[0].values) == rows.map(\.a))
            let lookup = DatasetLookup(
                name: "d", version: table.version, rows: table.rowCount, edition: table.edition)
            seen.append((lookup, Array(table.x)))
        }

        mutating func change(_ catalog: any DatasetCatalog, _ random: inout SeededCases) async throws {
            step += 1
            let last = rows.last?.x ?? 0
            switch random.integer(in: 0...9) {
            case 0...2:
                let x = (1...random.integer(in: 1...40)).map { last + Double($0) }
                _ = try await catalog.add(Checks.rows(at: x, Double(step)), to: "d")
                rows += x.map { ($0, Double(step)) }
            case 3...7:
                let x = (0..<3).map { _ in last - Double(random.integer(in: -2...60)) / 2 }
                _ = try await catalog.add(Checks.rows(at: x, Double(step)), to: "d")
                for x in x {
                    if let index = rows.firstIndex(where: { $0.x == x }) {
                        rows[index].a = Double(step)
                    } else {
                        rows.insert((x, Double(step)), at: rows.firstIndex { $0.x > x } ?? rows.count)
                    }
                }
            default:
                let from = Double(random.integer(in: 0...300))
                _ = try await catalog.removeRows(in: from...(from + 5), of: "d")
                rows.removeAll { (from...(from + 5)).contains($0.x) }
            }
            try drop(catalog)
        }
    }

    @Test(arguments: seeds(6))
    func `random changes and reopenings leave the rows of a sorted list`(seed: Int) async throws {
        var random = SeededCases(seed: UInt64(seed))
        var model = Model(retaining: seed.isMultiple(of: 3) ? nil : 250)
        var rules = Checks.merging
        if let rows = model.retained {
            rules.retain = RowRules.Retention()
            rules.retain?.rows = rows
        }
        do {
            let rows = IncomingRows(
                xName: "t", xKind: .number, names: ["a", "b"], x: model.rows.map(\.x),
                columns: [model.rows.map(\.a), model.rows.map { -$0.a }])
            try await catalog().begin("d", with: rows, rules: rules, owner: "ann")
        }
        for _ in 0..<6 {
            // A start finds what was answered, and what makes the rows of earlier editions.
            let catalog = try catalog(isSynchronous: seed.isMultiple(of: 2))
            #expect(catalog.retain("d") != nil)
            for _ in 0..<7 {
                try model.look(at: catalog)
                try await model.change(catalog, &random)
            }
            try model.look(at: catalog)
            for (lookup, x) in model.seen {
                let rows: Table
                do throws(DatasetRefusal) {
                    rows = try catalog.rows(readAs: lookup)
                } catch {
                    #expect(
                        error.reason == .gone(lookup) && lookup.edition ?? 0 < model.floor, "version \(lookup.version)")
                    continue
                }
                #expect(Array(rows.x.prefix(lookup.rows)) == x, "version \(lookup.version)")
                #expect(rows.edition == lookup.edition)
            }
            try requireSound()
        }
        #expect(try DatasetDirectory.summaries(dataDirectory: folder.path).first?.rows == model.rows.count)
    }

    @Test func `an edition that a killed process has not finished leaves the one before`() async throws {
        var rows = try StoreFolder.rows(0..<0)
        var halfway: [String: [UInt8]] = [:]
        do {
            let catalog = try catalog()
            _ = try await catalog.put(StoreFolder.rows(0..<100), as: "d")
            _ = try await catalog.setRules(of: "d") { _ in Checks.merging }
            #expect(catalog.retain("d") != nil)
            _ = try await catalog.add(Checks.rows(at: [50.5], 1), to: "d")
            let before = try folder.contents(of: "d")
            rows = try catalog.rows(of: "d")
            _ = try await catalog.add(Checks.rows(at: [60.5, 70.5], 2), to: "d")
            let after = try folder.contents(of: "d")
            // The new files without the new manifest, and a history with the words of an edit that was not made.
            halfway = before.merging(after) { old, _ in old }
            for (name, bytes) in after where name.hasSuffix("-editions") { halfway[name] = bytes }
        }
        try folder.restore(halfway, of: "d")
        let again = try catalog()
        #expect(Checks.isSame(try again.rows(of: "d"), rows))
        #expect(try again.rows(of: "d").version == rows.version)
        let first = DatasetLookup(name: "d", version: rows.version - 1, rows: 100, edition: 0)
        #expect(Checks.isSame(try again.rows(readAs: first), try StoreFolder.rows(0..<100)))
        try requireSound()
    }

    @Test func `a history that was altered makes the earlier rows gone and nothing else`() async throws {
        var table = try StoreFolder.rows(0..<0)
        do {
            let catalog = try catalog()
            _ = try await catalog.put(StoreFolder.rows(0..<100), as: "d")
            _ = try await catalog.setRules(of: "d") { _ in Checks.merging }
            #expect(catalog.retain("d") != nil)
            table = try await catalog.add(Checks.rows(at: [50.5], 1), to: "d").table
        }
        let name = try #require(try folder.names(in: "d").first { $0.hasSuffix("-editions") })
        var bytes = try folder.read("d/" + name)
        bytes[bytes.count - 3] ^= 1
        try folder.write(bytes, to: "d/" + name)
        let again = try catalog()
        #expect(Checks.isSame(try again.rows(of: "d"), table))
        let lookup = DatasetLookup(name: "d", version: 2, rows: 100, edition: 0)
        #expect(throws: DatasetRefusal(.gone(lookup), of: lookup.name)) { try again.rows(readAs: lookup) }
    }

    @Test func `a regular x stays without a file while its rows are replaced`() async throws {
        var late = try StoreFolder.rows(0..<0)
        do {
            let catalog = try catalog()
            let x = (0..<5_000).map { Double($0) * 60_000 }
            _ = try await catalog.put(
                Table(xName: "t", xKind: .date, x: x, columns: [("a", x), ("b", x)]), as: "d")
            _ = try await catalog.setRules(of: "d") { _ in Checks.merging }
            func add(_ x: [Double]) async throws -> Table {
                let rows = IncomingRows(xName: "t", xKind: .date, names: ["a"], x: x, columns: [x.map { _ in 1 }])
                return try await catalog.add(rows, to: "d").table
            }
            _ = try await add([x[4_999]])
            #expect(try folder.names(in: "d").contains { $0.hasSuffix("-0.f64") } == false)
            _ = try await add([5_000 * 60_000])
            late = try await add([60_500])
            #expect(late.rowCount == 5_002 && late.x[2] == 60_500)
        }
        #expect(Checks.isSame(try catalog().rows(of: "d"), late))
        try requireSound()
    }
}
