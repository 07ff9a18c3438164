/// The closed list of problem codes, which also serve as a metric label.
///
/// Each code has one status, one title and one meaning. `make describe` writes them into the documentation and the
/// contract.
public enum ProblemCode: String, Sendable, Hashable, CaseIterable {
    case bodyMalformed = "body.malformed"
    case bodyNumberOutOfRange = "body.number-out-of-range"
    case bodyTooDeep = "body.too-deep"
    case bodyDuplicateKey = "body.duplicate-key"
    case queryUnknown = "query.unknown"
    case queryInvalid = "query.invalid"
    case requestInvalid = "request.invalid"
    case tokenMissing = "auth.token-missing"
    case tokenUnknown = "auth.token-unknown"
    case keyUnknown = "auth.key-unknown"
    case keyExpired = "auth.key-expired"
    case keyRevoked = "auth.key-revoked"
    case jwtInvalid = "auth.jwt-invalid"
    case jwtClaim = "auth.jwt-claim"
    case jwtExpired = "auth.jwt-expired"
    case viewerCannotDrive = "auth.viewer-cannot-drive"
    case scopeMissing = "auth.scope-missing"
    case routeUnknown = "route.unknown"
    case sessionUnknown = "session.unknown"
    case surfaceUnknown = "surface.unknown"
    case axisUnknown = "axis.unknown"
    case modifierUnknown = "modifier.unknown"
    case grantUnknown = "token.unknown"
    case annotationUnknown = "annotation.unknown"
    case annotationLocked = "annotation.locked"
    case annotationNotYours = "annotation.not-yours"
    case datasetUnknown = "dataset.unknown"
    case streamUnknown = "stream.unknown"
    case methodNotAllowed = "method.not-allowed"
    case sessionGone = "session.gone"
    case sequenceGap = "batch.sequence-gap"
    case sequenceStale = "batch.sequence-stale"
    case sequenceReused = "batch.sequence-reused"
    case driverBusy = "session.driver-busy"
    case datasetInUse = "dataset.in-use"
    case historyEmpty = "history.empty"
    case modifierMissing = "modifier.missing"
    case surfaceExists = "surface.exists"
    case preconditionFailed = "precondition.failed"
    case bodyTooLarge = "body.too-large"
    case datasetTooLarge = "dataset.too-large"
    case contentTypeUnsupported = "content-type.unsupported"
    case propertyUnknown = "body.unknown-property"
    case propertyMissing = "body.missing-property"
    case propertyInvalid = "body.invalid-value"
    case batchEmpty = "batch.empty"
    case batchTooManyEvents = "batch.too-many-events"
    case batchTimeReversed = "batch.time-reversed"
    case batchSequenceIncomplete = "batch.sequence-incomplete"
    case touchRepeated = "touch.repeated"
    case touchTooMany = "touch.too-many"
    case rangeInvalid = "range.invalid"
    case specificationInvalid = "specification.invalid"
    case specificationUnknownDataset = "specification.unknown-dataset"
    case specificationUnknownColumn = "specification.unknown-column"
    case specificationUnknownModifier = "specification.unknown-modifier"
    case specificationUnknownReference = "specification.unknown-reference"
    case specificationDuplicateID = "specification.duplicate-id"
    case specificationCycle = "specification.cycle"
    case tooManySurfaces = "session.too-many-surfaces"
    case tooManyModifiers = "surface.too-many-modifiers"
    case tooManyAnnotations = "limits.annotations"
    case tooManyTokens = "limits.tokens"
    case commandUnknown = "command.unknown"
    case rowUnknown = "row.unknown"
    case datasetNameInvalid = "dataset.name-invalid"
    case datasetColumnNameInvalid = "dataset.column-name-invalid"
    case datasetEmpty = "dataset.empty"
    case datasetRagged = "dataset.ragged-row"
    case datasetValueInvalid = "dataset.value-invalid"
    case datasetOutOfOrder = "dataset.out-of-order"
    case datasetUnknownColumn = "dataset.unknown-column"
    case importLongTable = "import.long-table"
    case rowsTooLate = "rows.too-late"
    case importUnlikelyDates = "import.unlikely-dates"
    case logInvalid = "log.invalid"
    case logVersion = "log.version"
    case logDatasetDiffers = "log.dataset-differs"
    case tooMuchWork = "limits.work"
    case answerTooLong = "limits.answer"
    case tooManyLinks = "limits.links"
    case tooManyLinkMembers = "limits.link-members"
    case tooManySlices = "limits.slices"
    case tooManyDerived = "limits.derived"
    case appendTooFarAhead = "limits.append-ahead"
    case idleTimeoutTooLong = "limits.idle-timeout"
    case encodingUnsupported = "request.encoding-unsupported"
    case rateExceeded = "limits.rate"
    case principalRateExceeded = "limits.principal-rate"
    case addressRateExceeded = "limits.address-rate"
    case tooManyViewers = "limits.viewers"
    case tooManySessionsOfAddress = "limits.sessions-per-address"
    case tooManySessionsOfPrincipal = "limits.principal-sessions"
    case tooMuchDataOfPrincipal = "limits.principal-data"
    case tooManySessions = "limits.sessions"
    case tooManyOpenFiles = "limits.open-files"
    case issuerUnavailable = "auth.issuer-unavailable"
    case serverBusy = "server.busy"
    case serverDraining = "server.draining"
    case auditBlocked = "audit.blocked"
    case datasetDamaged = "dataset.damaged"
    case sessionDamaged = "session.damaged"
    case storeUnavailable = "store.unavailable"
    case storeFull = "store.full"
    case storeContended = "store.contended"
    case storeInDoubt = "store.in-doubt"
    case storageQuota = "storage.quota"
    case serverInternal = "server.internal"

