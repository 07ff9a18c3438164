import ChartStores
import ChartWire

/// The problems of callers that may not, or not so often.
extension Problem {
    /// A call that needs a credential has none.
    static let credentialMissing = Problem(
        .tokenMissing, "The call needs a credential: Authorization: Bearer and a key, a JWT or a session's token.")

    /// A call that needs the token of any session has none.
    static let anyTokenMissing = Problem(
        .tokenMissing, "The call needs the token of any session: Authorization: Bearer ….")

    /// A call on a session has no token.
    static let sessionTokenMissing = Problem(
        .tokenMissing, "The call needs the session's token: Authorization: Bearer ….")

    /// A call on a session has another token.
    static let sessionTokenUnknown = Problem(.tokenUnknown, "The token is not one of this session.")

    /// The token of a call on a session gives less than the call needs.
    static func roleMissing(_ role: AccessRole) -> Problem {
        let detail =
            switch role {
            case .viewer, .annotator: "A viewer's token can look but not change."
            case .driver: "A viewer's token can look but not change, an annotator's change its own annotations alone."
            case .owner: "Only the driver's own token and the session's owner give out tokens and end the session."
            }
        return Problem(.viewerCannotDrive, detail)
    }

    /// The server trusts no issuer of JWTs.
    static let jwtNotTaken = Problem(.jwtInvalid, "The server trusts no issuer of JWTs: auth.jwt.issuer is not set.")

    /// The caller is known and lacks a scope.
    static func scopeMissing(_ scope: Scope) -> Problem {
        Problem(
            .scopeMissing, "The call needs the scope \(scope.rawValue).",
            members: [Member(name: "scope", text: scope.rawValue)])
    }

    /// A refused API key.
    init(_ refusal: KeyRefusal) {
        switch refusal {
        case .unknown: self.init(.keyUnknown, "The server does not know the key.")
        case .expired: self.init(.keyExpired, "The key has expired.")
        case .revoked: self.init(.keyRevoked, "The key was revoked.")
        case .unconfirmed:
            self.init(
                .storeUnavailable, "Whether the key still counts cannot be read; the server's log says why.",
                retryAfter: 1)
        }
    }

    /// A refused JWT.
    init(_ refusal: JWTRefusal) {
        switch refusal {
        case .malformed: self.init(.jwtInvalid, "The text is no JWT.")
        case .algorithm: self.init(.jwtInvalid, "The JWT is signed with none of RS256, PS256, ES256 and EdDSA.")
        case .unknownKey: self.init(.jwtInvalid, "The issuer has no key of the JWT's kid.")
        case .signature: self.init(.jwtInvalid, "The signature of the JWT is wrong.")
        case .claim(let name): self.init(.jwtClaim, "The claim \(name) of the JWT is missing or not what it must be.")
        case .expired: self.init(.jwtExpired, "The JWT has expired.")
        case .notYetValid: self.init(.jwtClaim, "The JWT is not valid yet: nbf.")
        case .keysUnavailable:
            self.init(.issuerUnavailable, "The keys of the JWTs' issuer cannot be had now.", retryAfter: 5)
        }
    }
}

extension KeyRefusal: ProblemSource {
    /// What a client is told.
    var problem: Problem { Problem(self) }
}

extension JWTRefusal: ProblemSource {
    /// What a client is told.
    var problem: Problem { Problem(self) }
}

extension Problem {
    /// A principal sends more requests than its quota.
    ///
    /// - Parameters:
    ///   - limit: The requests a second of a principal.
    ///   - wait: When the next request can be taken.
    /// - Returns: `limits.principal-rate` with `Retry-After`.
    static func principalRate(limit: Int, retryAfter wait: RetryAfter) -> Problem {
        Problem(
            .principalRateExceeded, "A principal sends at most \(limit) requests a second.", retryAfter: wait.seconds)
    }

    /// A client address sends more requests than its quota.
    ///
    /// - Parameters:
    ///   - limit: The requests a second of an address.
    ///   - wait: When the next request can be taken.
    /// - Returns: `limits.address-rate` with `Retry-After`.
    static func addressRate(limit: Int, retryAfter wait: RetryAfter) -> Problem {
        Problem(
            .addressRateExceeded, "An address sends at most \(limit) requests a second.", retryAfter: wait.seconds)
    }
}

/// Why an API key is refused.
package enum KeyRefusal: Error, Sendable, Hashable {
    /// The text is malformed, its id is unknown or its secret is wrong; the three cannot be told apart.
    case unknown
    /// The secret is right, and the key's time is over.
    case expired
    /// The secret is right, and the key was revoked.
    case revoked
    /// The secret is right, and the store has not told for too long whether the key was revoked.
    case unconfirmed
}
