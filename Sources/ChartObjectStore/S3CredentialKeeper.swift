import Foundation
import NIOSSL
import Synchronization

/// Has credentials at hand, and renews them before they end.
///
/// The first caller in the last quarter of their time, and at most five minutes before their end, renews them. Others
/// use the old ones meanwhile, or wait for the new ones where the old have ended. A renewal that fails leaves the old
/// credentials in force until they end, and is tried again after 30 seconds or a quarter of the time that is left.
final class S3CredentialKeeper: Sendable {
    /// The longest time before their end at which credentials are renewed.
    ///
    /// An instance has new credentials at least five minutes before the old ones end. Source: "Retrieve security
    /// credentials from instance metadata" of the Amazon EC2 user guide.
    private static let margin: TimeInterval = 300
    /// The longest time between two attempts to renew credentials.
    private static let pause: TimeInterval = 30

    private struct State {
        /// The last credentials.
        var current: S3Credentials?
        /// From when on they are to be renewed.
        var renewal = Date.distantPast
        var isRenewing = false
        /// Callers who wait for a renewal, and get its outcome, or `nil` where its caller has given up.
        var waiting: [CheckedContinuation<Result<S3Credentials, S3Error>?, Never>] = []
    }

    private enum Step {
        case use(S3Credentials)
        case renew(else: S3Credentials?)
        case wait
    }

    private let state: Mutex<State>
    private let isRenewable: Bool
    private let fetch: @Sendable () async throws(S3Error) -> S3Credentials
    private let now: @Sendable () -> Date
    private let onFailure: @Sendable (S3Error) -> Void

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - given: Credentials that are at hand already.
    ///   - now: The clock.
    ///   - onFailure: Called for a renewal that has failed while the old credentials were in force.
    ///   - fetch: Gets credentials.
    init(
        _ given: S3Credentials? = nil, now: @escaping @Sendable () -> Date,
        onFailure: @escaping @Sendable (S3Error) -> Void = { _ in },
        fetch: @escaping @Sendable () async throws(S3Error) -> S3Credentials
    ) {
        state = Mutex(State(current: given, renewal: given == nil ? .distantPast : .distantFuture))
        isRenewable = given == nil
        self.now = now
        self.onFailure = onFailure
        self.fetch = fetch
    }

    /// Creates the keeper of a source's credentials.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - trustRoots: Authorities that https services are held to, beside those of the system.
    ///   - now: The clock.
    ///   - onFailure: Called for a renewal that has failed while the old credentials were in force.
    convenience init(
        source: S3CredentialSource, trustRoots: NIOSSLTrustRoots, now: @escaping @Sendable () -> Date,
        onFailure: @escaping @Sendable (S3Error) -> Void
    ) {
        if case .keys(let credentials) = source {
            self.init(credentials, now: now) { () throws(S3Error) in credentials }
        } else {
            let requests = S3CredentialRequests(trustRoots: trustRoots)
            self.init(now: now, onFailure: onFailure) { () async throws(S3Error) in
                try await requests.credentials(of: source)
            }
        }
    }

    /// Returns credentials that have not ended.
    ///
    /// - Throws: The ``S3Error`` of a renewal that has failed, where no others are in force.
    func credentials() async throws(S3Error) -> S3Credentials {
        while true {
            switch step(at: now()) {
            case .use(let credentials): return credentials
            case .renew(let old): return try await renew(else: old)
            case .wait:
                if let outcome = await withCheckedContinuation({ wait($0) }) { return try outcome.get() }
            }
        }
    }

    /// Forgets credentials that the bucket has called ended, unless others have taken their place.
    ///
    /// - Returns: Whether others can be had.
    func discard(_ ended: S3Credentials) -> Bool {
        guard isRenewable else { return false }
        state.withLock { state in
            guard state.current == ended else { return }
            state.current = nil
            state.renewal = .distantPast
        }
        return true
    }

    private func step(at moment: Date) -> Step {
        state.withLock { state in
            let current = state.current.flatMap { $0.isValid(at: moment) ? $0 : nil }
            if let current, moment < state.renewal || state.isRenewing { return .use(current) }
            guard !state.isRenewing else { return .wait }
            state.isRenewing = true
            return .renew(else: current)
        }
    }

    private func wait(_ caller: CheckedContinuation<Result<S3Credentials, S3Error>?, Never>) {
        let isWaiting = state.withLock { state in
            if state.isRenewing { state.waiting.append(caller) }
            return state.isRenewing
        }
        if !isWaiting { caller.resume(returning: nil) }
    }

    private func renew(else old: S3Credentials?) async throws(S3Error) -> S3Credentials {
        let outcome: Result<S3Credentials, S3Error>
        do throws(S3Error) {
            outcome = .success(try await fetch())
        } catch {
            outcome = .failure(error)
        }
        let moment = now()
        let kept = old.flatMap { $0.isValid(at: moment) ? $0 : nil }
        let waiting = state.withLock { state in
            state.isRenewing = false
            switch outcome {
            case .success(let new):
                state.current = new
                state.renewal =
                    new.expiration.map { $0 - Self.quarter(of: $0, from: moment, atMost: Self.margin) }
                    ?? .distantFuture
            case .failure:
                guard let expiration = kept?.expiration else { break }
                state.renewal = moment + Self.quarter(of: expiration, from: moment, atMost: Self.pause)
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        // What the cancellation of one caller broke off, another caller begins anew.
        let told: Result<S3Credentials, S3Error>? =
            if case .failure = outcome, Task.isCancelled { nil } else { outcome }
        for caller in waiting { caller.resume(returning: told) }
        if case .failure(let error) = outcome, let kept {
            onFailure(error)
            return kept
        }
        return try outcome.get()
    }

    /// A quarter of the time that is left until the end of credentials.
    private static func quarter(of end: Date, from moment: Date, atMost longest: TimeInterval) -> TimeInterval {
        min(longest, max(0, end.timeIntervalSince(moment) / 4))
    }
}
