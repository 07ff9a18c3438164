package import ChartEngine
import ChartSeries
package import ChartStores
package import ChartWire
import Synchronization

/// Recreates a session, line by line of its log.
package struct SessionReplay {
    /// A revision whose state differs from the log's.
    struct Difference: Sendable, Hashable {
        /// The revision; 0 is the start.
        var revision: Int
        /// The hash that the log names.
        var expected: String
        /// The hash of the recreated state; where rows are gone, of the last one that was recreated.
        var actual: String
        /// Whether the rows that the revision read are gone, so that neither it nor a later one can be recreated.
        var areRowsGone = false
    }

    /// The session so far; `nil` before the first line.
    private(set) var session: Session?
    /// The number of recreated revisions.
    private(set) var revisions = 0
    /// The number of lines passed to ``takeNext(_:)``.
    package private(set) var lines = 0
    /// The first revision that differs.
    private(set) var firstDifference: Difference?
    /// The first revision of a log of earlier rules that comes out otherwise by the current ones, in a restore.
    private(set) var firstOfOtherRules: Int?
    /// Whether rows that a line has read are gone, so that no later line is recreated.
    private var areRowsGone = false
    /// The datasets that have dropped rows that a restore needs: it goes on with these, and may lead to another state.
    private var others: [String: Table] = [:]
    /// Whether the replay restores a stored session, which goes on where the rules have changed since.
    private let isRestore: Bool
    /// The version of the rules that made the log.
    private var format = SessionStart.format
    /// The largest bounds that the log may name; `nil` for a trusted log.
    private let mostBounds: ChangeInterpreter.Bounds?
    /// The limits for the specifications of the log; `nil` for a trusted log.
    private let limits: SpecificationLimits?
    private let modifiers: ModifierRegistry
    private let rows: @Sendable (DatasetLookup) throws(Problem) -> RowsForReplay
    private var interpreter: ChangeInterpreter?
    private var id = ""

    /// Creates a replay without a session.
    ///
    /// - Parameters:
    ///   - modifiers: The modifier types.
    ///   - mostBounds: The largest bounds that the log may name; `nil` for any.
    ///   - limits: The limits for specifications; `nil` for the log of an accepted session.
    ///   - isRestore: Whether a log of earlier rules goes on where the current ones lead to another state.
    ///   - rows: The rows that a line has read, and perhaps later ones; throws the problem when there are none.
    package init(
        modifiers: ModifierRegistry, within mostBounds: ChangeInterpreter.Bounds? = nil,
        limits: SpecificationLimits? = nil, isRestore: Bool = false,
        rows: @escaping @Sendable (DatasetLookup) throws(Problem) -> RowsForReplay
    ) {
        self.modifiers = modifiers
        self.mostBounds = mostBounds
        self.limits = limits
        self.isRestore = isRestore
        self.rows = rows
    }

    /// Applies the next line of a log from a client; a problem names the number of its line.
    ///
    /// - Parameter line: The line without its end.
    /// - Throws: A problem; discard the replay then.
    package mutating func takeNext(_ line: [UInt8]) throws {
        try Task.checkCancellation()
        lines += 1
        do {
            try take(line)
        } catch let problem as Problem {
            try checkRows()
            throw problem.ofLogLine(lines)
        }
    }

    /// Checks that the session shows no rows that are known to be damaged.
    func checkRows() throws(Problem) {
        do throws(SessionError) {
            try session?.checkRows()
        } catch {
            throw Problem(error)
        }
    }

    /// Applies the next line.
    ///
    /// - Parameter line: The line without its end.
    /// - Throws: A problem; discard the replay then.
    mutating func take(_ line: [UInt8]) throws {
        switch try LogLine(line) {
        case .start(let start, let id, let lookups, let stateHash):
            guard interpreter == nil else { throw Problem(.logInvalid, "A log has one first line.", pointer: "/kind") }
            try begin(start, id: id, lookups: lookups, stateHash: stateHash)
        case .snapshot(let snapshot): try restore(snapshot)
        case .revision(let revision): try apply(revision)
        }
    }

    /// Continues with a session of which the replay has seen no line.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - head: The first line of its log.
    /// - Throws: A problem for a line that is not the first one.
    mutating func resume(_ session: Session, from head: [UInt8]) throws {
        guard case .start(let start, let id, _, _) = try LogLine(head), id == session.id else { throw Self.noStart }
        interpreter = ChangeInterpreter(modifiers: modifiers, bounds: start.bounds, limits: limits) { 0 }
        self.session = session
        self.id = id
        format = start.format
    }

    /// Applies the line of a revision.
    ///
    /// - Parameter line: The line without its end.
    /// - Returns: The surface that the revision addressed.
    /// - Throws: A problem; discard the replay then.
    mutating func takeRevision(_ line: [UInt8]) throws -> String {
        guard case .revision(let revision) = try LogLine(line) else {
            throw Problem(.logInvalid, "The line is not that of a revision.", pointer: "/kind")
        }
        try apply(revision)
        return revision.change.surface
    }

    private mutating func begin(
        _ start: SessionStart, id: String, lookups: [DatasetLookup], stateHash: String?
    ) throws {
        try checkBounds(of: start)
        let interpreter = ChangeInterpreter(modifiers: modifiers, bounds: start.bounds, limits: limits) { 0 }
        let (tables, areGone) = try tables(lookups)
        if areGone, isRestore { throw Self.gone(lookups) }
        let shown = try start.body.datasets.map { name throws(Problem) in
            guard let table = tables[name] else {
                throw Problem(.logInvalid, "The line does not say what it saw of \"\(name)\".", pointer: "/datasets")
            }
            return table
        }
        let made = try start.session(id: id, tables: shown, interpreter: interpreter)
        try limits?.check(made)
        session = made
        self.interpreter = interpreter
        self.id = id
        format = start.format
        if areGone { return noteGoneRows(at: 0, expecting: stateHash) }
        try compare(with: stateHash, at: 0)
    }

    /// Continues from a snapshot.
    mutating func restore(_ snapshot: StoredSnapshot) throws {
        guard interpreter != nil else { throw Self.noStart }
        try checkCounts(of: snapshot)
        let (rows, isRestore) = (rows, isRestore)
        let dropped = Mutex<[String: Table]>([:])
        let isGone = Mutex(false)
        var restored: Session
        do throws(SessionStateError) {
            restored = try Session(
                state: snapshot.state,
                dependencies: SessionStateDependencies(modifiers: modifiers) { shown in
                    guard let dataset = shown.dataset else { return .empty }
                    let lookup = DatasetLookup(name: dataset, version: shown.version, rows: shown.count)
                    guard let read = try? rows(lookup) else { return nil }
                    guard !read.areGone else {
                        guard isRestore, read.table.firstRow > 0 else {
                            isGone.withLock { $0 = true }
                            return nil
                        }
                        return dropped.withLock { tables in
                            tables[dataset] = tables[dataset] ?? read.table
                            return tables[dataset]
                        }
                    }
                    return read.table.prefix(rows: shown.count, version: shown.version)
                })
        } catch {
            guard isRestore || !isGone.withLock(\.self) else {
                return noteGoneRows(at: snapshot.revision, expecting: nil)
            }
            throw Problem(.logInvalid, "The snapshot cannot be read: \(error).", pointer: "/state")
        }
        guard restored.id == id, restored.revision == snapshot.revision else {
            throw Problem(.logInvalid, "The snapshot is of another session or revision.", pointer: "/state")
        }
        try limits?.check(restored)
        if areRowsGone {
            // Those of the first line, in whose place the snapshot stands.
            (areRowsGone, firstDifference) = (false, nil)
        }
        others = dropped.withLock { $0 }
        if !others.isEmpty { restored.show(replacing: others) }
        session = restored
    }

    private mutating func apply(_ logged: LoggedRevision) throws {
        guard !areRowsGone else { return }
        guard var session, let interpreter else { throw Self.noStart }
        guard logged.revision == session.revision + 1 else {
            throw Problem(
                .logInvalid, "Revision \(session.revision + 1) is missing before this one.", pointer: "/revision")
        }
        let (tables, areGone) = try tables(logged.lookups)
        guard !areGone else {
            guard !isRestore else { throw Self.gone(logged.lookups) }
            return noteGoneRows(at: logged.revision, expecting: logged.stateHash)
        }
        session.show(tables)
        let earlier = session
        do {
            try repeatChange(of: logged, on: &session, tables, interpreter)
        } catch let problem as Problem
            where (goesOnByOtherRules || !others.isEmpty) && problem.code.status != 503
        {
            // The current rules refuse the change, such as an undo of what is no entry any more, or its row was dropped.
            session = earlier
            session.countRevision(ofSurface: logged.change.surface)
            if goesOnByOtherRules { noteOtherRules(at: logged.revision) }
        }
        self.session = session
        revisions += 1
        try compare(with: logged.stateHash, at: logged.revision)
    }

    private func repeatChange(
        of logged: LoggedRevision, on session: inout Session, _ tables: [String: Table],
        _ interpreter: ChangeInterpreter
    ) throws {
        var change = logged.change
        for one in try change.datasets() { change.tables[one.name] = tables[one.name] }
        do {
            _ = try interpreter.prepare(change).apply(to: &session)
        } catch let error as SessionError {
            throw Problem(error)
        }
        guard session.revision == logged.revision else {
            throw Problem(.logInvalid, "The line changes nothing.", pointer: "/body")
        }
    }

    /// Whether the log is of earlier rules, and its session goes on by the current ones.
    private var goesOnByOtherRules: Bool { isRestore && format < SessionStart.format }

    private mutating func noteOtherRules(at revision: Int) {
        firstOfOtherRules = firstOfOtherRules ?? revision
    }

    private mutating func compare(with expected: String?, at revision: Int) throws(Problem) {
        guard let expected, let session, firstDifference == nil, others.isEmpty else { return }
        let actual = Hexadecimal.text(of: session.stateHash)
        guard actual != expected else { return }
        if goesOnByOtherRules { return noteOtherRules(at: revision) }
        guard format == SessionStart.format else {
            throw Problem(
                .logVersion,
                "The log is of format \(format), and the rules of format \(SessionStart.format) make another state of this line.",
                pointer: "/stateHash")
        }
        firstDifference = Difference(revision: revision, expected: expected, actual: actual)
    }

    /// Notes that the rows of a revision are gone; neither it nor a later one is recreated.
    private mutating func noteGoneRows(at revision: Int, expecting expected: String?) {
        areRowsGone = true
        guard let session, firstDifference == nil else { return }
        let actual = Hexadecimal.text(of: session.stateHash)
        firstDifference = Difference(
            revision: revision, expected: expected ?? actual, actual: actual, areRowsGone: true)
    }

    /// The rows that a revision saw, and whether some of them are gone.
    ///
    /// A restore goes on with those that are there where a dataset has dropped others.
    private mutating func tables(
        _ lookups: [DatasetLookup]
    ) throws(Problem) -> (tables: [String: Table], areGone: Bool) {
        var tables: [String: Table] = [:]
        var areGone = false
        for lookup in lookups {
            if let other = others[lookup.name] {
                tables[lookup.name] = other
                continue
            }
            let read = try rows(lookup)
            if read.areGone, isRestore, read.table.firstRow > 0 {
                (tables[lookup.name], others[lookup.name]) = (read.table, read.table)
                continue
            }
            areGone = areGone || read.areGone
            tables[lookup.name] = read.areGone ? read.table : try Self.rows(of: lookup, in: read.table)
        }
        return (tables, areGone)
    }

    private static func gone(_ lookups: [DatasetLookup]) -> Problem {
        let names = lookups.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return Problem(
            .logDatasetDiffers, "Rows of \(names) that the log saw were replaced, merged or removed.",
            pointer: "/datasets")
    }

    /// The rows that a revision saw: a prefix of those of its edition.
    private static func rows(of lookup: DatasetLookup, in table: Table) throws(Problem) -> Table {
        guard table.version >= lookup.version, lookup.version >= 1,
            let seen = table.prefix(rows: lookup.rows, version: lookup.version)
        else {
            throw Problem(
                .logDatasetDiffers,
                "The log saw \(lookup.rows) rows of \"\(lookup.name)\" in version \(lookup.version); there are \(table.rowCount) in version \(table.version).",
                at: JSONPointer.root.appending("datasets").appending(lookup.name))
        }
        return seen
    }

    private static let noStart = Problem(
        .logInvalid, "A log begins with a line of the kind \"session\".", pointer: "/kind")
}

