import ChartSeries
import ChartStores
import ChartWire

/// The claims of a JWT whose signature is verified.
struct JWTClaims: Sendable {
    /// The seconds by which the clocks of the issuer and the server may differ.
    static let leeway = 30.0
    /// The most bytes of a `sub`.
    static let mostSubjectBytes = 256

    /// Whom the token is for, and what it gives.
    let principal: Principal
    /// The `exp`, in seconds since 1970.
    private let expiry: Double
    /// The `nbf`, in seconds since 1970; minus infinity without one.
    private let start: Double

    /// Reads the claims, and compares the issuer and the audience.
    ///
    /// - Throws: `malformed` for another thing than an object, `claim` for a claim that is missing, malformed or another.
    init(_ payload: [UInt8], for settings: JWTSettings) throws(JWTRefusal) {
        guard case .object(let claims)? = try? JSONValue.parse(payload) else { throw .malformed }
        guard case .string(let issuer)? = claims["iss"], ExactName(issuer) == ExactName(settings.issuer) else {
            throw .claim("iss")
        }
        let audience = ExactName(settings.audience)
        guard Self.audiences(claims["aud"])?.contains(where: { ExactName($0) == audience }) == true else {
            throw .claim("aud")
        }
        guard let subject = Self.subject(claims["sub"]) else { throw .claim("sub") }
        guard case .number(let expiry)? = claims["exp"] else { throw .claim("exp") }
        self.expiry = expiry
        switch claims["nbf"] {
        case nil: start = -.infinity
        case .number(let number): start = number
        case .null, .bool, .string, .array, .object: throw .claim("nbf")
        }
        guard let scopes = Self.scopes(claims["scope"]) else { throw .claim("scope") }
        guard let datasets = Self.datasets(claims["datasets"]) else { throw .claim("datasets") }
        principal = Principal(subject: ExactName(subject), scopes: scopes, datasets: datasets)
    }

    /// The last moment at which the token is accepted, in milliseconds since 1970.
    var lastMoment: Double { (expiry + Self.leeway) * 1_000 }

    /// Checks the time.
    ///
    /// - Parameter now: Milliseconds since 1970.
    /// - Throws: `expired` or `notYetValid`.
    func check(at now: Int64) throws(JWTRefusal) {
        guard Double(now) <= lastMoment else { throw .expired }
        guard Double(now) >= (start - Self.leeway) * 1_000 else { throw .notYetValid }
    }

    private static func audiences(_ claim: JSONValue?) -> [String]? {
        if case .string(let text)? = claim { return [text] }
        return texts(claim)
    }

    private static func subject(_ claim: JSONValue?) -> String? {
        guard case .string(let text)? = claim, (1...mostSubjectBytes).contains(text.utf8.count),
            !ExactName.begins(text, with: APIKey.prefix),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }

    private static func scopes(_ claim: JSONValue?) -> Set<Scope>? {
        guard let claim else { return [] }
        guard case .string(let text) = claim else { return nil }
        return Scope.known(in: text)
    }

    private static func datasets(_ claim: JSONValue?) -> DatasetPatterns? {
        guard let claim else { return DatasetPatterns.none }
        guard let patterns = texts(claim), patterns.count <= DatasetPatterns.mostPatterns,
            patterns.allSatisfy({ DatasetPatterns.isPattern($0) })
        else { return nil }
        return DatasetPatterns(patterns)
    }

    private static func texts(_ claim: JSONValue?) -> [String]? {
        guard case .array(let elements)? = claim else { return nil }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element else { return nil }
            texts.append(text)
        }
        return texts
    }
}
