import ChartCommands
import ChartEngine
import Configuration
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

/// An application's own modifiers over HTTP: they can do what the built-in ones can.
@Suite struct CustomModifierTests {
    private func withServer(_ body: @escaping @Sendable (Surface) async throws -> Void) async throws {
        var modifiers = ModifierRegistry.builtIn
        modifiers.register(StampModifier.self)
        modifiers.register(MarginGuardModifier.self)
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("custom-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let reader = ConfigReader(
            provider: InMemoryProvider(values: [
                "data.dir": .init(stringLiteral: directory.path), "demo.enabled": "true",
                "demo.directory": "/nowhere", "log.level": "critical",
            ]))
        let app = try await buildApplication(reader: reader, modifiers: modifiers)
        try await app.test(.live) { client in
            try await body(try await Surface(client: client))
        }
    }

    @Test func `a gesture modifier of an application reacts to its recognizer`() async throws {
        try await withServer { surface in
            try await surface.put("stamp", #"{"type":"stamp"}"#, query: "?before=zoomExtents")
            let answer = try await surface.post(Self.doubleTap(x: 120, y: 80, from: 1000))
            #expect(try answer.overlays(of: "stamp") == [["x": 120, "y": 80]])
        }
    }

    @Test func `its parameters are set, patched and checked like those of a built-in one`() async throws {
        try await withServer { surface in
            try await surface.put("stamp", #"{"type":"stamp","maximumStamps":1}"#, query: "?before=zoomExtents")
            _ = try await surface.post(Self.doubleTap(x: 10, y: 10, from: 1000))
            let second = try await surface.post(Self.doubleTap(x: 200, y: 90, from: 5000))
            #expect(try second.overlays(of: "stamp") == [["x": 200, "y": 90]])
            let unknown = try await surface.patch("stamp", #"{"maximumStampz":3}"#)
            #expect(unknown.status == 422)
            #expect(unknown.code == "body.unknown-property")
            let invalid = try await surface.patch("stamp", #"{"maximumStamps":0}"#)
            #expect(invalid.pointer == "/maximumStamps")
            #expect(try await surface.patch("stamp", #"{"maximumStamps":3}"#).status == 200)
        }
    }

    @Test func `a raw modifier that handles touches keeps them from later recognizers`() async throws {
        try await withServer { surface in
            try await surface.put("guard", #"{"type":"marginGuard"}"#, query: "?before=zoomPan")
            let zoomed = try await surface.post(
                #"[{"type":"wheel","time":0,"x":400,"y":100,"deltaX":0,"deltaY":-500},{"type":"tick","time":500}]"#)
            let range = try zoomed.xRange()
            let guarded = try await surface.post(Self.drag(fromX: 50, from: 1000))
            #expect(try guarded.xRange() == range)
            let free = try await surface.post(Self.drag(fromX: 300, from: 2000))
            #expect(try free.xRange() != range)
        }
    }

    @Test func `the problem of an unregistered type names the registered ones`() async throws {
        try await withServer { surface in
            let answer = try await surface.put("other", #"{"type":"stampede"}"#)
            #expect(answer.status == 422)
            #expect(answer.code == "specification.unknown-modifier")
            #expect(answer.text.contains("marginGuard"))
        }
    }

    private static func doubleTap(x: Int, y: Int, from time: Int) -> String {
        let events = [("began", 0), ("ended", 50), ("began", 150), ("ended", 200)].map { phase, offset in
            #"{"type":"touch","phase":"\#(phase)","time":\#(time + offset),"touches":[{"id":1,"x":\#(x),"y":\#(y)}]}"#
        }
        return "[" + events.joined(separator: ",") + "]"
    }

    private static func drag(fromX x: Int, from time: Int) -> String {
        let events = [("began", 0), ("moved", 20), ("moved", 40), ("ended", 40)].enumerated().map { index, step in
            #"{"type":"touch","phase":"\#(step.0)","time":\#(time + index * 16),"#
                + #""touches":[{"id":1,"x":\#(x + step.1),"y":100}]}"#
        }
        return "[" + events.joined(separator: ",") + "]"
    }
}
