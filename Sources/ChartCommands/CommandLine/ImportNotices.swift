import ChartDatasets
import ChartSeries
import ChartSessions
import ChartWire

/// What an import tells beside its rows.
enum ImportNotices {
    /// The notices of an import.
    static func lines(_ report: TextReport?) -> [String] {
        guard let report else { return [] }
        return lines(
            leftOut: report.leftOut, skippedRows: report.skippedRows, details: report.skippedLines.map(\.detail))
    }

    /// The line that tells what an import would make.
    static func trial(name: String, rows: Int, columns: [String]) -> String {
        "\(name) would have \(rows) rows and the columns \(columns.joined(separator: ", "))"
    }

    /// The options by which an import reads the same again, as a line of the command.
    static func options(_ members: [(name: String, value: DialectTexts.Member?)]) -> String {
        let options = members.compactMap { name, value -> String? in
            switch value {
            case .text("UTC")? where name == "timeZone": nil
            case .text(let text)?: OptionNaming.commandLine.option(name, text)
            case .number(let number)?: OptionNaming.commandLine.option(name, "\(number)")
            case nil: nil
            }
        }
        return "read with " + options.joined(separator: " ")
    }

    /// The lines that name the columns left out, and the rows skipped.
    static func lines(leftOut: [String], skippedRows: Int, details: [String]) -> [String] {
        var lines: [String] = []
        if !leftOut.isEmpty { lines.append("left out, because they hold text: \(leftOut.joined(separator: ", "))") }
        guard skippedRows > 0 else { return lines }
        lines.append("skipped \(skippedRows) \(skippedRows == 1 ? "row" : "rows"):")
        lines += details.map { "  " + $0 }
        if skippedRows > details.count { lines.append("  and \(skippedRows - details.count) more") }
        return lines
    }
}
