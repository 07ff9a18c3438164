import ChartSeries

/// What a caller may try after an import was refused.
struct ImportRemedy {
    /// How the caller names its options.
    let naming: OptionNaming
    /// The name of x; `nil` before the header was read.
    let xName: String?
    /// The delimiter; `nil` before it was found.
    let delimiter: UInt8?

    /// A sentence that names the remedy; empty when there is none.
    func sentence(for error: ImportError) -> String {
        switch error.reason {
        case .notANumber(let text): remedy(forText: text, isX: error.column != nil && error.column == xName)
        case .badDate(let text): dateFormat(of: text) ?? skipping
        case .notFinite:
            "Name the texts of missing values, such as \(naming.option("null", "nan")), or skip such rows with \(naming.option("skipBad", "10"))."
        case .missingX: skipping
        case .raggedRow:
            "\(delimiterSentence)Skip such rows with \(naming.option("skipBad", "10"))."
        case .xDecreasing: "Try \(naming.option("sort", "true"))."
        case .xDecreasingByClock: "Give the times with their offsets from UTC, such as +02:00."
        case .unlikelyDates(_, let unit):
            "Try \(naming.option("xUnit", unit.rawValue)), or take them with \(naming.option("plausible", "false"))."
        case .noNumericColumn, .unknownColumn: delimiterSentence.trimmingLastSpace
        case .duplicateColumn: "Name the columns to take in \(naming.name("columns"))."
        case .invalidUTF8:
            "Try \(naming.option("encoding", TextEncoding.windows1252.rawValue)) or \(naming.option("encoding", TextEncoding.utf16.rawValue))."
        case .rowTooLong: "Check the quotes and the line ends."
        case .tooLargeToSort: "Sort the rows beforehand."
        case .noHeader:
            "Name the line of the names in \(naming.name("headerLine")), or how lines begin that are none in \(naming.name("comment"))."
        case .empty, .unterminatedQuote: ""
        }
    }

    private func remedy(forText text: String, isX: Bool) -> String {
        if CommonTexts.missing.contains(text) { return "Try \(naming.option("null", text))." }
        if isX, let sentence = dateFormat(of: text) { return sentence }
        if let format = NumberPattern.guess(of: text) { return "Try \(naming.option("numberFormat", format.pattern))." }
        for (mark, name) in [(";", ";"), ("\t", "tab"), ("|", "|")] where text.contains(mark) {
            return "Try \(naming.option("delimiter", name))."
        }
        return isX
            ? "Name the column of dates or numbers in \(naming.name("x")), or the form of its dates in \(naming.name("dateFormat"))."
            : "Name the columns to take in \(naming.name("columns")), or skip such rows with \(naming.option("skipBad", "10"))."
    }

    private func dateFormat(of text: String) -> String? {
        let guesses = DateFormat.guesses(of: text).map { naming.option("dateFormat", $0.pattern) }
        return guesses.isEmpty ? nil : "Try \(guesses.joined(separator: " or "))."
    }

    private var skipping: String { "Skip such rows with \(naming.option("skipBad", "10"))." }

    /// What the delimiter is, and how to name another.
    private var delimiterSentence: String {
        guard let delimiter else { return "" }
        let name = delimiter == UInt8(ascii: "\t") ? "a tab" : "\"\(Character(Unicode.Scalar(delimiter)))\""
        return "The delimiter is \(name); name another in \(naming.name("delimiter")). "
    }
}

extension String {
    fileprivate var trimmingLastSpace: String { last == " " ? String(dropLast()) : self }
}
