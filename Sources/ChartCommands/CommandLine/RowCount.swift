import ArgumentParser

/// A number of rows, as `1000000`, `1_000_000` or `1e6`.
struct RowCount: ExpressibleByArgument {
    let rows: Int

    init?(argument: String) {
        let digits = argument.filter { $0 != "_" }
        if let rows = Int(digits) {
            self.rows = rows
        } else if let number = Double(digits), let rows = Int(exactly: number) {
            self.rows = rows
        } else {
            return nil
        }
    }
}
