import ArgumentParser
import Foundation
import SwiftCSV

/// Reads a CSV file with another library and converts its cells to numbers.
struct ParseWithSwiftCSVCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "parse-with-swiftcsv", shouldDisplay: false)

    @Argument(help: "The CSV file, with a header row.")
    var file: String

    func run() throws {
        let start = ContinuousClock.now
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let table = try EnumeratedCSV(string: text, delimiter: .comma, loadColumns: false)
        var columns = table.header.map { _ in [Double]() }
        for row in table.rows {
            for (index, cell) in row.enumerated() { columns[index].append(Double(cell) ?? .nan) }
        }
        guard columns[0].count > 1, columns.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
            throw BenchmarkFailure("SwiftCSV finds other rows")
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(CommandCost.line(seconds, ProcessorTime.ofProcess / 1e9, try ProcessMemory(of: "self").peak))
    }
}
