import ChartEngine
import ChartSeries
package import ChartStores
package import ChartWire
import Gestures

/// The problems of sessions and of the engine.
extension SessionError: ProblemSource {
    /// What a client is told.
    package var problem: Problem { Problem(self) }
}

extension SessionStoreError: ProblemSource {
    /// What a client is told.
    package var problem: Problem { Problem(self) }
}

extension Problem {
    /// The problem for an error of a session.
    package init(_ error: SessionError) {
        switch error {
        case .unknown: self.init(.sessionUnknown, "There is no such session.")
        case .gone: self.init(.sessionGone, "The session was deleted or has expired.")
        case .evicted:
            self.init(.storeUnavailable, "The session is on its way to the store.", retryAfter: 1)
        case .damaged(let reason):
            self.init(.sessionDamaged, "The session cannot be made again from what is stored: \(reason).")
        case .store(let error): self.init(error)
        case .dataset(let name, let error): self.init(error, dataset: name)
        case .tooManySessions:
            self.init(.tooManySessions, "The server holds as many sessions as it may.", retryAfter: 10)
        case .tooManySessionsOfAddress(let limit):
            self.init(
                .tooManySessionsOfAddress, "An address opens at most \(limit) sessions that live at once.",
                retryAfter: 10)
        case .tooManySessionsOfOwner(let limit):
            self.init(
                .tooManySessionsOfPrincipal, "A principal opens at most \(limit) sessions that live at once.",
                retryAfter: 60)
        case .quota(let bytes):
            self.init(.storageQuota, "The datasets and the logs of sessions may take \(bytes) bytes of disk.")
        case .tooManyForms(let limit):
            self.init(
                .tooManyViewers, "The streams of a session ask for at most \(limit) different queries.", retryAfter: 5)
        case .tooManyViewers(let limit):
            self.init(.tooManyViewers, "A session has at most \(limit) streams.", retryAfter: 5)
        case .tooManyTokens(let limit):
            self.init(.tooManyTokens, "A session gives out at most \(limit) tokens: remove one that is no longer used.")
        case .surfaceUnknown(let id): self.init(.surfaceUnknown, "The session has no surface \"\(id)\".")
        case .surfaceExists(let id):
            self.init(.surfaceExists, "The session has a surface \"\(id)\" already.", pointer: "/id")
        case .tooManySurfaces(let limit):
            self.init(.tooManySurfaces, "A session has at most \(limit) surfaces.")
        case .preconditionFailed:
            self.init(.preconditionFailed, "The surface has another entity tag than If-Match names.")
        case .driverBusy:
            self.init(.driverBusy, "Another client's touches are down on this surface.")
        case .sequenceGap(let expected):
            self.init(
                .sequenceGap, "The client's next batch is number \(expected).", pointer: "/sequence",
                members: [Member(name: "expectedSequence", number: expected)])
        case .sequenceStale(let expected):
            self.init(
                .sequenceStale, "A newer batch of the client was accepted already.", pointer: "/sequence",
                members: [Member(name: "expectedSequence", number: expected)])
        case .sequenceReused:
            self.init(.sequenceReused, "The client used the number for another batch.", pointer: "/sequence")
        case .tooMuchWork(let mostEvents):
            self.init(
                .tooMuchWork,
                """
                The batch would be too much work in this session. Send at most \(mostEvents) events at once, or reduce what \
                an event costs: slices, modifiers that read or hit series, series, or surfaces that share events.
                """, pointer: "/events")
        case .historyEmpty: self.init(.historyEmpty, "There is nothing to undo, or to redo.")
        case .batch(let error): self.init(error)
        case .command(let error): self.init(error)
        }
    }

    /// The problem for an error in a dataset's files.
    package init(_ error: DatasetStoreError, dataset name: String) {
        switch error.kind {
        case .full: self.init(.storeFull, "The disk is full.")
        case .quota: self.init(.storageQuota, "The rows do not fit: \(error.description).")
        case .ownerQuota:
            self.init(
                .tooMuchDataOfPrincipal, "The rows do not fit: \(error.description).", retryAfter: 60)
        case .damaged:
            self.init(.datasetDamaged, "The files of \"\(name)\" do not hold what was written.", retryAfter: 60)
        case .exhausted:
            self.init(
                .tooManyOpenFiles, "The server has as many files open or mapped as it may.", retryAfter: 5)
        case .unavailable, .locked:
            self.init(.storeUnavailable, "The data directory cannot be used.", retryAfter: 5)
        case .unsynced:
            self.init(
                .storeUnavailable, "The disk has not confirmed the change to \"\(name)\", which does not count.",
                retryAfter: 5)
        case .unreachable:
            self.init(
                .storeUnavailable, "The shared datasets cannot be used; the server's log says why.",
                retryAfter: 1)
        case .contended:
            self.init(
                .storeContended,
                "Others change the dataset \"\(name)\" at the same time; this request has changed nothing.",
                retryAfter: 1)
        case .inDoubt:
            self.init(
                .storeInDoubt,
                "The store has not told whether the dataset was changed. Its version and number of rows tell.",
                retryAfter: 1)
        }
    }

    /// The problem for an error of the session store.
    package init(_ error: SessionStoreError) {
        switch error {
        case .full: self.init(.storeFull, "The disk that holds the sessions is full; nothing has changed.")
        case .damagedSession(let reason): self.init(SessionError.damaged(reason))
        case .conflict:
            self.init(
                .storeContended, "Others change the session at the same time; this request has changed nothing.",
                retryAfter: 1)
        case .inDoubt:
            self.init(
                .storeInDoubt,
                "The store has not told whether the change was made. A retry with the same client and sequence tells.",
                retryAfter: 1)
        case .unavailable, .damaged:
            self.init(.storeUnavailable, "The store cannot be used; the server's log says why.", retryAfter: 1)
        }
    }

    private init(_ error: BatchError) {
        let event = JSONPointer.root.appending("events").appending(error.event)
        switch error.reason {
        case .timeReversed:
            self.init(
                .batchTimeReversed, "The event is earlier than the client's event before it.",
                at: event.appending("time"))
        case .touch(.repeatedTouch(let index)):
            self.init(
                .touchRepeated, "The event lists a touch twice.",
                at: event.appending("touches").appending(index).appending("id"))
        case .touch(.tooManyTouches(let index, let limit)):
            self.init(
                .touchTooMany, "At most \(limit) touches are down at once on a surface.",
                at: event.appending("touches").appending(index))
        }
    }

    private init(_ error: Surface.CommandError) {
        switch error {
        case .modifierMissing:
            self.init(.modifierMissing, "No enabled modifier of the surface listens for the command.")
        case .annotationUnknown:
            self.init(.annotationUnknown, "The surface has no such annotation.", pointer: "/annotation")
        case .rowUnknown:
            self.init(.rowUnknown, "The dataset has no such row.", pointer: "/row")
        case .nothingFollows:
            self.init(.modifierMissing, "No x axis of the surface is set to follow.")
        }
    }
}

extension Problem {
    /// The problem when the client refuses to replace something that exists.
    package static var existsAlready: Problem {
        Problem(.preconditionFailed, "It exists, and If-None-Match: * asks that it does not.")
    }
}

extension Problem {
    /// The problem of a specification that names a dataset which cannot be shown.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - pointer: Where the specification names it.
    package init(_ error: SessionRegistry.UnknownDataset, at pointer: JSONPointer) {
        if let refusal = error.refusal {
            self.init(refusal)
        } else {
            self.init(.specificationUnknownDataset, "There is no dataset \"\(error.name)\".", at: pointer)
        }
    }
}
