package import ChartEngine
package import ChartSeries
import Gestures

/// The changes of a session.
extension Session {
    /// The outcome of a batch.
    package enum BatchOutcome: Sendable {
        /// The batch was applied; some contacts were ignored.
        case applied(ignored: [IgnoredInput])
        /// The client has sent it before, with this answer if it was kept.
        case duplicate(answer: KeptAnswer?)
    }

    /// Applies a batch as one revision.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - id: The surface.
    ///   - entityTags: The accepted entity tags of the surface; `nil` for any.
    ///   - workLimit: The maximum work of the batch, in readings; `nil` for no limit.
    ///   - now: The milliseconds of the session clock, for the driver's silence.
    /// - Returns: The outcome.
    /// - Throws: ``SessionError``; the caller must then drop the copy.
    package mutating func apply(
        _ batch: Batch, toSurface id: String, ifMatch entityTags: [String]? = nil, workLimit: Int? = nil, now: Int64
    ) throws(SessionError) -> BatchOutcome {
        let index = try index(ofSurface: id)
        if let (number, digest) = batch.identity,
            case .wasAccepted(let answer) = try sequences.check(number, digest: digest)
        {
            return .duplicate(answer: answer)
        }
        try check(entityTags, surface: id)
        let isOfNewDriver = surfaces[index].clocks.driver != batch.client
        if isOfGuest(batch, onSurface: index) { return try applyOfGuest(batch, onSurface: index, workLimit, now: now) }
        let work = try BatchWork(of: batch, onSurface: index, in: self, limit: workLimit)
        let start = surfaces[index].clocks.time(of: batch.client)
        let events = takeFrames(of: batch, onSurface: index)
        if let author = batch.author { surfaces[index].surface.setAnnotationMaker(author) }
        let ignored = try endingWheels(besides: index, at: events) { session throws(SessionError) in
            try session.apply(events, to: index, since: start, isOfNewDriver: isOfNewDriver, work)
        }
        if batch.author != nil { surfaces[index].surface.setAnnotationMaker(nil) }
        if let last = batch.events.last { surfaces[index].clocks.note(last.time, of: batch.client) }
        surfaces[index].driverHeardAt = now
        return .applied(ignored: ignored)
    }

    /// Whether a batch is of a client beside the driver: its own touches are down, or those of others that hold annotations
    /// alone.
    private func isOfGuest(_ batch: Batch, onSurface index: Int) -> Bool {
        let surface = surfaces[index].surface
        guard surface.hasTouches || surface.hasGuests else { return false }
        if surface.isGuest(batch.client.text) { return true }
        let drives = surfaces[index].clocks.driver == batch.client && (surface.hasTouches || !surface.hasGuests)
        return !drives || surface.hasGuests && !surface.letsDriverBegin(batch.events)
    }

    /// Applies a batch of a client beside the driver, whose touches all have to land on annotations that nobody holds.
    private mutating func applyOfGuest(
        _ batch: Batch, onSurface index: Int, _ workLimit: Int?, now: Int64
    ) throws(SessionError) -> BatchOutcome {
        let client = batch.client.text
        let isTouching = batch.events.contains { if case .touch = $0 { true } else { false } }
        let drives = surfaces[index].surface.hasTouches && surfaces[index].clocks.driver == batch.client
        guard !drives, isTouching || surfaces[index].surface.isGuest(client) else { throw .driverBusy }
        var work = try BatchWork(of: batch, onSurface: index, in: self, limit: workLimit)
        try work.countAction(in: self)
        let size = surfaces[index].surface.size
        let frame = batch.frame ?? size
        let factors = Vector(dx: size.width / frame.width, dy: size.height / frame.height)
        let before = surfaces[index].surface.chart.ranges
        let ignored: [IgnoredInput]?
        do throws(BatchError) {
            ignored = try surfaces[index].surface.apply(
                batch.events.map { $0.scaled(by: factors) }, ofGuest: client,
                since: surfaces[index].clocks.time(of: batch.client))
        } catch {
            throw .batch(error)
        }
        guard let ignored else { throw .driverBusy }
        if let last = batch.events.last { surfaces[index].clocks.note(last.time, ofGuest: batch.client) }
        surfaces[index].driverHeardAt = now
        accept(changeOf: index, before: before)
        return .applied(ignored: ignored)
    }

