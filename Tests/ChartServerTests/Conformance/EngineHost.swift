import ChartEngine
import ChartSeries
import ChartSessions
import ChartWire

@testable import ChartServer

/// The mapping and the sessions without HTTP.
struct EngineHost: ConformanceHost {
    private let registry: SessionRegistry
    private let catalog = DatasetCatalog()
    private let modifiers: ModifierRegistry
    private let mostEvents = 1_024
    private let view = SurfaceView(window: .full, hasTicks: true, hasSpecification: false)
    private var session = ""

    init(modifiers: ModifierRegistry = .builtIn) {
        registry = SessionRegistry(catalog: catalog, clock: SessionClock { 0 })
        self.modifiers = modifiers
    }

    private static func rows(_ csv: String) throws(Problem) -> Table {
        do throws(ImportError) {
            return try CSVImporter.table(from: Array(csv.utf8))
        } catch {
            throw Problem(error, place: .line(error.line))
        }
    }

    mutating func put(_ csv: String, as name: String) async throws -> HostAnswer {
        try answer {
            _ = try catalog.put(try Self.rows(csv), as: name)
            return Array("{}".utf8)
        }
    }

    mutating func append(_ csv: String, to name: String) async throws -> HostAnswer {
        try answer {
            let rows = try Self.rows(csv)
            _ = try catalog.append(rows, to: name)
            return Array("{}".utf8)
        }
    }

    mutating func open(_ text: String) async throws -> HostAnswer {
        var opened = ""
        let answer = try answer {
            let body = try JSONCoding.decode(SessionBody.self, from: try JSONValue.parse(Array(text.utf8)))
            let context = SpecificationContext(
                registry: modifiers, maximumTouches: 16, maximumModifiers: 64, maximumRows: 20_000,
                calendar: try body.calendar())
            let created = try registry.create(showing: body.datasets) { id, tables in
                try body.session(
                    id: id, tables: tables, context: context, idleTimeout: 3_600_000,
                    maximumSurfaces: 16)
            }
            opened = created.session.id
            return AnswerWriter.state(
                of: created.session, view: SurfaceView(), expiresAt: created.expiresAt)
        }
        session = opened
        return answer
    }

    mutating func state() async throws -> HostAnswer {
        try answer {
            try registry.read(try registry.cell(session)) {
                AnswerWriter.state(of: $0, view: SurfaceView(), expiresAt: 0)
            }
        }
    }

    mutating func post(_ batch: String, surface: String) async throws -> HostAnswer {
        try answer {
            let bytes = Array(batch.utf8)
            let body = try EventBatchBody(JSONValue.parse(bytes), maximumEvents: mostEvents)
            return try registry.update(try registry.cell(session)) { session in
                let size = session.surfaces[try session.index(ofSurface: surface)].surface.chart.size
                let batch = try body.batch(digest: BatchDigest(body: bytes, surface: surface), size: size)
                switch try session.apply(batch, toSurface: surface, now: 0) {
                case .applied(let ignored):
                    let answer = AnswerWriter.change(
                        of: session, surfaces: session.surfacesChanged(with: surface), view: view, ignored: ignored)
                    session.keep(answer: answer, to: batch)
                    return answer
                case .duplicate(let answer?):
                    return AnswerWriter.duplicate(of: answer)
                case .duplicate(nil):
                    preconditionFailure("answers of a case are small enough to be kept")
                }
            }
        }
    }

    mutating func command(_ body: String, surface: String) async throws -> HostAnswer {
        let json = try JSONValue.parse(Array(body.utf8))
        return try change(surface) { session in
            switch try JSONCoding.decode(CommandBody.self, from: json).mapped() {
            case .surface(let command):
                try session.changeSurface(surface) { changed in
                    do throws(Surface.CommandError) {
                        try changed.perform(command)
                    } catch {
                        throw SessionError.command(error)
                    }
                }
            case .history(let direction): try session.travel(direction, fromSurface: surface)
            }
        }
    }

    mutating func patch(axis id: String, surface: String, _ body: String) async throws -> HostAnswer {
        let json = try JSONValue.parse(Array(body.utf8))
        return try change(surface) { session in
            let body = try JSONCoding.decode(AxisBody.self, from: json)
            try session.changeSurface(surface) { changed in
                guard let axis = changed.chart.axis(id) else { throw Problem(.axisUnknown, "no axis \(id)") }
                var options = axis.options
                let range = try body.apply(to: &options, calendar: changed.chart.calendar, at: .root)
                changed.changeAxis(id, options: options, visibleRange: range)
            }
        }
    }

    private func change(_ surface: String, _ body: (inout Session) throws -> Void) throws -> HostAnswer {
        try answer {
            try registry.update(try registry.cell(session)) { session in
                try body(&session)
                return AnswerWriter.change(of: session, surfaces: session.surfacesChanged(with: surface), view: view)
            }
        }
    }

    /// The answer to a call, or the problem that it throws.
    private func answer(_ call: () throws -> [UInt8]) throws -> HostAnswer {
        do {
            return HostAnswer(json: try JSONValue.parse(try call()), isProblem: false)
        } catch let problem as Problem {
            return try self.problem(problem)
        } catch let error as SessionError {
            return try self.problem(Problem(error))
        } catch let error as SessionRegistry.UnknownDataset {
            return try problem(Problem(.specificationUnknownDataset, "There is no dataset \"\(error.name)\"."))
        }
    }

    private func problem(_ problem: Problem) throws -> HostAnswer {
        HostAnswer(json: try JSONValue.parse(problem.body), isProblem: true)
    }
}
