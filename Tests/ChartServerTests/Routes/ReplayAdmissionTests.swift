import ChartSeries
import ChartWire
import Testing

@testable import ChartServer

struct ReplayAdmissionTests {
    @Test func `a caller runs one replay at a time, independently of other callers`() async throws {
        let admission = ReplayAdmission()
        try await admission.run(of: "a") {
            let error = await #expect(throws: Problem.self) { try await admission.run(of: "a") {} }
            #expect(error?.code == .rateExceeded)
            try await admission.run(of: "b") {}
        }
        try await admission.run(of: "a") {}
    }

    @Test func `after a failed replay the caller may run the next one`() async throws {
        let admission = ReplayAdmission()
        await #expect(throws: CancellationError.self) { try await admission.run(of: "a") { throw CancellationError() } }
        try await admission.run(of: "a") {}
    }
}