    /// Brings surfaces to the size at which a batch was made, if it has more than hovers and ticks.
    ///
    /// - Returns: The events in points of the surface.
    private mutating func takeFrames(of batch: Batch, onSurface index: Int) -> [InputEvent] {
        guard batch.frame != nil || !batch.frames.isEmpty else { return batch.events }
        guard batch.events.contains(where: \.takesFrame) else {
            guard let frame = batch.frame, frame != surfaces[index].surface.size else { return batch.events }
            let size = surfaces[index].surface.size
            let factors = Vector(dx: size.width / frame.width, dy: size.height / frame.height)
            return batch.events.map { $0.scaled(by: factors) }
        }
        revision += 1
        defer { revision -= 1 }
        for other in surfaces.indices {
            let frame = other == index ? batch.frame : batch.frames[surfaces[other].id]
            guard let frame, frame != surfaces[other].surface.size else { continue }
            let before = surfaces[other].surface.chart.ranges
            if surfaces[other].surface.isTurningWheel { surfaces[other].surface.endWheel() }
            surfaces[other].surface.resize(frame)
            surfaces[other].revision = revision
            surfaces[other].framed = revision
            share(changeOf: other, before: before)
        }
        return batch.events
    }

    /// Applies events as one revision, action by action, so that each action records its effect on other surfaces.
    private mutating func apply(
        _ events: [InputEvent], to index: Int, since start: Timestamp?, isOfNewDriver: Bool, _ work: BatchWork
    ) throws(SessionError) -> [IgnoredInput] {
        guard isShared else {
            let ignored: [IgnoredInput]
            do throws(BatchError) {
                ignored = try surfaces[index].surface.apply(events, since: start, isOfNewDriver: isOfNewDriver)
            } catch {
                throw .batch(error)
            }
            accept(changeOf: index, before: [])
            return ignored
        }
        var ignored: [IgnoredInput] = []
        var rest = events[...]
        var isContinued = false
        var work = work
        repeat {
            try work.countAction(in: self)
            let before = surfaces[index].surface.chart.ranges
            let latest = rest.startIndex > 0 ? events[rest.startIndex - 1].time : start
            do throws(BatchError) {
                ignored += try surfaces[index].surface.applyAction(
                    of: &rest, since: latest, isOfNewDriver: isOfNewDriver, isContinued: isContinued)
            } catch {
                throw .batch(error)
            }
            if !isContinued { accept(changeOf: index) }
            isContinued = true
            share(changeOf: index, before: before)
        } while !rest.isEmpty
        return ignored
    }

    /// Keeps the answer to a numbered batch, for a repeated request.
    package mutating func keep(answer: KeptAnswer, to batch: Batch) {
        guard let (number, digest) = batch.identity else { return }
        sequences.note(number, digest: digest, answer: answer)
    }

    /// Changes a surface as one revision.
    ///
    /// - Parameters:
    ///   - id: The surface.
    ///   - entityTags: The accepted entity tags of the surface; `nil` for any.
    ///   - change: The change.
    /// - Throws: ``SessionError``, or the error of the change; the caller must then drop the copy.
    package mutating func changeSurface(
        _ id: String, ifMatch entityTags: [String]? = nil, _ change: (inout Surface) throws -> Void
    ) throws {
        let index = try index(ofSurface: id)
        try check(entityTags, surface: id)
        let before = surfaces[index].surface.chart.ranges
        try carryOut(change, on: index)
        accept(changeOf: index, before: before)
    }

    /// Makes changes in a copy that is only looked at: they count as no revision.
    ///
    /// - Parameter changes: The changes.
    /// - Throws: What the changes throw.
    package mutating func withoutRevision(_ changes: (inout Session) throws -> Void) rethrows {
        let (own, those) = (revision, surfaces.map(\.revision))
        try changes(&self)
        revision = own
        for (index, revision) in zip(surfaces.indices, those) { surfaces[index].revision = revision }
    }

    /// Makes a change of a surface; if it moves a range or changes an annotation, wheel gestures and the actions in progress there end before it.
    ///
    /// So each entry of the history holds all axes that its action has moved, and as they were at its end.
    private mutating func carryOut(_ change: (inout Surface) throws -> Void, on index: Int) throws {
        guard isTurningWheel() || !openActions.isEmpty else { return try change(&surfaces[index].surface) }
        var changed = surfaces[index].surface
        try change(&changed)
        let moved = changed.axesMoved(since: surfaces[index].surface)
        guard !moved.isEmpty || changed.annotationsVersion != surfaces[index].surface.annotationsVersion else {
            surfaces[index].surface = changed
            return
        }
        endWheels()
        closeActions(on: moved, ofSurfaceAt: index)
        try change(&surfaces[index].surface)
    }

    /// Applies a batch, and ends the wheel gestures on other surfaces before it if it has a touch, or a turn that moves a
    /// range; a hover and a tick leave them.
    private mutating func endingWheels<Result>(
        besides index: Int, at events: [InputEvent], _ apply: (inout Session) throws(SessionError) -> Result
    ) throws(SessionError) -> Result {
        if isTurningWheel(besides: index) {
            if !events.contains(where: \.endsWheel) {
                var trial = self
                let result = try apply(&trial)
                guard events.contains(where: \.isWheel), trial.hasMoved(since: self) else {
                    self = trial
                    return result
                }
            }
            endWheels(besides: index)
        }
        return try apply(&self)
    }

