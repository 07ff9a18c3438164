import CoreTestSupport
import Gestures
import Testing

struct ArmingTests {
    /// The double tap and drag: a double touch down that arms a pan.
    func doubleTapDrag(_ distance: Double? = nil) -> [GestureArena.Registration] {
        [
            GestureArena.Registration(owner: "drag", role: 0, recognizer: DoubleTouchDownGestureRecognizer()),
            GestureArena.Registration(
                owner: "drag", role: 1, recognizer: PanGestureRecognizer(minimumDistance: distance), armedBy: 0),
        ]
    }

    let doubleTap: TouchScript = "1↓(0,0)@0 1↑(0,0)@10 1↓(0,0)@20"

    @Test(arguments: [true, false])
    func `an armed pan has priority over every other pan in any order`(_ comesFirst: Bool) throws {
        let pan = [registration("pan", PanGestureRecognizer())]
        var player = ArenaPlayer(comesFirst ? doubleTapDrag() + pan : pan + doubleTapDrag())
        #expect(try player.actions(doubleTap) == ["drag ended@20"])
        #expect(
            try player.actions("1→(0,12)@30 1→(0,20)@40 1↑(0,20)@50")
                == ["drag#1 began@30", "drag#1 changed@40", "drag#1 ended@50"])
    }

    @Test(arguments: [true, false])
    func `a pan that begins on the same touch down waits for the armed one`(_ comesFirst: Bool) throws {
        let eager = [registration("eager", PanGestureRecognizer(minimumDistance: 0))]
        var player = ArenaPlayer(comesFirst ? doubleTapDrag() + eager : eager + doubleTapDrag())
        #expect(try player.actions("1↓(0,0)@0 1↑(0,0)@10") == ["eager began@0", "eager ended@10"])
        #expect(try player.actions("1↓(0,0)@20") == ["drag ended@20"])
        #expect(try player.play("1→(0,12)@30") == ["drag#1 began@30", "eager failed@30 required"])
    }

    @Test(arguments: [true, false])
    func `an armed pan of distance 0 begins with the event that arms it`(_ comesFirst: Bool) throws {
        let pair = doubleTapDrag(0)
        var player = ArenaPlayer(comesFirst ? pair : pair.reversed())
        #expect(try player.actions(doubleTap) == ["drag ended@20", "drag#1 began@20"])
    }

    @Test func `an unarmed pan never begins and delays no other pan`() throws {
        var player = ArenaPlayer(doubleTapDrag() + [registration("pan", PanGestureRecognizer())])
        #expect(
            try player.play("1↓(0,0) 1→(20,0) 1↑(20,0)") == [
                "drag failed@16", "pan began@16", "drag#1 failed@16 prevented", "pan ended@32",
            ])
    }

    @Test func `an unarmed pan alone stays possible and is reset`() throws {
        var player = ArenaPlayer(doubleTapDrag())
        #expect(try player.play("1↓(0,0) 1→(20,0)") == ["drag failed@16"])
        #expect(try player.play("1↑(20,0)@50").allSatisfy { !$0.contains("began") })
        #expect(try player.actions("1↓(0,0)@1000 1↑(0,0)@1010 1↓(0,0)@1020 1→(0,30)@1030").last == "drag#1 began@1030")
    }

    @Test func `arming ends with the touch sequence`() throws {
        var player = ArenaPlayer(doubleTapDrag() + [registration("pan", PanGestureRecognizer())])
        _ = try player.actions(doubleTap)
        #expect(try player.actions("1↑(0,0)@30 1↓(200,0)@40 1→(240,0)@50") == ["pan began@50"])
    }

    @Test func `a tap fails with the recognition of a double touch down that it requires to fail`() throws {
        var tapAfterDrag = registration("single", TapGestureRecognizer())
        tapAfterDrag.requireFailureOf = ["drag"]
        var player = ArenaPlayer([tapAfterDrag] + doubleTapDrag())
        #expect(try player.actions("1↓(0,0)@0 1↑(0,0)@10") == ["single ended@10"])
        #expect(try player.play("1↓(0,0)@20 1↑(0,0)@30").contains("single failed@30 required"))
    }

    @Test func `a double tap without a drag is still a double tap`() throws {
        var player = ArenaPlayer(doubleTapDrag() + [registration("reset", TapGestureRecognizer(taps: 2))])
        _ = try player.actions(doubleTap)
        #expect(try player.actions("1↑(0,0)@30") == ["reset ended@30"])
    }

    /// A second owner of a double touch down that arms a pan, beside the first.
    func otherDoubleTapDrag(requireFailureOf others: [String] = []) -> [GestureArena.Registration] {
        [
            GestureArena.Registration(
                owner: "other", recognizer: DoubleTouchDownGestureRecognizer(), simultaneousWith: ["drag"]),
            GestureArena.Registration(
                owner: "other", role: 1, recognizer: PanGestureRecognizer(), requireFailureOf: others, armedBy: 0),
        ]
    }

    @Test(arguments: [true, false]) func `of two armed pans the first one registered wins`(_ comesFirst: Bool) throws {
        var player = ArenaPlayer(
            comesFirst ? doubleTapDrag() + otherDoubleTapDrag() : otherDoubleTapDrag() + doubleTapDrag())
        #expect(Set(try player.actions(doubleTap)) == ["drag ended@20", "other ended@20"])
        #expect(try player.actions("1→(0,12)@30") == [comesFirst ? "drag#1 began@30" : "other#1 began@30"])
    }

    @Test func `an armed pan waits for an unarmed one that it requires to fail`() throws {
        var drag = doubleTapDrag()
        drag[1].requireFailureOf = ["pan"]
        var player = ArenaPlayer(drag + [registration("pan", PanGestureRecognizer(axis: .x))])
        _ = try player.actions(doubleTap)
        #expect(try player.actions("1→(0,12)@30 1→(5,20)@40") == [])
        #expect(try player.actions("1→(12,20)@50") == ["pan began@50"])
    }

    @Test func `a marquee that requires an owner to fail waits while its pan may still be armed`() throws {
        var marquee = registration("marquee", MarqueeGestureRecognizer(minimumDistance: 0))
        marquee.requireFailureOf = ["drag"]
        marquee.simultaneousWith = ["drag"]
        var player = ArenaPlayer(doubleTapDrag() + [marquee])
        #expect(try player.actions("1↓(0,0)@0") == [])
        #expect(try player.actions("1→(1,0)@10") == ["marquee began@10 required released@10"])
    }
}
