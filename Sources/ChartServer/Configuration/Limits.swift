/// What a request may ask for; each limit has its own problem code.
struct Limits: Sendable, Hashable {
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
    /// The most bytes of what the streams of a session have told that are kept.
    var streamBytes: Int
    /// The largest dataset in a request body, in bytes.
    var datasetBytes: Int
    /// The most connections at once.
    var connections: Int
    /// The most batches a second of a session, or nil for no limit.
    var batchesPerSecond: Int?

    /// Reads the limits.
    init(source: SettingSource) throws(ConfigurationError) {
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
    }
}
