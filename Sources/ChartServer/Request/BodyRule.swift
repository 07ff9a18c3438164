/// The request body that a route reads.
enum BodyRule: Sendable, Hashable {
    /// No body; the route does not read one that is sent.
    case none
    /// `application/json`, up to `limits.bodyBytes`.
    case json
    /// `text/csv`, `application/json`, `application/x-ndjson` or `application/octet-stream`, also by gzip, up to
    /// `limits.datasetBytes`.
    case dataset
    /// `application/x-ndjson`, up to `limits.datasetBytes`.
    case log
    /// Lines of a feeder, of any content type and also by gzip, up to 64 MiB and to `limits.datasetBytes`.
    case feed

    /// The accepted content types, in lower case.
    var contentTypes: [String] {
        switch self {
        case .none: []
        // Feeders send any type, which is not looked at.
        case .feed: ["text/plain"]
        case .json: ["application/json"]
        case .log: ["application/x-ndjson"]
        case .dataset: ["text/csv", "application/json", "application/x-ndjson", "application/octet-stream"]
        }
    }

    /// Whether the body may be compressed by gzip.
    var takesGzip: Bool { self == .dataset || self == .feed }
}
