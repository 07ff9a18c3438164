import CoreTestSupport
import Testing

@testable import ChartSeries

/// Records with named cells, as lines of JSON have them.
struct RecordStreamTests {
    private func rows(
        _ records: [RecordStream.Record], _ options: ImportOptions = .init()
    ) throws(ImportError) -> SplitTests.Rows {
        var stream = RecordStream(options: options)
        var rows = SplitTests.Rows()
        for (index, record) in records.enumerated() {
            try stream.append(record, bytes: 20, line: index + 1)
            while let block = try stream.takeRows() { rows.add(block) }
        }
        try stream.finish()
        while let block = try stream.takeRows() { rows.add(block) }
        rows.report = stream.report
        return rows
    }

    private func fault(_ records: [RecordStream.Record], _ options: ImportOptions = .init()) -> ImportError? {
        do throws(ImportError) {
            _ = try rows(records, options)
            return nil
        } catch {
            return error
        }
    }

    private func record(_ cells: KeyValuePairs<String, Any?>) -> RecordStream.Record {
        cells.map { name, value in
            switch value {
            case let number as Double: (name, .number(number))
            case let number as Int: (name, .number(Double(number)))
            case let text as String: (name, .text(text))
            case _: (name, .missing)
            }
        }
    }

    @Test func `the first name is x, and names may come in any order`() throws {
        let found = try rows([
            record(["t": 1, "a": 2, "b": nil]), record(["b": 3, "t": 4]), record(["a": 5, "t": 6]),
        ])
        #expect(found.names == ["t", "a", "b"] && found.x == [1, 4, 6])
        #expect("\(found.columns)" == "[[2.0, nan, 5.0], [nan, 3.0, nan]]")
        let other = try rows([record(["t": 1, "a": 2])], ImportOptions(xColumn: "a"))
        #expect(other.names == ["a", "t"] && other.x == [2])
    }

    @Test func `a name that comes later adds a column, also behind the first records`() throws {
        let records = (0..<2_500).map { index in
            index < 1_700 ? record(["t": index, "a": 1]) : record(["t": index, "late": 2, "a": 1])
        }
        let found = try rows(records)
        #expect(found.names == ["t", "a", "late"] && found.x.count == 2_500)
        #expect(found.columns[1].prefix(1_700).allSatisfy(\.isNaN) && found.columns[1][1_700] == 2)
        let sorted = ImportOptions(dialect: TextDialect(sortedCells: 1 << 20))
        let back = try rows(records.reversed(), sorted)
        #expect("\(back.x) \(back.columns[0].count)" == "\(found.x) 2500" && back.names == ["t", "late", "a"])
    }

    @Test func `dates are read as text, and texts beside x are left out`() throws {
        let found = try rows([
            record(["d": "1970-01-02", "city": "Rome", "v": 1]), record(["d": "1970-01-03", "city": "Bonn", "v": nil]),
        ])
        #expect(
            found.x == [86_400_000, 172_800_000] && found.names == ["d", "v"] && found.report?.leftOut == ["city"])
        #expect(fault([record(["t": 1, "v": "a"])])?.reason == .notANumber(text: "a"))
        #expect(fault([record(["v": 1]), record(["t": 2])])?.reason == .missingX)
        #expect(fault([])?.reason == .empty)
    }

    @Test func `a long table of records is refused, or split`() throws {
        let records = [
            record(["t": 1, "device": "a", "v": 1]), record(["t": 1, "device": "b", "v": 2]),
            record(["t": 2, "v": 3, "device": "a"]), record(["t": 2, "device": "c", "v": 4]),
        ]
        #expect(
            fault(records) == ImportError(reason: .longTable(columns: ["device"]), line: 2))
        #expect(try rows(records, ImportOptions(split: .off)).x == [1, 1, 2, 2])
        let found = try rows(records, ImportOptions(split: .by("device")))
        #expect(found.names == ["t", "a", "b", "c"] && found.x == [1, 2])
        #expect("\(found.columns)" == "[[1.0, 3.0], [2.0, nan], [nan, 4.0]]")
    }

    @Test func `several names are one date`() throws {
        let found = try rows(
            [record(["Date": "1970-01-02", "v": 1, "Time": "01:00"])], ImportOptions(xColumn: "Date,Time"))
        #expect(found.names == ["Date Time", "v"] && found.x == [90_000_000])
    }

    @Test func `records to append have the columns of the dataset`() throws {
        let dataset = ImportOptions.Dataset(columns: ["a", "b"], lastX: [])
        let options = ImportOptions(xColumn: "t", dataset: dataset)
        let found = try rows([record(["t": 1, "b": 2]), record(["b": nil, "t": 2])], options)
        #expect(found.names == ["t", "a", "b"] && "\(found.columns)" == "[[nan, nan], [2.0, nan]]")
        for records in [[record(["t": 1, "c": 2])], [record(["t": 1, "a": 2]), record(["t": 2, "c": 2])]] {
            #expect(fault(records, options)?.reason == .unknownColumn(name: "c"))
        }
    }

    @Test func `columns that are added make no larger table than allowed`() {
        let records = (0..<100).map { (index: Int) in record(["t": index, "c\(index)": 1]) }
        #expect(fault(records, ImportOptions(mostCells: 10_000))?.reason == .tooManyCells(10_000))
        #expect(fault(records, ImportOptions(mostCells: 10_100)) == nil)
    }
}
