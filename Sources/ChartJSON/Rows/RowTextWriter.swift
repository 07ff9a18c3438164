/// Writes rows as lines of text.
///
/// Numbers have the fewest digits that read back as the same Double. Every line ends with a line feed.
public struct RowTextWriter: Sendable {
    /// The form of a line.
    public enum Format: String, Sendable, CaseIterable {
        /// Comma-separated values (RFC 4180) after a line of names; a missing value is empty.
        case csv
        /// A JSON object; a missing value is `null`.
        case ndjson
    }

    /// The lines so far.
    public private(set) var bytes: [UInt8]
    /// The text before each cell of a line.
    private let leads: [[UInt8]]
    private let end: [UInt8]
    private let missing: [UInt8]
    private var instants: InstantText?

    /// Creates a writer; CSV begins with the names.
    ///
    /// - Parameters:
    ///   - format: The form of the lines.
    ///   - names: The names of the cells of a row, the x first.
    ///   - isSafe: Whether CSV has an apostrophe before a name that a spreadsheet would take for a formula.
    ///   - instant: The ISO 8601 text in UTC of milliseconds since 1970; `nil` writes x as a number.
    public init(_ format: Format, names: [String], isSafe: Bool = false, instant: (@Sendable (Double) -> String)?) {
        bytes = []
        switch format {
        case .csv:
            for (index, name) in names.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += Self.csvField(name, isSafe: isSafe)
            }
            bytes.append(UInt8(ascii: "\n"))
            leads = names.indices.map { $0 == 0 ? [] : [UInt8(ascii: ",")] }
            (end, missing) = (Array("\n".utf8), [])
        case .ndjson:
            leads = names.indices.map { index in
                var writer = JSONWriter()
                writer.key(String(names[index]))
                return [UInt8(ascii: index == 0 ? "{" : ",")] + writer.bytes
            }
            (end, missing) = (Array("}\n".utf8), Array("null".utf8))
        }
        instants = instant.map { InstantText(isQuoted: format == .ndjson, text: $0) }
    }

    /// Removes the lines so far and returns them.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll() }
        return bytes
    }

    /// Writes rows.
    ///
    /// - Parameter columns: The values of each column, the x first, all of one length; NaN is a missing value.
    /// - Complexity: O(values).
    public mutating func append(_ columns: [[Double]]) {
        precondition(columns.count == leads.count, "every name has a column")
        for row in columns[0].indices {
            for place in columns.indices {
                bytes += leads[place]
                let value = columns[place][row]
                if place == 0, instants != nil {
                    instants?.append(value, to: &bytes)
                } else if value.isFinite {
                    bytes.append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(value) }
                } else {
                    bytes += missing
                }
            }
            bytes += end
        }
    }

    /// Whether a spreadsheet takes a text for a formula.
    private static func isFormula(_ text: String) -> Bool {
        text.utf8.first.map { [UInt8]("=+-@".utf8).contains($0) } ?? false
    }

    /// A field of CSV, between quotation marks where a reader would misunderstand it otherwise.
    ///
    /// - Parameters:
    ///   - text: The text of the field.
    ///   - isSafe: Whether an apostrophe goes before a text that a spreadsheet would take for a formula.
    /// - Returns: The field.
    public static func csvField(_ text: String, isSafe: Bool) -> [UInt8] {
        let text = isSafe && isFormula(text) ? "'" + text : text
        let mark = UInt8(ascii: "\"")
        let special = [mark, UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        guard text.utf8.contains(where: special.contains) || text.first == " " || text.last == " " else {
            return Array(text.utf8)
        }
        return [mark] + text.utf8.flatMap { $0 == mark ? [mark, mark] : [$0] } + [mark]
    }
}
