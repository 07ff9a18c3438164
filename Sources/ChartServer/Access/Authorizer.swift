import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// Decides who may do what: the one place that turns a caller, an operation and what it concerns into a yes or a problem.
///
/// It decides twice: before a route's handler, by what the route declares; and, for a route of a session, once the
/// session's tokens and its owner are known. Under `auth.mode` `keys` a refusal tells nothing about what exists.
final class Authorizer: Sendable {
    /// How much the server asks for.
    let mode: AuthMode
    private let keys: KeyRing?
    private let jwt: JWTVerifier?
    private let clock: SessionClock
    private let knowsToken: @Sendable (String) async throws(SessionError) -> Bool

    /// Creates the authorizer of a server.
    ///
    /// - Parameters:
    ///   - mode: How much the server asks for.
    ///   - keys: The API keys; nil where the mode knows none.
    ///   - jwt: Verifies JWTs; nil where the server trusts no issuer.
    ///   - clock: The clock that expires keys and JWTs.
    ///   - knowsToken: Whether a text is a token of any session.
    init(
        mode: AuthMode, keys: KeyRing? = nil, jwt: JWTVerifier? = nil, clock: SessionClock = .system,
        knowsToken: @escaping @Sendable (String) async throws(SessionError) -> Bool = { _ in false }
    ) {
        self.mode = mode
        self.keys = keys
        self.jwt = jwt
        self.clock = clock
        self.knowsToken = knowsToken
    }

    /// The caller of a request, or the JWT that has to be verified to know it.
    enum Identification: Sendable {
        /// The caller.
        case known(IdentifiedCaller)
        /// A JWT that is not known yet; verifying it may wait for the issuer's keys.
        case unverified(UnverifiedJWT)
    }

    /// Looks who calls.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - last: The last caller of the request's connection; nil where nobody remembers it.
    /// - Returns: The caller, or the JWT that only ``caller(of:)`` can verify.
    /// - Throws: A problem with status 401 for a key or a JWT that is refused.
    func identify(_ request: RouteRequest, last: LastCaller?) throws -> Identification {
        guard let last, let authorization = request.headers[.authorization] else {
            return try identify(request.credential)
        }
        if let caller = last.caller(of: authorization) { return .known(caller) }
        let found = try identify(request.credential)
        if case .known(let caller) = found { last.remember(caller, of: authorization) }
        return found
    }

    /// Looks whom a credential names; see ``identify(_:last:)``.
    func identify(_ credential: Credential) throws -> Identification {
        switch credential {
        case .none: return .known(IdentifiedCaller(.anyone))
        case .token(let text): return .known(IdentifiedCaller(.token(text)))
        case .apiKey(let text):
            guard mode == .keys, let keys else { return .known(IdentifiedCaller(.token(text))) }
            switch keys.principal(ofKey: text, now: clock.date()) {
            case .success(let principal):
                return .known(
                    IdentifiedCaller(.principal(principal)) { [clock] in
                        keys.isUsable(subject: principal.subject, now: clock.date())
                    })
            case .failure(let refusal): throw refusal
            }
        case .jwt(let text):
            guard mode == .keys else { return .known(IdentifiedCaller(.token(text))) }
            guard let jwt else { throw Problem.jwtNotTaken }
            switch try jwt.find(text, now: clock.date()) {
            case .remembered(let verified): return .known(caller(of: verified, by: jwt))
            case .unverified(let token): return .unverified(token)
            }
        }
    }

    /// Verifies a JWT.
    ///
    /// - Returns: Whom it names.
    /// - Throws: A problem with status 401; 503 while the issuer's keys cannot be had.
    func caller(of token: UnverifiedJWT) async throws -> IdentifiedCaller {
        guard let jwt else { throw Problem.jwtNotTaken }
        return caller(of: try await jwt.verify(token, now: clock.date()), by: jwt)
    }

    private func caller(of token: VerifiedJWT, by jwt: JWTVerifier) -> IdentifiedCaller {
        IdentifiedCaller(.principal(token.principal)) { [clock] in jwt.holds(token.validity, now: clock.date()) }
    }

    /// What ``check(_:)`` finds.
    enum Verdict: Sendable {
        /// The handler may begin.
        case passed
        /// The answer depends on whether a text is a token of any session, which only the store knows; see
        /// ``check(_:refusingWith:)``.
        case token(String, refusal: Problem?)
    }

