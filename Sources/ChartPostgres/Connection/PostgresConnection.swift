import CPostgres
import Foundation

/// A connection to one server, which one thread uses at a time.
///
/// All statements of a call go out together and form one transaction, so a call costs one round trip. A call that takes
/// too long ends at its deadline. The connection then sends nothing more, and the outcome is in doubt. It does not ask
/// the server to cancel: that takes a second connection without a time limit, and it would end the wait for a
/// synchronous standby, after which a change that the standby lacks is visible.
@safe final class PostgresConnection {
    /// What the server has told beside its answers.
    private final class Notices {
        var hasWarning = false
    }

    private let handle: OpaquePointer
    private let notices = Notices()
    private let settings: PostgresSettings
    private var prepared: Set<String> = []
    private var count: ConnectionCount?
    /// The server, for messages.
    let host: PostgresSettings.Host
    /// Whether a further statement may be sent.
    private(set) var isUsable = true
    /// The timeline of the server; `nil` if it does not tell.
    var timeline: Int64?

    /// Connects to one server, within the time that the settings name.
    ///
    /// - Throws: ``PostgresError`` if it does not answer, refuses, or accepts no writes.
    init(to host: PostgresSettings.Host, settings: PostgresSettings, name: String) throws(PostgresError) {
        let parameters = try settings.parameters(of: host, name: name).sorted { $0.key < $1.key }
        let handle = unsafe Self.withTexts(parameters.map(\.key)) { keywords in
            unsafe Self.withTexts(parameters.map(\.value)) { values in
                unsafe PQconnectStartParams(keywords, values, 0)
            }
        }
        guard let handle = unsafe handle else {
            throw PostgresError(.unreachable, message: "there is no memory for a connection")
        }
        unsafe self.handle = handle
        self.host = host
        self.settings = settings
        let receiver: PQnoticeReceiver = { context, result in
            guard let context = unsafe context, let result = unsafe result else { return }
            // The class 01 is that of warnings; a commit that the standby lacks is one of them.
            guard let state = unsafe PQresultErrorField(result, PostgresField.state) else { return }
            guard unsafe String(cString: state).hasPrefix("01") else { return }
            unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().hasWarning = true
        }
        unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(notices).toOpaque())
        unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try finishOpening(until: .now + settings.connectLimit)
        unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        unsafe PQsetnonblocking(handle, 1)
        unsafe PQenterPipelineMode(handle)
    }

    deinit {
        unsafe PQfinish(handle)
        count?.close()
    }

    /// Counts this connection until it is closed.
    func count(in count: ConnectionCount) {
        self.count = count
        count.open()
    }

    private func finishOpening(until deadline: ContinuousClock.Instant) throws(PostgresError) {
        var wanted = unsafe PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while wanted != PGRES_POLLING_OK {
            guard wanted != PGRES_POLLING_FAILED else { throw unsafe settings.openingError(handle, host) }
            let events = wanted == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
            guard try isReady(for: events, until: deadline) else {
                throw PostgresError(.unreachable, message: "the database at \(host) does not answer in time")
            }
            wanted = unsafe PQconnectPoll(handle)
        }
    }

    private static func withTexts<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var copies = unsafe texts.map { unsafe UnsafePointer<CChar>?(strdup($0)) } + [nil]
        defer {
            for index in unsafe copies.indices { unsafe free(UnsafeMutablePointer(mutating: copies[index])) }
        }
        return unsafe copies.withUnsafeMutableBufferPointer { buffer in
            unsafe body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
        }
    }

    /// Whether the last call has brought a warning, such as that of a commit that no standby has.
    var hasWarning: Bool { notices.hasWarning }

    /// The file descriptor of the socket.
    var socket: Int32 { unsafe PQsocket(handle) }

    /// The number of the process that serves the connection, as its server has told at the start.
    ///
    /// A pooler in between tells a number of its own.
    var processID: Int64 { Int64(unsafe PQbackendPID(handle)) }

    /// Runs statements in one transaction.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - deadline: When the call ends without an answer.
    /// - Returns: The result of each statement, once the transaction is committed.
    /// - Throws: ``PostgresError``: a refused call has changed nothing; the outcome of a lost or late one is unknown.
    func run(
        _ statements: [PostgresStatement], until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> [PostgresResult] {
        guard isUsable else { throw PostgresError(.lost, message: "the connection to \(host) is lost") }
        notices.hasWarning = false
        var isWhole = false
        defer { isUsable = isUsable && isWhole }
        var newNames: [String?] = []
        for statement in statements {
            let isNew = !statement.text.name.isEmpty && !prepared.contains(statement.text.name)
            if isNew && !newNames.contains(statement.text.name) {
                newNames.append(statement.text.name)
                guard unsafe PQsendPrepare(handle, statement.text.name, statement.text.sql, 0, nil) == 1 else {
                    throw lost()
                }
            }
            newNames.append(nil)
            guard send(statement) else { throw lost() }
        }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
        let (results, failure) = try receive(newNames, until: deadline)
        isWhole = true
        if let failure {
            if failure.needsNewConnection { isUsable = false }
            throw failure
        }
        return results
    }

    /// Runs one statement; see ``run(_:until:)``.
    func run(
        _ statement: PostgresStatement, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> PostgresResult {
        try run([statement], until: deadline)[0]
    }

    private func send(_ statement: PostgresStatement) -> Bool {
        let parameters = statement.parameters
        let count = Int32(parameters.ranges.count)
        let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.ranges.count)
        return unsafe parameters.bytes.withUnsafeBufferPointer { buffer in
            let start = unsafe UnsafeRawPointer(buffer.baseAddress)
            var values: [UnsafePointer<CChar>?] = unsafe []
            for range in parameters.ranges {
                let value = unsafe range.flatMap { unsafe start?.advanced(by: $0.lowerBound) }
                unsafe values.append(value?.assumingMemoryBound(to: CChar.self))
            }
            let (name, sql) = (statement.text.name, statement.text.sql)
            guard name.isEmpty else {
                return unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
            }
            return unsafe PQsendQueryParams(handle, sql, count, nil, values, lengths, formats, 1) == 1
        }
    }

    /// Reads the answers up to the end of the transaction.
    ///
    /// - Parameters:
    ///   - names: An element for each answer: the name of a statement that was prepared, or `nil`.
    ///   - deadline: When the wait ends.
    /// - Returns: The results, or the first error.
    /// - Throws: ``PostgresError`` for a lost connection and at the deadline.
    private func receive(
        _ names: [String?], until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> ([PostgresResult], PostgresError?) {
        var results: [PostgresResult] = []
        var failure: PostgresError?
        var index = 0
        while true {
            try wait(until: deadline)
            guard let answer = unsafe PQgetResult(handle) else {
                guard unsafe PQstatus(handle) == CONNECTION_OK else { throw lost() }
                continue
            }
            let result = unsafe PostgresResult(answer)
            switch unsafe PQresultStatus(answer) {
            case PGRES_PIPELINE_SYNC:
                return (results, failure)
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                if index < names.count, let name = names[index] {
                    prepared.insert(name)
                } else {
                    results.append(result)
                }
                index += 1
            case PGRES_PIPELINE_ABORTED:
                index += 1
            default:
                index += 1
                if failure == nil { failure = unsafe refusal(answer) }
                guard unsafe PQstatus(handle) == CONNECTION_OK else { throw lost(failure) }
            }
        }
    }

    /// Waits until an answer can be taken without waiting.
    private func wait(until deadline: ContinuousClock.Instant) throws(PostgresError) {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost() }
            let isBusy = unsafe PQisBusy(handle) == 1
            guard unsent == 1 || isBusy else { return }
            guard try isReady(for: unsent == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline) else { throw late() }
            guard unsafe PQconsumeInput(handle) == 1 else { throw lost() }
        }
    }

    /// Waits for the socket.
    ///
    /// - Parameters:
    ///   - events: The events of `poll` to wait for.
    ///   - deadline: When the wait ends.
    /// - Returns: Whether there is something to do; `false` at the deadline.
    /// - Throws: ``PostgresError`` for a lost connection.
    func isReady(for events: Int32, until deadline: ContinuousClock.Instant) throws(PostgresError) -> Bool {
        while true {
            let left = max(.zero, deadline - .now) / .milliseconds(1)
            var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
            let count = unsafe poll(&descriptor, 1, Int32(min(left.rounded(.up), 60_000)))
            if count > 0 { return true }
            guard count == 0 || errno == EINTR else { throw lost() }
            if deadline <= .now { return false }
        }
    }

    private func refusal(_ answer: OpaquePointer) -> PostgresError {
        func field(_ code: Int32) -> String {
            unsafe PQresultErrorField(answer, code).map { unsafe String(cString: $0) } ?? ""
        }
        let state = field(PostgresField.state)
        return PostgresError(
            .refused, state: state,
            message: settings.redacted("the database at \(host) refuses: \(field(PostgresField.message)) (\(state))"),
            table: field(PostgresField.table))
    }

    private func lost(_ cause: PostgresError? = nil) -> PostgresError {
        let text = cause?.message ?? settings.redacted(unsafe String(cString: PQerrorMessage(handle)).oneLine)
        return PostgresError(
            .lost, state: cause?.state ?? "", message: "the connection to the database at \(host) is lost: \(text)")
    }

    private func late() -> PostgresError {
        PostgresError(.late, message: "the database at \(host) does not answer in time")
    }

    /// Takes the notifications that have arrived.
    ///
    /// - Returns: The payload of each.
    func notifications() throws(PostgresError) -> [String] {
        guard isUsable, unsafe PQconsumeInput(handle) == 1 else {
            isUsable = false
            throw lost()
        }
        var payloads: [String] = []
        while let notification = unsafe PQnotifies(handle) {
            payloads.append(unsafe String(cString: notification.pointee.extra))
            unsafe PQfreemem(notification)
        }
        return payloads
    }
}

