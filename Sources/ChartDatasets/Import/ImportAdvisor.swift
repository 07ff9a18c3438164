import ChartSeries

/// Finds what makes a refused import readable, by trying it on the beginning of the body.
///
/// It never guesses: each option that it names reads the first ``sampleBytes``, together with those it names beside it.
struct ImportAdvisor {
    /// The bytes at the beginning of a body on which advice is tried.
    static let sampleBytes = 1 << 16
    /// The most trials of a search, each of which reads the sample once; a refusal has at most two searches.
    private static let mostTrials = 48
    /// The most options that one piece of advice has together.
    private static let mostOptions = 5
    /// The refused trials that are tried further, those that came farthest first.
    private static let beam = 4

    /// What became of a trial.
    enum Trial {
        /// It was read, with so many rows taken and skipped.
        case read(rows: Int, skipped: Int)
        /// It was refused.
        case refused(ImportError)
    }

    /// An option to try: its name and text as in a query.
    private struct Option: Equatable {
        var name: String
        var text: String
    }

    /// Options that were tried together.
    private struct Attempt {
        var options: [Option] = []
        var settings: ImportOptions
        var error: ImportError
    }

    /// How the caller names its options.
    private let naming: OptionNaming
    /// What the import was given.
    private let given: ImportOptions
    /// The options that the import takes.
    private let known: [String]
    /// Looks at the text under other options; `nil` for a body that is no text.
    private let glance: (ImportOptions) -> TextGlance?
    private let read: (ImportOptions) -> Trial
    private var trials = 0
    /// The names of the text, whose order is that in which cells are read.
    private var names: [String] = []

    /// Prepares advice.
    ///
    /// - Parameters:
    ///   - naming: How the caller names its options.
    ///   - given: What the import was given.
    ///   - known: The options that the import takes.
    ///   - glance: Looks at the text under other options; `nil` for a body that is no text.
    ///   - read: Reads the beginning of the body under other options.
    init(
        naming: OptionNaming, given: ImportOptions, known: [String],
        glance: @escaping (ImportOptions) -> TextGlance?, read: @escaping (ImportOptions) -> Trial
    ) {
        self.naming = naming
        self.given = given
        self.known = known
        self.glance = glance
        self.read = read
    }

    /// Sentences that tell what to do; empty where nothing helps.
    mutating func sentence(for error: ImportError) -> String {
        names = glance(given)?.names ?? []
        let first = Attempt(settings: given, error: error)
        var solutions = hasDatesAsColumns(error) ? [] : search(from: first, isLastResort: false)
        if solutions.isEmpty, !hasDatesAsColumns(error) {
            trials = 0
            solutions = search(from: first, isLastResort: true)
        }
        var sentences: [String] = []
        if !solutions.isEmpty { sentences.append("Try \(alternatives(solutions)).") }
        if Self.isAboutRow(error), solutions.isEmpty || error.reason == .notFinite, let skip = skipping(first) {
            sentences.append("Skip such rows with \(naming.option(skip.name, skip.text)).")
        }
        return (sentences + words(for: error, first, isSolved: !solutions.isEmpty)).joined(separator: " ")
    }

    private func alternatives(_ solutions: [[Option]]) -> String {
        let texts = solutions.map { $0.map { naming.option($0.name, $0.text) }.joined(separator: " and ") }
        return texts.joined(separator: solutions.contains { $0.count > 1 } ? ", or " : " or ")
    }

