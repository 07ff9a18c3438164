import Testing

@testable import ChartPostgres

/// An old primary is not taken for the new one.
struct PrimaryIdentityTests {
    private let host = PostgresSettings.Host(name: "db", address: nil, port: nil)

    @Test func `a lower timeline and another cluster are refused`() throws {
        let identity = PrimaryIdentity()
        try identity.admit(.init(system: 1, timeline: 3), at: host)
        try identity.admit(.init(system: 1, timeline: 3), at: host)
        try identity.admit(.init(system: 1, timeline: 4), at: host)
        #expect(identity.timeline == 4)
        #expect(throws: PostgresError.self) { try identity.admit(.init(system: 1, timeline: 3), at: host) }
        #expect(throws: PostgresError.self) { try identity.admit(.init(system: 2, timeline: 5), at: host) }
        #expect(identity.timeline == 4)
    }

    @Test func `a connection reads the timeline of its server`() throws {
        let database = try TestDatabase()
        let connection = try database.connector().open(.reader)
        #expect(connection.timeline == 1)
    }
}
