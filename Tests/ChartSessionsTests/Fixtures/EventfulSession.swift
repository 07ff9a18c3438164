import ChartEngine
import ChartSeries
import ChartSessions
import CoreTestSupport
import Gestures

/// A random session of one to three random surfaces, in links and event groups, with random events.
struct EventfulSession {
    /// An event.
    enum Step {
        /// A client sends events.
        case batch(surface: String, client: String?, sequence: Int, events: [InputEvent])
        /// A client sends a command.
        case command(surface: String, Surface.Command)
        /// A client hides or shows a series.
        case visibility(surface: String, series: String, isVisible: Bool)
        /// A client removes or adds a modifier.
        case toggle(surface: String, modifier: String)
        /// A client resizes a surface.
        case resize(surface: String, ChartSize)
        /// A client undoes or redoes.
        case travel(Session.HistoryDirection, surface: String)
        /// New rows arrive.
        case rows(surface: String, Table)
        /// An answer contains the rows of the window.
        case answer(surface: String)
    }

    /// The session before the events.
    var session: Session
    /// The events.
    var steps: [Step] = []
    /// The last rows of each surface, in order; they include the earlier ones.
    private(set) var tables: [Table]

    init(_ seed: Int, steps count: Int = 12) {
        var cases = SeededCases(seed: UInt64(seed) &+ 7_000_000)
        let random = (0..<cases.integer(in: 1...3)).map { index in
            var random = RandomSurface(&cases)
            random.id = "surface\(index)"
            return random
        }
        tables = random.map(\.table)
        let surfaces = random.map { one in
            var surface = one.surface
            if cases.isTrue(oneIn: 3) {
                var group = GroupModifier.Parameters()
                group.eventGroup = "one"
                surface.add(AttachedModifier(id: "events", modifier: GroupModifier(parameters: group)))
            }
            return SessionSurface(surface: surface, dataset: cases.isTrue() ? "data-\(one.id)" : nil)
        }
        let plain = Session(id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: surfaces)
        var links: [AxisLink] = []
        if cases.isTrue() {
            let last = AxisReference(surface: random[random.count - 1].id, axis: cases.element(of: ["x", "y"]))
            let members = [AxisReference(surface: "surface0", axis: random.count == 1 ? "x2" : "x"), last]
            let kind = cases.element(of: AxisLink.Kind.allCases)
            if let link = AxisLink(members, kind: kind, axis: { plain.axis($0) }) { links.append(link) }
        }
        session = Session(
            id: "s\(seed)", timeZone: "UTC", idleTimeout: 60_000, meta: cases.isTrue() ? Array(#"{"a":1}"#.utf8) : [],
            surfaces: plain.surfaces, links: links)
        var touches = random.map { RandomTouches(seed: cases.next(), size: $0.size) }
        var sequences = ["a": 0, "b": 0]
        for _ in 0..<count {
            let index = cases.integer(in: 0...(random.count - 1))
            steps.append(step(on: index, of: random[index], &touches[index], &sequences, &cases))
        }
    }

    private mutating func step(
        on index: Int, of random: RandomSurface, _ touches: inout RandomTouches, _ sequences: inout [String: Int],
        _ cases: inout SeededCases
    ) -> Step {
        let id = random.id
        switch cases.integer(in: 0...19) {
        case 0: return .travel(cases.element(of: [.undo, .undo, .redo]), surface: id)
        case 1:
            let commands: [Surface.Command] = [
                .zoomExtents(.xy), .selectRow(1), .deselectAllRows, .cancelGestures, .follow, .modifier("rotate"),
            ]
            return .command(surface: id, cases.element(of: commands))
        case 2:
            guard let series = random.table.columns.first?.name, cases.isTrue() else { return .answer(surface: id) }
            return .visibility(surface: id, series: series, isVisible: cases.isTrue())
        case 3: return .toggle(surface: id, modifier: cases.element(of: random.modifiers.map(\.id)))
        case 4: return .resize(surface: id, ChartSize(width: Double(cases.integer(in: 50...900)), height: 300))
        case 5, 6:
            guard let grown = Self.grown(tables[index], &cases) else { return .answer(surface: id) }
            tables[index] = grown
            return .rows(surface: id, grown)
        default:
            let client = cases.element(of: [nil, nil, nil, "a", "a", "b"] as [String?])
            let sequence = client.flatMap { sequences[$0] }.map { $0 + (cases.isTrue(oneIn: 10) ? 0 : 1) } ?? 0
            if let client { sequences[client] = max(sequence, 1) }
            return .batch(
                surface: id, client: client, sequence: max(sequence, 1),
                events: touches.events(cases.integer(in: 1...10)))
        }
    }

    private static func grown(_ table: Table, _ cases: inout SeededCases) -> Table? {
        guard let last = table.extent?.last, table.rowCount > 1 else { return nil }
        let step = max(abs(last) * 0.01, 1)
        let x = (1...cases.integer(in: 1...4)).map { last + Double($0) * step }
        let columns = table.columns.map { column in
            (name: column.name, values: x.map { _ in (column.maximum ?? 1) * cases.number(in: 0.5...1.2) })
        }
        var grown = table
        do {
            try grown.append(Table(xName: table.xName, xKind: table.xKind, x: x, columns: columns))
        } catch {
            return nil
        }
        return grown
    }

    /// The dependencies for decoding the session at any time.
    var dependencies: SessionStateDependencies {
        let tables = tables
        return SessionStateDependencies { rows in
            guard let index = tables.indices.first(where: { rows.surface == "surface\($0)" }) else { return nil }
            return tables[index].prefix(rows: rows.count, version: rows.version)
        }
    }
}

extension Session {
    /// Plays an event, unless it is refused.
    ///
    /// - Returns: The outcome, in words.
    mutating func play(_ step: EventfulSession.Step) -> String {
        var next = self
        do {
            let outcome = try next.carryOut(step)
            self = next
            return outcome
        } catch {
            return "\(error)"
        }
    }

