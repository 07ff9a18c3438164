public import ChartEngine
import Gestures

extension Session {
    /// What became of a batch.
    public enum BatchOutcome: Sendable {
        /// It was applied; these contacts were ignored.
        case applied(ignored: [IgnoredInput])
        /// The client has sent it before; this is the answer that it got, unless that was too much to keep.
        case duplicate(answer: KeptAnswer?)
    }

    /// Applies a batch as one revision.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - id: The surface.
    ///   - entityTags: The entity tags of which the surface must have one; `nil` for any.
    ///   - workLimit: The most work that the batch may be, in readings; `nil` for any.
    ///   - now: Milliseconds of the session clock, to know how long a driver is silent.
    /// - Returns: What became of it.
    /// - Throws: ``SessionError``; throw the copy away then.
    public mutating func apply(
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
        guard !isOfNewDriver || !surfaces[index].surface.hasTouches else { throw .driverBusy }
        endWheels(besides: index)
        let work = try BatchWork(ofEvents: batch.events.count, onSurface: index, in: self, limit: workLimit)
        let ignored = try apply(
            batch.events, to: index, since: surfaces[index].clocks.time(of: batch.client),
            isOfNewDriver: isOfNewDriver, work)
        if let last = batch.events.last { surfaces[index].clocks.note(last.time, of: batch.client) }
        surfaces[index].driverHeardAt = now
        return .applied(ignored: ignored)
    }

    /// Applies events as one revision, action by action, so that each action keeps what it did to other surfaces.
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

    /// Keeps the answer to a numbered batch, for the client that sends it again.
    public mutating func keep(answer: KeptAnswer, to batch: Batch) {
        guard let (number, digest) = batch.identity else { return }
        sequences.note(number, digest: digest, answer: answer)
    }

    /// Changes a surface as one revision.
    ///
    /// - Parameters:
    ///   - id: The surface.
    ///   - entityTags: The entity tags of which the surface must have one; `nil` for any.
    ///   - change: The change.
    /// - Throws: ``SessionError``, and what the change throws; throw the copy away then.
    public mutating func changeSurface(
        _ id: String, ifMatch entityTags: [String]? = nil, _ change: (inout Surface) throws -> Void
    ) throws {
        let index = try index(ofSurface: id)
        try check(entityTags, surface: id)
        endWheels(besides: index)
        let before = surfaces[index].surface.chart.ranges
        try change(&surfaces[index].surface)
        accept(changeOf: index, before: before)
    }

    /// Changes what a surface shows, with all that belongs to it, as one revision.
    ///
    /// Links of axes that are gone are gone too, and so is what the history knows of a surface with other axes.
    ///
    /// - Parameters:
    ///   - id: The surface.
    ///   - dataset: The dataset that it shows then.
    ///   - entityTags: The entity tags of which the surface must have one; `nil` for any.
    ///   - change: The change.
    /// - Throws: ``SessionError``, and what the change throws; throw the copy away then.
    public mutating func changeContents(
        ofSurface id: String, to dataset: String?, ifMatch entityTags: [String]? = nil,
        _ change: (inout Surface) throws -> Void
    ) throws {
        let index = try index(ofSurface: id)
        let axes = surfaces[index].surface.axisIDs
        let ranges = Dictionary(uniqueKeysWithValues: zip(axes, surfaces[index].surface.chart.ranges))
        try check(entityTags, surface: id)
        endWheels()
        try change(&surfaces[index].surface)
        surfaces[index].dataset = dataset
        if surfaces[index].surface.axisIDs != axes {
            history.forget(id)
            links = links.filter { $0.members.allSatisfy { axis($0) != nil } }
        }
        let chart = surfaces[index].surface.chart
        accept(changeOf: index, before: (chart.xAxes + chart.yAxes).map { ranges[$0.id] ?? $0.visibleRange })
    }

    /// Changes which axes are linked, as one revision.
    ///
    /// The axes are brought together as when a session is made. A link that was there already stays as it is. What the
    /// history knows of the other linked surfaces it forgets: there they could show what the links do not allow.
    ///
    /// - Parameter newLinks: All the links.
    public mutating func changeLinks(to newLinks: [AxisLink]) {
        endWheels()
        let kept = newLinks.map { link in links.first { $0.members == link.members && $0.kind == link.kind } ?? link }
        let changed = Set(kept).symmetricDifference(links).flatMap(\.members).map(\.surface)
        links = kept
        revision += 1
        for index in surfaces.indices { surfaces[index].surface.forgetReports() }
        alignLinks()
        for index in surfaces.indices where changed.contains(surfaces[index].id) {
            surfaces[index].surface.forgetActions()
            history.forget(surfaces[index].id)
        }
        showWatchedAxes()
    }

