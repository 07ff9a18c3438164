package import ChartEngine
import ChartSeries
package import ChartWire
import Gestures

/// Applies each operation to a session, for the routes and for the replay of a log.
package struct ChangeInterpreter: Sendable {
    /// The bounds of a session; a replay uses those under which its log was written.
    package struct Bounds: Sendable, Hashable {
        /// The most touches that a surface can follow at once.
        package static let mostTouches = TouchTracker.mostTouches

        var eventsPerBatch: Int
        var touches: Int
        var surfacesPerSession: Int
        var modifiersPerSurface: Int
        var rowsPerWindow: Int

        /// Creates bounds.
        package init(
            eventsPerBatch: Int, touches: Int, surfacesPerSession: Int, modifiersPerSurface: Int, rowsPerWindow: Int
        ) {
            self.eventsPerBatch = eventsPerBatch
            self.touches = touches
            self.surfacesPerSession = surfacesPerSession
            self.modifiersPerSurface = modifiersPerSurface
            self.rowsPerWindow = rowsPerWindow
        }
    }

    /// The modifier types that clients may name.
    package let modifiers: ModifierRegistry
    /// The bounds of a session.
    package let bounds: Bounds
    /// The limits of a specification; `nil` for sessions that were accepted earlier.
    package var limits: SpecificationLimits?
    /// The most bytes of an answer; unlimited in a replay.
    var answerBytes = Int.max
    /// The session clock, in milliseconds.
    let now: @Sendable () -> Int64

    /// Creates an interpreter.
    package init(
        modifiers: ModifierRegistry, bounds: Bounds, limits: SpecificationLimits? = nil, answerBytes: Int = Int.max,
        now: @escaping @Sendable () -> Int64
    ) {
        self.modifiers = modifiers
        self.bounds = bounds
        self.limits = limits
        self.answerBytes = answerBytes
        self.now = now
    }

    /// The context for the mapping of specifications.
    func specification(calendar: CivilCalendar) -> SpecificationContext {
        SpecificationContext(
            registry: modifiers, maximumTouches: bounds.touches, maximumModifiers: bounds.modifiersPerSurface,
            maximumRows: bounds.rowsPerWindow, calendar: calendar, limits: limits)
    }

    /// Reads and checks a change; this needs no session yet.
    ///
    /// - Throws: The problem of an invalid body or query.
    package func prepare(_ change: Change) throws -> PreparedChange {
        var prepared = try prepareUnlimited(change)
        prepared.change.body = SingleLine.text(change.body)
        let ranges = ViewedRanges(change.query)
        if !ranges.isEmpty {
            guard change.shape.mode.isDryRun else {
                throw Problem(.queryInvalid, "A change with other ranges of an axis in its query needs dryRun=true.")
            }
            prepared.make = { [make = prepared.make, surface = change.surface] session in
                try ranges.look(at: surface, of: &session)
                return try make(&session)
            }
        }
        if let limits, change.operation.kind == .patch {
            prepared.make = { [make = prepared.make] session in
                let before = limits.load(of: session)
                let answer = try make(&session)
                try limits.check(session, after: before)
                return answer
            }
        }
        return prepared
    }

    private func prepareUnlimited(_ change: Change) throws -> PreparedChange {
        switch change.operation {
        case .postEvents: try prepareEvents(change)
        case .postCommand: try prepareCommand(change)
        case .patchSession: try preparePatchOfSession(change)
        case .createSurface: try prepareNewSurface(change)
        case .patchSurface: try preparePatchOfSurface(change)
        case .deleteSurface: prepareRemovalOfSurface(change)
        case .patchAxis: try preparePatchOfAxis(change)
        case .putModifier: try prepareModifier(change)
        case .patchModifier: try preparePatchOfModifier(change)
        case .deleteModifier: prepareRemovalOfModifier(change)
        case .putAnnotation: try prepareAnnotation(change)
        case .patchAnnotation: try preparePatchOfAnnotation(change)
        case .deleteAnnotation: prepareRemovalOfAnnotation(change)
        case .cancelGestures:
            PreparedChange(change: change) { session in
                session.cancelGestures(ofSurface: change.surface)
                return ChangeAnswer(body: .empty)
            }
        }
    }

    /// What a change asks to see, within the bounds of an answer.
    func view(of change: Change) -> SurfaceView {
        var view = change.shape.view
        view.answerBytes = answerBytes
        if change.operation.namesSurface { view.mainSurface = change.surface }
        return view
    }

    /// Prepares a change whose answer holds the addressed surface and the others that it changed.
    func answered(
        _ change: Change, apply: @escaping @Sendable (inout Session) throws -> ChangeAnswer.Outcome
    ) throws -> PreparedChange {
        let view = view(of: change)
        let mode = change.shape.mode
        return PreparedChange(change: change) { session in
            let basis = SceneBasis(of: session, for: view)
            if mode.isExplained { session.startTrace() }
            let outcome = try apply(&session)
            let trace = mode.isExplained ? session.takeTraceReport(ofSurface: change.surface) : nil
            let surfaces = session.surfacesChanged(with: change.surface)
            let report = ChangeReport(of: session, surfaces: surfaces, view: view, after: basis, trace: trace)
            session.noteAnswered(surfaces, view: view)
            return ChangeAnswer(of: report, mode, outcome: outcome)
        }
    }

    /// Prepares a change of the addressed surface alone.
    func answered(
        _ change: Change, changing body: @escaping @Sendable (inout Surface) throws -> Void
    ) throws -> PreparedChange {
        try answered(change) { session in
            try session.changeSurface(change.surface, ifMatch: change.ifMatch, body)
            return .changed
        }
    }
}

