import ChartEngine
import CoreTestSupport
import Gestures
import Testing

struct ChartModifierTests {
    private func probe(
        _ id: String, handles: ProbeModifier.Handled = .nothing, receivesHandled: Bool = false, isEnabled: Bool = true
    ) -> AttachedModifier {
        var options = AttachedModifier.Options()
        options.receiveHandledEvents = receivesHandled
        options.isEnabled = isEnabled
        return .of(ProbeModifier.self, id: id, options: options) {
            $0.handles = handles
            $0.name = id
        }
    }

    private func state(_ id: String, of surface: Surface) throws -> ProbeModifier.State {
        let entry = try #require(surface.modifiers.first { $0.id == id })
        return try #require(entry.modifier as? ProbeModifier).state
    }

    private static let drag = "1↓(100,100) 1→(140,100) 1↑(140,100)"

    @Test func `events reach the modifiers in collection order with their surface and their own name`() throws {
        var driver = SampleChart().driver([probe("a"), probe("b")])
        try driver.touch(Self.drag)
        for id in ["a", "b"] {
            let state = try state(id, of: driver.surface)
            #expect(state.sawHandled == [false, false, false])
            #expect(state.sources == ["main", "main", "main"])
            #expect(state.modifiers == [id, id, id])
        }
    }

    @Test func `a handled event skips the later modifiers, unless they receive handled events`() throws {
        var driver = SampleChart().driver([
            probe("first"), probe("handler", handles: .touches), probe("skipped"),
            probe("curious", receivesHandled: true), probe("last"),
        ])
        try driver.touch(Self.drag)
        #expect(try state("first", of: driver.surface).sawHandled == [false, false, false])
        #expect(try state("handler", of: driver.surface).sawHandled == [false, false, false])
        #expect(try state("skipped", of: driver.surface).sawHandled.isEmpty)
        #expect(try state("curious", of: driver.surface).sawHandled == [true, true, true])
        #expect(try state("last", of: driver.surface).sawHandled.isEmpty)
    }

    @Test func `each event starts as not handled`() throws {
        var driver = SampleChart().driver([probe("handler", handles: .touches), probe("last")])
        try driver.hover(.moved, at: Point(x: 1, y: 1))
        try driver.touch("1↓(100,100)")
        try driver.hover(.moved, at: Point(x: 2, y: 1))
        #expect(try state("last", of: driver.surface).sawHandled.count == 2)
    }

    @Test func `a handled touch does not reach the recognizers of later modifiers`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([probe("handler", handles: .touches), .of(ZoomPanModifier.self)])
        try driver.touch(Self.drag)
        expect(driver.x, 20, 60)
        driver = sample.driver([.of(ZoomPanModifier.self), probe("handler", handles: .touches)])
        try driver.touch(Self.drag)
        expect(driver.x, 16, 56)
    }

    @Test func `a recognizer that receives handled events sees a handled touch`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var options = AttachedModifier.Options()
        options.receiveHandledEvents = true
        var driver = sample.driver([
            probe("handler", handles: .touches), .of(ZoomPanModifier.self, options: options),
        ])
        try driver.touch(Self.drag)
        expect(driver.x, 16, 56)
    }

    @Test func `a client gesture that a modifier handles as an event reaches no later modifier`() throws {
        var driver = SampleChart().driver([probe("handler", handles: .pinches), .of(PinchZoomModifier.self)])
        try driver.pinch(scale: 2, .changed)
        expect(driver.x, 0, 100)
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test func `a disabled modifier sees nothing and handles nothing`() throws {
        var driver = SampleChart().driver([
            probe("off", handles: .touches, isEnabled: false), probe("behind"),
        ])
        try driver.touch(Self.drag)
        #expect(try state("off", of: driver.surface).sawHandled.isEmpty)
        #expect(try state("off", of: driver.surface).updates == 0)
        #expect(try state("behind", of: driver.surface).sawHandled == [false, false, false])
    }

    @Test func `an event says whether it is in the plot area`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.hover(.moved, at: Point(x: 400, y: 200))
        try driver.hover(.moved, at: Point(x: 400.1, y: 200))
        try driver.touch("1↓(-1,10)")
        try driver.tick(after: 1)
        #expect(try state("a", of: driver.surface).inBounds == [true, false, false, true])
    }

    @Test func `the first modifier that listens handles a command, which skips the later ones`() throws {
        var surface = SampleChart().surface([
            probe("deaf"), probe("handler", handles: .commands), probe("behind"),
            probe("curious", receivesHandled: true),
        ])
        try surface.perform(.modifier("anything"))
        #expect(try state("deaf", of: surface).sawHandled == [false])
        #expect(try state("behind", of: surface).sawHandled.isEmpty)
        #expect(try state("curious", of: surface).sawHandled == [true])
    }

    @Test func `adding a modifier attaches it, and removing it detaches it`() {
        var surface = SampleChart().surface([probe("a"), probe("b")])
        #expect(surface.chart.journal == ["attach a", "attach b"])
        surface.removeModifier("a")
        #expect(surface.chart.journal == ["attach a", "attach b", "detach a"])
        #expect(surface.modifiers.map(\.id) == ["b"])
    }

    @Test func `new parameters keep the state of a modifier`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.touch(Self.drag)
        var parameters = ProbeModifier.Parameters()
        parameters.name = "renamed"
        driver.surface.changeModifier("a", options: .init(), to: ProbeModifier(parameters: parameters))
        let changed = try #require(driver.surface.modifiers[0].modifier as? ProbeModifier)
        #expect(changed.parameters.name == "renamed")
        #expect(changed.state.sawHandled.count == 3)
        #expect(driver.chart.journal == ["attach a"])
    }

    @Test func `a modifier of another type replaces the old one, which is cancelled and detached`()
        throws
    {
        var driver = SampleChart().driver([.of(GestureProbeModifier.self, id: "a") { $0.name = "old" }, probe("b")])
        try driver.touch("1↓(100,100) 1→(140,100)")
        driver.surface.changeModifier("a", options: .init(), to: ProbeModifier(parameters: .init()))
        #expect(
            driver.chart.journal == [
                "attach b", "old pan began 0", "old pan cancelled 0", "detach old", "attach probe",
            ])
        #expect(driver.surface.modifiers.map(\.id) == ["a", "b"])
    }

    @Test func `a modifier is added before a named one, or at the end without a name or for an unknown name`() {
        var surface = SampleChart().surface([probe("a"), probe("b")])
        surface.add(probe("c"), before: "b")
        surface.add(probe("d"), before: "stranger")
        surface.add(probe("e"), before: "a")
        #expect(surface.modifiers.map(\.id) == ["e", "a", "c", "b", "d"])
    }

    @Test func `a recognizer added before another goes before it`() throws {
        var surface = SampleChart().surface([
            probe("plain"), .of(GestureProbeModifier.self, id: "old") { $0.name = "old" },
        ])
        surface.add(.of(GestureProbeModifier.self, id: "new") { $0.name = "new" }, before: "plain")
        _ = try surface.apply(TouchScript("1↓(100,100) 1→(140,100)").events)
        #expect(surface.chart.journal.last == "new pan began 0")
    }

    @Test func `each update calls onUpdate once`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.send(TouchScript(Self.drag).events)
        #expect(try state("a", of: driver.surface).updates == 1)
        try driver.surface.perform(.zoomExtents(.xy))
        #expect(try state("a", of: driver.surface).updates == 2)
    }
}
