import HTTPTypes
import StoreTestSupport
import Testing

@testable import SessionTestSupport

/// How many batches a session takes in a second.
@Suite struct BatchRateTests {
    @Test func `batches beyond the rate are refused`() async throws {
        try await Service.run(["limits.batchesPerSecond": "2"]) { service in
            try await service.importLine()
            let session = try await service.open()
            for second in 0..<3 {
                for _ in 0..<2 {
                    #expect(try await session.post(TouchEvents.tick(Double(second))).status == 200)
                }
                let reply = try await session.post(TouchEvents.tick(Double(second)))
                reply.isProblem("limits.rate")
                #expect(reply.status == 429 && reply.headers[.retryAfter] == "1")
                service.clock.advance(byMilliseconds: 1_000)
            }
            let state = try await service.send(.get, session.path)
            #expect(state.integer("revision") == 6)
        }
    }
}