extension ChangeAnswer {
    /// The answer that tells what has changed, with the tag of the addressed surface.
    init(
        of report: ChangeReport, _ mode: ChangeMode, outcome: Outcome = .changed, kept: KeptAnswer? = nil
    ) {
        self.init(
            body: kept.map { .numbered($0, report) } ?? .change(report), outcome: outcome,
            entityTag: mode.isDryRun ? nil : report.surfaces.first?.entityTag, locale: report.view.locale)
    }
}

extension Change {
    /// The body as JSON, decoded.
    func decoded<Body: Decodable>(_ type: Body.Type) throws -> Body {
        try JSONCoding.decode(type, from: try JSONValue.parse(body))
    }
}

extension Session {
    /// Records which windows an answer shows.
    mutating func noteAnswered(_ surfaces: [SessionSurface], view: SurfaceView) {
        if let client = view.client, view.annotations != .none {
            for surface in surfaces where surface.surface.chart.annotationsVersion > 0 {
                noteAnsweredAnnotations(ofSurface: surface.id, to: client)
            }
        }
        // At a size of its own, a client compares with the state before, and others have not seen these rows.
        guard view.sizes.isEmpty else { return }
        for surface in surfaces where view.showsRows(of: surface) { noteAnsweredWindow(ofSurface: surface.id) }
    }
}

extension ChangeInterpreter {
    /// Makes or replaces an annotation; what is not said has its default.
    private func prepareAnnotation(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        let before = change.query.text("before")
        var prepared = try answered(change) { session in
            let isNew = session.surface(change.surface)?.surface.annotations[change.item] == nil
            try self.change(&session, change) { surface, old in
                if old != nil, change.refusesReplacing { throw Problem.existsAlready }
                let place = AnnotationPlace(of: surface.chart)
                var annotation = Annotation.new(change.item, in: place)
                if old == nil { try Identifier.check(change.item, at: .root) }
                try annotation.take(body, in: place, at: .root)
                annotation.style.author = old == nil ? change.author : old?.style.author
                try change.check(locks: annotation, over: old)
                if let before {
                    guard before != change.item, surface.annotations[before] != nil else {
                        throw Problem(.queryInvalid, "The surface has no other annotation \"\(before)\".")
                    }
                }
                guard old != nil || surface.annotations.items.count < Annotation.mostOfSurface else {
                    throw Problem(
                        .tooManyAnnotations, "A surface has at most \(Annotation.mostOfSurface) annotations.")
                }
                surface.put(annotation, before: before)
            }
            return isNew
                ? .created(path: "surfaces/\(change.surface)/annotations/\(change.item)") : .changed
        }
        prepared.make = tellingTag(of: change, prepared.make)
        return prepared
    }

