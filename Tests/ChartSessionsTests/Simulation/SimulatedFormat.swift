import ChartDatasets
import ChartStores

@testable import ChartSessions

/// Writes the words of a request as its line, and makes a session from lines by carrying the requests out again.
struct SimulatedFormat: SessionFormat {
    static let id = "s"

    /// The session at its start.
    static var session: Session {
        SampleSession.session([SampleSession.surface(dataset: "users")], id: id, idleTimeout: 1e9)
    }

    func line(of change: Change, in session: Session) -> [UInt8] {
        change.operation == .cancelGestures ? Array("cancel".utf8) : change.body
    }

    func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot {
        do {
            return StoredSnapshot(revision: session.revision, state: try session.encodedState())
        } catch {
            throw SessionReplayError(revision: session.revision, reason: "\(error)")
        }
    }

    func session(from stored: StoredSession, catalog: any DatasetCatalog) throws(SessionReplayError) -> Session {
        var session = Self.session
        if let snapshot = stored.snapshot {
            do {
                session = try Session(
                    state: snapshot.state, dependencies: SessionStateDependencies { _ in SampleSession.table })
            } catch {
                throw SessionReplayError(revision: snapshot.revision, reason: "\(error)")
            }
        }
        return try apply(stored.entries, to: session, head: stored.head.line, catalog: catalog).last?.session ?? session
    }

    func apply(
        _ entries: [LogEntry], to session: Session, head: [UInt8], catalog: any DatasetCatalog
    ) throws(SessionReplayError) -> [(session: Session, surface: String)] {
        var session = session
        var states: [(session: Session, surface: String)] = []
        for entry in entries {
            let words = String(decoding: entry.line, as: UTF8.self)
            do {
                if words == "cancel" {
                    session.cancelGestures(ofSurface: "main")
                } else if let request = SimulatedRequest(words: words) {
                    _ = try request.apply(to: &session, now: 0)
                } else {
                    throw SimulationFault.notAChange
                }
            } catch {
                throw SessionReplayError(revision: entry.revision, reason: "\(words): \(error)")
            }
            states.append((session, "main"))
        }
        return states
    }
}
