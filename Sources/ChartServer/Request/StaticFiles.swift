import ChartSessions
import ChartWire
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// The files of a folder, such as those of the demo page.
struct StaticFiles: Sendable {
    private let files: FileMiddleware<BasicRequestContext, LocalFileSystem>
    /// The path of the folder, with its links resolved.
    private let root: String
    /// The path of the server under which the files stand; empty for the whole server.
    private let path: String
    /// What their pages may load and do.
    private let policy: String
    private let logger: Logger

    /// Serves the files of a folder.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - path: The path of the server under which they stand; empty for the whole server.
    ///   - policy: What their pages may load and do.
    ///   - logger: The log of files that cannot be read.
    init(
        directory: String, under path: String = "", policy: String = SecurityHeaders.contentSecurityPolicy(),
        logger: Logger
    ) {
        root = Self.resolved(directory)
        self.path = path
        self.policy = policy
        self.logger = logger
        files = FileMiddleware(
            directory, urlBasePath: path.isEmpty ? nil : path,
            cacheControl: CacheControl([(MediaType(type: .any), [CacheControl.Value.noCache])]),
            searchForIndexHtml: true, logger: logger
        )
        .withAdditionalMediaTypes(forFileExtensions: [
            "html": Self.text("html"), "css": Self.text("css"), "js": Self.text("javascript"),
            "mjs": Self.text("javascript"), "csv": Self.text("csv"), "md": Self.text("markdown"),
        ])
    }

    /// The documentation that was built into a folder; nil where none was.
    static func documentation(in directory: String, logger: Logger) -> StaticFiles? {
        guard FileManager.default.fileExists(atPath: directory + "/documentation") else { return nil }
        return StaticFiles(
            directory: directory, under: PageRoutes.documentationPath, policy: SecurityHeaders.documentationPolicy,
            logger: logger)
    }

    /// The answer with a file, or nil when there is no such file.
    ///
    /// Byte ranges are not served: the files are small, and the closed list of problems has none for a bad range.
    func answer(to task: RequestTask) async throws -> Answer? {
        // The name of a file ends at a zero byte, which would hide its real ending from the content type.
        let uri = URI(task.exchange.head.path ?? "")
        guard !uri.path.contains("%00"), isInside(uri.path) else { return nil }
        var head = task.exchange.head
        head.headerFields[.range] = nil
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: task.connection.channel, logger: logger)
        do {
            var response = try await files.handle(request, context: BasicRequestContext(source: source)) { _, _ in
                throw HTTPError(.notFound)
            }
            response.headers[.acceptRanges] = nil
            SecurityHeaders.addForPage(to: &response.headers, policy: policy)
            return Answer(streaming: response.body, status: response.status, headers: response.headers)
        } catch let error as HTTPError where error.status == .notFound {
            return nil
        }
    }

    /// Whether a path stays in the folder once its links are resolved.
    private func isInside(_ requested: String) -> Bool {
        guard path.isEmpty || requested.hasPrefix(path + "/"),
            let decoded = PercentEncoding.decode(requested.dropFirst(path.count))
        else { return false }
        let place = Self.resolved(root + "/" + decoded)
        return place == root || place.hasPrefix(root + "/")
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    private static func text(_ subtype: String) -> MediaType {
        MediaType(type: .text, subType: subtype, parameter: ("charset", "utf-8"))
    }
}
