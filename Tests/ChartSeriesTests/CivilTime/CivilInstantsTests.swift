import Testing

@testable import ChartSeries

/// The instants of a civil time are those at which the clocks of a zone show it.
struct CivilInstantsTests {
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "UTC", "Asia/Kolkata",
        "Africa/Casablanca", "Antarctica/Troll",
    ])
    func `each quarter of an hour of two years has the instants that show it`(zone: String) throws {
        let calendar = try #require(CivilCalendar(timeZone: zone))
        let quarter: Int64 = 900_000
        var shown: [Int64: [Int64]] = [:]
        let begin: Int64 = 1_577_836_800_000
        let day: Int64 = 86_400_000
        for instant in stride(from: begin - 2 * day, to: begin + 733 * day, by: Int64.Stride(quarter)) {
            shown[instant + Int64(calendar.offset(at: Double(instant))), default: []].append(instant)
        }
        for civil in stride(from: begin, to: begin + 731 * day, by: Int64.Stride(quarter)) {
            let found = calendar.instants(ofCivil: civil)
            let instants = shown[civil] ?? []
            #expect(found.isSkipped == instants.isEmpty)
            if let first = instants.first { #expect(found.first == first) }
            #expect(found.second == instants.dropFirst().first)
        }
    }
}
