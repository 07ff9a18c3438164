extension ProblemCode {
    /// The HTTP status of the code.
    public var status: Int {
        switch self {
        case .bodyMalformed, .bodyNumberOutOfRange, .bodyTooDeep, .bodyDuplicateKey, .queryUnknown,
            .queryInvalid, .requestInvalid:
            400
        case .tokenMissing, .tokenUnknown, .keyUnknown, .keyExpired, .keyRevoked, .jwtInvalid, .jwtClaim, .jwtExpired:
            401
        case .viewerCannotDrive, .scopeMissing: 403
        case .routeUnknown, .sessionUnknown, .surfaceUnknown, .axisUnknown, .modifierUnknown, .datasetUnknown:
            404
        case .methodNotAllowed: 405
        case .sequenceGap, .sequenceStale, .sequenceReused, .driverBusy, .datasetInUse, .historyEmpty,
            .modifierMissing, .surfaceExists:
            409
        case .sessionGone: 410
        case .preconditionFailed: 412
        case .bodyTooLarge, .datasetTooLarge: 413
        case .contentTypeUnsupported: 415
        case .propertyUnknown, .propertyMissing, .propertyInvalid, .batchEmpty, .batchTooManyEvents,
            .batchTimeReversed, .batchSequenceIncomplete, .touchRepeated, .touchTooMany, .rangeInvalid,
            .specificationInvalid, .specificationUnknownDataset, .specificationUnknownColumn,
            .specificationUnknownModifier, .specificationUnknownReference, .specificationDuplicateID,
            .specificationCycle, .tooManySurfaces, .tooManyModifiers, .commandUnknown, .rowUnknown,
            .datasetNameInvalid, .datasetColumnNameInvalid, .datasetEmpty, .datasetRagged, .datasetValueInvalid,
            .datasetOutOfOrder,
            .datasetUnknownColumn, .logInvalid, .logVersion, .logDatasetDiffers, .appendTooFarAhead,
            .idleTimeoutTooLong,
            .tooMuchWork, .answerTooLong, .tooManyLinks,
            .tooManyLinkMembers,
            .tooManySlices:
            422
        case .rateExceeded, .principalRateExceeded, .addressRateExceeded, .tooManyViewers, .tooManySessionsOfAddress,
            .tooManySessionsOfPrincipal, .tooMuchDataOfPrincipal:
            429
        case .serverInternal: 500
        case .encodingUnsupported: 501
        case .tooManySessions, .tooManyOpenFiles, .serverBusy, .serverDraining, .auditBlocked, .datasetDamaged,
            .sessionDamaged, .storeUnavailable, .storeContended, .storeInDoubt, .issuerUnavailable:
            503
        case .storeFull, .storageQuota: 507
        }
    }
}
