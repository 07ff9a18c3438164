import ChartSessions
import ChartStores
import ChartWire

/// A session, the caller that asks for it, and the right that the caller needs.
struct SessionVisit: Sendable {
    let id: String
    let caller: Caller
    let access: RouteAccess
}

extension RouteRequest {
    /// What the caller wants of the session that the path names.
    var visit: SessionVisit { SessionVisit(id: parameter("id"), caller: caller, access: access) }
}

/// Finds the session that a request is for, when its caller may do what the route is for.
final class SessionAccess: Sendable {
    private let sessions: SessionRegistry
    /// Decides who may do what.
    private let authorizer: Authorizer

    init(sessions: SessionRegistry, authorizer: Authorizer) {
        (self.sessions, self.authorizer) = (sessions, authorizer)
    }

    /// Answers from the session that a path names, when the caller may do what the route is for.
    ///
    /// The body works with a session in memory at once; a task brings an evicted one back first, or asks a store that
    /// other servers write for later revisions. A session that may keep its caller waiting is left to the threads of long
    /// work.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Makes the reply; called again with another cell when the session has left this one.
    /// - Returns: The reply.
    /// - Throws: The problem that a refusal of the session becomes, or what the body throws.
    func useSession(
        _ request: RouteRequest, _ body: @escaping @Sendable (SessionCell) throws -> Reply
    ) throws -> Reply {
        try useSession(request) { cell, _ in try body(cell) }
    }

    /// Answers from the session that a path names with what its caller may do; see ``useSession(_:_:)``.
    func useSession(
        _ request: RouteRequest, _ body: @escaping @Sendable (SessionCell, SessionRights) throws -> Reply
    ) throws -> Reply {
        do {
            if !sessions.isShared, let cell = try sessions.cellInMemory(request.parameter("id")),
                !authorizer.isGrantee(request.caller, of: cell.tokens)
            {
                let rights = try rights(of: request.visit, cell, granted: nil)
                guard cell.mayKeepWaiting else { return try body(cell, rights) }
                return .longWork { [self] _ in
                    let reply = try await loadSession(request.visit, body)
                    guard case .afterReads(let next) = reply else { return reply }
                    return try next()
                }
            }
        } catch SessionError.evicted {
        } catch let error as SessionError {
            throw authorizer.problem(error, for: request.caller)
        }
        return .work { [self] _ in try await loadSession(request.visit, body) }
    }

    /// Works with the session that a path names in a task; see ``loadSession(_:_:)-(SessionVisit,_)``.
    func loadSession<Result: Sendable>(
        _ request: RouteRequest, _ body: (SessionCell) async throws -> Result
    ) async throws -> Result {
        try await loadSession(request.visit) { cell, _ in try await body(cell) }
    }

    /// Works with a session in a task, which brings an evicted one back from the store.
    ///
    /// - Parameters:
    ///   - visit: The session, its caller and the right that the caller needs.
    ///   - body: The work, with what the caller may do; done again with another cell when the session has left this one.
    /// - Returns: What the body returns.
    /// - Throws: The problem that a refusal of the session becomes, or what the body throws.
    func loadSession<Result: Sendable>(
        _ visit: SessionVisit, _ body: (SessionCell, SessionRights) async throws -> Result
    ) async throws -> Result {
        do {
            while true {
                let cell = try await sessions.cell(visit.id)
                let granted = try await grantedToken(of: visit, beside: cell.tokens)
                let rights = try rights(of: visit, cell, granted: granted)
                do {
                    if visit.access == .session(.viewer) { try await sessions.confirm(cell) }
                    return try await body(cell, rights)
                } catch SessionError.evicted {
                    continue
                }
            }
        } catch let error as SessionError {
            throw await makeProblem(error, of: visit)
        }
    }

    /// The problem of a session that cannot be used; under `keys` only a caller with its token learns that it is damaged.
    private func makeProblem(_ error: SessionError, of visit: SessionVisit) async -> Problem {
        if authorizer.mode == .keys, error != .unknown, error != .gone, case .token = visit.caller,
            let tokens = try? await sessions.tokens(of: visit.id), authorizer.isGrantee(visit.caller, of: tokens),
            (try? await grantedToken(of: visit, beside: tokens)) == nil
        {
            return .sessionTokenUnknown
        }
        return authorizer.problem(error, for: visit.caller)
    }

    private func rights(
        of visit: SessionVisit, _ cell: SessionCell, granted: GrantedToken?
    ) throws(Problem) -> SessionRights {
        try authorizer.check(
            visit.caller, may: visit.access, tokens: cell.tokens, granted: granted, owner: cell.owner)
    }

    /// The further token of a session that a caller presents; nil for one of its two, and for a text that is none.
    private func grantedToken(
        of visit: SessionVisit, beside tokens: AccessTokens
    ) async throws(SessionError) -> GrantedToken? {
        guard case .token(let text) = visit.caller, authorizer.isGrantee(visit.caller, of: tokens) else { return nil }
        return try await sessions.grantedToken(text, of: visit.id)
    }

    /// Whether the credential of a caller still counts, for a stream that it opens; nil where it lasts as long as the
    /// session.
    func validity(
        of rights: SessionRights, to session: String, else validity: StreamValidity?
    ) -> StreamValidity? {
        guard let granted = rights.granted else { return validity }
        return { [sessions] in await sessions.stillCounts(granted, of: session) }
    }

    /// Ends the session that a path names, when the caller may end it.
    ///
    /// - Parameter request: The request.
    /// - Throws: A problem; the session is unchanged then. A damaged session can be ended; where its tokens are lost, by
    ///   callers who need none.
    func endSession(_ request: RouteRequest) async throws {
        let id = request.parameter("id")
        if request.caller.principal != nil, !authorizer.managesSessions(request.caller) {
            // Whose session it is stands in the session.
            try await loadSession(request) { _ in }
        } else {
            let tokens: AccessTokens?
            do throws(SessionError) {
                tokens = try await sessions.tokens(of: id)
            } catch {
                guard case .damaged = error, authorizer.endsWithoutToken(request.caller) else {
                    throw authorizer.problem(error, for: request.caller)
                }
                tokens = nil
            }
            if let tokens {
                let granted: GrantedToken?
                do throws(SessionError) {
                    granted = try await grantedToken(of: request.visit, beside: tokens)
                } catch {
                    throw authorizer.problem(error, for: request.caller)
                }
                try authorizer.check(
                    request.caller, may: request.route.access, tokens: tokens, granted: granted, owner: nil)
            }
        }
        try await sessions.end(id)
    }
}
