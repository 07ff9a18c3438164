import ChartWire
import Testing

/// Two hosts of one case, of which the second shows every other series on a dataset of its own with the same rows: what
/// both say of ranges, readings, gestures and selections is the same.
struct SplitHost: ConformanceHost {
    private var whole = EngineHost()
    private var split = EngineHost()
    /// The columns of each dataset, without its x.
    private var columns: [String: [String]] = [:]
    /// Whether some series stands on a dataset of its own.
    private(set) var isSplit = false
    /// Whether a change of the case means another thing for the second host.
    private var isOther = false

    private static let suffix = "-split"

    mutating func put(_ csv: String, as name: String) async throws -> HostAnswer {
        let header = csv.split(separator: "\n").first.map { $0.split(separator: ",").map(String.init) } ?? []
        columns[name] = Array(header.dropFirst())
        let answer = try await whole.put(csv, as: name)
        _ = try await split.put(csv, as: name)
        _ = try await split.put(csv, as: name + Self.suffix)
        return answer
    }

    mutating func append(_ csv: String, to name: String) async throws -> HostAnswer {
        let answer = try await whole.append(csv, to: name)
        _ = try await split.append(csv, to: name)
        _ = try await split.append(csv, to: name + Self.suffix)
        return answer
    }

    mutating func open(_ body: String) async throws -> HostAnswer {
        var other = try JSONValue.parse(Array(body.utf8))
        if case .object(var session) = other, case .array(let surfaces)? = session["surfaces"] {
            session["surfaces"] = .array(surfaces.map { splitting($0) })
            other = .object(session)
        }
        return compared(try await whole.open(body), with: try await split.open(other.text), body)
    }

    mutating func post(_ batch: String, surface: String) async throws -> HostAnswer {
        compared(
            try await whole.post(batch, surface: surface), with: try await split.post(batch, surface: surface), batch)
    }

    mutating func command(_ body: String, surface: String) async throws -> HostAnswer {
        compared(
            try await whole.command(body, surface: surface), with: try await split.command(body, surface: surface), body
        )
    }

    mutating func patch(axis: String, surface: String, _ body: String) async throws -> HostAnswer {
        compared(
            try await whole.patch(axis: axis, surface: surface, body),
            with: try await split.patch(axis: axis, surface: surface, body), body)
    }

    mutating func patch(surface: String, _ body: String) async throws -> HostAnswer {
        // Other rows or series may leave those of the second host where they are.
        if body.contains("\"dataset\"") || body.contains("\"series\"") { isOther = true }
        return compared(
            try await whole.patch(surface: surface, body), with: try await split.patch(surface: surface, body), body)
    }

    mutating func patch(modifier: String, surface: String, _ body: String) async throws -> HostAnswer {
        compared(
            try await whole.patch(modifier: modifier, surface: surface, body),
            with: try await split.patch(modifier: modifier, surface: surface, body), body)
    }

    mutating func patchSession(_ body: String) async throws -> HostAnswer {
        compared(try await whole.patchSession(body), with: try await split.patchSession(body), body)
    }

    mutating func state() async throws -> HostAnswer {
        compared(try await whole.state(), with: try await split.state(), "the state")
    }

    /// The body of a surface with every other series on the second dataset, where no shape or stack needs it beside others.
    private mutating func splitting(_ json: JSONValue) -> JSONValue {
        guard case .object(var surface) = json, case .string(let dataset)? = surface["dataset"],
            !(surface["xAxes"]?.text.contains("\"category\"") ?? false)
        else { return json }
        var series: [JSONValue] = (columns[dataset] ?? []).map { .object(["y": .string($0)]) }
        if case .array(let given)? = surface["series"] { series = given }
        for index in series.indices where !index.isMultiple(of: 2) {
            guard case .object(var one) = series[index], case .string(let column)? = one["y"],
                ["stack", "ohlc", "dataset"].allSatisfy({ one[$0] == nil }),
                !["band", "candlestick"].contains(where: { one["kind"] == .string($0) })
            else { continue }
            one["dataset"] = .string(dataset + Self.suffix)
            one["id"] = one["id"] ?? .string(column)
            one["name"] = one["name"] ?? .string(column)
            series[index] = .object(one)
            isSplit = true
        }
        surface["series"] = .array(series)
        return .object(surface)
    }

    private func compared(_ answer: HostAnswer, with other: HostAnswer, _ body: String) -> HostAnswer {
        guard !isOther else { return answer }
        #expect(answer.isProblem == other.isProblem, "\(body): \(answer.json.text), and split \(other.json.text)")
        guard !answer.isProblem, case .array(let surfaces)? = answer.json[at: "/surfaces"],
            case .array(let others)? = other.json[at: "/surfaces"]
        else { return answer }
        #expect(surfaces.count == others.count)
        for (one, two) in zip(surfaces, others) {
            for name in ["xAxes", "yAxes", "overlays", "gestures", "recognized"] {
                let (own, split) = (one[at: "/\(name)"]?.text, two[at: "/\(name)"]?.text)
                #expect(own == split, "\(name) after \(body)")
            }
            #expect(one[at: "/selection/series"]?.text == two[at: "/selection/series"]?.text, "\(body)")
            #expect(Self.rows(of: one) == Self.rows(of: two), "selected rows after \(body)")
        }
        return answer
    }

    /// The selected rows of all parts.
    private static func rows(of surface: JSONValue) -> Set<Double> {
        var rows: Set<Double> = []
        func add(_ json: JSONValue?) {
            guard case .array(let list)? = json else { return }
            for case .number(let row) in list { rows.insert(row) }
        }
        add(surface[at: "/selection/rows"])
        if case .array(let parts)? = surface[at: "/selection/parts"] {
            for part in parts { add(part[at: "/rows"]) }
        }
        return rows
    }
}