    /// Holds a surface against the entity tags that a caller expects.
    public func check(_ entityTags: [String]?, surface id: String) throws(SessionError) {
        guard let entityTags, !entityTags.contains("*") else { return }
        guard try entityTags.contains(surfaces[index(ofSurface: id)].entityTag) else { throw .preconditionFailed }
    }

    /// Adds a surface as one revision.
    public mutating func add(_ surface: SessionSurface, limit: Int) throws(SessionError) {
        guard self.surface(surface.id) == nil else { throw .surfaceExists(surface.id) }
        guard surfaces.count < limit else { throw .tooManySurfaces(limit: limit) }
        endWheels()
        surfaces.append(surface)
        accept(changeOf: surfaces.count - 1)
        showWatchedAxes()
    }

    /// Removes a surface as one revision.
    ///
    /// - Parameter id: The surface.
    /// - Returns: The dataset that it showed.
    /// - Throws: ``SessionError/surfaceUnknown(_:)``.
    public mutating func removeSurface(_ id: String) throws(SessionError) -> String? {
        let index = try index(ofSurface: id)
        endWheels()
        let before = surfaces[index].surface.chart.ranges
        surfaces[index].surface.cancelGestures()
        accept(changeOf: index, before: before)
        let dataset = surfaces.remove(at: index).dataset
        links.removeAll { $0.members.contains { $0.surface == id } }
        showWatchedAxes()
        return dataset
    }

    /// Notes that an answer to a change has shown the rows of a surface's window.
    public mutating func noteAnsweredWindow(ofSurface id: String) {
        guard let index = position(of: id) else { return }
        surfaces[index].answered = surfaces[index].windowKey
    }

    /// The surfaces whose driver has been silent for too long with touches down or in a gesture.
    func silentSurfaces(now: Int64, timeout: Double) -> [String] {
        surfaces.indices.filter {
            Double(now - surfaces[$0].driverHeardAt) > timeout && surfaces[$0].surface.awaitsDriver
        }.map { surfaces[$0].id }
    }

    /// The surfaces on which a client has begun what it must end.
    var surfacesAwaitingDriver: [String] { surfaces.filter(\.surface.awaitsDriver).map(\.id) }

    /// Cancels the gestures of a surface as one revision; a surface that is not there is left alone.
    public mutating func cancelGestures(ofSurface id: String) {
        guard let index = position(of: id) else { return }
        let before = surfaces[index].surface.chart.ranges
        surfaces[index].surface.cancelGestures()
        accept(changeOf: index, before: before)
    }

    /// Ends the wheel gestures of surfaces, because something else acts on the session; it is part of the next revision.
    ///
    /// - Parameter index: The surface that is acted on, which ends its own; `nil` for none.
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

    /// Counts a change of a surface as a revision; what others have reported in it already stays.
    mutating func accept(changeOf index: Int) {
        revision += 1
        surfaces[index].revision = revision
        for other in surfaces.indices where surfaces[other].revision != revision {
            surfaces[other].surface.forgetReports()
        }
    }

    /// Counts a change of a surface as a revision, lets other surfaces take part in it, and keeps its finished actions.
    ///
    /// - Parameters:
    ///   - index: The changed surface.
    ///   - before: Its ranges before the change.
    private mutating func accept(changeOf index: Int, before: [AxisRange]) {
        accept(changeOf: index)
        share(changeOf: index, before: before)
    }

    /// Whether what happens on one axis can move others.
    private var isShared: Bool { surfaces.count > 1 || !links.isEmpty }

    /// Lets other surfaces take part in a change of one, and keeps its finished actions.
    private mutating func share(changeOf index: Int, before: [AxisRange]) {
        var steps = surfaces[index].surface.takeSteps()
        if steps.count > 1 { keepActions([steps.removeFirst()], of: index) }
        let signals = surfaces[index].surface.takeSignals()
        if isShared {
            var moves = Moves(ofSurface: index, before: before, in: self)
            spread(signals, from: index, moves: &moves)
            resolveLinks(moves)
            showWatchedAxes()
        }
        keepActions(steps, of: index)
    }
}
