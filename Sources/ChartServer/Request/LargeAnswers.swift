import Synchronization

/// Limits the bytes of large answers and bodies in memory, from before they are made until the client has taken them.
///
/// Further ones wait in the order of arrival. Those of a client that has its share do not hold up others.
final class LargeAnswers: Sendable {
    /// An answer with more bytes than this needs room.
    static let leastBytes = 65_536
    /// How many of the longest answers there is room for.
    static let most = 16
    /// How many of the longest answers the connections of one address have room for.
    static let mostOfClient = 3

    /// The room of one answer, which is free again once it is released.
    final class Room: Sendable {
        private let owner: LargeAnswers?
        private let client: String?
        private let bytes: Mutex<Int>

        fileprivate init(of owner: LargeAnswers?, bytes: Int, client: String?) {
            self.owner = owner
            self.client = client
            self.bytes = Mutex(bytes)
        }

        /// The room of a short answer.
        fileprivate static let ofShort = Room(of: nil, bytes: 0, client: nil)

        /// Gives back what an answer of so many bytes does not need.
        func shrink(to needed: Int) {
            let surplus = bytes.withLock { bytes in
                let surplus = max(0, bytes - max(0, needed))
                bytes -= surplus
                return surplus
            }
            owner?.takeBack(surplus, of: client)
        }

        deinit { shrink(to: 0) }
    }

    private struct Waiting {
        let since = ContinuousClock.now
        let number: Int
        let bytes: Int
        let client: String
        let continuation: CheckedContinuation<Room?, Never>
    }

    private struct Queue {
        var used = 0
        var usedByClient: [String: Int] = [:]
        var waiting: [Waiting] = []
        /// The requests that were cancelled before they waited.
        var givenUp: Set<Int> = []
        var last = 0
    }

    private let limit: Int
    private let limitOfClient: Int
    private let queue = Mutex(Queue())

    /// Creates room for answers.
    ///
    /// - Parameter answerBytes: The bytes of the longest answer.
    init(answerBytes: Int) {
        limit = Self.most * answerBytes
        limitOfClient = Self.mostOfClient * answerBytes
    }

    /// The requests that wait.
    var figures: QueueFigures {
        queue.withLock { QueueFigures(length: $0.waiting.count, oldest: $0.waiting.first?.since) }
    }

    /// Takes room that is free; a short answer needs none.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the answer may have; one that has more than the client's share takes all of it.
    ///   - client: The address of the client.
    /// - Returns: The room; nil when there is too little.
    func freeRoom(of bytes: Int, for client: String) -> Room? {
        guard bytes > Self.leastBytes else { return .ofShort }
        let bytes = min(bytes, limitOfClient)
        let isFree = queue.withLock { queue in
            guard queue.waiting.isEmpty, hasRoom(bytes, client, queue) else { return false }
            take(bytes, client, &queue)
            return true
        }
        return isFree ? Room(of: self, bytes: bytes, client: client) : nil
    }

    /// Takes room, in the order of arrival.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the answer may have; one that has more than the client's share takes all of it.
    ///   - client: The address of the client.
    /// - Returns: The room.
    /// - Throws: `CancellationError` when the task is cancelled first.
    func room(of bytes: Int, for client: String) async throws(CancellationError) -> Room {
        guard bytes > Self.leastBytes else { return .ofShort }
        let bytes = min(bytes, limitOfClient)
        let number = queue.withLock { queue in
            queue.last += 1
            return queue.last
        }
        let room = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(number, bytes, client, $0) }
        } onCancel: {
            giveUp(number)
        }
        queue.withLock { _ = $0.givenUp.remove(number) }
        guard let room else { throw CancellationError() }
        return room
    }

    private func hasRoom(_ bytes: Int, _ client: String, _ queue: Queue) -> Bool {
        queue.used + bytes <= limit && queue.usedByClient[client, default: 0] + bytes <= limitOfClient
    }

    private func take(_ bytes: Int, _ client: String, _ queue: inout Queue) {
        queue.used += bytes
        queue.usedByClient[client, default: 0] += bytes
    }

    private func wait(
        _ number: Int, _ bytes: Int, _ client: String, _ continuation: CheckedContinuation<Room?, Never>
    ) {
        enum Outcome { case waits, given, givenUp }
        let outcome = queue.withLock { queue -> Outcome in
            if queue.givenUp.contains(number) { return .givenUp }
            guard queue.waiting.isEmpty, hasRoom(bytes, client, queue) else {
                queue.waiting.append(
                    Waiting(number: number, bytes: bytes, client: client, continuation: continuation))
                return .waits
            }
            take(bytes, client, &queue)
            return .given
        }
        switch outcome {
        case .waits: takeBack(0, of: nil)
        case .given: continuation.resume(returning: Room(of: self, bytes: bytes, client: client))
        case .givenUp: continuation.resume(returning: nil)
        }
    }

    private func giveUp(_ number: Int) {
        let waiting = queue.withLock { queue -> CheckedContinuation<Room?, Never>? in
            guard let index = queue.waiting.firstIndex(where: { $0.number == number }) else {
                queue.givenUp.insert(number)
                return nil
            }
            return queue.waiting.remove(at: index).continuation
        }
        waiting?.resume(returning: nil)
        takeBack(0, of: nil)
    }

    /// Frees bytes, and gives room to those that wait and find it: the first, and those behind it while only the share of
    /// its client keeps it waiting.
    private func takeBack(_ bytes: Int, of client: String?) {
        let next = queue.withLock { queue -> [Waiting] in
            queue.used -= bytes
            if let client {
                let rest = queue.usedByClient[client, default: 0] - bytes
                queue.usedByClient[client] = rest > 0 ? rest : nil
            }
            var next: [Waiting] = []
            var index = 0
            while index < queue.waiting.count, queue.used + queue.waiting[index].bytes <= limit {
                let one = queue.waiting[index]
                if hasRoom(one.bytes, one.client, queue) {
                    take(one.bytes, one.client, &queue)
                    next.append(queue.waiting.remove(at: index))
                } else {
                    index += 1
                }
            }
            return next
        }
        for one in next {
            one.continuation.resume(returning: Room(of: self, bytes: one.bytes, client: one.client))
        }
    }
}
