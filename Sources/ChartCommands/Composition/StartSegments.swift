import ChartObjectStore
import ChartServer
import ChartSessions
import ChartStorage
import ChartStores
import Foundation
import Logging
import NIOSSL
import Tracing

/// The store of the segments of shared datasets that the configuration names.
enum StartSegments {
    /// Opens the store; it waits for a bucket that does not answer as long as for the database.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - database: The database, which can keep segments too.
    ///   - tracer: The tracer for the spans of requests to a bucket.
    ///   - logger: Logs that the start waits, and later that credentials were not renewed.
    /// - Returns: The store.
    /// - Throws: `ConfigurationError` for a folder or bucket that cannot be used, ``StartFailure`` for a bucket that does
    ///   not answer.
    static func open(
        settings: Settings, database: any SegmentStore, tracer: any Tracer, logger: Logger
    ) async throws -> any SegmentStore {
        switch settings.segments {
        case .database: return database
        case .folder(let path):
            do throws(DatasetStoreError) {
                return try SegmentDirectory(path)
            } catch {
                throw ConfigurationError("data.segments: \(error)")
            }
        case .bucket(let bucket):
            let store = try store(
                bucket, environment: ProcessInfo.processInfo.environment, tracer: tracer, logger: logger)
            try await check(store, waiting: settings.database?.wait ?? 0, logger: logger)
            return store
        }
    }

    private static func store(
        _ settings: BucketSettings, environment: [String: String], tracer: any Tracer, logger: Logger
    ) throws(ConfigurationError) -> S3SegmentStore {
        guard let bucket = S3Bucket(settings.name) else {
            throw ConfigurationError(
                """
                data.segments \(settings.name) is not s3://bucket/path of letters, digits, dots, dashes and underscores
                """)
        }
        guard let endpoint = S3Endpoint(of: bucket, region: settings.region, url: settings.endpoint) else {
            throw ConfigurationError("data.s3.endpoint is no URL of a scheme, a host and a port")
        }
        return S3SegmentStore(
            bucket: bucket, endpoint: endpoint, credentials: try credentials(settings, environment: environment),
            trustRoots: try NIOSSLTrustRoots(path: settings.certificates, named: "data.s3.certificates"),
            tracer: tracer,
            onFailedRenewal: { error in
                logger.warning(
                    "the credentials of data.segments were not renewed; the last ones count until they end",
                    metadata: ["error": "\(error)"])
            })
    }

    private static func credentials(
        _ settings: BucketSettings, environment: [String: String]
    ) throws(ConfigurationError) -> S3CredentialSource {
        if let accessKey = settings.accessKey, let path = settings.secretKeyFile {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let line = text.split(whereSeparator: \.isNewline).first
            else {
                throw ConfigurationError("data.s3.secretKeyFile \(path) cannot be read, or its first line is empty")
            }
            return .keys(S3Credentials(accessKey: accessKey, secretKey: line.trimmingCharacters(in: .whitespaces)))
        }
        do throws(S3Error) {
            return try S3CredentialSource(environment: environment, region: settings.region)
        } catch {
            throw ConfigurationError("data.segments \(settings.name): \(error)")
        }
    }

    private static func check(_ store: S3SegmentStore, waiting wait: Int, logger: Logger) async throws {
        let deadline = ContinuousClock.now + .milliseconds(wait)
        while true {
            do throws(S3Error) {
                return try await store.check()
            } catch {
                guard error.isTemporary else { throw ConfigurationError("data.segments: \(error)") }
                guard ContinuousClock.now < deadline else {
                    let status = error.lacksCredentials ? ExitStatus.configuration : .unavailable
                    throw StartFailure(status: status, message: "data.segments: \(error)")
                }
                logger.notice("waiting for the bucket of data.segments", metadata: ["error": "\(error)"])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
