import ChartSessions
import ChartStores
import ChartWire
import Logging

/// One line of the audit log: which caller did what to which thing, and what came of it; never a secret.
struct AuditRecord: Sendable, Hashable {
    /// What a caller did.
    enum Action: String, Sendable, CaseIterable {
        /// A dataset was created or replaced.
        case datasetPut = "dataset.put"
        /// Rows were appended to a dataset.
        case datasetAppend = "dataset.append"
        /// The rules of a dataset were changed.
        case datasetPatch = "dataset.patch"
        /// An event of a dataset was made, replaced or removed.
        case datasetAnnotate = "dataset.annotate"
        /// Rows of a dataset were removed.
        case datasetRemove = "dataset.remove-rows"
        /// A dataset was deleted.
        case datasetDelete = "dataset.delete"
        /// An API key was added.
        case keyAdd = "key.add"
        /// An API key was revoked.
        case keyRevoke = "key.revoke"
        /// A credential was refused.
        case credentialRefused = "credential.refused"
        /// A token of a session was given out.
        case tokenGrant = "token.grant"
        /// A token of a session was removed.
        case tokenRevoke = "token.revoke"
        /// A session was ended by a caller that has none of its tokens.
        case sessionEnd = "session.end"
    }

    /// What came of it.
    enum Outcome: Sendable, Hashable {
        /// It was done.
        case done
        /// It was refused or failed with a problem.
        case problem(ProblemCode)

        /// The text in the log: `done`, or the problem's code.
        var text: String {
            switch self {
            case .done: "done"
            case .problem(let code): code.rawValue
            }
        }
    }

    /// What the caller did.
    var action: Action
    /// The id of the caller's key, or the `sub` of its JWT; nil for a caller without one.
    var subject: String?
    /// The caller's address; nil for a command of this machine.
    var address: ClientAddress?
    /// The name of the dataset, the session or the key; nil where there is none.
    var target: String?
    /// What came of it.
    var outcome: Outcome
    /// The id of the request, which the log of requests has as `hb.request.id`; nil for a command.
    var requestID: String?

    /// The fields of the line; a field that is not there is left out.
    var metadata: Logger.Metadata {
        var fields: Logger.Metadata = ["action": .string(action.rawValue), "outcome": .string(outcome.text)]
        for (name, text) in [
            ("subject", subject), ("address", address?.description), ("target", target), ("requestID", requestID),
        ] {
            if let text { fields[name] = .string(Self.bounded(text)) }
        }
        return fields
    }

    /// The most bytes of a field in UTF-8.
    static let longestField = 256

    /// A text without characters that a reader of lines or a terminal acts on, cut where it is too long.
    ///
    /// - Parameter text: A text that a client may have chosen.
    /// - Returns: At most ``longestField`` bytes. U+FFFD stands for each control and format character and each line end,
    ///   and `…` at the end of what was cut.
    static func bounded(_ text: String) -> String {
        let ellipsis: Unicode.Scalar = "…"
        var result = String.UnicodeScalarView()
        var length = 0
        /// The scalars that still leave room for the ellipsis.
        var kept = 0
        for scalar in text.unicodeScalars {
            let shown = isHarmless(scalar) ? scalar : "\u{FFFD}"
            length += UTF8.width(shown)
            guard length <= longestField else {
                result.removeLast(result.count - kept)
                result.append(ellipsis)
                break
            }
            result.append(shown)
            if length <= longestField - UTF8.width(ellipsis) { kept += 1 }
        }
        return String(result)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

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
