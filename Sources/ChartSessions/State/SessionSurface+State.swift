import ChartEngine
import ChartSeries
import Foundation
import Gestures

/// The encoded form of a session's surface.
struct SessionSurfaceState: Encodable {
    enum CodingKeys: String, CodingKey {
        case dataset, version, rows, revision, rowsOfRevision, answered, clocks, movesByLinkedData, surface, others
    }

    /// The rows of another dataset of its series.
    struct Other: Codable {
        var dataset: String
        var version: Int
        var rows: Int
    }

    private let entry: SessionSurface

    init(of entry: SessionSurface) {
        self.entry = entry
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let table = entry.surface.chart.table
        try container.encodeIfPresent(entry.dataset, forKey: .dataset)
        try container.encode(table.version, forKey: .version)
        try container.encode(table.rowCount, forKey: .rows)
        try container.encode(entry.revision, forKey: .revision)
        if !entry.hasRowsOfRevision { try container.encode(entry.rowsOfRevision, forKey: .rowsOfRevision) }
        if entry.answered != entry.windowKey { try container.encode(entry.answered, forKey: .answered) }
        let clocks = entry.clocks.clients.map { ClientClock(name: $0.name.text, time: $0.time) }
        if !clocks.isEmpty { try container.encode(clocks, forKey: .clocks) }
        if entry.movesByLinkedData != 0 { try container.encode(entry.movesByLinkedData, forKey: .movesByLinkedData) }
        let others = entry.surface.others.map {
            Other(dataset: $0.dataset, version: $0.table.version, rows: $0.table.rowCount)
        }
        if !others.isEmpty { try container.encode(others, forKey: .others) }
        try container.encode(SurfaceState(of: entry.surface), forKey: .surface)
    }
}

/// The encoded last event time of a client.
private struct ClientClock: Codable {
    var name: String
    var time: Timestamp
}

extension SessionSurface {
    /// Decodes a surface of a session.
    ///
    /// - Throws: ``SessionStateError`` for unavailable rows, or the error of the surface's decoding.
    init(from decoder: any Decoder, dependencies: SessionStateDependencies) throws {
        typealias Key = SessionSurfaceState.CodingKeys
        let container = try decoder.container(keyedBy: Key.self)
        let decoded = try container.superDecoder(forKey: .surface)
        let rows = SessionStateDependencies.Rows(
            surface: try Surface.id(from: decoded),
            dataset: try container.decodeIfPresent(String.self, forKey: .dataset),
            version: try container.decode(Int.self, forKey: .version),
            count: try container.decode(Int.self, forKey: .rows))
        let table = try dependencies.rows(rows)
        var others: [OtherRows] = []
        let encoded = try container.decodeIfPresent([SessionSurfaceState.Other].self, forKey: .others)
        for other in encoded ?? [] {
            let rows = SessionStateDependencies.Rows(
                surface: rows.surface, dataset: other.dataset, version: other.version, count: other.rows)
            others.append(OtherRows(dataset: other.dataset, table: try dependencies.rows(rows)))
        }
        try UnsoundState.require(
            areUnique(others.map(\.dataset)) && !others.contains { $0.dataset == rows.dataset },
            "the rows of a dataset twice")
        let surface = try Surface(from: decoded, table: table, others: others, registry: dependencies.modifiers)
        let revision = try container.decode(Int.self, forKey: .revision)
        self.init(surface: surface, dataset: rows.dataset, revision: revision)
        if let answered = try container.decodeIfPresent(WindowKey.self, forKey: .answered) { self.answered = answered }
        let clocks = try container.decodeIfPresent([ClientClock].self, forKey: .clocks) ?? []
        try UnsoundState.require(
            clocks.count <= ClientClocks.capacity && areUnique(clocks.map { ExactName($0.name) }),
            "too many clocks, or two of one client")
        self.clocks.clients = clocks.map { (ExactName($0.name), $0.time) }
        movesByLinkedData = try container.decodeIfPresent(Int.self, forKey: .movesByLinkedData) ?? 0
        try UnsoundState.require(
            UnsoundState.counts.contains(movesByLinkedData) && UnsoundState.counts.contains(revision),
            "a count beyond the limit")
        let seen = try container.decodeIfPresent(RowsSeen.self, forKey: .rowsOfRevision)
        if let seen {
            rowsOfRevision = seen
        } else {
            rowsOfRevision = RowsSeen(of: surface, moves: movesByLinkedData)
            (rowsOfRevision.version, rowsOfRevision.others) = (rows.version, encoded?.map(\.version))
        }
        driverHeardAt = dependencies.now
    }
}

/// Whether no name occurs twice.
func areUnique(_ names: [some Hashable]) -> Bool { Set(names).count == names.count }