    /// Changes what a body says of an annotation.
    private func preparePatchOfAnnotation(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        var prepared = try answered(change) { session in
            try self.change(&session, change) { surface, old in
                guard let old else { throw Problem.unknownAnnotation(change.item) }
                for (name, own) in [("id", old.id), ("kind", old.kind.rawValue)] {
                    guard let given = body[name], given != .string(own) else { continue }
                    throw Problem(
                        .propertyInvalid, "The \(name) of an annotation does not change.", pointer: "/\(name)")
                }
                var annotation = old
                try annotation.take(body, in: AnnotationPlace(of: surface.chart), at: .root)
                try change.check(locks: annotation, over: old)
                surface.put(annotation)
            }
            return .changed
        }
        prepared.make = tellingTag(of: change, prepared.make)
        return prepared
    }

    private func prepareRemovalOfAnnotation(_ change: Change) -> PreparedChange {
        PreparedChange(change: change) { session in
            try self.change(&session, change) { surface, old in
                guard let old else { throw Problem.unknownAnnotation(change.item) }
                try change.check(locks: old, over: old)
                surface.removeAnnotation(old.id)
            }
            return ChangeAnswer(body: .empty, outcome: .ended)
        }
    }

    /// Changes the annotations of a surface, where the tags in If-Match are those of the annotation.
    private func change(
        _ session: inout Session, _ change: Change, _ apply: (inout Surface, Annotation?) throws -> Void
    ) throws {
        try session.changeSurface(change.surface) { surface in
            let old = surface.annotations[change.item]
            if let tags = change.ifMatch {
                guard let old, tags.contains("*") || tags.contains(old.entityTag) else {
                    throw SessionError.preconditionFailed
                }
            }
            if change.isOfAnnotator, let old, old.style.author != change.author {
                throw Problem(.annotationNotYours, "The annotation \"\(old.id)\" is \(old.owner).")
            }
            try apply(&surface, old)
        }
    }

    /// Answers with the tag of the annotation.
    private func tellingTag(
        of change: Change, _ apply: @escaping @Sendable (inout Session) throws -> ChangeAnswer
    ) -> @Sendable (inout Session) throws -> ChangeAnswer {
        { session in
            var answer = try apply(&session)
            if answer.entityTag != nil {
                answer.entityTag = session.surface(change.surface)?.surface.annotations[change.item]?.entityTag
            }
            return answer
        }
    }
}

extension Change {
    /// Refuses changes of a locked annotation and of its lock, unless the driver makes them.
    fileprivate func check(locks annotation: Annotation, over old: Annotation?) throws(Problem) {
        guard isOfAnnotator, annotation.style.isLocked || old?.style.isLocked ?? false else { return }
        throw Problem(.annotationLocked, "Only the driver locks, unlocks and changes a locked annotation.")
    }
}

extension Annotation {
    /// The entity tag of the annotation: it changes with each change of it.
    package var entityTag: String { "\"\(edition)\"" }

    /// Whose it is, in words.
    fileprivate var owner: String { style.author.map { "that of \"\($0)\"" } ?? "the driver's" }
}

extension Problem {
    /// The problem that a surface or a dataset has no such annotation.
    package static func unknownAnnotation(_ id: String) -> Problem {
        Problem(.annotationUnknown, "There is no annotation \"\(id)\".")
    }
}

