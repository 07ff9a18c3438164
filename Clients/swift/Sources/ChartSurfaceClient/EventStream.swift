import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An event of a session.
public struct StreamEvent: Sendable, Hashable {
    /// What an event tells.
    public enum Kind: String, Sendable { case state, update, data, end }

    /// What the event tells.
    public let kind: Kind
    /// The revision; `nil` for `data` and `end`.
    public let id: String?
    /// The text of JSON.
    public let data: Data

    /// The surfaces that the event tells of, for all kinds but `end`.
    public func update() throws -> Update { try decoded(data) }
}

/// The events of a session, from its whole state on.
///
/// A lost connection is opened again, and the stream goes on where it was. It ends with the session, or with the first
/// error after which no connection is made: ``Problem`` where the server refuses, `URLError` after `patience` seconds.
public struct EventStream: AsyncSequence, Sendable {
    /// What the stream gives.
    public typealias Element = StreamEvent

    private let request: URLRequest
    private let after: String?
    private let patience: Double

    init(_ request: URLRequest, after: String?, patience: Double = 60) {
        self.request = request
        self.after = after
        self.patience = patience
    }

    /// Begins to read; each iterator has a connection of its own.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(request: request, lastID: after, patience: patience)
    }

    /// Reads one connection after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let request: URLRequest
        private let patience: Double
        private var lastID: String?
        private var parser = EventParser()
        private var ready: [StreamEvent] = []
        private var bytes: AsyncThrowingStream<Data, any Error>.AsyncIterator?
        private var lostAt: Date?
        private var isOver = false

        init(request: URLRequest, lastID: String?, patience: Double) {
            self.request = request
            self.lastID = lastID
            self.patience = patience
        }

        /// The next event; `nil` behind the last one.
        public mutating func next() async throws -> StreamEvent? {
            while !isOver {
                if !ready.isEmpty {
                    let event = ready.removeFirst()
                    lostAt = nil
                    if event.kind == .end {
                        // The session goes on at a server that runs.
                        if Self.isShutdown(event) {
                            bytes = nil
                            continue
                        }
                        isOver = true
                    }
                    return event
                }
                do {
                    if bytes == nil { bytes = connect() }
                    if let chunk = try await bytes?.next() {
                        ready = parser.read(chunk)
                        lastID = parser.lastID ?? lastID
                        continue
                    }
                    if Task.isCancelled { return nil }
                } catch let error as Problem where error.status < 502 {
                    isOver = true
                    throw error
                } catch {
                    let now = Date()
                    if now.timeIntervalSince(lostAt ?? now) > patience || Task.isCancelled { throw error }
                    lostAt = lostAt ?? now
                }
                bytes = nil
                try await Task.sleep(nanoseconds: UInt64(parser.retryMilliseconds) * 1_000_000)
            }
            return nil
        }

        private mutating func connect() -> AsyncThrowingStream<Data, any Error>.AsyncIterator {
            parser.forgetLine()
            var request = request
            request.setValue(lastID, forHTTPHeaderField: "Last-Event-ID")
            request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
            let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
            let session = URLSession(configuration: .ephemeral, delegate: Receiver(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in
                task.cancel()
                session.invalidateAndCancel()
            }
            task.resume()
            return stream.makeAsyncIterator()
        }

        private static func isShutdown(_ event: StreamEvent) -> Bool {
            let told: JSONValue? = try? decoded(event.data)
            return told?["reason"] == "shutdown"
        }
    }
}

/// Hands the bytes of an answer on as they come.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) { self.continuation = continuation }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status != 200 { continuation.finish(throwing: ChartServer.problem(status, Data())) }
        completionHandler(status == 200 ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        continuation.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}

/// Reads server-sent events from bytes that come in any pieces.
struct EventParser {
    private(set) var lastID: String?
    private(set) var retryMilliseconds = 1000
    private var line: [UInt8] = []
    private var kind: String?
    private var id: String?
    private var data: [String] = []

    /// Forgets what a lost connection has left unfinished.
    mutating func forgetLine() {
        line = []
        (kind, id, data) = (nil, nil, [])
    }

    /// The events that the bytes complete.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [StreamEvent] {
        var events: [StreamEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let event = take(String(decoding: line, as: UTF8.self)) { events.append(event) }
            line = []
        }
        return events
    }

    private mutating func take(_ line: String) -> StreamEvent? {
        guard !line.isEmpty else {
            defer { (kind, id, data) = (nil, nil, []) }
            if let id { lastID = id }
            guard !data.isEmpty, let kind = kind.flatMap(StreamEvent.Kind.init(rawValue:)) else { return nil }
            return StreamEvent(kind: kind, id: id, data: Data(data.joined(separator: "\n").utf8))
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.first == " " { value = value.dropFirst() }
        switch parts[0] {
        case "event": kind = String(value)
        case "id": id = String(value)
        case "data": data.append(String(value))
        case "retry": retryMilliseconds = Int(value) ?? retryMilliseconds
        default: break
        }
        return nil
    }
}
