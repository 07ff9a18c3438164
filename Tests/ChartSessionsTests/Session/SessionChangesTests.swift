import ChartEngine
import ChartSessions
import Gestures
import Testing

struct SessionChangesTests {
    private struct Refusal: Error {}

    @Test func `every accepted change is one revision, also when nothing moved`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 1)])
        try session.changeSurface("main") { _ in }
        #expect(session.revision == 2)
        #expect(session.surface("main")?.revision == 2)
    }

    @Test func `a surface has the revision that changed it last`() throws {
        var session = SampleSession.session([SampleSession.surface(), SampleSession.surface("other")])
        try session.send([.tick(at: 1)])
        try session.send([.tick(at: 1)], to: "other")
        #expect(session.surfaces.map(\.revision) == [1, 2])
    }

    @Test func `a copy keeps what the original loses, and the other way round`() throws {
        var session = SampleSession.session()
        let before = session
        let size = try #require(before.surface("main")).size
        try session.changeSurface("main") { $0.resize(ChartSize(width: size.width / 2, height: size.height)) }
        #expect(before.surface("main")?.size == size)
        #expect(session.surface("main")?.size.width == size.width / 2)
        var copy = session
        try copy.changeSurface("main") { $0.resize(ChartSize(width: size.width / 4, height: size.height)) }
        #expect(session.surface("main")?.size.width == size.width / 2)
        #expect(copy.surface("main")?.surface.chart.size.width == size.width / 4)
    }

    @Test func `an unknown surface is refused`() {
        var session = SampleSession.session()
        #expect(throws: SessionError.surfaceUnknown("none")) { try session.send([.tick(at: 1)], to: "none") }
        #expect(throws: SessionError.surfaceUnknown("none")) { try session.changeSurface("none") { _ in } }
        #expect(throws: SessionError.surfaceUnknown("none")) { try session.removeSurface("none") }
    }

    @Test func `an entity tag names revision and rows, and a stale one is refused`() throws {
        var session = SampleSession.session()
        let tag = try #require(session.surface("main")).entityTag
        try session.send([.tick(at: 1)], ifMatch: [tag])
        let next = try #require(session.surface("main")).entityTag
        #expect(next != tag)
        #expect(throws: SessionError.preconditionFailed) { try session.send([.tick(at: 2)], ifMatch: [tag]) }
        #expect(throws: SessionError.preconditionFailed) {
            try session.changeSurface("main", ifMatch: [tag]) { _ in }
        }
        try session.send([.tick(at: 3)], ifMatch: [tag, next])
        try session.send([.tick(at: 4)], ifMatch: ["*"])
        #expect(session.revision == 3)
    }

    @Test func `a change rethrows its error and makes no revision`() {
        var session = SampleSession.session()
        #expect(throws: Refusal.self) { try session.changeSurface("main") { _ in throw Refusal() } }
        #expect(session.revision == 0)
    }

    @Test func `surfaces can be added up to a limit, each under a name of its own`() throws {
        var session = SampleSession.session()
        try session.add(SampleSession.surface("other"), limit: 2)
        #expect(session.revision == 1)
        #expect(session.surface("other")?.revision == 1)
        #expect(throws: SessionError.surfaceExists("other")) {
            try session.add(SampleSession.surface("other"), limit: 9)
        }
        #expect(throws: SessionError.tooManySurfaces(limit: 2)) {
            try session.add(SampleSession.surface("third"), limit: 2)
        }
    }

    @Test func `a removed surface names the dataset that it showed`() throws {
        var session = SampleSession.session([SampleSession.surface(dataset: "users")])
        #expect(session.datasets == ["users"])
        let datasets = try session.removeSurface("main")
        #expect(datasets == ["users"])
        #expect(session.surfaces.isEmpty && session.datasets.isEmpty)
        #expect(session.revision == 1)
    }

    @Test func `the window that was answered last differs once the range moves`() throws {
        var session = SampleSession.session()
        func isAnswered() throws -> Bool {
            let surface = try #require(session.surface("main"))
            return surface.answered == surface.windowKey
        }
        #expect(try isAnswered())
        try session.send([.touch(.began, at: 1)])
        #expect(try isAnswered())
        try session.send([.touch(.moved, x: 140, at: 2)])
        #expect(try !isAnswered())
        session.noteAnsweredWindow(ofSurface: "main")
        #expect(try isAnswered())
        try session.changeSurface("main") { _ = $0.setVisible(false, series: "level") }
        #expect(try !isAnswered())
    }

    @Test(arguments: [
        [InputEvent.touch(.began, at: 1), .touch(.moved, x: 140, at: 2), .tick(at: 1)],
        [
            .touch(.began, at: 1), .touch(.moved, x: 140, at: 2), .touch(.began, at: 3, id: 2),
            .touch(.began, at: 4, id: 3),
        ],
    ])
    func `a batch that fails at its end has changed nothing`(events: [InputEvent]) throws {
        let session = SampleSession.session()
        var copy = session
        #expect(throws: SessionError.self) { try copy.send(events, from: "a", 1) }
        copy = session
        #expect(copy.revision == 0)
        #expect(try copy.x() == AxisRange(min: 20, max: 60))
        #expect(copy.surface("main")?.surface.hasTouches == false)
        try copy.send([.touch(.began, at: 0), .touch(.moved, x: 140, at: 1)], from: "a", 1)
        #expect(try copy.x() == AxisRange(min: 16, max: 56))
    }
}
