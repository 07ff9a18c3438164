import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// Whether the process runs, and whether it takes work.
enum HealthRoutes {
    /// The routes.
    static func routes(
        drain: Drain, store: any SessionStore, auditLog: AuditLog = AuditLog(isOn: false)
    ) -> [Route] {
        [
            Route(
                method: .get, pattern: "/health/live", operationID: "getLiveness", access: .open,
                servesWhileDraining: true, isProbe: true, isTraced: false
            ) { _ in
                .now(.json(Array(#"{"status":"live"}"#.utf8)))
            },
            Route(
                method: .get, pattern: "/health/ready", operationID: "getReadiness", access: .open,
                servesWhileDraining: true, isProbe: true, isTraced: false
            ) { _ in
                guard drain.isReady else { throw Problem.draining.caused(by: .draining) }
                switch store.condition {
                case .ready: break
                case .failing(let error):
                    throw Problem(.unavailable(error.description)).caused(by: UnreadyCause(error))
                case .stalled: throw Problem(.stalled).caused(by: .storeStalled)
                }
                do throws(Problem) {
                    try auditLog.checkIsWritable()
                } catch {
                    throw error.caused(by: .auditBlocked)
                }
                return .now(.json(Array(#"{"status":"ready"}"#.utf8)))
            },
        ]
    }
}

/// Why the server takes no work, as a word for machines.
enum UnreadyCause: String, Sendable, CaseIterable {
    /// It shuts down.
    case draining
    /// The disk of the store is full.
    case storeFull = "store-full"
    /// The store cannot be reached or written.
    case storeUnavailable = "store-unavailable"
    /// The stored data was altered.
    case storeDamaged = "store-damaged"
    /// A write takes too long.
    case storeStalled = "store-stalled"
    /// Lines of the audit log wait to be written.
    case auditBlocked = "audit.blocked"

    /// The cause that an error of the store is.
    init(_ error: SessionStoreError) {
        switch error {
        case .full: self = .storeFull
        case .damaged, .damagedSession: self = .storeDamaged
        case .unavailable, .conflict, .inDoubt: self = .storeUnavailable
        }
    }
}

extension Problem {
    /// The problem with the cause as a member.
    fileprivate func caused(by cause: UnreadyCause) -> Problem {
        var problem = self
        problem.members.append(Member(name: "cause", text: cause.rawValue))
        return problem
    }
}