    private func hasMoved(since earlier: Session) -> Bool {
        surfaces.indices.contains { !surfaces[$0].surface.axesMoved(since: earlier.surfaces[$0].surface).isEmpty }
    }

    private func isTurningWheel(besides index: Int? = nil) -> Bool {
        surfaces.indices.contains { $0 != index && surfaces[$0].surface.isTurningWheel }
    }

    /// Changes the contents of a surface as one revision.
    ///
    /// Links of removed axes are removed too. If the axes change, the history forgets the surface.
    ///
    /// - Parameters:
    ///   - id: The surface.
    ///   - dataset: The new dataset.
    ///   - entityTags: The accepted entity tags of the surface; `nil` for any.
    ///   - change: The change.
    /// - Throws: ``SessionError``, or the error of the change; the caller must then drop the copy.
    package mutating func changeContents(
        ofSurface id: String, to dataset: String?, ifMatch entityTags: [String]? = nil,
        _ change: (inout Surface) throws -> Void
    ) throws {
        let index = try index(ofSurface: id)
        let axes = surfaces[index].surface.axisIDs
        let ranges = Dictionary(uniqueKeysWithValues: zip(axes, surfaces[index].surface.chart.ranges))
        try check(entityTags, surface: id)
        try carryOut(change, on: index)
        surfaces[index].dataset = dataset
        if surfaces[index].surface.axisIDs != axes {
            history.forgetRanges(of: id)
            links = links.filter { $0.members.allSatisfy { axis($0) != nil } }
        }
        let chart = surfaces[index].surface.chart
        accept(changeOf: index, before: (chart.xAxes + chart.yAxes).map { ranges[$0.id] ?? $0.visibleRange })
    }

    /// Changes the links, and the language of the texts, as one revision.
    ///
    /// New links align their axes, as in a new session; existing links stay. The history forgets the surfaces of
    /// changed links, because its ranges could contradict the links.
    ///
    /// - Parameters:
    ///   - newLinks: All links.
    ///   - newLocale: The language of the session's texts; `nil` keeps it.
    package mutating func changeLinks(to newLinks: [AxisLink], locale newLocale: String? = nil) {
        endWheels()
        let kept = newLinks.map { link in links.first { $0.members == link.members && $0.kind == link.kind } ?? link }
        let changed = Set(kept).symmetricDifference(links).flatMap(\.members).map(\.surface)
        links = kept
        revision += 1
        for index in surfaces.indices { surfaces[index].surface.forgetReports() }
        if let newLocale, newLocale != locale {
            locale = newLocale
            // The texts of every surface change.
            for index in surfaces.indices { surfaces[index].revision = revision }
        }
        alignLinks()
        for index in surfaces.indices where changed.contains(surfaces[index].id) {
            surfaces[index].surface.forgetActions()
            history.forgetRanges(of: surfaces[index].id)
        }
        showWatchedAxes()
    }

    /// Throws if a surface has none of the expected entity tags.
    package func check(_ entityTags: [String]?, surface id: String) throws(SessionError) {
        guard let entityTags, !entityTags.contains("*") else { return }
        guard try entityTags.contains(surfaces[index(ofSurface: id)].entityTag) else { throw .preconditionFailed }
    }

    /// Adds a surface as one revision.
    package mutating func add(_ surface: SessionSurface, limit: Int) throws(SessionError) {
        guard self.surface(surface.id) == nil else { throw .surfaceExists(surface.id) }
        guard surfaces.count < limit else { throw .tooManySurfaces(limit: limit) }
        surfaces.append(surface)
        accept(changeOf: surfaces.count - 1)
        showWatchedAxes()
    }

    /// Removes a surface as one revision.
    ///
    /// - Parameter id: The surface.
    /// - Returns: Its datasets.
    /// - Throws: ``SessionError/surfaceUnknown(_:)``.
    package mutating func removeSurface(_ id: String) throws(SessionError) -> [String] {
        let index = try index(ofSurface: id)
        let before = surfaces[index].surface.chart.ranges
        surfaces[index].surface.cancelGestures()
        accept(changeOf: index, before: before)
        let datasets = surfaces.remove(at: index).datasets
        links.removeAll { $0.members.contains { $0.surface == id } }
        showWatchedAxes()
        catchUp()
        return datasets
    }

    /// Notes that an answer has contained the rows of a surface's window.
    package mutating func noteAnsweredWindow(ofSurface id: String) {
        guard let index = position(of: id) else { return }
        surfaces[index].answered = surfaces[index].windowKey
    }

    /// Notes that an answer has told a client the annotations of a surface.
    package mutating func noteAnsweredAnnotations(ofSurface id: String, to client: ExactName) {
        guard let index = position(of: id) else { return }
        surfaces[index].clocks.noteTold(surfaces[index].surface.chart.annotationsVersion, to: client)
    }