extension ChangeInterpreter {
    private func prepareEvents(_ change: Change) throws -> PreparedChange {
        let mode = change.shape.mode
        let body = try EventBatchBody(change.body.span, maximumEvents: bounds.eventsPerBatch)
        var view = view(of: change)
        if view.sizes.isEmpty, body.frame != nil || !body.frames.isEmpty {
            view.sizes = OwnSizes(main: body.frame.map(ChartSize.init), others: body.frames.mapValues(ChartSize.init))
        }
        view.client = body.client.map { ExactName($0) }
        let number = body.number
        let (surface, ifMatch, author) = (change.surface, change.ifMatch, change.author)
        let digest = change.digest ?? number.map { _ in BatchDigest(body: change.body, surface: surface) }
        var change = change
        (change.number, change.digest) = (number, digest)
        let workLimit = limits == nil ? nil : SpecificationLimits.batchWork
        let count = body.events.count
        let gestures = body.mostGestures
        let mayTakeLong = { @Sendable (session: borrowing Session) in
            session.mayTakeLong(events: count, gestures: gestures, on: surface)
        }
        return PreparedChange(change: change, eventCount: count, mayTakeLong: mayTakeLong) { [view] session in
            let basis = SceneBasis(of: session, for: view)
            let size = session.surfaces[try session.index(ofSurface: surface)].size
            var batch = try body.batch(digest: digest, size: size)
            batch.author = author
            if mode.isDryRun { batch.number = nil }
            if mode.isExplained { session.startTrace() }
            switch try session.apply(batch, toSurface: surface, ifMatch: ifMatch, workLimit: workLimit, now: now()) {
            case .duplicate(let answer):
                let surface = session.surfaces[try session.index(ofSurface: surface)]
                // Without a kept answer, the client gets the surface as it is now.
                let report = ChangeReport(of: session, surfaces: [surface], view: view)
                return ChangeAnswer(body: .duplicate(answer ?? report.kept, report))
            case .applied(let ignored):
                let trace = mode.isExplained ? session.takeTraceReport(ofSurface: surface) : nil
                let surfaces = session.surfacesChanged(with: surface)
                let report = ChangeReport(
                    of: session, surfaces: surfaces, view: view, after: basis, ignored: ignored, trace: trace)
                session.noteAnswered(surfaces, view: view)
                guard number != nil else { return ChangeAnswer(of: report, mode) }
                let kept = report.kept
                session.keep(answer: kept, to: batch)
                return ChangeAnswer(of: report, mode, kept: kept)
            }
        }
    }

    private func prepareCommand(_ change: Change) throws -> PreparedChange {
        switch try change.decoded(CommandBody.self).mapped() {
        case .surface(let command):
            return try answered(change) { (session: inout Session) in
                let command = try command.naming(datasetsOf: session.surface(change.surface))
                try session.changeSurface(change.surface, ifMatch: change.ifMatch) { surface in
                    do throws(Surface.CommandError) {
                        try surface.perform(command)
                    } catch {
                        throw SessionError.command(error)
                    }
                }
                return .changed
            }
        case .history(let direction):
            return try answered(change) { (session: inout Session) in
                try session.travel(direction, fromSurface: change.surface, ifMatch: change.ifMatch)
                return .changed
            }
        }
    }
}

extension Surface.Command {
    /// The command with the datasets as the surface has them, its own without a name.
    fileprivate func naming(datasetsOf surface: SessionSurface?) throws(Problem) -> Self {
        guard case .selectRow(let row, let name?) = self, let surface else { return self }
        guard surface.datasets.contains(name) else {
            throw Problem(
                .specificationUnknownDataset, "The surface shows no dataset \"\(name)\".", pointer: "/dataset")
        }
        return .selectRow(row, dataset: name == surface.dataset ? nil : name)
    }
}

extension EventBatchBody {
    /// The batch's number in the sequence of its client, when it has one.
    fileprivate var number: BatchNumber? {
        guard let client, let sequence else { return nil }
        return BatchNumber(client: client, sequence: sequence)
    }
}

extension ChangeInterpreter {
    private func prepareModifier(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(ModifierBody.self)
        try checkCount(body.children?.count ?? 0, at: "/children")
        let id = change.item
        let before = change.query.text("before")
        return try answered(change) { session in
            let isNew = session.surface(change.surface)?.surface.modifiers.contains { $0.id == id } != true
            try self.change(&session, change, as: body) { surface in
                if !isNew, change.refusesReplacing { throw Problem.existsAlready }
                let place = place(of: surface)
                let entries = try body.entries(id: id, registry: modifiers, in: place, at: .root).map(
                    \.entry)
                try limits?.checkSlices(of: entries, at: .root)
                let replaced = [id] + surface.children(of: id)
                let others = surface.modifiers.filter { !replaced.contains($0.id) }
                try limits?.checkSlices(
                    of: entries, beside: others.reduce(0) { $0 + $1.sliceCount }, after: surface.sliceCount, at: .root)
                try put(entries, before: before, on: &surface)
                try checkCount(surface.modifiers.count, at: nil)
                dropReferences(in: &surface, sparing: [id] + surface.children(of: id))
                try ModifierRelations.check(id, among: surface.modifiers)
            }
            return isNew ? .created(path: "surfaces/\(change.surface)/modifiers/\(id)") : .changed
        }
    }

