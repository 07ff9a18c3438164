import ChartService

/// The limits of requests; each limit has its own problem code.
package struct Limits: Sendable, Hashable {
    /// The largest request body that is not a dataset, in bytes.
    var bodyBytes: Int
    /// The most events in one batch.
    var eventsPerBatch: Int
    /// The most touches down at once on a surface.
    var touches: Int
    /// The most surfaces of a session.
    var surfacesPerSession: Int
    /// The most modifiers of a surface.
    var modifiersPerSurface: Int
    /// The most rows of a window.
    var rowsPerWindow: Int
    /// The most live sessions.
    var sessions: Int
    /// The most streams of a session.
    var viewersPerSession: Int
    /// The most bytes of past stream events that are kept for a session.
    var streamBytes: Int
    /// The largest dataset in a request body, in bytes.
    var datasetBytes: Int
    /// The most connections at once.
    package var connections: Int
    /// The most batches a second of a session, or nil for no limit.
    var batchesPerSecond: Int?
    /// The most bytes of an answer.
    var answerBytes: Int
    /// The limits of specifications.
    var specification: SpecificationLimits
    /// How much disk datasets and logs may take.
    package var dataBytes: DataBytes
    /// The most datasets.
    package var datasets: Int
    /// How many milliseconds ahead of the clock the dates of appended rows may lie, or nil for no limit.
    var appendAhead: Int?
    /// The longest idle timeout that a client may ask for, in milliseconds.
    var idleTimeout: Int
    /// The most live sessions that one client address has opened, or nil for no limit.
    var sessionsPerAddress: Int?
    /// The most live sessions of one principal, or nil for no limit.
    var principalSessions: Int?
    /// The most bytes of disk that the datasets of one principal may take, or nil for no limit.
    package var principalDataBytes: Int?

    /// The most requests a second of one principal, or nil for no limit.
    var requestsPerSecondOfPrincipal: Int?
    /// The most requests a second of one client address, or nil for no limit.
    var requestsPerSecondOfAddress: Int?

    /// The numbers of the configuration's limits that are on, by their keys.
    private(set) var figures: [String: Int]

    /// The most live sessions of one client address where the server can be reached from other machines.
    private static let sessionsPerAddress = 10_000

    /// The most requests a second of a principal and of a client address there: those of thirty fingers.
    private static let requestsPerSecond = 2_000

    /// Reads the limits.
    ///
    /// - Parameters:
    ///   - source: The configuration.
    ///   - isLoopback: Whether only this machine can reach the server.
    ///   - storeKind: Where sessions are kept.
    /// - Throws: `ConfigurationError` for a value that a key does not take.
    init(source: SettingSource, isLoopback: Bool, storeKind: StoreKind) throws(ConfigurationError) {
        var figures: [String: Int] = [:]
        func note<Value>(_ value: Value, of setting: Setting<Value>) -> Value {
            if let number = value as? Int { figures[setting.entry.name] = number }
            return value
        }
        func read<Value>(_ setting: Setting<Value>) throws(ConfigurationError) -> Value {
            note(try source.value(setting), of: setting)
        }
        bodyBytes = try read(SettingTable.bodyBytes)
        eventsPerBatch = try read(SettingTable.eventsPerBatch)
        touches = try read(SettingTable.touches)
        surfacesPerSession = try read(SettingTable.surfacesPerSession)
        modifiersPerSurface = try read(SettingTable.modifiersPerSurface)
        rowsPerWindow = try read(SettingTable.rowsPerWindow)
        sessions = try read(SettingTable.sessions)
        viewersPerSession = try read(SettingTable.viewersPerSession)
        streamBytes = try read(SettingTable.streamBytes)
        datasetBytes = try read(SettingTable.datasetBytes)
        connections = try read(SettingTable.connections)
        batchesPerSecond = try read(SettingTable.batchesPerSecond)
        answerBytes = try read(SettingTable.answerBytes)
        specification = SpecificationLimits(
            links: try read(SettingTable.links), linkMembers: try read(SettingTable.linkMembers),
            slices: try read(SettingTable.slices), answerBytes: answerBytes)
        dataBytes =
            try source.given(SettingTable.dataBytes).map { $0.map { .bytes($0) } ?? .unlimited }
            ?? (isLoopback || storeKind == .postgres ? .unlimited : .partOfDisk)
        datasets = try read(SettingTable.datasets)
        appendAhead = try read(SettingTable.appendAhead)
        idleTimeout = try read(SettingTable.longestIdleTimeout)
        principalSessions = try read(SettingTable.principalSessions)
        principalDataBytes = try read(SettingTable.principalDataBytes)
        let rate = isLoopback ? nil : Self.requestsPerSecond
        requestsPerSecondOfPrincipal = note(
            try source.given(SettingTable.principalRequestsPerSecond) ?? rate,
            of: SettingTable.principalRequestsPerSecond)
        requestsPerSecondOfAddress = note(
            try source.given(SettingTable.addressRequestsPerSecond) ?? rate, of: SettingTable.addressRequestsPerSecond)
        sessionsPerAddress =
            note(
                try source.given(SettingTable.sessionsPerAddress) ?? (isLoopback ? nil : Self.sessionsPerAddress),
                of: SettingTable.sessionsPerAddress)
        self.figures = figures
    }
}
