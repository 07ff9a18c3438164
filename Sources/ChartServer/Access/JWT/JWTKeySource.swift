import ChartSessions
import ChartStores
package import Logging
import ServiceLifecycle
import Synchronization
import Tracing

/// The keys of the issuer, kept up to date from a file or a URL.
///
/// A file is looked at once a second. A URL is fetched at the start, each 15 minutes, and when a token names an unknown
/// key, at most once in `auth.jwt.refetchAfter`. What cannot be read leaves the last keys in force.
package final class JWTKeySource: Service {
    /// Fetches the body of an https URL.
    ///
    /// It takes at most five seconds, reads at most 1 MiB, and follows no redirect to another scheme.
    package typealias Fetch = @Sendable (String) async throws -> [UInt8]

    private enum Place: Sendable {
        case file(JWTKeyFile, FileStamp?)
        case url(String, Fetch)
    }

    private struct Content {
        var state: KeyFetchState
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
        var failures = 0
        var fetchedAt: Int64?
    }

    private let place: Place
    private let logger: Logger
    private let interval: Duration
    private let now: @Sendable () -> Int64
    private let content: Mutex<Content>
    /// Each element asks for a fetch, in the context of the request that has asked for it.
    private let wanted = AsyncStream.makeStream(of: ServiceContext?.self, bufferingPolicy: .bufferingNewest(1))

    private init(
        _ place: Place, keys: JWTKeySet?, refetchInterval: Int64, logger: Logger, interval: Duration,
        now: @escaping @Sendable () -> Int64
    ) {
        self.place = place
        self.logger = logger
        self.interval = interval
        self.now = now
        content = Mutex(Content(state: KeyFetchState(keys: keys, refetchInterval: refetchInterval)))
    }

    /// Creates the source that settings name; a file is read at once, a URL when the service runs.
    ///
    /// - Parameters:
    ///   - settings: Where the keys are.
    ///   - fetch: Fetches a URL.
    ///   - logger: Logs new keys and failures.
    ///   - interval: The time between two looks at a file or the clock.
    ///   - now: Milliseconds of a clock that never decreases.
    /// - Returns: The source.
    /// - Throws: `ConfigurationError` for a file that cannot be read or is no set of keys.
    package static func make(
        _ settings: JWTSettings, fetch: @escaping Fetch, logger: Logger, interval: Duration = .seconds(1),
        now: @escaping @Sendable () -> Int64 = SessionClock.system.now
    ) async throws(ConfigurationError) -> JWTKeySource {
        switch settings.keys {
        case .url(let url):
            return JWTKeySource(
                .url(url, fetch), keys: nil, refetchInterval: settings.refetchInterval, logger: logger,
                interval: interval, now: now)
        case .file(let path):
            let file = JWTKeyFile(path: path)
            let stamp = file.stamp
            do throws(JWTKeySetError) {
                let keys = try file.read()
                let source = JWTKeySource(
                    .file(file, stamp), keys: keys, refetchInterval: settings.refetchInterval, logger: logger,
                    interval: interval, now: now)
                source.log(keys)
                return source
            } catch {
                throw ConfigurationError("auth.jwt.keys \(path) cannot be used: \(error)")
            }
        }
    }

    /// The last keys; nil before the first good fetch.
    var keys: JWTKeySet? { content.withLock { $0.state.keys } }

    /// How often the keys could not be read.
    var failures: Int { content.withLock { $0.failures } }

    /// How many milliseconds ago the keys were last fetched; nil for those of a file, and before the first good fetch.
    var keysAge: Int64? {
        let moment = now()
        return content.withLock { $0.fetchedAt }.map { moment - $0 }
    }

    /// Returns the keys after a token has named an unknown one.
    ///
    /// It waits for a fetch that is in progress or due. Otherwise, and when too many requests wait, it returns at once.
    func keysAfterMiss() async -> JWTKeySet? {
        let waiter = content.withLock { content in
            content.nextWaiter += 1
            return content.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let moment = now()
                let actions = content.withLock { content in
                    content.waiting[waiter] = continuation
                    return content.state.handle(
                        Task.isCancelled ? .left(waiter: waiter) : .missed(waiter: waiter, now: moment))
                }
                perform(actions)
            }
        } onCancel: {
            handle(.left(waiter: waiter))
        }
        return keys
    }

    /// Keeps the keys up to date until the server shuts down.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            switch self.place {
            case .file(let file, let stamp): await self.watch(file, from: stamp)
            case .url(let url, let fetch): await self.serve(url, fetch)
            }
        }
        handle(.stopped)
    }

    private func handle(_ event: KeyFetchState.Event) {
        perform(content.withLock { $0.state.handle(event) })
    }

    private func perform(_ actions: [KeyFetchState.Action]) {
        for action in actions {
            switch action {
            case .fetch: wanted.continuation.yield(ServiceContext.current)
            case .release(let waiters):
                let released = content.withLock { content in
                    waiters.compactMap { content.waiting.removeValue(forKey: $0) }
                }
                for continuation in released { continuation.resume() }
            }
        }
    }
}