    /// Searches for options that read the sample: one, then two together, and so on.
    private mutating func search(from first: Attempt, isLastResort: Bool) -> [[Option]] {
        var attempts = [first]
        var refused: [Attempt] = []
        for _ in 0..<Self.mostOptions {
            var next: [Attempt] = []
            for attempt in attempts {
                for group in groups(for: attempt, isLastResort: isLastResort) {
                    let found = solutions(in: group, on: attempt, refused: &next)
                    if !found.isEmpty { return found.map(\.options) + otherDates(found, first) }
                }
            }
            next.removeAll { !goesOn($0.error, after: first.error) }
            refused += next
            let order = next.indices.sorted { one, other in
                let (first, second) = (position(next[one].error), position(next[other].error))
                return first == second ? one < other : second.lexicographicallyPrecedes(first)
            }
            attempts = order.prefix(Self.beam).map { next[$0] }
            if attempts.isEmpty || trials >= Self.mostTrials { break }
        }
        guard isLastResort else { return [] }
        for attempt in refused where Self.isAboutRow(attempt.error) {
            if let skip = skipping(attempt) { return [attempt.options + [skip]] }
        }
        return []
    }

    /// Options that were read.
    private typealias Solution = (options: [Option], settings: ImportOptions)

    /// The solution with dates that mean other days, where one with further options has a form of dates.
    private mutating func otherDates(_ found: [Solution], _ first: Attempt) -> [[Option]] {
        guard found.count == 1, let (options, settings) = found.first, options.count > 1,
            let chosen = settings.dialect.dateFormat, chosen != given.dialect.dateFormat,
            let text = text(of: first.error, glance(given))
        else { return [] }
        let date = DateFormat.date(text, as: chosen)
        for format in DateFormat.guesses(of: text) where DateFormat.date(text, as: format) != date {
            var changed = settings
            changed.dialect.dateFormat = format
            guard case .read(let rows, _) = read(changed), rows > 0 else { continue }
            return [options.map { $0.name == "dateFormat" ? Option(name: $0.name, text: format.pattern) : $0 }]
        }
        return []
    }

    /// The text of the cell that an import was refused for.
    private func text(of error: ImportError, _ glance: TextGlance?) -> String? {
        switch error.reason {
        case .notANumber(let excerpt), .badDate(let excerpt):
            error.column.flatMap { glance?.cell(line: error.line, column: $0) } ?? excerpt
        case .notFinite: error.column.flatMap { glance?.cell(line: error.line, column: $0) }
        case _: nil
        }
    }

    /// Tries options that exclude each other.
    private mutating func solutions(
        in group: Group, on attempt: Attempt, refused: inout [Attempt]
    ) -> [Solution] {
        var found: [Solution] = []
        for (option, settings) in group.choices where known.contains(option.name) {
            // Further options go with the likeliest form of dates; `otherDates` looks for another one.
            let most = attempt.options.isEmpty || group.most == .max ? group.most : 1
            guard trials < Self.mostTrials, found.count < most else { break }
            trials += 1
            let options = attempt.options.filter { $0.name != option.name } + [option]
            switch read(settings) {
            case .read(let rows, _) where rows > 0: found.append((options, settings))
            case .read: break
            case .refused(let error): refused.append(Attempt(options: options, settings: settings, error: error))
            }
        }
        return found
    }

    /// How many rows to skip, so that no more are skipped than taken; `nil` where that does not help.
    private mutating func skipping(_ attempt: Attempt) -> Option? {
        guard known.contains("skipBad"), attempt.settings.dialect.skippedRows == 0 else { return nil }
        var settings = attempt.settings
        settings.dialect.skippedRows = DialectTexts.mostSkippedRows
        guard case .read(let rows, let skipped) = read(settings), rows >= skipped, skipped > 0 else { return nil }
        var most = 10
        while most < skipped { most *= 10 }
        return Option(name: "skipBad", text: "\(most)")
    }

    /// Whether an import that was refused came farther than one that was refused before.
    private func goesOn(_ error: ImportError, after other: ImportError) -> Bool {
        // Sorted rows may turn out to be a long table.
        if case .longTable = error.reason { return error.reason != other.reason }
        return isFarther(error, other)
    }

    /// Whether one error is behind the other in the text.
    private func isFarther(_ one: ImportError, _ other: ImportError) -> Bool {
        let (first, second) = (position(one), position(other))
        return second.lexicographicallyPrecedes(first)
    }

