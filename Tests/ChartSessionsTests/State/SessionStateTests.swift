import ChartEngine
import ChartSeries
import Foundation
import Gestures
import Testing

@testable import ChartSessions

/// The encoded state of a session.
struct SessionStateTests {
    private func object(_ state: [UInt8]) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(state)) as? [String: Any])
    }

    private func bytes(_ object: [String: Any]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: object))
    }

    private func error(of state: [UInt8], _ dependencies: SessionStateDependencies) -> SessionStateError? {
        do throws(SessionStateError) {
            _ = try Session(state: state, dependencies: dependencies)
            return nil
        } catch {
            return error
        }
    }

    /// The touches of a drag.
    private var drag: [InputEvent] {
        (0...30).map { index in
            let phase: TouchPhase = index == 0 ? .began : index == 30 ? .ended : .moved
            return .touch(phase, x: 300.123 - 3.7 * Double(index), at: Int64(index) * 16)
        }
    }

    @Test func `an idle session with a default surface takes at most 6 KB`() throws {
        var session = DefaultSession.session
        #expect(try session.encodedState().count <= 1_600)
        try session.send(drag)
        try session.changeSurface("main") { try $0.perform(.cancelGestures) }
        #expect(session.surfaces.flatMap(\.surface.gestures).isEmpty)
        #expect(try session.encodedState().count <= 6_144)
    }

    @Test func `the number of the format stands first`() throws {
        let text = String(decoding: try DefaultSession.session.encodedState(), as: UTF8.self)
        #expect(text.hasPrefix(#"{"format":1,"session":{"#))
    }

    @Test func `another format is refused by its number`() throws {
        var state = try object(DefaultSession.session.encodedState())
        state["format"] = 2
        #expect(try error(of: bytes(state), DefaultSession.dependencies) == .format(2))
        state["format"] = nil
        #expect(try error(of: bytes(state), DefaultSession.dependencies) == .format(nil))
        state["format"] = "1"
        #expect(try error(of: bytes(state), DefaultSession.dependencies) == .format(nil))
    }

    @Test func `an unregistered modifier is refused by its name`() throws {
        let state = try DefaultSession.session.encodedState()
        let dependencies = SessionStateDependencies(
            modifiers: ModifierRegistry(), table: DefaultSession.dependencies.table)
        #expect(error(of: state, dependencies) == .modifierUnknown("zoomPan"))
    }

    @Test func `unavailable rows are refused by their name`() throws {
        let state = try DefaultSession.session.encodedState()
        let none = error(of: state, SessionStateDependencies { _ in nil })
        let others = error(
            of: state, SessionStateDependencies { _ in DefaultSession.table.prefix(rows: 99, version: 1) })
        let newer = error(
            of: state, SessionStateDependencies { _ in DefaultSession.table.prefix(rows: 100, version: 2) })
        for error in [none, others, newer] {
            guard case .rowsMissing(let rows) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(rows.surface == "main" && rows.dataset == "active-users" && rows.version == 1 && rows.count == 100)
        }
    }

    @Test func `an impossible state is refused with its path`() throws {
        let state = try DefaultSession.session.encodedState()
        let text = String(decoding: state, as: UTF8.self)
        let damages: [(String, String)] = [
            (#""xAxis":"x""#, #""xAxis":"z""#), (#""column":2"#, #""column":3"#), (#""column":2"#, #""column":-1"#),
            (#""width":390"#, #""width":-390"#), (#""width":390"#, #""width":"nan""#),
            (#""maximumTouches":16"#, #""maximumTouches":0"#), (#""id":"pinchZoom""#, #""id":"zoomPan""#),
            (#""revision":0"#, #""revision":-1"#), (#""idleTimeout":60000"#, #""idleTimeout":"inf""#),
            (#""lastTime":0"#, #""lastTime":9000000000000000000"#), (#""timeZone":"UTC""#, #""timeZone":"Nowhere""#),
            (#""recognizers":[{}"#, #""recognizers":["#), (#""recognizers":[{}"#, #""recognizers":[{},{}"#),
            (#""minorsPerMajor":5"#, #""minorsPerMajor":0"#),
        ]
        for (old, new) in damages {
            let damaged = text.replacingOccurrences(of: old, with: new)
            #expect(damaged != text, "\(old)")
            guard case .unsound(let sentence) = error(of: Array(damaged.utf8), DefaultSession.dependencies) else {
                Issue.record("\(new) is not refused")
                continue
            }
            #expect(!sentence.isEmpty)
        }
    }

    @Test func `infinite numbers and a negative zero survive an encoding`() throws {
        var session = DefaultSession.session
        try session.changeSurface("main") { surface in
            var parameters = GestureObserverModifier.Parameters()
            parameters.gesture = .pan
            surface.add(AttachedModifier(id: "observer", modifier: GestureObserverModifier(parameters: parameters)))
        }
        let odd = GestureValues.pan(
            translation: Vector(dx: -0.0, dy: .infinity), velocity: Vector(dx: -.infinity, dy: .leastNonzeroMagnitude))
        try session.send(
            [.gesture(Gesture(state: .began, time: Timestamp(microseconds: 1), location: .zero, values: odd))])
        let again = try Session(state: session.encodedState(), dependencies: DefaultSession.dependencies)
        let pan = try #require(again.surfaces[0].surface.gestures.first?.gesture.values)
        #expect(pan == odd)
        guard case .pan(let translation, _) = pan else { return }
        #expect(translation.dx.sign == .minus)
    }

    @Test func `a decoded session has its kept answers`() throws {
        var session = DefaultSession.session
        try session.send([.tick(at: 1)], from: "a", 1, body: "one")
        var again = try Session(state: session.encodedState(), dependencies: DefaultSession.dependencies)
        #expect(try again.send([.tick(at: 1)], from: "a", 1, body: "one") == Array("answer to one".utf8))
        #expect(throws: SessionError.sequenceReused) { try again.send([.tick(at: 1)], from: "a", 1, body: "two") }
        #expect(throws: SessionError.sequenceGap(expected: 2)) { try again.send([], from: "a", 3) }
    }

    @Test func `a driver counts as active when its session is decoded`() throws {
        var session = DefaultSession.session
        try session.send([.touch(.began, at: 0)])
        var dependencies = DefaultSession.dependencies
        dependencies.now = 5_000
        let again = try Session(state: session.encodedState(), dependencies: dependencies)
        #expect(again.silentSurfaces(now: 15_000, timeout: 10_000) == [])
        #expect(again.silentSurfaces(now: 15_001, timeout: 10_000) == ["main"])
    }
}