    private func preparePatchOfModifier(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(ModifierBody.self)
        try checkCount(body.children?.count ?? 0, at: "/children")
        let id = change.item
        return try answered(change) { session in
            try self.change(&session, change, as: body) { surface in
                let before = surface.sliceCount
                let entry = try entry(id, of: surface)
                if let type = body.type, type != entry.typeName {
                    throw Problem(.propertyInvalid, "The type of a modifier does not change.", pointer: "/type")
                }
                if let given = body.id, given != id {
                    throw Problem(.propertyInvalid, "The id of a modifier does not change.", pointer: "/id")
                }
                if body.children != nil, !entry.holdsModifiers {
                    throw Problem(.propertyUnknown, "Only a group has children.", pointer: "/children")
                }
                let place = place(of: surface)
                surface.changeModifier(
                    id, options: try body.options(entry.options, of: type(of: entry.modifier), in: place, at: .root),
                    to: try body.changed(entry.modifier, in: place, at: .root))
                try body.changeChildren(of: id, on: &surface, registry: modifiers, in: place)
                try checkCount(surface.modifiers.count, at: "/children")
                try limits?.checkSlices(of: surface.modifiers, after: before, at: .root)
                dropReferences(in: &surface, sparing: [id] + surface.children(of: id))
                try ModifierRelations.check(id, among: surface.modifiers)
            }
            return .changed
        }
    }

    private func prepareRemovalOfModifier(_ change: Change) -> PreparedChange {
        let id = change.item
        return PreparedChange(change: change) { session in
            try session.changeSurface(change.surface, ifMatch: change.ifMatch) { surface in
                _ = try entry(id, of: surface)
                surface.removeModifier(id)
                dropReferences(in: &surface, sparing: [])
            }
            return ChangeAnswer(body: .empty, outcome: .ended)
        }
    }

    private func place(of surface: Surface) -> ModifierPlace {
        ModifierPlace(of: surface.chart, checksIDs: limits != nil)
    }

    /// Changes a modifier of a surface, and checks its references to other surfaces.
    private func change(
        _ session: inout Session, _ change: Change, as body: ModifierBody,
        _ apply: (inout Surface) throws -> Void
    ) throws {
        try session.changeSurface(change.surface, ifMatch: change.ifMatch, apply)
        try SurfaceReferences.check(change.surface, of: session) { broken in
            guard broken != change.item,
                let index = (body.children ?? []).firstIndex(where: { $0.effectiveID == broken })
            else { return .root }
            return JSONPointer.root.appending("children").appending(index)
        }
    }

    /// Puts a modifier with its children into its place, or before another modifier.
    private func put(_ entries: [AttachedModifier], before: String?, on surface: inout Surface) throws(Problem) {
        let id = entries[0].id
        let old = surface.modifiers.first { $0.id == id }
        if let before {
            guard before != id, let other = surface.modifiers.first(where: { $0.id == before }) else {
                throw Problem(.queryInvalid, "The surface has no other modifier \"\(before)\".")
            }
            guard let group = old?.group ?? other.group else {
                return try replace(old, by: entries, before, on: &surface)
            }
            throw Problem(.queryInvalid, "The order within a group is that of its children: change \"\(group)\".")
        }
        try replace(old, by: entries, nil, on: &surface)
    }