    /// The HTTP status of the code.
    public var status: Int { definition.status }

    /// The title of the code: a few words, the same for each problem.
    public var title: String { definition.title }

    /// The meaning of the code, as one sentence for the documentation.
    public var meaning: String { definition.meaning }

    private var definition: (status: Int, title: String, meaning: String) {
        switch self {
        case .bodyMalformed:
            (
                400, "Malformed JSON",
                "The body is not one JSON document in UTF-8; `offset` is the byte where it stops being one."
            )
        case .bodyNumberOutOfRange:
            (400, "Number out of range", "A number in the body overflows a 64-bit floating-point number.")
        case .bodyTooDeep:
            (400, "Body nests too deeply", "Arrays and objects of the body lie more than 64 levels inside each other.")
        case .bodyDuplicateKey: (400, "Repeated property", "An object of the body has the same property twice.")
        case .queryUnknown: (400, "Unknown query parameter", "The route has no query parameter of that name.")
        case .queryInvalid: (400, "Invalid query parameter", "The value of a query parameter does not parse.")
        case .requestInvalid:
            (400, "Invalid request", "The request breaks the rules of HTTP, or a header of it does not parse.")
        case .tokenMissing: (401, "Token missing", "The route needs a bearer token and the request carries none.")
        case .tokenUnknown: (401, "Token unknown", "No session gave out the token of the request.")
        case .keyUnknown: (401, "Key unknown", "The server does not know the API key, or its secret is wrong.")
        case .keyExpired: (401, "Key expired", "The API key has expired.")
        case .keyRevoked: (401, "Key revoked", "The API key was revoked.")
        case .jwtInvalid: (401, "JWT refused", "The text is no JWT, or no key of the trusted issuer has signed it.")
        case .jwtClaim:
            (401, "JWT claim refused", "A claim of the JWT is missing, or is not what it must be; `detail` names it.")
        case .jwtExpired: (401, "JWT expired", "The JWT has expired.")
        case .viewerCannotDrive:
            (
                403, "Not by this token",
                "The token does not give the right: a viewer's may look and not change, an annotator's change annotations alone, and of those that were given out none gives out tokens or ends the session."
            )
        case .scopeMissing: (403, "Scope missing", "The caller is known and may not do this; `scope` is what it lacks.")
        case .routeUnknown: (404, "Unknown route", "Nothing is served under this path.")
        case .sessionUnknown: (404, "Unknown session", "There is no session of that id.")
        case .surfaceUnknown: (404, "Unknown surface", "The session has no surface of that id.")
        case .axisUnknown: (404, "Unknown axis", "The surface has no axis of that id.")
        case .modifierUnknown: (404, "Unknown modifier", "The surface has no modifier of that id.")
        case .annotationUnknown: (404, "Unknown annotation", "The surface or dataset has no annotation of that id.")
        case .grantUnknown: (404, "Unknown token", "The session has given out no token of that id.")
        case .annotationLocked:
            (403, "Locked annotation", "Only the driver changes a locked annotation, locks and unlocks.")
        case .annotationNotYours:
            (403, "Annotation of another", "A token that annotates changes the annotations of its author alone.")
        case .datasetUnknown: (404, "Unknown dataset", "There is no dataset of that name.")
        case .streamUnknown:
            (
                404, "Unknown stream",
                "The server that answers sends no stream of that id; open a new one with `after`, and then leave the old one."
            )
        case .methodNotAllowed:
            (405, "Method not allowed", "The route exists, but not for this method; `Allow` lists those that it has.")
        case .sessionGone: (410, "Session is gone", "The session was there, and was deleted or has expired.")
        case .sequenceGap:
            (
                409, "Gap in the sequence",
                "A batch before this one is missing or was refused; `expectedSequence` is the number to send next."
            )
        case .sequenceStale:
            (
                409, "Stale sequence",
                "The batch is older than the last 64 of its client, or one of them came again with another body."
            )
        case .sequenceReused:
            (
                409, "Sequence number reused",
                "The client's last sequence number came again with another body or on another surface."
            )
        case .driverBusy:
            (
                409, "Another client is driving",
                "Another client's touches are down on the surface, or hold the annotation."
            )
        case .datasetInUse:
            (
                409, "Dataset in use",
                "A live session shows the dataset, so it cannot be deleted, nor replaced by rows that lack columns of it; `detail` names these."
            )
        case .historyEmpty: (409, "Nothing to undo or redo", "The history holds no step in that direction.")
        case .modifierMissing:
            (409, "Modifier missing", "The command works through a modifier that the surface does not have.")
        case .surfaceExists: (409, "Surface exists", "The session has a surface of that id already.")
        case .preconditionFailed:
            (
                412, "Precondition failed",
                "The resource is not in the state that `If-Match` or `If-None-Match` asks for."
            )
        case .bodyTooLarge: (413, "Body too large", "The body is larger than `limits.bodyBytes`.")
        case .datasetTooLarge:
            (
                413, "Dataset too large",
                "The dataset is larger than `limits.datasetBytes`, has more than 1024 columns beside x, or has more cells than an import may sort or split."
            )
        case .contentTypeUnsupported:
            (415, "Unsupported content type", "The route does not read bodies of that content type.")
        case .propertyUnknown: (422, "Unknown property", "The body has a property that means nothing there.")
        case .propertyMissing: (422, "Missing property", "The body lacks a property that must be given.")
        case .propertyInvalid:
            (422, "Invalid value", "A property of the body has a value of the wrong type or outside what it may be.")
        case .batchEmpty: (422, "Empty batch", "The batch has no events.")
        case .batchTooManyEvents: (422, "Too many events", "The batch has more events than `limits.eventsPerBatch`.")
        case .batchTimeReversed:
            (
                422, "Time runs backwards",
                "An event is earlier than one before it of the same client on the same surface."
            )
        case .batchSequenceIncomplete: (422, "Incomplete sequence", "Only one of `client` and `sequence` is given.")
        case .touchRepeated: (422, "Repeated touch", "An event lists one touch id twice.")
        case .touchTooMany:
            (422, "Too many touches", "More touches than `limits.touches` would be down on the surface at once.")
        case .rangeInvalid: (422, "Invalid range", "A range is not two finite numbers of its axis, the smaller first.")
        case .specificationInvalid: (422, "Invalid specification", "The parts of a specification do not fit together.")
        case .specificationUnknownDataset:
            (422, "Specification names an unknown dataset", "A specification names a dataset that does not exist.")
        case .specificationUnknownColumn:
            (
                422, "Specification names an unknown column",
                "A specification names a column that its dataset does not have."
            )
        case .specificationUnknownModifier:
            (
                422, "Specification names an unknown modifier",
                "A specification names a modifier type that is not registered."
            )
        case .specificationUnknownReference:
            (
                422, "Specification names an unknown part",
                "A specification refers to a surface, axis, series or modifier that it does not define."
            )
        case .specificationDuplicateID:
            (422, "Repeated id in the specification", "Two parts of one kind in a specification have the same id.")
        case .specificationCycle:
            (422, "Cycle in the specification", "References within a specification lead back to where they began.")
        case .tooManySurfaces:
            (422, "Too many surfaces", "The session would have more surfaces than `limits.surfacesPerSession`.")
        case .tooManyModifiers:
            (422, "Too many modifiers", "The surface would have more modifiers than `limits.modifiersPerSurface`.")
        case .tooManyAnnotations:
            (
                422, "Too many annotations",
                "The surface would have more than 1,000 annotations, or a dataset more than 10,000."
            )
        case .tooManyTokens:
            (422, "Too many tokens", "The session would have given out more than 256 tokens that count.")
        case .commandUnknown: (422, "Unknown command", "There is no command of that name.")
        case .rowUnknown: (422, "Unknown row", "The dataset has no row of that index.")
        case .datasetNameInvalid:
            (
                422, "Invalid dataset name",
                "A dataset name is 1 to 64 letters, digits, dots, underscores and hyphens, a letter or digit first."
            )
        case .datasetColumnNameInvalid:
            (422, "Invalid column name", "A column's name has not 1 to 256 bytes of UTF-8, or has control characters.")
        case .datasetEmpty: (422, "Empty dataset", "The body holds no columns or no rows.")
        case .datasetRagged: (422, "Ragged row", "A row has another number of cells than there are columns.")
        case .datasetValueInvalid: (422, "Invalid cell", "A cell is not what its column holds.")
        case .datasetOutOfOrder: (422, "Rows out of order", "The x of a row is less than that of the row before it.")
        case .importLongTable:
            (
                422, "Long table",
                "At least a tenth of the rows repeat the x of the row before with another text in a column that the import would leave out."
            )
        case .importUnlikelyDates:
            (
                422, "Unlikely dates",
                "Numbers that are read as dates all lie in the first 60 days of 1970 or after 2199, and would not in another unit."
            )
        case .rowsTooLate:
            (
                422, "Rows too late",
                "More rows than the dataset's `lateRows` stand behind a late row; `detail` names the earliest x that it takes."
            )
        case .datasetUnknownColumn:
            (422, "Unknown column", "The request names a column that the dataset does not have.")
        case .logInvalid: (422, "Invalid log", "A line of the log cannot be made again; `line` says which.")
        case .logVersion:
            (
                422, "Log of another version",
                "The log was made by an earlier version with other rules, or by a later one; `line` says where."
            )
        case .logDatasetDiffers:
            (422, "Rows of the log are missing", "The log saw rows of a dataset that are not there; `line` says where.")
        case .tooMuchWork:
            (
                422, "Too much work for one event",
                "One event of the session, or the batch, would be too much work; `detail` says what to reduce."
            )
        case .answerTooLong:
            (
                422, "Answer too long",
                "The answer would have more bytes than `limits.answerBytes`; `detail` says what to ask instead."
            )
        case .tooManyLinks: (422, "Too many links", "The session would have more links than `limits.links`.")
        case .tooManyLinkMembers:
            (
                422, "Too many members of links",
                "All links of the session together would have more axes than `limits.linkMembers`."
            )
        case .tooManySlices: (422, "Too many slices", "The surface would have more slices than `limits.slices`.")
        case .tooManyDerived:
            (422, "Too many derived values", "A series with a transform has more rows than `limits.derived`.")
        case .appendTooFarAhead:
            (
                422, "Rows too far ahead",
                "The date of an appended row lies further ahead of the clock than `limits.appendAhead`."
            )
        case .idleTimeoutTooLong:
            (422, "Idle timeout too long", "The session asks for a longer idle timeout than `limits.idleTimeout`.")
        case .encodingUnsupported:
            (501, "Unsupported transfer encoding", "The body has another transfer encoding than `chunked`.")
        case .rateExceeded:
            (
                429, "Too many batches",
                "The session's batches come faster than `limits.batchesPerSecond`; `Retry-After` says when to try again."
            )
        case .principalRateExceeded:
            (
                429, "Too many requests of one principal",
                "The principal's requests come faster than `limits.principal.requestsPerSecond`; `Retry-After` says when to try again."
            )
        case .addressRateExceeded:
            (
                429, "Too many requests of one address",
                "The requests of the client's address come faster than `limits.address.requestsPerSecond`; `Retry-After` says when to try again."
            )
        case .tooManyViewers:
            (
                429, "Too many viewers",
                "The session's streams are as many as `limits.viewersPerSession`, or their different queries as `limits.formsPerSession`; `Retry-After` says when to try again."
            )
        case .tooManySessionsOfAddress:
            (
                429, "Too many sessions of one address",
                "The client's address has opened as many live sessions as `limits.sessionsPerAddress`; `Retry-After` says when to try again."
            )
        case .tooManySessionsOfPrincipal:
            (
                429, "Too many sessions of one principal",
                "The principal has opened as many live sessions as `limits.principal.sessions`; `Retry-After` says when to try again."
            )
        case .tooMuchDataOfPrincipal:
            (
                429, "Too much data of one principal",
                "The datasets that the principal has written would take more disk than `limits.principal.dataBytes`; nothing has changed."
            )
        case .tooManySessions:
            (
                503, "Too many sessions",
                "The server's sessions are as many as `limits.sessions`; `Retry-After` says when to try again."
            )
        case .tooManyOpenFiles:
            (
                503, "Too many open files",
                "The server has as many files open or mapped as the system lets it; `Retry-After` says when to try again."
            )
        case .issuerUnavailable:
            (503, "Issuer unavailable", "The server could not fetch the keys of the JWTs' issuer yet.")
        case .serverBusy:
            (
                503, "Server is busy",
                "Too many requests of the client wait for long work; `Retry-After` says when to try again."
            )
        case .serverDraining:
            (
                503, "Server is shutting down",
                "The server finishes what it has begun and takes nothing new; `Retry-After` says when to try again."
            )
        case .auditBlocked:
            (
                503, "Audit log is blocked",
                "The audit log cannot be written, so no change that it tells of is made, and nothing has changed; `Retry-After` says when to try again."
            )
        case .datasetDamaged:
            (
                503, "Dataset is damaged",
                "The dataset's files do not hold what was written; it can be replaced or deleted."
            )
        case .sessionDamaged: (503, "Session is damaged", "The session cannot be made again from what is stored of it.")
        case .storeUnavailable:
            (
                503, "Store unavailable",
                "The store did not take the change, and nothing has changed, or it did not give a session or its log in time; `Retry-After` says when to try again."
            )
        case .storeFull: (507, "Store is full", "The disk has no room for the change, and nothing has changed.")
        case .storeContended:
            (
                503, "Session is contended",
                "Others have changed the session or the dataset again and again while the server tried the change, which has changed nothing."
            )
        case .storeInDoubt:
            (
                503, "Outcome is unknown",
                "The database has not told in time whether the change was made, so it may have been; a retry with the same client and sequence gets its answer, and the version of a dataset tells."
            )
        case .storageQuota:
            (
                507, "Storage quota reached",
                "The change would take more disk than `limits.dataBytes`, or more datasets than `limits.datasets`; nothing has changed."
            )
        case .serverInternal: (500, "Internal server error", "The server made a mistake, and nothing has changed.")
        }
    }
}
