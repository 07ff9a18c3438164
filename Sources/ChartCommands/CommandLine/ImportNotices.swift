import ChartSeries
import ChartService

/// What an import tells beside its rows.
enum ImportNotices {
    /// The notices of an import.
    static func lines(_ report: TextReport?) -> [String] {
        guard let report else { return [] }
        return lines(
            leftOut: report.leftOut, skippedRows: report.skippedRows, details: report.skippedLines.map(\.detail))
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