    private func replace(
        _ old: AttachedModifier?, by entries: [AttachedModifier], _ before: String?, on surface: inout Surface
    ) throws(Problem) {
        let entry = entries[0]
        if old?.group != nil, entry.holdsModifiers {
            throw Problem(.specificationInvalid, "A group holds modifiers, and no other group.", pointer: "/type")
        }
        if old == nil || before != nil {
            surface.removeModifier(entry.id)
            surface.add(entry, before: before)
        } else {
            for child in surface.children(of: entry.id) { surface.removeModifier(child) }
            surface.changeModifier(entry.id, options: entry.options, to: entry.modifier)
        }
        for (index, child) in entries.dropFirst().enumerated() {
            guard !surface.modifiers.contains(where: { $0.id == child.id }) else {
                throw Problem(
                    .specificationDuplicateID, "The id \"\(child.id)\" is taken.", pointer: "/children/\(index)/id")
            }
            surface.add(child)
        }
    }

    /// Checks the number of modifiers of a surface.
    ///
    /// Callers count the children of a body before they add any: the more there are, the more adding one costs.
    private func checkCount(_ count: Int, at pointer: String?) throws(Problem) {
        let limit = bounds.modifiersPerSurface
        guard count > limit else { return }
        throw Problem(.tooManyModifiers, "A surface has at most \(limit) modifiers.", pointer: pointer)
    }

    /// Removes modifiers that no longer exist from the relations of others, so that a later check accepts these.
    private func dropReferences(in surface: inout Surface, sparing ids: [String]) {
        let named = surface.modifiers.filter { !$0.holdsModifiers }.map(\.id)
        for other in surface.modifiers where !ids.contains(other.id) {
            var options = other.options
            options.requireFailureOf.removeAll { !named.contains($0) }
            options.simultaneousWith.removeAll { !named.contains($0) }
            guard options != other.options else { continue }
            surface.changeModifier(other.id, options: options, to: other.modifier)
        }
    }

    private func entry(_ id: String, of surface: Surface) throws(Problem) -> AttachedModifier {
        guard let entry = surface.modifiers.first(where: { $0.id == id }) else {
            throw Problem(.modifierUnknown, "The surface has no modifier \"\(id)\".")
        }
        return entry
    }
}

extension ChangeInterpreter {
    /// Changes the links and the locale; the answer holds the links and the surfaces that they moved.
    private func preparePatchOfSession(_ change: Change) throws -> PreparedChange {
        let view = view(of: change)
        let mode = change.shape.mode
        var body = SessionSpecification()
        try body.take(try change.decoded(JSONObject.self), in: .present, at: .root)
        return PreparedChange(change: change) { [body] session in
            let basis = SceneBasis(of: session, for: view)
            if mode.isExplained { session.startTrace() }
            let links = try body.links.map { links throws(Problem) in
                try LinkSpecification.links(links, of: session.surfaces, limits: limits)
            }
            if links != nil || body.locale != nil {
                session.changeLinks(to: links ?? session.links, locale: body.locale)
            }
            if links != nil, limits != nil { try LinkSpecification.checkAgreement(of: session) }
            let trace = mode.isExplained ? session.takeTraceReport(ofSurface: "") : nil
            let surfaces = session.surfacesChanged(with: "")
            let report = ChangeReport(
                of: session, surfaces: surfaces, links: session.links, view: view, after: basis, trace: trace)
            session.noteAnswered(surfaces, view: view)
            return ChangeAnswer(body: .change(report))
        }
    }
}

extension ChangeInterpreter {
    private func prepareNewSurface(_ change: Change) throws -> PreparedChange {
        let view = view(of: change)
        let body = SurfaceSpecification.namingDataset(try change.decoded(JSONObject.self))
        let named = try SurfaceSpecification.datasets(of: body, at: .root).map(\.name)
        let id = try SurfaceSpecification.id(of: body, at: .root)
        var logged = change
        logged.surface = id
        return PreparedChange(change: logged) { session in
            guard let calendar = CivilCalendar(timeZone: session.timeZone) else {
                preconditionFailure("a session has a time zone that exists")
            }
            let place = SurfaceSpecification.Place(
                context: specification(calendar: calendar), dataset: named.first,
                tables: session.newest(of: change.tables))
            let specification = try SurfaceSpecification(body, in: place, at: .root)
            let surface = try specification.surface(in: place, at: .root)
            let entry = SessionSurface(surface: surface, dataset: place.dataset)
            try session.add(entry, limit: bounds.surfacesPerSession)
            try SurfaceReferences.check(id, of: session) { specification.place(ofModifier: $0, at: .root) }
            guard let added = session.surface(id) else {
                preconditionFailure("an added surface is there")
            }
            let view = view.resolved(for: session)
            return ChangeAnswer(
                body: .surface(added, view), outcome: .created(path: "surfaces/\(added.id)"),
                entityTag: added.entityTag, locale: view.locale,
                releasedDatasets: named.without(entry.datasets))
        }
    }

