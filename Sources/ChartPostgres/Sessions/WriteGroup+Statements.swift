import ChartStores

extension WriteGroup {
    /// The statements of the group, with what an answer of each tells.
    func statements(node: Int64) -> [PlannedStatement] {
        var planned: [PlannedStatement] = []
        for (pass, wave) in waves.enumerated() {
            func plan(
                _ text: PostgresText, _ set: WritableKeyPath<WriteOutcome.Pass, Set<String>>?,
                _ fill: (inout PostgresParameters) -> Void
            ) {
                let statement = PostgresStatement(text) { parameters in
                    parameters.add(node)
                    parameters.add(counter)
                    fill(&parameters)
                }
                planned.append(PlannedStatement(statement: statement, pass: pass, names: set))
            }
            if !wave.beginnings.isEmpty { plan(WriteStatements.begin, \.begun) { begin(wave, &$0) } }
            if !wave.runs.isEmpty {
                plan(WriteStatements.append, \.moved) { append(wave, node, &$0) }
                let shown = wave.runs.filter { $0.value.datasets != nil }.sorted { $0.key < $1.key }
                if !shown.isEmpty {
                    plan(WriteStatements.hide, nil) { $0.addArray(shown.map(\.key)) }
                    plan(WriteStatements.show, nil) { add(shown.map { ($0.key, $0.value.datasets ?? []) }, to: &$0) }
                }
            }
            if !wave.snapshots.isEmpty { plan(WriteStatements.keep, \.kept) { keep(wave, &$0) } }
            if !wave.ends.isEmpty {
                let ends = wave.ends.sorted { $0.key < $1.key }
                plan(WriteStatements.end, \.ended) { parameters in
                    parameters.addArray(ends.map(\.key))
                    parameters.addArray(ends.map(\.value.expires))
                    parameters.addArray(ends.map(\.value.isDependent))
                }
            }
            for clearing in wave.clearings {
                plan(BackgroundStatement.clear.text, nil) { parameters in
                    parameters.add(clearing.age)
                    parameters.add(Int64(clearing.count))
                }
            }
        }
        return planned
    }

    /// Reads the answers of the statements.
    func outcome(_ planned: [PlannedStatement], _ results: [PostgresResult]) -> WriteOutcome {
        var outcome = WriteOutcome(passes: waves.map { _ in WriteOutcome.Pass() })
        for (statement, result) in zip(planned, results) {
            guard let names = statement.names else { continue }
            for row in 0..<result.count {
                if let id = result.text(row, 0) { outcome.passes[statement.pass][keyPath: names].insert(id) }
            }
        }
        return outcome
    }

    private func begin(_ wave: WriteWave, _ parameters: inout PostgresParameters) {
        let heads = wave.beginnings.values.sorted { $0.id < $1.id }
        parameters.addArray(heads.map(\.id))
        parameters.addArray(heads.map(\.driverTokenHash))
        parameters.addArray(heads.map(\.viewerTokenHash))
        parameters.addArray(heads.map(\.idleTimeout))
        parameters.addArray(heads.map { $0.owner.map { Array($0.subjectText.utf8) } })
        parameters.addArray(heads.map { $0.owner.map { StoredTexts.text(of: $0.datasets.patterns) } })
        parameters.addArray(heads.map(\.createdAt))
        parameters.addArray(heads.map(\.line))
        parameters.addArray(heads.map { RowSeal.head($0) })
        add(heads.map { ($0.id, $0.datasets) }, to: &parameters)
        add(heads.flatMap { head in head.begunLookups.map { (head.id, $0) } }, to: &parameters)
    }

    private func add(_ seen: [(id: String, lookup: DatasetLookup)], to parameters: inout PostgresParameters) {
        parameters.addArray(seen.map(\.id))
        parameters.addArray(seen.map(\.lookup.name))
        parameters.addArray(seen.map { Int64($0.lookup.version) })
    }

    private func append(_ wave: WriteWave, _ node: Int64, _ parameters: inout PostgresParameters) {
        let runs = wave.runs.sorted { $0.key < $1.key }
        parameters.addArray(runs.map(\.key))
        parameters.addArray(runs.map { Int64($0.value.first) })
        parameters.addArray(runs.map { Int64($0.value.last) })
        parameters.addArray(runs.map(\.value.isDependent))
        let lines = runs.flatMap { run in run.value.entries.map { (id: run.key, entry: $0) } }
        parameters.addArray(lines.map(\.id))
        parameters.addArray(lines.map { Int64($0.entry.revision) })
        parameters.addArray(lines.map(\.entry.line))
        parameters.addArray(
            lines.map { line in
                RowSeal.line(
                    line.entry.line, of: line.id, revision: line.entry.revision, node: node, counter: counter)
            })
        add(lines.flatMap { line in line.entry.begunLookups.map { (line.id, $0) } }, to: &parameters)
    }

    private func keep(_ wave: WriteWave, _ parameters: inout PostgresParameters) {
        let snapshots = wave.snapshots.sorted { $0.key < $1.key }
        parameters.addArray(snapshots.map(\.key))
        parameters.addArray(snapshots.map { Int64($0.value.snapshot.revision) })
        parameters.addArray(snapshots.map(\.value.snapshot.state))
        parameters.addArray(
            snapshots.map { name, value in
                RowSeal.state(value.snapshot.state, of: name, revision: value.snapshot.revision)
            })
        parameters.addArray(snapshots.map(\.value.keepsHistory))
        parameters.addArray(snapshots.map(\.value.isDependent))
    }

    private func add(_ shown: [(id: String, datasets: [String])], to parameters: inout PostgresParameters) {
        let rows = shown.flatMap { session in
            session.datasets.enumerated().map {
                (id: session.id, ordinal: Int64($0.offset), dataset: Array($0.element.utf8))
            }
        }
        parameters.addArray(rows.map(\.id))
        parameters.addArray(rows.map(\.ordinal))
        parameters.addArray(rows.map(\.dataset))
    }
}

/// A statement of a group.
struct PlannedStatement {
    let statement: PostgresStatement
    let pass: Int
    /// What the names in its answer tell; `nil` for a statement without names.
    let names: WritableKeyPath<WriteOutcome.Pass, Set<String>>?
}
