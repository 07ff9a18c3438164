import Foundation
import Testing

@testable import ChartServer

/// The documentation says what the code does today.
struct DocumentationTests {
    @Test func `each line of the threat model's tables of limits names tests, and they are there`() throws {
        let model = try Document.article("ThreatModel")
        let sections = ["Requests that cost too much", "Connections that hold on"]
        let rows = model.sections(withHeading: "## ").filter { sections.contains($0.heading) }
            .flatMap { $0.body.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst() }
        #expect(rows.count > 40)
        let folder = Document.root.appendingPathComponent("Tests")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        let names = Set(files.compactMap { ($0 as? String)?.split(separator: "/").last.map(String.init) })
        for row in rows {
            let cell = try #require(row.split(separator: " | ").last)
            let tests = cell.matches(of: /`([A-Za-z0-9_.]+)`/).map { String($0.1) }
            #expect(!tests.isEmpty, "\(row)")
            for test in tests { #expect(names.contains(test.hasSuffix(".py") ? test : test + ".swift"), "\(test)") }
        }
    }

    @Test func `each route has a section, and there is no other section of a route`() throws {
        let described = try DescribedRoute.all().map(\.heading)
        let sections = try Document.article("Routes").sections(withHeading: "### `").map(\.heading)
        #expect(sections.sorted() == described.sorted())
    }

    @Test func `the section of a route has its query, its statuses and an example`() throws {
        let sections = try Document.article("Routes").sections(withHeading: "### `")
        for route in try DescribedRoute.all() {
            let body = try #require(sections.first { $0.heading == route.heading }?.body, "\(route.heading)")
            let query = route.query.isEmpty ? "none" : route.query.map { "`\($0)`" }.joined(separator: " ")
            #expect(body.contains("\nQuery: \(query)\n"), "\(route.heading): \(query)")
            let statuses = route.statuses.joined(separator: " ")
            #expect(body.contains("\nStatuses: \(statuses)\n"), "\(route.heading): \(statuses)")
            #expect(body.contains("```console\n$ curl "), "\(route.heading)")
        }
    }

    @Test func `the Swift code of the tutorial is code that the tests compile`() throws {
        let folder = Document.root.appendingPathComponent("Tests/CustomModifierTests")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .map { Document.withoutIndentation(try String(contentsOf: $0, encoding: .utf8)) }
        let blocks = try Document.article("CustomModifiers").codeBlocks(in: "swift")
        #expect(!blocks.isEmpty)
        for block in blocks {
            let code = Document.withoutIndentation(block)
            #expect(files.contains { "\n\($0)\n".contains("\n\(code)\n") }, "\(block)")
        }
    }

    @Test func `the README has at most 100 lines`() throws {
        let readme = try Document(path: "README.md")
        #expect(!readme.text.isEmpty)
        #expect(readme.lines.count <= 100)
    }

    @Test func `a relative link leads to a file`() throws {
        var count = 0
        for document in try Document.all() {
            for link in document.relativeLinks {
                count += 1
                // DocC names a picture of the catalog without its folder and ending.
                let targets = [link, "Resources/\(link).svg", "Resources/\(link).jpg"].map {
                    document.folder.appendingPathComponent($0).standardizedFileURL.path
                }
                #expect(
                    targets.contains { FileManager.default.fileExists(atPath: $0) }, "\(document.path): \(link)")
            }
        }
        #expect(count > 0)
    }

    @Test func `a link to an article leads to one of the same catalog`() throws {
        var count = 0
        for document in try Document.all() {
            for name in document.linkedArticles {
                count += 1
                let article = document.folder.appendingPathComponent("\(name).md")
                #expect(document.path.contains(".docc/"), "\(document.path): <doc:\(name)>")
                #expect(FileManager.default.fileExists(atPath: article.path), "\(document.path): <doc:\(name)>")
            }
        }
        #expect(count > 0)
    }

    @Test func `the landing page lists every article of its catalog`() throws {
        let landing = try Document.article("ChartSurface")
        let articles = try Document.all().filter { $0.path.hasPrefix(Document.catalog) && $0.path != landing.path }
        #expect(!articles.isEmpty)
        for article in articles {
            let name = URL(fileURLWithPath: article.path).deletingPathExtension().lastPathComponent
            #expect(landing.text.contains("- <doc:\(name)>\n"), "\(name)")
        }
    }

    @Test func `no place is left to be filled in`() throws {
        for document in try Document.all() {
            #expect(!document.text.isEmpty, "\(document.path)")
            for place in ["BENCH_", "@@", "TODO", "FIXME"] {
                #expect(!document.text.contains(place), "\(document.path): \(place)")
            }
        }
    }