extension JWTKeySource {
    /// Fetches whenever it is wanted; one fetch at a time.
    private func serve(_ url: String, _ fetch: @escaping Fetch) async {
        await withTaskGroup { group in
            group.addTask {
                while (try? await Task.sleep(for: self.interval)) != nil { self.handle(.ticked(now: self.now())) }
            }
            handle(.started(now: now()))
            for await context in wanted.stream {
                await ServiceContext.withValue(context) { await fetchOnce(url, fetch) }
            }
            group.cancelAll()
        }
    }

    private func fetchOnce(_ url: String, _ fetch: Fetch) async {
        do {
            let keys = try JWTKeySet.parse(try await fetch(url))
            log(keys)
            let moment = now()
            content.withLock { $0.fetchedAt = moment }
            handle(.fetched(keys, now: moment))
        } catch {
            if !Task.isCancelled {
                content.withLock { $0.failures += 1 }
                logger.error(
                    "the keys of auth.jwt.keys were not fetched; the last ones count until they are",
                    metadata: ["url": .string(url), "error": "\(error)"])
            }
            handle(.failed(now: now()))
        }
    }

    /// Reads a file again whenever its stamp changes.
    private func watch(_ file: JWTKeyFile, from stamp: FileStamp?) async {
        var last = stamp
        while (try? await Task.sleep(for: interval)) != nil {
            let stamp = file.stamp
            guard stamp != last else { continue }
            last = stamp
            do throws(JWTKeySetError) {
                let keys = try file.read()
                log(keys)
                handle(.fetched(keys, now: now()))
            } catch {
                content.withLock { $0.failures += 1 }
                logger.error(
                    "the file of auth.jwt.keys was not read again; the last keys count until it is",
                    metadata: ["path": .string(file.path), "error": "\(error)"])
            }
        }
    }

    private func log(_ keys: JWTKeySet) {
        let metadata: Logger.Metadata = [
            "keys": .stringConvertible(keys.count), "ignored": .stringConvertible(keys.ignoredCount),
        ]
        if keys.count == 0 {
            logger.warning("no key of auth.jwt.keys can be used, so each JWT is refused", metadata: metadata)
        } else {
            logger.debug("the keys of auth.jwt.keys were read", metadata: metadata)
        }
    }
}

/// When the keys at a URL are fetched, and which requests wait for it; times are in milliseconds of any clock.
struct KeyFetchState: Sendable {
    /// The time between two regular fetches, after which a removed key has lost its force.
    private static let regularInterval: Int64 = 900_000
    /// The most time after which a failed fetch is repeated while there are no keys at all.
    private static let firstRetryInterval: Int64 = 5_000
    /// The most requests that wait for a fetch; further ones are judged at once.
    private static let mostWaiters = 256

    /// What happens to the keys.
    enum Event: Sendable {
        /// The service begins.
        case started(now: Int64)
        /// Time has passed.
        case ticked(now: Int64)
        /// A request brings a token whose key is unknown.
        case missed(waiter: UInt64, now: Int64)
        /// A request no longer waits.
        case left(waiter: UInt64)
        /// A fetch has brought keys.
        case fetched(JWTKeySet, now: Int64)
        /// A fetch has failed.
        case failed(now: Int64)
        /// The service ends.
        case stopped
    }

    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Fetch the keys once.
        case fetch
        /// Let these requests be judged by the keys that there are.
        case release([UInt64])
    }

    /// The least time between two fetches that unknown keys cause, and after which a failed fetch is repeated.
    private let refetchInterval: Int64
    /// The keys of the last good fetch.
    private(set) var keys: JWTKeySet?
    /// Whether the service runs, so that a fetch can be done.
    private var isRunning = false
    private var isFetching = false
    private var waiters: [UInt64] = []
    private var nextRegular = Int64.max
    private var nextMiss = Int64.min

    /// Starts without keys, or with those of a file.
    init(keys: JWTKeySet? = nil, refetchInterval: Int64 = JWTSettings.defaultRefetchInterval) {
        self.keys = keys
        self.refetchInterval = refetchInterval
    }

    /// Takes an event, and says what is to be done.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .started:
            isRunning = true
            return fetch()
        case .ticked(let now):
            return isRunning && !isFetching && now >= nextRegular ? fetch() : []
        case .missed(let waiter, let now):
            return miss(waiter, now)
        case .left(let waiter):
            waiters.removeAll { $0 == waiter }
            return [.release([waiter])]
        case .fetched(let keys, let now):
            self.keys = keys
            nextRegular = now + Self.regularInterval
            return end()
        case .failed(let now):
            nextRegular = now + (keys == nil ? min(Self.firstRetryInterval, refetchInterval) : refetchInterval)
            return end()
        case .stopped:
            isRunning = false
            return end()
        }
    }

    private mutating func miss(_ waiter: UInt64, _ now: Int64) -> [Action] {
        guard isRunning, isFetching || now >= nextMiss, waiters.count < Self.mostWaiters else {
            return [.release([waiter])]
        }
        waiters.append(waiter)
        guard !isFetching else { return [] }
        nextMiss = now + refetchInterval
        return fetch()
    }

    private mutating func fetch() -> [Action] {
        isFetching = true
        return [.fetch]
    }

    private mutating func end() -> [Action] {
        isFetching = false
        defer { waiters = [] }
        return waiters.isEmpty ? [] : [.release(waiters)]
    }
}
