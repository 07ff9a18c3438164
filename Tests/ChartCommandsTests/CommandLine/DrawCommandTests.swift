import ArgumentParser
import Foundation
import Testing

@testable import ChartCommands
@testable import ServerTestSupport

struct DrawCommandTests {
    private func svg(_ arguments: [String]) throws -> String {
        let command = try #require(try ChartSurfaceCommand.parseAsRoot(["draw"] + arguments) as? DrawCommand)
        return String(decoding: try command.picture(), as: UTF8.self)
    }

    @Test func `a stored dataset is drawn with the asked columns, range, size and language`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("t,high,low\n1,5,1\n2,7,2\n3,6,0\n4,9,3\n", to: "levels.csv")
        var importing = try #require(
            try ChartSurfaceCommand.parseAsRoot(["import", file, "--name", "levels", "--data-dir", directory.path])
                as? any AsyncParsableCommand)
        try await importing.run()
        let data = ["--data-dir", directory.path]
        let all = try svg(["levels"] + data)
        #expect(all.hasPrefix("<svg ") && all.contains(">High<") && all.contains(">Low<"))
        let some = try svg(
            ["levels", "--columns", "high", "--from", "2", "--to", "3", "--width", "300", "--height", "200"] + data)
        #expect(some.contains(#"width="300" height="200""#) && !some.contains(">Low<"))
        let german = try svg(["levels", "--locale", "de", "--theme", "dark"] + data)
        #expect(german.contains(#"xml:lang="de""#) && german.contains("Liniendiagramm"))
    }

    @Test func `a bundled dataset is drawn, and one that nobody has is refused`() throws {
        let directory = try TemporaryDirectory()
        let data = ["--data-dir", directory.path]
        #expect(try svg(["active-users"] + data).contains("</svg>"))
        #expect(throws: ValidationError.self) { try svg(["nobodys"] + data) }
        #expect(throws: ValidationError.self) { try svg(["active-users", "--width", "1"] + data) }
        #expect(throws: ValidationError.self) { try svg(["active-users", "--columns", "none"] + data) }
    }
}
