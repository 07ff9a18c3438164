/// The one table of metrics; `/metrics` serves exactly these, and a test checks the documentation against it.
enum MetricTable {
    static let requests = MetricDescription(
        "http_requests_total", .counter, labels: requestLabels, help: "Answered requests.")
    private static let requestDuration = MetricDescription(
        "http_request_duration_seconds", .histogram(bounds: shortDurations), labels: requestLabels,
        help: "From the head of a request to the head of its answer.")
    static let decodeErrors = MetricDescription(
        "chart_surface_decode_errors_total", .counter, labels: ["code"],
        help: "Requests whose query or body could not be taken, by problem code.")
    static let batches = MetricDescription(
        "chart_surface_batches_total", .counter, help: "Answered batches of events, repeated ones included.")
    static let events = MetricDescription(
        "chart_surface_events_total", .counter, help: "Events in the answered batches.")
    static let revisions = MetricDescription(
        "chart_surface_revisions_total", .counter, labels: ["kind"],
        help: "Revisions of sessions, by the kind of change: batch, command, patch or cancel.")
    static let commitDuration = MetricDescription(
        "chart_surface_commit_duration_seconds", .histogram(bounds: shortDurations),
        help: "From the enqueueing of a change to its commit in the store.")
    static let stepsBack = MetricDescription(
        "chart_surface_sessions_gone_back_total", .counter,
        help: "Sessions loaded anew because the store has lost revisions, by a failover or a restore.")
    static let restoreChecks = MetricDescription(
        "chart_surface_restore_checks_total", .counter, labels: ["result"],
        help: "Comparisons of a session in memory with its restore from the store, by result: same or different.")
    static let windowRows = MetricDescription(
        "chart_surface_window_rows_total", .counter, help: "Rows and bars written into windows.")
    static let rowsAppended = MetricDescription(
        "chart_surface_dataset_rows_appended_total", .counter, help: "Rows appended to datasets.")
    static let sessions = MetricDescription(
        "chart_surface_sessions", .gauge, labels: ["state"],
        help: "Sessions: live in memory, resting in the store alone, or ended and still answered with 410.")
    static let viewers = MetricDescription(
        "chart_surface_viewers", .gauge, help: "Open streams that watch sessions.")
    static let conflicts = MetricDescription(
        "chart_surface_conflicts_total", .counter, labels: ["outcome"],
        help: "Changes and answers that another server has overtaken: repeated on the last revision, or refused.")
    static let groups = MetricDescription(
        "chart_surface_store_groups_total", .counter, help: "Groups of changes that the store has written.")
    static let groupedChanges = MetricDescription(
        "chart_surface_store_grouped_changes_total", .counter,
        help: "Changes in these groups; by their number, the mean size of a group.")
    static let groupsInDoubt = MetricDescription(
        "chart_surface_store_doubts_total", .counter,
        help: "Groups whose fate was unknown for a while, because the database's answer was late or lost.")
    static let openedConnections = MetricDescription(
        "chart_surface_store_opened_connections_total", .counter, help: "Connections opened to the database.")
    static let connections = MetricDescription(
        "chart_surface_store_connections", .gauge, help: "Open connections to the database.")
    static let clearingBacklog = MetricDescription(
        "chart_surface_store_clearing_backlog_seconds", .gauge,
        help: "How long ended sessions and dropped logs that are due to be cleared have waited at most.")
    static let catchUpDuration = MetricDescription(
        "chart_surface_catch_up_duration_seconds", .histogram(bounds: shortDurations), labels: ["cause"],
        help: "From news of another node's revisions to their events here, by what brought the news: hint or poll.")
    static let hintInterruptions = MetricDescription(
        "chart_surface_hint_interruptions_total", .counter,
        help: "How often the connection for hints of other nodes was lost, or could not be made.")
    static let cachedBytes = MetricDescription(
        "chart_surface_dataset_cache_bytes", .gauge,
        help: "Bytes of shared datasets in this node's data directory.")
    static let cacheMisses = MetricDescription(
        "chart_surface_dataset_cache_misses_total", .counter,
        help: "How often rows of a shared dataset had to be fetched.")
    static let fetchedBytes = MetricDescription(
        "chart_surface_dataset_fetched_bytes_total", .counter,
        help: "Bytes of shared datasets that this node has fetched.")
    static let droppedSpans = MetricDescription(
        "chart_surface_spans_dropped_total", .counter,
        help: "Spans of traces that were not delivered: there was no room for them, or the collector did not take them."
    )
    static let openConnections = MetricDescription(
        "chart_surface_connections", .gauge, help: "Open connections of clients.")
    static let eventLoopLag = MetricDescription(
        "chart_surface_event_loop_lag_seconds", .histogram(bounds: shortDurations),
        help: "How long new work waits for its turn on an event loop; each loop is asked four times a second.")
    static let queueLength = MetricDescription(
        "chart_surface_queue_length", .gauge, labels: ["queue"],
        help: "What waits in a queue: long-work for a thread, large-answers for room, log and audit for standard error."
    )
    static let queueWait = MetricDescription(
        "chart_surface_queue_wait_seconds", .gauge, labels: ["queue"],
        help: "How long the element of a queue has waited that waits longest.")
    static let dataBytes = MetricDescription(
        "chart_surface_data_bytes", .gauge,
        help: "Bytes of disk that datasets and the logs of sessions take, where limits.dataBytes limits them.")
    static let damaged = MetricDescription(
        "chart_surface_damaged", .gauge, labels: ["kind"],
        help: "Damaged datasets, and damaged sessions that somebody has asked for since the start.")
    static let issuerFailures = MetricDescription(
        "chart_surface_issuer_failures_total", .counter,
        help: "How often the keys of the issuer could not be read.")
    static let issuerKeysAge = MetricDescription(
        "chart_surface_issuer_keys_age_seconds", .gauge,
        help: "The time since the keys of the issuer were last fetched from a URL.")
    static let certificateEnd = MetricDescription(
        "chart_surface_certificate_not_after_seconds", .gauge,
        help: "When the certificate of the server ends, in seconds since 1970.")
    static let evictions = MetricDescription(
        "chart_surface_session_evictions_total", .counter,
        help: "Sessions that have left the memory and rest in the store.")
    static let restores = MetricDescription(
        "chart_surface_session_restores_total", .counter, help: "Sessions that have come back from the store.")
    static let refusals = MetricDescription(
        "chart_surface_refusals_total", .counter, labels: ["code"],
        help: "Requests that were refused for their credentials or rights, by problem code.")
    static let limits = MetricDescription(
        "chart_surface_limit", .gauge, labels: ["name"],
        help: "The limits of the configuration that are on, by their keys.")
    static let droppedLines = MetricDescription(
        "chart_surface_log_dropped_total", .counter,
        help: "Lines of the log that were dropped, because standard error was not read in time.")
    static let processorTime = MetricDescription(
        "process_cpu_seconds_total", .counter, help: "Processor time of all threads of the process.")
    static let openFiles = MetricDescription(
        "process_open_fds", .gauge, help: "File descriptors that are open.")
    static let mostOpenFiles = MetricDescription(
        "process_max_fds", .gauge, help: "File descriptors that may be open.")
    static let residentMemory = MetricDescription(
        "process_resident_memory_bytes", .gauge, help: "Memory of the process that is in RAM.")
    static let startTime = MetricDescription(
        "process_start_time_seconds", .gauge, help: "When the server started, in seconds since 1970.")

