import ChartEngine
import ChartSeries
import ChartWire

extension ChangeInterpreter {
    func prepareEvents(_ change: Change) throws -> PreparedChange {
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

    func prepareCommand(_ change: Change) throws -> PreparedChange {
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