    private func preparePatchOfSurface(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        guard SurfaceSpecification.changesContents(body) else {
            return try answered(change) { (surface: inout Surface) in
                try SurfaceSpecification.change(
                    &surface, by: body,
                    in: .init(context: specification(calendar: surface.chart.calendar), tables: [:]))
            }
        }
        let named = try SurfaceSpecification.datasets(of: body, at: .root).map(\.name)
        var prepared = try answered(change) { (session: inout Session) in
            let shown = session.surface(change.surface)?.dataset
            let body = shown == nil ? SurfaceSpecification.namingDataset(body) : body
            let dataset = try SurfaceSpecification.dataset(of: body) ?? shown
            let tables = session.newest(of: change.tables)
            try session.changeContents(ofSurface: change.surface, to: dataset, ifMatch: change.ifMatch) { surface in
                try SurfaceSpecification.change(
                    &surface, by: body,
                    in: .init(
                        context: specification(calendar: surface.chart.calendar), dataset: dataset, tables: tables,
                        oldDataset: shown))
            }
            return .changed
        }
        prepared.make = { [make = prepared.make] session in
            let held = (session.surface(change.surface)?.datasets ?? []) + named
            var answer = try make(&session)
            answer.releasedDatasets = held.without(session.surface(change.surface)?.datasets ?? [])
            return answer
        }
        return prepared
    }

    private func prepareRemovalOfSurface(_ change: Change) -> PreparedChange {
        PreparedChange(change: change) { session in
            try session.check(change.ifMatch, surface: change.surface)
            let datasets = try session.removeSurface(change.surface)
            return ChangeAnswer(body: .empty, outcome: .ended, releasedDatasets: datasets)
        }
    }

    private func preparePatchOfAxis(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        let id = change.item
        return try answered(change) { (surface: inout Surface) in try surface.changeAxis(id, by: body) }
    }
}

extension Surface {
    /// Changes an axis by the body of a request.
    ///
    /// - Parameters:
    ///   - id: The axis.
    ///   - body: The body.
    /// - Throws: A problem that names the place in the body.
    mutating func changeAxis(_ id: String, by body: JSONObject) throws(Problem) {
        guard let axis = chart.axis(id) else {
            throw Problem(.axisUnknown, "The surface has no axis \"\(id)\".")
        }
        if let type = body["type"], type != .null {
            throw Problem(.propertyInvalid, "The type of an axis does not change.", pointer: "/type")
        }
        var change = AxisChange(of: axis)
        try change.take(body, in: .init(dimension: axis.dimension, calendar: chart.calendar), at: .root)
        guard change.axis == id else {
            throw Problem(.propertyInvalid, "The id of an axis does not change.", pointer: "/id")
        }
        changeAxis(id, options: change.options, visibleRange: change.visibleRange)
    }
}

extension Session {
    /// The newest rows of some datasets: those that the session shows, which may have come since the others were read.
    ///
    /// All surfaces of a dataset show the same rows.
    fileprivate func newest(of tables: [String: Table]) -> [String: Table] {
        var newest = tables
        for name in tables.keys { newest[name] = table(of: name) ?? newest[name] }
        return newest
    }
}

extension [String] {
    /// The names without each of some others once.
    fileprivate func without(_ others: [String]) -> [String] {
        var left = self
        for one in others {
            if let index = left.firstIndex(of: one) { left.remove(at: index) }
        }
        return left
    }
}
