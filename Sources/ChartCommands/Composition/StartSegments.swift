import ChartObjectStore
import ChartServer
import ChartSessions
import ChartStorage
import Foundation
import Logging
import NIOSSL

/// The store of the segments of shared datasets that the configuration names.
enum StartSegments {
    /// Opens the store; it waits for a bucket that does not answer as long as for the database.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - database: The database, which can keep segments too.
    ///   - logger: Logs that the start waits.
    /// - Returns: The store.
    /// - Throws: `ConfigurationError` for a folder or bucket that cannot be used, ``StartFailure`` for a bucket that does
    ///   not answer.
    static func open(
        settings: Settings, database: any SegmentStore, logger: Logger
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
            let store = try store(bucket, environment: ProcessInfo.processInfo.environment)
            try await check(store, waiting: settings.database?.wait ?? 0, logger: logger)
            return store
        }
    }

    private static func store(
        _ settings: BucketSettings, environment: [String: String]
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
            trustRoots: try NIOSSLTrustRoots(path: settings.certificates, named: "data.s3.certificates"))
    }

    private static func credentials(
        _ settings: BucketSettings, environment: [String: String]
    ) throws(ConfigurationError) -> S3Credentials {
        if let accessKey = settings.accessKey, let path = settings.secretKeyFile {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                let line = text.split(whereSeparator: \.isNewline).first
            else {
                throw ConfigurationError("data.s3.secretKeyFile \(path) cannot be read, or its first line is empty")
            }
            return S3Credentials(accessKey: accessKey, secretKey: line.trimmingCharacters(in: .whitespaces))
        }
        guard let accessKey = environment["AWS_ACCESS_KEY_ID"], let secretKey = environment["AWS_SECRET_ACCESS_KEY"]
        else {
            throw ConfigurationError(
                """
                data.segments \(settings.name) needs data.s3.accessKey and data.s3.secretKeyFile, or AWS_ACCESS_KEY_ID and \
                AWS_SECRET_ACCESS_KEY in the environment
                """)
        }
        return S3Credentials(
            accessKey: accessKey, secretKey: secretKey, sessionToken: environment["AWS_SESSION_TOKEN"])
    }

    private static func check(_ store: S3SegmentStore, waiting wait: Int, logger: Logger) async throws {
        let deadline = ContinuousClock.now + .milliseconds(wait)
        while true {
            do throws(S3Error) {
                return try await store.check()
            } catch {
                guard error.isTemporary else { throw ConfigurationError("data.segments: \(error)") }
                guard ContinuousClock.now < deadline else {
                    throw StartFailure(status: .unavailable, message: "data.segments: \(error)")
                }
                logger.notice("waiting for the bucket of data.segments", metadata: ["error": "\(error)"])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
