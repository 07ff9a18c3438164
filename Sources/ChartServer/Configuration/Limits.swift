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
        bodyBytes = try source.value(SettingTable.bodyBytes)
        eventsPerBatch = try source.value(SettingTable.eventsPerBatch)
        touches = try source.value(SettingTable.touches)
        surfacesPerSession = try source.value(SettingTable.surfacesPerSession)
        modifiersPerSurface = try source.value(SettingTable.modifiersPerSurface)
        rowsPerWindow = try source.value(SettingTable.rowsPerWindow)
        sessions = try source.value(SettingTable.sessions)
        viewersPerSession = try source.value(SettingTable.viewersPerSession)
        streamBytes = try source.value(SettingTable.streamBytes)
        datasetBytes = try source.value(SettingTable.datasetBytes)
        connections = try source.value(SettingTable.connections)
        batchesPerSecond = try source.value(SettingTable.batchesPerSecond)
        answerBytes = try source.value(SettingTable.answerBytes)
        specification = SpecificationLimits(
            links: try source.value(SettingTable.links), linkMembers: try source.value(SettingTable.linkMembers),
            slices: try source.value(SettingTable.slices), answerBytes: answerBytes)
        dataBytes =
            try source.given(SettingTable.dataBytes).map { $0.map { .bytes($0) } ?? .unlimited }
            ?? (isLoopback || storeKind == .postgres ? .unlimited : .partOfDisk)
        datasets = try source.value(SettingTable.datasets)
        appendAhead = try source.value(SettingTable.appendAhead)
        idleTimeout = try source.value(SettingTable.longestIdleTimeout)
        principalSessions = try source.value(SettingTable.principalSessions)
        principalDataBytes = try source.value(SettingTable.principalDataBytes)
        let rate = isLoopback ? nil : Self.requestsPerSecond
        requestsPerSecondOfPrincipal = try source.given(SettingTable.principalRequestsPerSecond) ?? rate
        requestsPerSecondOfAddress = try source.given(SettingTable.addressRequestsPerSecond) ?? rate
        sessionsPerAddress =
            try source.given(SettingTable.sessionsPerAddress) ?? (isLoopback ? nil : Self.sessionsPerAddress)
    }
}
