import ChartSeries
import Foundation
import Testing

@testable import ChartServer

struct DatasetDirectoryTests {
    private func table(_ values: [Double], version: Int = 1) throws -> Table {
        try Table(
            xName: "t", xKind: .date, x: values.indices.map { Double($0) }, columns: [("a/ü", values), ("b", values)],
            version: version)
    }

    @Test func `a dataset comes back bit for bit`() throws {
        let folder = try TemporaryDirectory()
        let values = [0.1, -0.0, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1_728_950_400_000]
        try DatasetDirectory(dataDirectory: folder.path).save(try table(values, version: 7), as: "users")
        let loaded = try #require(try DatasetDirectory(dataDirectory: folder.path).load("users"))
        #expect(loaded.xName == "t")
        #expect(loaded.xKind == .date)
        #expect(loaded.version == 7)
        #expect(loaded.x == [0, 1, 2, 3, 4, 5])
        #expect(loaded.columns.map(\.name) == ["a/ü", "b"])
        #expect(loaded.columns[0].values.map(\.bitPattern) == values.map(\.bitPattern))
    }

    @Test func `a dataset larger than a chunk comes back whole`() throws {
        let folder = try TemporaryDirectory()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        let values = (0..<131_073).map { Double($0) / 3 }
        try directory.save(try table(values), as: "large")
        #expect(try directory.load("large")?.columns[1].values == ColumnValues(values))
    }

    @Test func `a replacement has a higher version and leaves no old files`() throws {
        let folder = try TemporaryDirectory()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        #expect(try directory.save(try table([1, 2]), as: "users").version == 1)
        #expect(try directory.save(try table([3]), as: "users").version == 2)
        #expect(try directory.load("users")?.columns[0].values == [3])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/datasets/users")
        #expect(files.sorted() == ["2-0.f64", "2-1.f64", "2-x.f64", "manifest.json"])
    }

    @Test func `half-written columns are no dataset, and do not hurt the one that is there`() throws {
        let folder = try TemporaryDirectory()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        try folder.write("half", to: "datasets/new/1-x.f64")
        #expect(try directory.names() == [])
        #expect(try directory.load("new")?.rowCount == nil)
        try directory.save(try table([1]), as: "users")
        try folder.write("half", to: "datasets/users/2-x.f64")
        #expect(try directory.load("users")?.rowCount == 1)
        #expect(try directory.save(try table([1, 2]), as: "users").rows == 2)
        #expect(try directory.load("users")?.rowCount == 2)
    }

    @Test(arguments: ["1-x.f64", "1-0.f64", "manifest.json"])
    func `a damaged file is told`(file: String) throws {
        let folder = try TemporaryDirectory()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        try directory.save(try table([1, 2, 3]), as: "users")
        try folder.write("damaged", to: "datasets/users/\(file)")
        #expect(throws: DatasetDirectory.Failure.self) { try directory.load("users") }
    }

    @Test func `names are sorted, and a deleted dataset is gone`() throws {
        let folder = try TemporaryDirectory()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        for name in ["b", "a", "C"] { try directory.save(try table([1]), as: name) }
        #expect(try directory.names() == ["C", "a", "b"])
        try directory.delete("a")
        #expect(try directory.names() == ["C", "b"])
        #expect(throws: DatasetDirectory.Failure.self) { try directory.delete("a") }
    }

    @Test(arguments: [
        ("users", true), ("A.b_c-9", true), (String(repeating: "x", count: 64), true), ("", false), (".a", false),
        ("-a", false), ("a/b", false), ("a b", false), ("ä", false), (String(repeating: "x", count: 65), false),
        ("..", false),
    ])
    func `a name is letters, digits and a few marks`(name: String, isValid: Bool) {
        #expect(DatasetName.isValid(name) == isValid)
    }
}
