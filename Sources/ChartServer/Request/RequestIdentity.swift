import ChartWire
import HTTPTypes
import Hummingbird
import Logging

/// What names a request in its answer and in the log.
struct RequestIdentity: Sendable {
    /// The id of the request.
    private(set) var id: String
    /// A logger that carries the id, and the trace that the request names.
    private(set) var logger: Logger

    /// Takes over the client's request id when it is a sane one, and the trace that it names, so that two logs can be
    /// joined; any other request gets an id of the server.
    ///
    /// - Parameters:
    ///   - headers: The headers of the request.
    ///   - logger: A logger that may carry the server's id already.
    init(_ headers: HTTPFields, logger: Logger) {
        self.logger = logger
        if let parent = headers.value(of: .traceParent).flatMap({ TraceParent($0) }) {
            self.logger[metadataKey: Self.traceIDKey] = .string(parent.traceID)
            self.logger[metadataKey: Self.parentIDKey] = .string(parent.parentID)
        }
        if let given = headers.value(of: .requestID), Self.isSane(given) {
            id = given
        } else if let minted = logger[metadataKey: Self.requestIDKey] {
            id = minted.description
            return
        } else {
            id = RequestID().description
        }
        self.logger[metadataKey: Self.requestIDKey] = .string(id)
    }

    static let requestIDKey = "hb.request.id"
    private static let traceIDKey = "trace_id"
    private static let parentIDKey = "parent_id"

    private static func isSane(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                case _: false
                }
            }
    }
}