extension Problem {
    /// The problem of a log's line, which is well-formed but invalid.
    ///
    /// A problem of status 503 stays as it is: the server cannot show a dataset now, and the line is not at fault.
    package func ofLogLine(_ line: Int) -> Problem {
        guard code.status != 503 else { return self }
        var problem = Problem(
            code == .logDatasetDiffers || code == .logVersion ? code : .logInvalid, "Line \(line): \(detail)",
            pointer: pointer,
            members: [Member(name: "line", number: line)])
        if code == .datasetUnknown { problem.code = .logDatasetDiffers }
        return problem
    }
}

/// Checks a log of unknown origin against the bounds of this server, which limit the time of each line.
///
/// The bounds that such a log names for itself prove nothing.
extension SessionReplay {
    /// Checks the bounds that the first line names.
    private func checkBounds(of start: SessionStart) throws(Problem) {
        guard let mostBounds, let name = start.boundName(beyond: mostBounds) else { return }
        throw Self.beyond(name, at: "/bounds/\(name)")
    }

    /// Checks the counts of a snapshot before the replay makes a session of it.
    func checkCounts(of snapshot: StoredSnapshot) throws {
        guard let mostBounds, case .object(let state) = try JSONValue.parse(snapshot.state),
            case .object(let session)? = state["session"], case .array(let surfaces)? = session["surfaces"]
        else { return }
        guard surfaces.count <= mostBounds.surfacesPerSession else {
            throw Self.beyond("surfacesPerSession", at: "/state/session/surfaces")
        }
        for case .object(let entry) in surfaces {
            guard case .object(let surface)? = entry["surface"], case .array(let modifiers)? = surface["modifiers"],
                modifiers.count > mostBounds.modifiersPerSurface
            else { continue }
            throw Self.beyond("modifiersPerSurface", at: "/state/session/surfaces")
        }
    }

    private static func beyond(_ name: String, at pointer: String) -> Problem {
        Problem(.logInvalid, "The log goes beyond what this server allows: \(name).", pointer: pointer)
    }
}