    /// Every metric, in the order of the documentation.
    static let entries = [
        requests, requestDuration, decodeErrors, batches, events, revisions, commitDuration, windowRows, rowsAppended,
        sessions, viewers, conflicts, groups, groupedChanges, groupsInDoubt, openedConnections, connections,
        clearingBacklog, catchUpDuration, stepsBack, restoreChecks, hintInterruptions, cachedBytes, cacheMisses,
        fetchedBytes, droppedSpans, droppedLines, openConnections, eventLoopLag, queueLength, queueWait, dataBytes,
        damaged, issuerFailures, issuerKeysAge, certificateEnd, evictions, restores, refusals, limits,
        processorTime, openFiles, mostOpenFiles, residentMemory, startTime,
    ]

    private static let requestLabels = ["method", "route", "status", "code"]

    /// In seconds: a batch takes about ten microseconds, an import minutes.
    private static let shortDurations = [
        0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30,
    ]
}

/// The description of a metric: its name, type, labels and meaning.
struct MetricDescription: Sendable, Hashable {
    /// The types of the Prometheus text format.
    enum Kind: Sendable, Hashable {
        /// Only rises.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts observations at or below each bound; the bounds rise, in the metric's unit.
        case histogram(bounds: [Double])

        /// The name of the type in the text format.
        var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// The name by Prometheus's conventions, with its base unit.
    let name: String
    /// The type.
    let kind: Kind
    /// The names of the labels, in their order.
    let labels: [String]
    /// One sentence on its meaning.
    let help: String

    /// Describes a metric.
    init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.help = help
    }
}