    @Test func `the changelog has new, fixed and breaking changes of one line each, without figures`() throws {
        let changelog = try Document(path: "CHANGELOG.md")
        let headings = changelog.lines.filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
        #expect(!headings.isEmpty)
        #expect(Set(headings).isSubset(of: ["New", "Fixed", "Breaking"]), "\(headings)")
        for line in changelog.lines {
            #expect(!line.hasPrefix(" "), "\(line)")
            #expect(line.firstMatch(of: #/\d\s?(%|×|times|[nµm]?s\b|[kKMG]i?B)/#) == nil, "\(line)")
        }
    }
}

/// A document in Markdown, by its path in the project.
private struct Document {
    /// The folder of the project.
    static let root = GeneratedPart.root
    /// The folder of the articles about the whole server.
    static let catalog = "Sources/chart-surface/ChartSurface.docc"

    let path: String
    let text: String

    /// Reads a document.
    ///
    /// - Throws: An error of the file system where there is none.
    init(path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// An article of the catalog.
    static func article(_ name: String) throws -> Document { try Document(path: "\(catalog)/\(name).md") }

    /// The documents of the top level and the articles of every catalog, in order.
    static func all() throws -> [Document] {
        var paths = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        let sources = root.appendingPathComponent("Sources").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
        paths += files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
        return try paths.map { try Document(path: $0) }
    }

    /// The folder of the document.
    var folder: URL { Self.root.appendingPathComponent(path).deletingLastPathComponent() }

    /// The lines, without the empty one behind the last line end.
    var lines: [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.last == "" ? lines.dropLast() : lines
    }

    /// The sections whose heading begins like this: what its backquotes hold, and the text up to the next heading.
    func sections(withHeading start: String) -> [(heading: String, body: String)] {
        var sections: [(heading: String, body: String)] = []
        var isInSection = false
        for line in prose(keepingCode: true) {
            if line.isHeading {
                isInSection = line.text.hasPrefix(start)
                if isInSection { sections.append((line.text.dropFirst(start.count).filter { $0 != "`" }, "")) }
            } else if isInSection {
                sections[sections.count - 1].body += line.text + "\n"
            }
        }
        return sections
    }

    /// The code of the fenced blocks of a language.
    func codeBlocks(in language: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```").first ?? ""
        }
    }

    /// What links lead to that name no other host, without their fragments.
    var relativeLinks: [String] {
        prose(keepingCode: false).flatMap { line in
            line.text.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) }
        }
        .filter { !$0.contains("://") }.compactMap { $0.split(separator: "#").first.map { String($0) } }
    }

    /// The articles that `<doc:Name>` names.
    var linkedArticles: [String] {
        prose(keepingCode: false).flatMap { line in
            line.text.matches(of: #/<doc:([^>]+)>/#).map { String($0.output.1) }
        }
    }

    /// The lines; without `keepingCode` neither those of fenced blocks nor what stands between backquotes.
    private func prose(keepingCode: Bool) -> [(text: String, isHeading: Bool)] {
        var isInFence = false
        return lines.compactMap { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isInFence.toggle() }
            if keepingCode { return (String(line), !isInFence && !isFence && line.hasPrefix("#")) }
            guard !isInFence, !isFence else { return nil }
            let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
            let text = pieces.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
            return (text, text.hasPrefix("#"))
        }
    }

    /// A text whose lines begin and end without blanks.
    static func withoutIndentation(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}

/// A route as the OpenAPI document describes it, which other tests compare with the routes that are served.
private struct DescribedRoute {
    /// The method and the pattern, such as `GET /v1/datasets`.
    let heading: String
    /// The parameters of the query, in their order.
    let query: [String]
    /// The statuses of the answers, ascending.
    let statuses: [String]

    /// Every route of the document.
    static func all() throws -> [DescribedRoute] {
        let document = try JSONDecoder().decode(Contract.self, from: Data(OpenAPIDocument().json))
        return document.paths.flatMap { pattern, operations in
            operations.map { method, operation in
                DescribedRoute(
                    heading: "\(method.uppercased()) \(pattern)",
                    query: (operation.parameters ?? []).compactMap { document.queryName(of: $0) },
                    statuses: operation.responses.keys.sorted())
            }
        }
    }

    private struct Contract: Decodable {
        let paths: [String: [String: Operation]]
        let components: Components

        /// The name of a parameter of the query; `nil` for one of the path or of a header.
        func queryName(of reference: Reference) -> String? {
            let key = reference.path.split(separator: "/").last.map { String($0) } ?? ""
            guard let parameter = components.parameters[key], parameter.place == "query" else { return nil }
            return parameter.name
        }
    }

    private struct Components: Decodable {
        let parameters: [String: Parameter]
    }

    private struct Operation: Decodable {
        let parameters: [Reference]?
        let responses: [String: Response]
    }

    private struct Response: Decodable {}

    private struct Reference: Decodable {
        let path: String

        enum CodingKeys: String, CodingKey {
            case path = "$ref"
        }
    }

    private struct Parameter: Decodable {
        let name: String
        let place: String

        enum CodingKeys: String, CodingKey {
            case name
            case place = "in"
        }
    }
}