    /// The line of an error, how far the line was read, and the column.
    private func position(_ error: ImportError) -> [Int] {
        let column = error.column.flatMap { name in names.firstIndex(of: name) } ?? 0
        return [Self.place(error), Self.progress(error), column]
    }

    /// The line of an error; what is found before or behind all rows has none.
    private static func place(_ error: ImportError) -> Int {
        switch error.reason {
        case .longTable: 0
        case .unlikelyDates: .max
        case _: error.line
        }
    }

    /// How far an import came that was refused on a line: its names were read, then its x, then all rows.
    private static func progress(_ error: ImportError) -> Int {
        switch error.reason {
        case .invalidUTF8: 0
        case .empty, .noHeader, .noNumericColumn, .unknownColumn, .duplicateColumn, .rowTooLong, .unterminatedQuote: 1
        case .longTable: 2
        case .raggedRow: 3
        case .missingText, .missingX, .badDate, .notANumber, .notFinite, .tooManyTexts: 4
        case .xDecreasing, .beforeLast, .xDecreasingByClock: 5
        case .unlikelyDates, .tooLargeToSort, .tooManyCells: 6
        }
    }

    private static func isAboutRow(_ error: ImportError) -> Bool {
        switch error.reason {
        case .raggedRow, .notANumber, .notFinite, .badDate, .missingX, .missingText, .xDecreasing: true
        case _: false
        }
    }
}

extension ImportAdvisor {
    /// Options that exclude each other, with what the import is given then.
    private struct Group {
        var choices: [(Option, ImportOptions)] = []
        /// The most of them to name.
        var most = 1
    }

    /// The options that may help against an error, the likeliest first.
    private func groups(for attempt: Attempt, isLastResort: Bool) -> [Group] {
        let (error, settings) = (attempt.error, attempt.settings)
        func option(
            _ name: String, _ text: String, _ change: (inout ImportOptions) -> Void
        ) -> (Option, ImportOptions) {
            var changed = settings
            change(&changed)
            return (Option(name: name, text: text), changed)
        }
        let glance = glance(settings)
        let structure = [
            Group(
                choices: (glance?.otherDelimiters ?? []).map { byte in
                    let name = byte == UInt8(ascii: "\t") ? "tab" : String(Character(Unicode.Scalar(byte)))
                    return option("delimiter", name) { $0.dialect.delimiter = byte }
                }),
            Group(
                choices: (glance?.linesOfNames(beside: settings.dialect.headerLine) ?? []).prefix(6).map { line in
                    option("headerLine", "\(line)") { $0.dialect.headerLine = line }
                }),
            Group(
                choices: (settings.dialect.comment == nil ? glance?.comments ?? [] : []).map { mark in
                    option("comment", mark) { $0.dialect.comment = mark }
                }),
        ]
        switch error.reason {
        case .notANumber, .badDate:
            let text = text(of: error, glance) ?? ""
            let isX = isX(error, settings, glance)
            var groups: [Group] = []
            if isX {
                groups.append(
                    Group(
                        choices: DateFormat.guesses(of: text).map { format in
                            option("dateFormat", format.pattern) { $0.dialect.dateFormat = format }
                        }, most: 2))
            } else if CommonTexts.isMissing(text) {
                groups.append(Group(choices: [null(text, settings)]))
            }
            groups.append(
                Group(
                    choices: NumberPattern.guesses(of: text).filter { $0 != settings.dialect.numberFormat }.map {
                        format in
                        option("numberFormat", format.pattern) { $0.dialect.numberFormat = format }
                    }))
            groups += structure
            guard isLastResort else { return groups }
            return groups + [Group(choices: isX ? otherX(settings, glance) : others(error.column, settings, glance))]
        case .notFinite:
            let isX = isX(error, settings, glance)
            guard !isX, let text = text(of: error, glance) else { return [] }
            return [Group(choices: [null(text, settings)])]
        case .xDecreasing:
            return [Group(choices: [option("sort", "true") { $0.dialect.sortedCells = DialectTexts.sortedCells }])]
        case .unlikelyDates(_, let unit):
            return [
                Group(
                    choices: [
                        option("xUnit", unit.rawValue) { $0.xUnit = unit },
                        option("plausible", "false") { $0.dialect.isPlausible = false },
                    ], most: 2)
            ]
        case .longTable(let columns):
            // A column of times is the rest of x.
            let x = settings.xColumn == nil ? glance?.names.first : nil
            let joined = columns.compactMap { name in x.map { ImportDialect.line(of: [$0, name]) } }
            return [
                Group(
                    choices: joined.map { line in option("x", line) { $0.xColumn = line } }
                        + columns.map { name in option("split", name) { $0.split = .by(name) } }
                        + [option("split", "false") { $0.split = .off }], most: .max)
            ]
        case .invalidUTF8:
            return [
                Group(
                    choices: [TextEncoding.utf8, .utf16, .windows1252].filter { $0 != settings.dialect.encoding }.map {
                        encoding in
                        option("encoding", encoding.rawValue) { $0.dialect.encoding = encoding }
                    })
            ]
        case .duplicateColumn where isLastResort && settings.columns == nil:
            return structure + [Group(choices: unique(settings, glance))]
        case .raggedRow, .noHeader, .noNumericColumn, .unknownColumn, .duplicateColumn, .empty, .missingX:
            return structure
        case .missingText, .beforeLast, .xDecreasingByClock, .unterminatedQuote, .rowTooLong, .tooLargeToSort,
            .tooManyTexts, .tooManyCells:
            return []
        }
    }