    private mutating func carryOut(_ step: EventfulSession.Step) throws -> String {
        switch step {
        case .batch(let surface, let client, let sequence, let events):
            let answer = try send(events, from: client, sequence, body: "\(sequence)", to: surface)
            return answer.map { "answered with \($0.count) bytes before" } ?? "applied"
        case .command(let surface, let command):
            try changeSurface(surface) { try $0.perform(command) }
        case .visibility(let surface, let series, let isVisible):
            try changeSurface(surface) { _ = $0.setVisible(isVisible, series: series) }
        case .toggle(let surface, let modifier):
            try changeSurface(surface) { surface in
                guard let entry = surface.modifiers.first(where: { $0.id == modifier }) else { return }
                var options = entry.options
                options.isEnabled.toggle()
                surface.changeModifier(modifier, options: options, to: entry.modifier)
            }
        case .resize(let surface, let size):
            try changeSurface(surface) { $0.resize(size) }
        case .travel(let direction, let surface):
            try travel(direction, fromSurface: surface)
        case .rows(let surface, let table):
            try changeSurface(surface) { $0.setTable(table) }
        case .answer(let surface):
            noteAnsweredWindow(ofSurface: surface)
        }
        return "done"
    }

    /// Everything that clients can see, except rows.
    var visible: [AnyHashable] {
        surfaces.flatMap { entry -> [AnyHashable] in
            let chart = entry.surface.chart
            let first: [AnyHashable] = [
                entry.id, entry.entityTag, chart.ranges, chart.snapshots, chart.series, chart.selection, chart.overlays,
            ]
            return first + [
                chart.recognized, entry.surface.gestures, entry.answered, entry.windowKey,
                (chart.xAxes + chart.yAxes).map(\.zoomState), entry.surface.modifiers.map(\.options),
                chart.annotations.items, chart.annotations.version,
            ]
        } + [revision]
    }
}
