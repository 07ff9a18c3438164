import ChartService
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The files of the demo page.
struct StaticFiles: Sendable {
    private let files: FileMiddleware<ChartRequestContext, LocalFileSystem>
    /// The path of the folder, with its links resolved.
    private let root: String

    /// Serves the files of a folder.
    init(directory: String, logger: Logger) {
        root = Self.resolved(directory)
        files = FileMiddleware(
            directory, cacheControl: CacheControl([(MediaType(type: .any), [CacheControl.Value.noCache])]),
            searchForIndexHtml: true, logger: logger
        )
        .withAdditionalMediaTypes(forFileExtensions: [
            "html": Self.text("html"), "css": Self.text("css"), "js": Self.text("javascript"),
            "mjs": Self.text("javascript"), "csv": Self.text("csv"), "md": Self.text("markdown"),
        ])
    }

    /// The answer with a file, or nil when there is no such file.
    ///
    /// Byte ranges are not served: the files are small, and the closed list of problems has none for a bad range.
    func answer(to task: RequestTask) async throws -> Answer? {
        // The name of a file ends at a zero byte, which would hide its real ending from the content type.
        guard !task.request.uri.path.contains("%00"), isInside(task.request.uri.path) else { return nil }
        var head = task.request.head
        head.headerFields[.range] = nil
        let request = Request(head: head, body: task.request.body)
        do {
            var response = try await files.handle(request, context: task.context) { _, _ in
                throw HTTPError(.notFound)
            }
            response.headers[.acceptRanges] = nil
            SecurityHeaders.addForPage(to: &response.headers)
            return Answer(streaming: response.body, status: response.status, headers: response.headers)
        } catch let error as HTTPError where error.status == .notFound {
            return nil
        }
    }

    /// Whether a path stays in the folder once its links are resolved.
    private func isInside(_ path: String) -> Bool {
        guard let decoded = PercentEncoding.decode(path) else { return false }
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
