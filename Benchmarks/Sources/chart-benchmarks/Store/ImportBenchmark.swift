import ChartSeries
import Foundation

/// Measures the time and the memory for importing text as a dataset.
struct ImportBenchmark {
    /// The number of rows.
    let rowCount: Int

    private static let runs = 3
    /// The number of rows for SwiftCSV, which stores every cell as a string and needs too much memory for more.
    private static let otherRows = 1_000_000

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = try ScratchFolder()
        print(
            """

            Import: `chart-surface import` of a CSV file into data.dir, in a process of its own, medians of \(Self.runs) runs
              per core is the text by the processor time of the whole process, with the writing of the columns and their \
            index
              memory is VmHWM, mapped columns included; the columns are the two of values, x is regular and takes none
            """)
        try measure("x in milliseconds", isText: false, rows: rowCount, folder)
        try measure("x as ISO-8601 text", isText: true, rows: rowCount, folder)
        try compare(rows: min(rowCount, Self.otherRows), folder)
    }

    private func measure(_ name: String, isText: Bool, rows: Int, _ folder: ScratchFolder) throws {
        let file = folder.file("rows.csv")
        let bytes = try CSVFile.write(to: file, rows: rows, isText: isText)
        let costs = try (0..<Self.runs).map { _ in
            try CommandCost(ofRunning: [
                "app", "import", file, "--name", "rows", "--data-dir", folder.file("data"),
            ])
        }
        let rates = Spread(costs.map { bytes / 1e6 / $0.processorSeconds })
        let elapsed = Spread(costs.map { bytes / 1e6 / $0.seconds })
        let peak = costs.map(\.peak).max() ?? 0
        let columns = Double(rows * 2 * 8)
        print(
            """

              \(rows) rows, \(name), two columns of values: \(Figure.megabytes(bytes)) of text
                MB/s per core     \(rates.text(decimals: 0))
                MB/s, elapsed     \(elapsed.text(decimals: 0))
                peak of memory    \(Figure.megabytes(peak)), \(Figure.text(peak / columns, decimals: 2)) times the \
            columns' \(Figure.megabytes(columns))
            """)
    }

    /// Measures another library on the same text, which only converts the cells to numbers.
    private func compare(rows: Int, _ folder: ScratchFolder) throws {
        let file = folder.file("rows.csv")
        let bytes = try CSVFile.write(to: file, rows: rows, isText: false)
        let own = try CommandCost(ofRunning: [
            "app", "import", file, "--name", "few", "--data-dir", folder.file("data"),
        ])
        let other = try CommandCost(ofRunning: ["parse-with-swiftcsv", file])
        func text(_ cost: CommandCost) -> String {
            "\(Figure.text(bytes / 1e6 / cost.processorSeconds, decimals: 1)) MB/s per core, "
                + "peak of memory \(Figure.megabytes(cost.peak))"
        }
        print(
            """

              \(rows) rows, x in milliseconds: \(Figure.megabytes(bytes)) of text, one run each
                chart-surface import                            \(text(own))
                SwiftCSV 0.10.0, cells to numbers, no dataset   \(text(other))
            """)
    }
}
