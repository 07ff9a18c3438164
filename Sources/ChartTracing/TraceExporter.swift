import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle

/// Sends the spans of a tracer to a collector over HTTP, in the JSON of OTLP.
///
/// Ended spans wait in a bounded queue, so no request waits for the collector. This task writes and sends them: when a
/// batch is full, and after some time. What cannot be sent is dropped and counted.
package final class TraceExporter: Service {
    /// The first pause between two attempts, in milliseconds; it doubles each time.
    private static let firstPause: Int64 = 200
    /// The statuses after which the same spans may be sent again, by "OTLP/HTTP Response" of the specification.
    private static let retriedStatuses: Set<UInt> = [429, 502, 503, 504]
    /// The most bytes of an answer that are read.
    private static let mostAnswerBytes = 65_536

    private let export: TraceSettings.Export
    private let scope: (name: String, version: String)
    private let resource: [(String, String)]
    private let queue: SpanQueue
    private let lastPatience: Duration
    private let logger: Logger

    /// Creates the exporter.
    ///
    /// - Parameters:
    ///   - export: Where and how traces are sent.
    ///   - version: The version of what makes the spans.
    ///   - queue: The spans.
    ///   - lastPatience: The longest time that the end waits for what is left.
    ///   - logger: Logs when spans are no longer delivered, and when they are again.
    init(_ export: TraceSettings.Export, version: String, queue: SpanQueue, lastPatience: Duration, logger: Logger) {
        self.export = export
        scope = (TraceSettings.serviceName, version)
        resource = export.resource.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.queue = queue
        self.lastPatience = lastPatience
        self.logger = logger
    }

    /// Sends spans until the server has shut down, then what is left, for some time.
    package func run() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        if let certificates = export.certificates {
            configuration.tlsConfiguration?.trustRoots = .certificates(certificates)
        }
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .milliseconds(Int64(export.timeout))
        configuration.connectionPool.retryConnectionEstablishment = false
        // The requests of traces are no spans themselves.
        configuration.tracing.tracer = nil
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let delivery = Delivery()
        await cancelWhenGracefulShutdown { await self.sendUntilCancelled(client, delivery) }
        await sendLast(client, delivery)
        try await client.shutdown()
    }

    private func sendUntilCancelled(_ client: HTTPClient, _ delivery: Delivery) async {
        await withTaskGroup { group in
            group.addTask { [queue, delay = export.delay] in
                while (try? await Task.sleep(for: .milliseconds(delay))) != nil { queue.flush() }
            }
            for await _ in queue.wakes { await send(client, delivery) { queue.takeDueBatch() } }
            group.cancelAll()
        }
    }

    private func sendLast(_ client: HTTPClient, _ delivery: Delivery) async {
        await withTaskGroup { group in
            group.addTask { await self.send(client, delivery) { self.queue.takeBatch() } }
            group.addTask { try? await Task.sleep(for: self.lastPatience) }
            await group.next()
            group.cancelAll()
        }
        let lost = queue.close()
        if lost > 0 { logger.warning("the last spans were not delivered", metadata: ["spans": "\(lost)"]) }
    }

    /// Sends batch by batch, until none is left or the task is cancelled.
    private func send(_ client: HTTPClient, _ delivery: Delivery, taking take: () -> [FinishedSpan]) async {
        while !Task.isCancelled {
            let batch = take()
            guard !batch.isEmpty else { return }
            await send(batch, client, delivery)
        }
    }

    /// Sends a batch, several times if need be.
    private func send(_ batch: [FinishedSpan], _ client: HTTPClient, _ delivery: Delivery) async {
        var request = HTTPClientRequest(url: export.url)
        request.method = .POST
        for (name, value) in export.headers { request.headers.add(name: name, value: value) }
        request.headers.replaceOrAdd(name: "content-type", value: "application/json")
        request.body = .bytes(TraceMessage.json(batch, of: resource, scope: scope))
        let end = NIODeadline.now() + .milliseconds(Int64(export.timeout))
        var pause = Self.firstPause
        while true {
            let reason: String
            var after = pause
            do {
                let response = try await client.execute(request, deadline: end)
                let body = try await response.body.collect(upTo: Self.mostAnswerBytes)
                if (200..<300).contains(response.status.code) {
                    return note(Self.rejected(by: body, of: batch.count), delivery)
                }
                reason = "the collector answers \(response.status.code)"
                guard Self.retriedStatuses.contains(response.status.code) else { return drop(batch, reason, delivery) }
                let asked = response.headers.first(name: "retry-after").flatMap { Int64($0) } ?? 0
                after = max(pause, min(asked, 3_600) * 1_000)
            } catch {
                reason = "the collector does not answer: \(error)"
            }
            guard !Task.isCancelled else { return queue.giveBack(batch) }
            guard NIODeadline.now() + .milliseconds(after) < end else { return drop(batch, reason, delivery) }
            guard (try? await Task.sleep(for: .milliseconds(after))) != nil else { return queue.giveBack(batch) }
            pause *= 2
        }
    }

    private func note(_ rejected: Int, _ delivery: Delivery) {
        if rejected > 0 {
            queue.drop(rejected)
            logger.warning("the collector has rejected spans", metadata: ["spans": "\(rejected)"])
        }
        if delivery.turn(failing: false) { logger.notice("traces are delivered again") }
    }

    private func drop(_ batch: [FinishedSpan], _ reason: String, _ delivery: Delivery) {
        queue.drop(batch.count)
        guard delivery.turn(failing: true) else { return }
        logger.warning(
            "traces are not delivered; chart_surface_spans_dropped_total counts what is lost until they are",
            metadata: ["collector": .string(export.place), "error": .string(reason)])
    }

    /// How many spans a collector says that it has not taken.
    private static func rejected(by answer: ByteBuffer, of count: Int) -> Int {
        let body = (try? JSONSerialization.jsonObject(with: Data(answer.readableBytesView))) as? [String: Any]
        let number = (body?["partialSuccess"] as? [String: Any])?["rejectedSpans"]
        return min(count, max(0, number as? Int ?? (number as? String).flatMap { Int($0) } ?? 0))
    }
}