    /// Checks what a route declares, before its handler.
    ///
    /// - Parameter request: The request, whose caller is known.
    /// - Returns: That it may begin, or the token that has to be looked up.
    /// - Throws: A problem with status 401 or 403, or 404 for a dataset that the caller may not see.
    func check(_ request: RouteRequest) throws(Problem) -> Verdict {
        let (caller, access) = (request.caller, request.route.access)
        switch (mode, access) {
        case (_, .open): return .passed
        case (.none, .replay) where caller != .anyone: return try token(of: caller)
        case (.none, _): return .passed
        case (.token, .replay): return try token(of: caller)
        case (.token, .scope(.manageSessions)): throw Problem.scopeMissing(.manageSessions)
        case (.token, _): return .passed
        case (.keys, .sessions):
            guard case .token = caller else { return .passed }
            return try token(of: caller)
        case (.keys, .credential): return caller.principal == nil ? try token(of: caller) : .passed
        case (.keys, .scope(let scope)): return try check(caller, has: scope)
        case (.keys, .dataset(let scope)):
            let verdict = try check(caller, has: scope)
            let dataset = request.parameter("name")
            guard caller.principal == nil || sees(caller, dataset) else {
                throw DatasetRefusal(.unknown, of: dataset).problem
            }
            return verdict
        case (.keys, .replay): return try check(caller, has: .runReplays)
        case (.keys, .session), (.keys, .sessionEnd):
            if caller == .anyone { throw Problem.credentialMissing }
            return .passed
        }
    }

    /// Checks a token of any session.
    ///
    /// - Parameters:
    ///   - token: The text.
    ///   - refusal: Why the token does not suffice; nil where it does.
    /// - Throws: A problem with status 401 for a text that is no token, or the refusal.
    func check(_ token: String, refusingWith refusal: Problem?) async throws {
        guard try await knowsToken(token) else {
            throw Problem(.tokenUnknown, "The token is of no session that has not ended.")
        }
        if let refusal { throw refusal }
    }

    /// Whether a dataset exists for a caller.
    func sees(_ caller: Caller, _ dataset: String) -> Bool {
        guard mode == .keys else { return true }
        return caller.principal?.datasets.matches(dataset) ?? false
    }

    /// Whether a caller presents a token that is none of the two of a session, so that only its store knows what it is.
    func isGrantee(_ caller: Caller, of tokens: AccessTokens) -> Bool {
        guard case .token(let text) = caller else { return false }
        return tokens.role(of: text) == nil
    }

    /// Checks what a caller may do with a session that is there.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - access: What the route needs.
    ///   - tokens: The session's tokens.
    ///   - granted: The further token of the session that the caller presents; nil for none.
    ///   - owner: The session's owner.
    /// - Returns: What the caller may do.
    /// - Throws: A problem with status 401 or 403, or 404 for a principal whose session it is not.
    @discardableResult
    func check(
        _ caller: Caller, may access: RouteAccess, tokens: AccessTokens, granted: GrantedToken?, owner: SessionOwner?
    ) throws(Problem) -> SessionRights {
        switch caller {
        case .anyone:
            guard mode == .none else { throw Problem.sessionTokenMissing }
        case .token(let text):
            let rights = tokens.role(of: text).map { SessionRights(role: $0) } ?? granted.map(SessionRights.init(of:))
            guard let rights else { throw Problem.sessionTokenUnknown }
            let needed: AccessRole = if case .session(let role) = access { role } else { .owner }
            guard rights.role >= needed else { throw .roleMissing(needed) }
            return rights
        case .principal(let principal):
            if access == .sessionEnd, principal.scopes.contains(.manageSessions) { break }
            guard let owner, owner.subject == principal.subject else { throw Problem(SessionError.unknown) }
            guard principal.scopes.contains(.createSessions) else { throw Problem.scopeMissing(.createSessions) }
        }
        return SessionRights(role: .owner)
    }

    /// The problem of a session that is not there, for a caller: under `keys` a token of another session learns no more
    /// than from a session that is there.
    func problem(_ error: SessionError, for caller: Caller) -> Problem {
        if mode == .keys, error == .unknown, caller.principal == nil { return .sessionTokenUnknown }
        return Problem(error)
    }

    /// Whether a caller may end any session.
    func managesSessions(_ caller: Caller) -> Bool { caller.principal?.scopes.contains(.manageSessions) ?? false }

    /// Whether a caller may end a session whose tokens are unknown.
    func endsWithoutToken(_ caller: Caller) -> Bool { mode == .none && caller == .anyone || managesSessions(caller) }

    /// Whom the sessions of a caller belong to; nil where the server knows no principals.
    func owner(of caller: Caller) -> SessionOwner? { mode == .keys ? caller.principal?.owner : nil }

    /// By whose rights a session shows further datasets: under `keys` a session without an owner shows none.
    func holder(of owner: SessionOwner?) -> SessionOwner? {
        mode == .keys ? owner ?? SessionOwner(subject: "", datasets: .none) : nil
    }

    private func check(_ caller: Caller, has scope: Scope) throws(Problem) -> Verdict {
        guard let principal = caller.principal else { return try token(of: caller, refusal: .scopeMissing(scope)) }
        guard principal.scopes.contains(scope) else { throw Problem.scopeMissing(scope) }
        return .passed
    }

    private func token(of caller: Caller, refusal: Problem? = nil) throws(Problem) -> Verdict {
        guard case .token(let text) = caller else { throw Problem.anyTokenMissing }
        return .token(text, refusal: refusal)
    }
}
