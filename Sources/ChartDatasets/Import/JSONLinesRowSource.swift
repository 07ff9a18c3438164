import ChartSeries
import ChartWire

/// Rows of JSON, an object a line, as the rows of a dataset are written out: `{"date":"2024-10-15","active":613}`.
struct JSONLinesRowSource: RowSource {
    /// The options that an import of lines takes.
    private static let options = ["x", "columns", "split", "sort", "xUnit", "plausible"]

    private var stream: RecordStream
    private let options: ImportOptions
    private let naming: OptionNaming
    private var head = BodyHead()
    /// The bytes of the line that has begun.
    private var rest: [UInt8] = []
    /// The number of bytes of `rest` without a line end.
    private var searched = 0
    private var line = 1
    /// The number of bytes before `rest`.
    private var offset = 0

    init(options: ImportOptions, naming: OptionNaming) {
        stream = RecordStream(options: options)
        self.options = options
        self.naming = naming
    }

    var rowCount: Int { stream.rowCount }

    var cellCount: Int { stream.cellCount }

    var shapeWithoutRows: RowShape? { stream.shapeWithoutRows }

    var textReport: TextReport? { stream.report }

    var dialect: ImportDialect? { stream.dialect }

    var holdsBody: Bool { stream.sorts }

    mutating func append(_ bytes: some Collection<UInt8>) throws {
        head.take(bytes)
        rest.append(contentsOf: bytes)
        try readLines()
        guard rest.count <= CSVStream.longestRow else {
            throw Problem(ImportError(reason: .rowTooLong, line: line), place: .line(line))
        }
    }

    mutating func finish() throws {
        if !rest.isEmpty { try read(rest[...]) }
        do throws(ImportError) {
            try stream.finish()
        } catch {
            throw problem(error)
        }
    }

    mutating func takeRows() throws -> RowBlock? {
        do throws(ImportError) {
            return try stream.takeRows()
        } catch {
            throw problem(error)
        }
    }

    private mutating func readLines() throws {
        var start = 0
        while let end = rest[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
            try read(rest[start..<end])
            offset += end + 1 - start
            start = end + 1
            line += 1
        }
        rest.removeFirst(start)
        searched = rest.count
    }

    /// Reads a line; a blank one is no row.
    private mutating func read(_ bytes: ArraySlice<UInt8>) throws {
        guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return }
        let json: JSONValue
        do throws(Problem) {
            json = try JSONValue.parse(bytes)
        } catch {
            var moved = error
            moved.detail = "On line \(line): \(error.detail)"
            moved.offset = error.offset.map { $0 + offset }
            moved.pointer = nil
            moved.members.append(Problem.Member(name: "line", number: line))
            throw moved
        }
        guard case .object(let object) = json else { throw invalid("Expected an object with names and values") }
        guard let record = Self.record(object) else { throw invalid("Expected numbers, dates and null as values") }
        do throws(ImportError) {
            try stream.append(record, bytes: bytes.count, line: line)
        } catch {
            throw problem(error)
        }
    }

    /// The cells of an object; `nil` where one is another value than a number, a text or null.
    private static func record(_ object: JSONObject) -> RecordStream.Record? {
        var record: RecordStream.Record = []
        record.reserveCapacity(object.count)
        for (name, value) in object.members {
            switch value {
            case .number(let number): record.append((name, .number(number)))
            case .string(let text): record.append((name, .text(text)))
            case .null: record.append((name, .missing))
            case .bool, .array, .object: return nil
            }
        }
        return record
    }

    private func invalid(_ what: String) -> Problem {
        let members = [Problem.Member(name: "line", number: line)]
        return Problem(.datasetValueInvalid, "\(what), on line \(line).", members: members)
    }

    private func problem(_ error: ImportError) -> Problem {
        let head = head
        var advisor = ImportAdvisor(naming: naming, given: options, known: Self.options) { _ in
            nil
        } read: { options in
            Self.trial(head, options)
        }
        return Problem(error, place: .line(error.line), remedy: advisor.sentence(for: error))
    }

    /// Reads the first lines under other options.
    private static func trial(_ head: BodyHead, _ options: ImportOptions) -> ImportAdvisor.Trial {
        var stream = RecordStream(options: options)
        var lines = head.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if !head.isWhole { lines.removeLast() }
        var rows = 0
        do throws(ImportError) {
            for (index, line) in lines.enumerated() {
                guard case .object(let object)? = try? JSONValue.parse(line), let record = record(object) else {
                    continue
                }
                try stream.append(record, bytes: line.count, line: index + 1)
            }
            try stream.finish()
            while let block = try stream.takeRows() { rows += block.x.count }
        } catch {
            return .refused(error)
        }
        return .read(rows: rows, skipped: 0)
    }
}
