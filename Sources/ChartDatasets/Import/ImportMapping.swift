package import ChartSeries
package import ChartWire

/// Reads the parts of a request body that holds rows.
enum ImportMapping {
    /// The names in the list `columns`.
    static func names(_ list: [JSONValue]) throws(Problem) -> [String] {
        var names: [String] = []
        for (index, json) in list.enumerated() {
            guard case .string(let name) = json else {
                throw Problem(.propertyInvalid, "Expected text.", pointer: "/columns/\(index)")
            }
            names.append(name)
        }
        return names
    }

    /// The cells of a row.
    static func cells(_ row: JSONValue, at pointer: JSONPointer) throws(Problem) -> [Cell] {
        guard case .array(let list) = row else { throw Problem(.propertyInvalid, "Expected a list.", at: pointer) }
        var cells: [Cell] = []
        cells.reserveCapacity(list.count)
        for (index, json) in list.enumerated() {
            switch json {
            case .number(let number): cells.append(.number(number))
            case .string(let text): cells.append(.text(text))
            case .null: cells.append(.missing)
            case .bool, .array, .object:
                throw Problem(
                    .datasetValueInvalid, "Expected a number, a date or null.", at: pointer.appending(index))
            }
        }
        return cells
    }
}

extension Problem {
    /// The place of an import error.
    enum ImportPlace {
        /// On a line of text, from 1.
        case line(Int)
        /// In a row of JSON, from 0.
        case row(Int, columns: [String])
        /// In a row of bare numbers, from 0.
        case array(row: Int)
        /// Among the names of the columns of JSON.
        case names([String])
        /// In the query.
        case query
    }

    /// The problem for a failed import.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - place: Where it is.
    ///   - remedy: A sentence that follows what has happened; empty for none.
    init(_ error: ImportError, place: ImportPlace, remedy: String = "") {
        let remedy = remedy.isEmpty ? "" : " " + remedy
        let (code, what) = Self.meaning(of: error.reason)
        let column =
            switch error.reason {
            case .unknownColumn: ""
            case .duplicateColumn: error.column.map { ": \"\($0)\"" } ?? ""
            case _: error.column.map { " in column \"\($0)\"" } ?? ""
            }
        switch place {
        case .line(let line):
            self.init(
                code, "\(what), on line \(line)\(column).\(remedy)", members: [Member(name: "line", number: line)])
        case .row(let row, let columns):
            let cell = error.column.flatMap { columns.firstIndex(of: $0) }.map { "/\($0)" } ?? ""
            self.init(code, "\(what)\(column).", pointer: "/rows/\(row)\(cell)")
        case .array(let row):
            self.init(code, "\(what), in row \(row)\(column).", members: [Member(name: "row", number: row)])
        case .names(let names):
            let cell = error.column.flatMap { names.lastIndex(of: $0) }.map { "/\($0)" } ?? ""
            self.init(code, "\(what)\(column).", pointer: "/columns\(cell)")
        case .query:
            self.init(code, "\(what)\(column).")
        }
    }

    /// The problem for rows that do not fit the dataset.
    package init(_ error: TableError) {
        switch error {
        case .olderThanLast(let last, let first, let kind):
            self.init(
                .datasetOutOfOrder,
                "The first row, at \(kind.text(first)), is older than the last one, at \(kind.text(last)).")
        case .tooLate(let first, let earliest, let kind):
            self.init(
                .rowsTooLate,
                "The row at \(kind.text(first)) is too late: the earliest x that the dataset takes is \(kind.text(earliest))."
            )
        case .xDecreasing(let row):
            self.init(.datasetOutOfOrder, "The x of row \(row) is below that of the row before.")
        case .missingColumn(let name):
            self.init(.datasetUnknownColumn, "The rows lack the column \"\(name)\".")
        case .unknownColumn(let name):
            self.init(.datasetUnknownColumn, "The dataset has no column \"\(name)\".")
        case .duplicateColumn(let name):
            self.init(.datasetUnknownColumn, "The column \"\(name)\" stands twice.")
        case .xMismatch(let expected, let expectedKind, let found, let foundKind):
            self.init(
                .datasetUnknownColumn,
                "The dataset's x is the \(expectedKind.rawValue) \"\(expected)\", the rows' the \(foundKind.rawValue) \"\(found)\"."
            )
        case .lengthMismatch(let column, let expected, let found):
            self.init(.datasetRagged, "The column \"\(column)\" has \(found) values for \(expected) rows.")
        case .xNotFinite(let row):
            self.init(.datasetValueInvalid, "The x of row \(row) is not finite.")
        case .valueNotFinite(let column):
            self.init(.datasetValueInvalid, "The column \"\(column)\" holds a value that is not finite.")
        }
    }

    private static func quoted(_ names: [String]) -> String {
        names.map { "\"\($0)\"" }.joined(separator: " and ")
    }

    private static func meaning(of reason: ImportError.Reason) -> (ProblemCode, String) {
        switch reason {
        case .empty: (.datasetEmpty, "There are no rows")
        case .noHeader: (.datasetEmpty, "The first line must name the columns")
        case .duplicateColumn: (.datasetUnknownColumn, "The column stands twice")
        case .unknownColumn(let name): (.datasetUnknownColumn, "There is no column \"\(name)\"")
        case .raggedRow(let expected, let found): (.datasetRagged, "A row has \(found) cells instead of \(expected)")
        case .notANumber(let text): (.datasetValueInvalid, "\"\(text)\" is no number")
        case .notFinite: (.datasetValueInvalid, "A number is not finite")
        case .badDate(let text): (.datasetValueInvalid, "\"\(text)\" is no date")
        case .missingX: (.datasetValueInvalid, "A row has no x")
        case .xDecreasing: (.datasetOutOfOrder, "The x is below that of the row before")
        case .beforeLast(let x, let last):
            (.datasetOutOfOrder, "The x \(x) is below the last one of the dataset, \(last)")
        case .missingText: (.datasetValueInvalid, "A row has no text")
        case .longTable(let columns):
            (
                .importLongTable,
                "Many rows repeat the x of the row before with another text in \(quoted(columns)), which the import would leave out"
            )
        case .tooManyTexts: (.datasetTooLarge, "More than 1024 texts would make columns")
        case .tooManyCells(let most): (.datasetTooLarge, "The rows would have more than \(most) cells")
        case .xDecreasingByClock:
            (
                .datasetOutOfOrder,
                "The time is not later than that of the row before, which stands in an hour that clocks skip or show twice"
            )
        case .unlikelyDates(let first, let unit):
            (.importUnlikelyDates, "The dates begin at \(first), and would be likely ones as \(unit.rawValue)")
        case .unterminatedQuote: (.datasetValueInvalid, "A quoted cell does not end")
        case .rowTooLong: (.datasetRagged, "A row is longer than 1 MiB")
        case .invalidUTF8: (.datasetValueInvalid, "The text is not UTF-8")
        case .noNumericColumn: (.datasetEmpty, "There is no column beside x")
        case .tooLargeToSort(let mostCells): (.datasetTooLarge, "More than \(mostCells) cells cannot be sorted")
        }
    }
}

extension XKind {
    /// An x as the dataset writes it.
    fileprivate func text(_ x: Double) -> String {
        switch self {
        case .date: ISO8601.format(x)
        case .number: JSONValue.number(x).text
        }
    }
}

extension TextReport {
    /// The first lines that were skipped, and why.
    package var skippedLines: [(line: Int, detail: String)] {
        firstSkipped.map { ($0.line, Problem($0, place: .line($0.line)).detail) }
    }
}
