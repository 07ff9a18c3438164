extension ProblemCode {
    /// The meaning of the code, as one sentence for the documentation.
    public var meaning: String {
        switch self {
        case .bodyMalformed:
            "The body is not one JSON document in UTF-8; `offset` is the byte where it stops being one."
        case .bodyNumberOutOfRange: "A number in the body overflows a 64-bit floating-point number."
        case .bodyTooDeep: "Arrays and objects of the body lie more than 64 levels inside each other."
        case .bodyDuplicateKey: "An object of the body has the same property twice."
        case .queryUnknown: "The route has no query parameter of that name."
        case .queryInvalid: "The value of a query parameter does not parse."
        case .requestInvalid: "The request breaks the rules of HTTP, or a header of it does not parse."
        case .tokenMissing: "The route needs a bearer token and the request carries none."
        case .tokenUnknown: "No session gave out the token of the request."
        case .keyUnknown: "The server does not know the API key, or its secret is wrong."
        case .keyExpired: "The API key has expired."
        case .keyRevoked: "The API key was revoked."
        case .jwtInvalid: "The text is no JWT, or no key of the trusted issuer has signed it."
        case .jwtClaim: "A claim of the JWT is missing, or is not what it must be; `detail` names it."
        case .jwtExpired: "The JWT has expired."
        case .scopeMissing: "The caller is known and may not do this; `scope` is what it lacks."
        case .issuerUnavailable: "The server could not fetch the keys of the JWTs' issuer yet."
        case .viewerCannotDrive: "The token is a viewer's, who may look at the session and not change it."
        case .routeUnknown: "Nothing is served under this path."
        case .sessionUnknown: "There is no session of that id."
        case .surfaceUnknown: "The session has no surface of that id."
        case .axisUnknown: "The surface has no axis of that id."
        case .modifierUnknown: "The surface has no modifier of that id."
        case .datasetUnknown: "There is no dataset of that name."
        case .methodNotAllowed: "The route exists, but not for this method; `Allow` lists those that it has."
        case .sessionGone: "The session was there, and was deleted or has expired."
        case .sequenceGap: "A batch before this one is missing; `expectedSequence` is the number to send next."
        case .sequenceStale: "The batch is older than the client's last one, whose answer alone is kept."
        case .sequenceReused: "The client's last sequence number came again with another body or on another surface."
        case .driverBusy: "Another client's touches are down on the surface."
        case .datasetInUse: "A live session shows the dataset, so it cannot be replaced or deleted."
        case .historyEmpty: "The history holds no step in that direction."
        case .modifierMissing: "The command works through a modifier that the surface does not have."
        case .surfaceExists: "The session has a surface of that id already."
        case .preconditionFailed: "The resource is not in the state that `If-Match` or `If-None-Match` asks for."
        case .bodyTooLarge: "The body is larger than `limits.bodyBytes`."
        case .datasetTooLarge:
            "The dataset is larger than `limits.datasetBytes`, has more than 1024 columns beside x, or has more cells than an import may sort."
        case .contentTypeUnsupported: "The route does not read bodies of that content type."
        case .propertyUnknown: "The body has a property that means nothing there."
        case .propertyMissing: "The body lacks a property that must be given."
        case .propertyInvalid: "A property of the body has a value of the wrong type or outside what it may be."
        case .batchEmpty: "The batch has no events."
        case .batchTooManyEvents: "The batch has more events than `limits.eventsPerBatch`."
        case .batchTimeReversed: "An event is earlier than one before it of the same client on the same surface."
        case .batchSequenceIncomplete: "Only one of `client` and `sequence` is given."
        case .touchRepeated: "An event lists one touch id twice."
        case .touchTooMany: "More touches than `limits.touches` would be down on the surface at once."
        case .rangeInvalid: "A range is not two finite numbers of its axis, the smaller first."
        case .specificationInvalid: "The parts of a specification do not fit together."
        case .specificationUnknownDataset: "A specification names a dataset that does not exist."
        case .specificationUnknownColumn: "A specification names a column that its dataset does not have."
        case .specificationUnknownModifier: "A specification names a modifier type that is not registered."
        case .specificationUnknownReference:
            "A specification refers to a surface, axis, series or modifier that it does not define."
        case .specificationDuplicateID: "Two parts of one kind in a specification have the same id."
        case .specificationCycle: "References within a specification lead back to where they began."
        case .tooManySurfaces: "The session would have more surfaces than `limits.surfacesPerSession`."
        case .tooManyModifiers: "The surface would have more modifiers than `limits.modifiersPerSurface`."
        case .commandUnknown: "There is no command of that name."
        case .rowUnknown: "The dataset has no row of that index."
        case .datasetNameInvalid:
            "A dataset name is 1 to 64 letters, digits, dots, underscores and hyphens, a letter or digit first."
        case .datasetColumnNameInvalid: "A column's name has not 1 to 256 bytes of UTF-8, or has control characters."
        case .datasetEmpty: "The body holds no columns or no rows."
        case .datasetRagged: "A row has another number of cells than there are columns."
        case .datasetValueInvalid: "A cell is not what its column holds."
        case .datasetOutOfOrder: "The x of a row is less than that of the row before it."
        case .datasetUnknownColumn: "The request names a column that the dataset does not have."
        case .logVersion:
            "The log was made by an earlier version with other rules, or by a later one; `line` says where."
        case .logInvalid: "A line of the log cannot be made again; `line` says which."
        case .logDatasetDiffers: "The log saw rows of a dataset that are not there; `line` says where."
        case .answerTooLong:
            "The answer would have more bytes than `limits.answerBytes`; `detail` says what to ask instead."
        case .tooMuchWork:
            "One event of the session, or the batch, would be too much work; `detail` says what to reduce."
        case .tooManyLinks: "The session would have more links than `limits.links`."
        case .tooManyLinkMembers: "All links of the session together would have more axes than `limits.linkMembers`."
        case .tooManySlices: "The surface would have more slices than `limits.slices`."
        case .appendTooFarAhead:
            "The date of an appended row lies further ahead of the clock than `limits.appendAhead`."
        case .idleTimeoutTooLong: "The session asks for a longer idle timeout than `limits.idleTimeout`."
        case .encodingUnsupported: "The body has another transfer encoding than `chunked`."
        case .rateExceeded:
            "The session's batches come faster than `limits.batchesPerSecond`; `Retry-After` says when to try again."
        case .principalRateExceeded:
            "The principal's requests come faster than `limits.principal.requestsPerSecond`; `Retry-After` says when to try again."
        case .addressRateExceeded:
            "The requests of the client's address come faster than `limits.address.requestsPerSecond`; `Retry-After` says when to try again."
        case .tooManyViewers:
            "The session's streams are as many as `limits.viewersPerSession`; `Retry-After` says when to try again."
        case .tooManySessionsOfAddress:
            "The client's address has opened as many live sessions as `limits.sessionsPerAddress`; `Retry-After` says when to try again."
        case .tooManySessionsOfPrincipal:
            "The principal has opened as many live sessions as `limits.principal.sessions`; `Retry-After` says when to try again."
        case .tooMuchDataOfPrincipal:
            "The datasets that the principal has written would take more disk than `limits.principal.dataBytes`; nothing has changed."
        case .tooManySessions:
            "The server's sessions are as many as `limits.sessions`; `Retry-After` says when to try again."
        case .tooManyOpenFiles:
            "The server has as many files open or mapped as the system lets it; `Retry-After` says when to try again."
        case .serverBusy:
            "Too many requests of the client wait for long work; `Retry-After` says when to try again."
        case .serverDraining:
            "The server finishes what it has begun and takes nothing new; `Retry-After` says when to try again."
        case .auditBlocked:
            "The audit log cannot be written, so no change that it tells of is made, and nothing has changed; `Retry-After` says when to try again."
        case .datasetDamaged:
            "The dataset's files do not hold what was written; it can be replaced or deleted."
        case .sessionDamaged: "The session cannot be made again from what is stored of it."
        case .storeUnavailable:
            "The store did not take the change, and nothing has changed, or it did not give a session or its log in time; `Retry-After` says when to try again."
        case .storeContended:
            "Others have changed the session or the dataset again and again while the server tried the change, which has changed nothing."
        case .storeInDoubt:
            "The database has not told in time whether the change was made, so it may have been; a retry with the same client and sequence gets its answer, and the version of a dataset tells."
        case .storeFull: "The disk has no room for the change, and nothing has changed."
        case .storageQuota:
            "The change would take more disk than `limits.dataBytes`, or more datasets than `limits.datasets`; nothing has changed."
        case .serverInternal: "The server made a mistake, and nothing has changed."
        }
    }
}