    /// The surfaces whose driver was silent for too long with touches down or in a gesture.
    func silentSurfaces(now: Int64, timeout: Double) -> [String] {
        surfaces.indices.filter {
            Double(now - surfaces[$0].driverHeardAt) > timeout && surfaces[$0].surface.awaitsDriver
        }.map { surfaces[$0].id }
    }

    /// Notes that every driver was heard: it may talk to another process.
    mutating func hearDrivers(at now: Int64) {
        for index in surfaces.indices where surfaces[index].surface.awaitsDriver { surfaces[index].driverHeardAt = now }
    }

    /// Ends all touches and gestures, and forgets the clocks of the clients, as a dry run needs it.
    mutating func settle() {
        withoutRevision { session in
            session.endWheels()
            for surface in session.surfacesAwaitingDriver { session.cancelGestures(ofSurface: surface) }
        }
        for index in surfaces.indices { surfaces[index].clocks = ClientClocks() }
    }

    /// The surfaces with a gesture that a client has to end.
    var surfacesAwaitingDriver: [String] { surfaces.filter(\.surface.awaitsDriver).map(\.id) }

    /// Cancels the gestures of a surface as one revision; a missing surface is no error.
    package mutating func cancelGestures(ofSurface id: String) {
        guard let index = position(of: id) else { return }
        let before = surfaces[index].surface.chart.ranges
        surfaces[index].surface.cancelGestures()
        accept(changeOf: index, before: before)
    }

    /// Ends the wheel gestures of surfaces before another action, as part of the next revision.
    ///
    /// - Parameter index: The surface of the action, which ends its own; `nil` for none.
    mutating func endWheels(besides index: Int? = nil) {
        for other in surfaces.indices where other != index && surfaces[other].surface.isTurningWheel {
            let before = surfaces[other].surface.chart.ranges
            revision += 1
            defer { revision -= 1 }
            surfaces[other].surface.endWheel()
            surfaces[other].revision = revision
            share(changeOf: other, before: before)
        }
    }

    /// Counts a revision that changes nothing here, because the rules have changed since it was made.
    package mutating func countRevision(ofSurface id: String) {
        if let index = position(of: id) { accept(changeOf: index) } else { revision += 1 }
    }

    /// Counts a change of a surface as a revision; reports of other surfaces for it stay.
    mutating func accept(changeOf index: Int) {
        revision += 1
        surfaces[index].revision = revision
        for other in surfaces.indices where surfaces[other].revision != revision {
            surfaces[other].surface.forgetReports()
        }
    }

    /// Counts a change of a surface as a revision, spreads it to other surfaces, and records its finished actions.
    ///
    /// - Parameters:
    ///   - index: The changed surface.
    ///   - before: Its ranges before the change.
    private mutating func accept(changeOf index: Int, before: [AxisRange]) {
        accept(changeOf: index)
        share(changeOf: index, before: before)
    }

    /// Whether a change of one axis can move others.
    private var isShared: Bool { surfaces.count > 1 || !links.isEmpty }

    /// Spreads a change to other surfaces, and records its finished actions.
    mutating func share(changeOf index: Int, before: [AxisRange]) {
        let steps = surfaces[index].surface.takeSteps()
        let signals = surfaces[index].surface.takeSignals()
        let id = surfaces[index].id
        let hasNoted = steps.contains { $0.annotations != nil } || surfaces[index].surface.hasOpenAnnotations
        let hasMoved = hasNoted || steps.contains(where: \.movesAxes) || surfaces[index].surface.hasOpenAction
        guard isShared else {
            if hasMoved { history.noteMove(by: id) }
            return keepActions(steps, of: index)
        }
        if hasMoved, hasNoted || before != surfaces[index].surface.chart.ranges { history.noteMove(by: id) }
        var moves = Moves(ofSurface: index, before: before, in: self)
        spread(signals, from: index, moves: &moves)
        resolveLinks(moves)
        showWatchedAxes()
        keepActions(steps, of: index)
        catchUp()
    }
}

extension InputEvent {
    /// Whether the surface takes the size of the plot where the event was made.
    fileprivate var takesFrame: Bool {
        switch self {
        case .touch, .wheel, .gesture: true
        case .hover, .tick: false
        }
    }

    /// A hover, or touches, at the same place of a plot of another size.
    fileprivate func scaled(by factors: Vector) -> InputEvent {
        switch self {
        case .hover(var hover):
            hover.location = hover.location.scaled(by: factors)
            return .hover(hover)
        case .touch(var touch):
            for index in touch.contacts.indices {
                touch.contacts[index].location = touch.contacts[index].location.scaled(by: factors)
            }
            return .touch(touch)
        case .wheel, .gesture, .tick: return self
        }
    }
}
