/// The columns that the texts of a long table make, in the order in which they appear.
///
/// A text names its column; where each row has several values, a column is called `{value}.{text}`.
struct SplitColumns: Sendable {
    private static let mostTexts = 1_024

    private let column: String
    private let xName: String
    /// The names of the values of a row.
    private var values: [String]
    /// Whether each row had several values when the first text came.
    private let hasManyValues: Bool
    private let isAppend: Bool
    /// The names of all columns, in order; those of the dataset that rows are appended to stand first.
    private(set) var names: [String]
    private var places: [ExactName: Int]
    private var texts: [ExactName: Int] = [:]
    /// The place of the column of each value, for each text.
    private var columns: [[Int]] = []
    /// The x of the last row of each text; `nil` before its first.
    private var lastX: [Double?] = []
    private let datasetX: [Double]
    /// The text of the row that is being read, and how many columns there were before it.
    private var current: (text: Int, isNew: Bool, names: Int)?

    /// Starts without texts.
    ///
    /// - Parameters:
    ///   - column: The column with the texts.
    ///   - xName: The name of x.
    ///   - values: The names of the values of a row.
    ///   - dataset: The dataset that the rows are appended to.
    init(of column: String, xName: String, values: [String], dataset: ImportOptions.Dataset?) {
        self.column = column
        self.xName = xName
        self.values = values
        hasManyValues = values.count > 1
        isAppend = dataset != nil
        names = dataset?.columns ?? []
        datasetX = dataset?.lastX ?? []
        places = [:]
        for (place, name) in names.enumerated() { places[ExactName(name)] = place }
    }

    /// The number of the text of the row that is being read.
    var text: Int { current?.text ?? 0 }

    /// The x of the last row of the text of the row that is being read; `nil` before its first.
    var lastOfText: Double? { current.flatMap { lastX[$0.text] } }

    /// Begins a row.
    ///
    /// - Parameters:
    ///   - text: Its text; `nil` where it has none.
    ///   - line: The line to report in an error.
    /// - Throws: `ImportError` for a row without text, for a text too many, and for a column that is there already.
    mutating func begin(_ text: String?, line: Int) throws(ImportError) {
        guard let text, !text.isEmpty else { throw ImportError(reason: .missingText, line: line, column: column) }
        let known = texts[ExactName(text)]
        guard known != nil || columns.count < Self.mostTexts else {
            throw ImportError(reason: .tooManyTexts, line: line, column: column)
        }
        let index = known ?? columns.count
        current = (index, known == nil, names.count)
        if known == nil {
            texts[ExactName(text)] = index
            columns.append([])
            lastX.append(nil)
        }
        for value in columns[index].count..<values.count { try define(text, index, value, line) }
    }

    /// Finds or adds the column of a value of a text.
    private mutating func define(_ text: String, _ index: Int, _ value: Int, _ line: Int) throws(ImportError) {
        let name = hasManyValues || value > 0 ? "\(values[value]).\(text)" : text
        let known = places[ExactName(name)]
        let isTaken = known.map { place in !isAppend || columns.contains { $0.contains(place) } } ?? false
        guard !isTaken, ExactName(name) != ExactName(xName) else {
            throw ImportError(reason: .duplicateColumn, line: line, column: ImportError.excerpt(of: name))
        }
        if let known {
            if datasetX.indices.contains(known), datasetX[known] > lastX[index] ?? -.infinity {
                lastX[index] = datasetX[known]
            }
        } else {
            places[ExactName(name)] = names.count
            names.append(name)
        }
        columns[index].append(known ?? names.count - 1)
    }

    /// Ends the row that is being read.
    mutating func end(x: Double) {
        if let current { lastX[current.text] = x }
        current = nil
    }

    /// Forgets the row that is being read, with the columns that it added.
    mutating func drop() {
        guard let current else { return }
        self.current = nil
        for name in names[current.names...] { places[ExactName(name)] = nil }
        names.removeLast(names.count - current.names)
        guard current.isNew else {
            columns[current.text].removeAll { $0 >= names.count }
            return
        }
        columns.removeLast()
        lastX.removeLast()
        texts = texts.filter { $0.value != current.text }
    }

    /// Adds a value to all later rows.
    mutating func add(value name: String) { values.append(name) }

    /// The places of the columns of a text, one for each value; a value that came later may have none yet.
    func places(of text: Int) -> [Int] { columns[text] }
}