/// The fields of an error or a notice.
enum PostgresField {
    static let state = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
    static let table = Int32(UInt8(ascii: "t"))
}

extension String {
    /// The text with its lines joined.
    var oneLine: String {
        split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
}

extension PostgresSettings {
    /// Returns why a connection could not be opened.
    ///
    /// libpq tells the SQLSTATE of a failed start in its verbose text alone.
    fileprivate func openingError(_ handle: OpaquePointer, _ host: Host) -> PostgresError {
        let text = unsafe String(cString: PQerrorMessage(handle))
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("LOCATION:") }
        let state = lines.lazy.compactMap { $0.firstMatch(of: #/:  ([0-9A-Z]{5}): /#)?.1 }.last.map(String.init) ?? ""
        let lacksPassword = unsafe PQconnectionNeedsPassword(handle) == 1
        let isStranger = Self.certificateFaults.contains { text.contains($0) }
        let isRefused = lacksPassword || isStranger || Self.refusals.contains(state) || state.hasPrefix("28")
        return PostgresError(
            isRefused ? .settings : .unreachable, state: state,
            message: redacted(
                "no connection to the database at \(host): \(lines.joined(separator: "\n").oneLine)"))
    }

    /// A database that does not exist, and one that the role may not use.
    private static let refusals: Set<String> = ["3D000", "42501"]

    /// What libpq says of a server whose certificate is not that of its host or of a known authority.
    ///
    /// Such a failure has no SQLSTATE. libpq is not translated here, since the process sets no locale.
    private static let certificateFaults = [
        "certificate verify failed", "does not match host name", "root certificate file",
    ]
}
