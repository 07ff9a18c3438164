/// Something that hosts charts as the API describes, for one case.
protocol ConformanceHost {
    /// Puts a dataset; only a problem in the answer matters.
    mutating func put(_ csv: String, as name: String) async throws -> HostAnswer
    /// Opens the session of the case.
    mutating func open(_ body: String) async throws -> HostAnswer
    mutating func post(_ batch: String, surface: String) async throws -> HostAnswer
    mutating func command(_ body: String, surface: String) async throws -> HostAnswer
    mutating func patch(axis: String, surface: String, _ body: String) async throws -> HostAnswer
    mutating func patch(surface: String, _ body: String) async throws -> HostAnswer
    mutating func patch(modifier: String, surface: String, _ body: String) async throws -> HostAnswer
    mutating func patchSession(_ body: String) async throws -> HostAnswer
    mutating func append(_ csv: String, to name: String) async throws -> HostAnswer
    /// The whole state of the open session.
    mutating func state() async throws -> HostAnswer
}
