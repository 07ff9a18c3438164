import ChartSessions
import ChartStores
import ChartWire

extension AuditRecord.Action {
    /// The action of an answered request; nil for one that the audit log leaves out.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - code: The code of its problem; nil for a request that succeeded.
    init?(of request: RouteRequest, _ code: ProblemCode?) {
        switch code {
        case .tokenUnknown?, .keyUnknown?, .keyExpired?, .keyRevoked?, .jwtInvalid?, .jwtClaim?, .jwtExpired?,
            .scopeMissing?, .viewerCannotDrive?:
            self = .credentialRefused
        default: self.init(ofChange: request)
        }
    }

    /// The action of a request that changes what the audit log tells of; nil for another one.
    init?(ofChange request: RouteRequest) {
        guard let action = request.route.audited, request.query.text("dryRun") != "true" else { return nil }
        // A session that ends by its own token is no business of others.
        if action == .sessionEnd, request.caller.principal == nil { return nil }
        self = action
    }
}

extension RouteRequest {
    /// What the request is about: the dataset or the session of its path; nil for neither.
    var target: String? {
        switch route.access {
        case .dataset: parameter("name")
        case .session, .sessionEnd: parameter("id")
        case .open, .credential, .scope, .replay, .sessions: nil
        }
    }
}

extension Credential {
    /// The public part of what is presented: the id of a key; nil for other credentials, which are secret as a whole.
    var publicName: String? {
        guard case .apiKey(let text) = self, let id = APIKey.id(inText: text) else { return nil }
        return APIKey.prefix + id
    }
}