    /// Whether an error is in x.
    private func isX(_ error: ImportError, _ settings: ImportOptions, _ glance: TextGlance?) -> Bool {
        if case .badDate = error.reason { return true }
        guard let names = glance?.names, let column = error.column else { return false }
        return settings.xColumn.map { column == $0 || !names.contains(column) } ?? (column == names.first)
    }

    private func null(_ text: String, _ settings: ImportOptions) -> (Option, ImportOptions) {
        var changed = settings
        changed.dialect.nullTexts.append(text)
        return (Option(name: "null", text: ImportDialect.line(of: changed.dialect.nullTexts)), changed)
    }

    /// Other columns that may be x.
    private func otherX(_ settings: ImportOptions, _ glance: TextGlance?) -> [(Option, ImportOptions)] {
        guard settings.dataset == nil, let names = glance?.names else { return [] }
        let current = settings.xColumn ?? names.first
        return names.filter { !$0.isEmpty && $0 != current }.prefix(8).map { name in
            var changed = settings
            let text = ImportDialect.line(of: [name], among: names)
            changed.xColumn = text
            return (Option(name: "x", text: text), changed)
        }
    }

    /// The columns but one.
    private func others(
        _ column: String?, _ settings: ImportOptions, _ glance: TextGlance?
    ) -> [(Option, ImportOptions)] {
        guard settings.dataset == nil, let glance else { return [] }
        return taking(glance.columns.filter { $0 != column }, settings, glance)
    }

    /// The columns whose names stand once.
    private func unique(_ settings: ImportOptions, _ glance: TextGlance?) -> [(Option, ImportOptions)] {
        guard settings.dataset == nil, let glance else { return [] }
        let names = glance.columns
        return taking(names.filter { name in names.filter { $0 == name }.count == 1 }, settings, glance)
    }

    private func taking(
        _ columns: [String], _ settings: ImportOptions, _ glance: TextGlance
    ) -> [(Option, ImportOptions)] {
        guard (1...16).contains(columns.count) else { return [] }
        var changed = settings
        let text = ImportDialect.line(of: columns, among: glance.names)
        changed.columns = [text]
        return [(Option(name: "columns", text: text), changed)]
    }
}

extension ImportAdvisor {
    /// Sentences that name no option's text, so that there is nothing to try.
    private func words(for error: ImportError, _ attempt: Attempt, isSolved: Bool) -> [String] {
        let glance = glance(given)
        let lineOfNames =
            "Name the line of the names in \(naming.name("headerLine")), or how lines begin that are none in \(naming.name("comment"))."
        switch error.reason {
        case .notANumber(let text), .badDate(let text):
            guard glance != nil else { return [] }
            let isX = isX(error, given, glance)
            if isX, Self.hasShortYear(text) {
                return ["Its year has two digits, whose century is a guess: write years with four in the file."]
            }
            if hasDatesAsColumns(error) {
                return ["The names of the columns are dates, which are read as rows alone: turn the table."]
            }
            let isNearNames = error.line <= (given.dialect.headerLine ?? 1) + 4
            guard !isSolved else { return [] }
            return [
                isX
                    ? "Name the column of dates or numbers in \(naming.name("x")), or the form of its dates in \(naming.name("dateFormat"))."
                    : "Name the columns to take in \(naming.name("columns"))."
            ] + (isNearNames ? [lineOfNames] : [])
        case .raggedRow, .noNumericColumn:
            guard glance != nil else { return [] }
            return (isSolved ? [] : [delimiter(glance)]) + [lineOfNames]
        case .unknownColumn:
            let names = glance?.names.filter { !$0.isEmpty } ?? []
            let list = names.prefix(10).map { $0.count > 40 ? $0.prefix(39) + "…" : $0 }.joined(separator: ", ")
            let others = names.count > 10 ? " and \(names.count - 10) more" : ""
            return (names.isEmpty ? [] : ["The columns are \(list)\(others)."])
                + (isSolved || names.count > 1 || glance == nil ? [] : [delimiter(glance)])
        case .duplicateColumn: return isSolved ? [] : ["Name the columns to take in \(naming.name("columns"))."]
        case .noHeader: return glance == nil ? [] : [lineOfNames]
        case .invalidUTF8: return isSolved ? [] : ["Name how bytes stand for characters in \(naming.name("encoding"))."]
        case .rowTooLong: return ["Check the quotes and the line ends."]
        case .tooLargeToSort: return ["Sort the rows beforehand."]
        case .xDecreasingByClock: return ["Give the times with their offsets from UTC, such as +02:00."]
        case .longTable:
            return ["With \(naming.name("columns")) or without a split the rows stay as they are."]
        case .notFinite, .missingText, .missingX, .xDecreasing, .beforeLast, .unlikelyDates, .unterminatedQuote, .empty,
            .tooManyTexts, .tooManyCells:
            return []
        }
    }

    /// What the delimiter is, and how to name another.
    private func delimiter(_ glance: TextGlance?) -> String {
        let name: String
        switch glance?.delimiter {
        case UInt8(ascii: "\t"): name = "a tab"
        case let byte?: name = "\"\(Character(Unicode.Scalar(byte)))\""
        case nil: return "Name the delimiter in \(naming.name("delimiter"))."
        }
        return "The delimiter is \(name); name another in \(naming.name("delimiter"))."
    }

    /// Whether a text is a date whose year has two digits.
    private static func hasShortYear(_ text: String) -> Bool {
        text.prefixMatch(of: /[0-9]{1,2}([.\/-])([0-9]{1,2}|[A-Za-z]{3})\1[0-9]{2}([^0-9]|$)/) != nil
    }

    /// Whether an import was refused because most of its columns are dates.
    private func hasDatesAsColumns(_ error: ImportError) -> Bool {
        switch error.reason {
        case .notANumber, .badDate: break
        case _: return false
        }
        guard let glance = glance(given), isX(error, given, glance) else { return false }
        let names = glance.names
        let dates = names.count { ISO8601($0) != nil || !DateFormat.guesses(of: $0).isEmpty }
        return dates > 1 && dates * 2 > names.count
    }
}
