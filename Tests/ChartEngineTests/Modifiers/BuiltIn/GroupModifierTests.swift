import ChartEngine
import Gestures
import Testing

struct GroupModifierTests {
    private static func child<Modifier: ChartModifier>(
        _ type: Modifier.Type, id: String, receives: Bool = false, _ set: (inout Modifier.Parameters) -> Void = { _ in }
    ) -> AttachedModifier {
        var parameters = Modifier.Parameters()
        set(&parameters)
        var options = AttachedModifier.Options()
        options.receiveHandledEvents = receives
        return AttachedModifier(
            id: id, modifier: type.init(parameters: parameters), options: options, childOf: GroupModifier.typeName)
    }

    private static func group(receives: Bool = false, named name: String? = nil) -> AttachedModifier {
        var options = AttachedModifier.Options()
        options.receiveHandledEvents = receives
        return .of(GroupModifier.self, options: options) { $0.eventGroup = name }
    }

    private func probe(_ id: String, of driver: SurfaceDriver) throws -> ProbeModifier.State {
        let entry = try #require(driver.surface.modifiers.first { $0.id == id })
        return try #require(entry.modifier as? ProbeModifier).state
    }

    private func setGroup(isEnabled: Bool, on driver: inout SurfaceDriver) throws {
        let entry = try #require(driver.surface.modifiers.first { $0.id == "group" })
        var options = entry.options
        options.isEnabled = isEnabled
        driver.surface.changeModifier("group", options: options, to: entry.modifier)
    }

    @Test func `children follow their group directly, in the order of adding`() {
        var surface = SampleChart().surface([Self.group(), .of(ProbeModifier.self, id: "last")])
        surface.add(Self.child(ProbeModifier.self, id: "first"))
        surface.add(Self.child(ProbeModifier.self, id: "second"))
        surface.add(.of(ProbeModifier.self, id: "before"), before: "group")
        #expect(surface.modifiers.map(\.id) == ["before", "group", "first", "second", "last"])
        #expect(surface.children(of: "group") == ["first", "second"])
    }

    @Test func `a child acts at the group's place, before the modifiers behind the group`() throws {
        var driver = SampleChart().driver([Self.group(), .of(ProbeModifier.self, id: "last")])
        driver.surface.add(Self.child(ProbeModifier.self, id: "child") { $0.handles = .touches })
        try driver.touch("1↓(10,10)")
        #expect(try probe("child", of: driver).sawHandled == [false])
        #expect(try probe("last", of: driver).sawHandled.isEmpty)
    }

    @Test(arguments: [(false, []), (true, [true])])
    func `a handled event enters a group only if the group receives handled events`(
        receives: Bool, seen: [Bool]
    ) throws {
        var driver = SampleChart().driver([
            .of(ProbeModifier.self, id: "first") { $0.handles = .touches }, Self.group(receives: receives),
        ])
        driver.surface.add(Self.child(ProbeModifier.self, id: "deaf"))
        driver.surface.add(Self.child(ProbeModifier.self, id: "keen", receives: true))
        try driver.touch("1↓(10,10)")
        #expect(try probe("deaf", of: driver).sawHandled.isEmpty)
        #expect(try probe("keen", of: driver).sawHandled == seen)
    }

    @Test func `an event that a child has handled reaches the next child if that receives handled events`() throws {
        var driver = SampleChart().driver([Self.group()])
        driver.surface.add(Self.child(ProbeModifier.self, id: "first") { $0.handles = .touches })
        driver.surface.add(Self.child(ProbeModifier.self, id: "deaf"))
        driver.surface.add(Self.child(ProbeModifier.self, id: "keen", receives: true))
        try driver.touch("1↓(10,10)")
        #expect(try probe("deaf", of: driver).sawHandled.isEmpty)
        #expect(try probe("keen", of: driver).sawHandled == [true])
    }

    @Test func `disabling a group disables its children and cancels their gestures`() throws {
        var driver = SampleChart(xRange: AxisRange(min: 20, max: 60)).driver([Self.group()])
        driver.surface.add(Self.child(GestureProbeModifier.self, id: "probe"))
        try driver.touch("1↓(100,100) 1→(150,100)")
        try setGroup(isEnabled: false, on: &driver)
        try driver.touch("1→(200,100) 1↑(200,100) 1↓(100,100) 1→(150,100) 1↑(150,100)")
        #expect(driver.chart.journal == ["probe pan began 0", "probe pan cancelled 0"])
        try setGroup(isEnabled: true, on: &driver)
        try driver.touch("1↓(100,100) 1→(150,100)")
        #expect(driver.chart.journal.last == "probe pan began 0")
    }

    @Test func `changing another property of a group keeps its children's gestures`() throws {
        var driver = SampleChart().driver([Self.group()])
        driver.surface.add(Self.child(GestureProbeModifier.self, id: "probe"))
        try driver.touch("1↓(100,100) 1→(150,100)")
        let named = Self.group(named: "all")
        driver.surface.changeModifier("group", options: named.options, to: named.modifier)
        try driver.touch("1→(200,100)")
        #expect(driver.chart.journal == ["probe pan began 0", "probe pan changed 0"])
        #expect(driver.surface.eventGroups == ["all"])
    }

    @Test func `removing a group removes its children and cancels their gestures`() throws {
        var driver = SampleChart().driver([Self.group(named: "all"), .of(ZoomPanModifier.self)])
        driver.surface.add(Self.child(GestureProbeModifier.self, id: "probe"))
        try driver.touch("1↓(100,100) 1→(150,100)")
        driver.surface.removeModifier("group")
        #expect(driver.surface.modifiers.map(\.id) == ["zoomPan"])
        #expect(driver.chart.journal == ["probe pan began 0", "probe pan cancelled 0", "detach probe"])
        #expect(driver.surface.eventGroups.isEmpty)
    }

    @Test func `the order of children decides between their gestures`() throws {
        var driver = SampleChart().driver([Self.group()])
        driver.surface.add(Self.child(GestureProbeModifier.self, id: "first") { $0.name = "first" })
        driver.surface.add(Self.child(GestureProbeModifier.self, id: "second") { $0.name = "second" })
        driver.surface.orderChildren(of: "group", as: ["second", "first"])
        #expect(driver.surface.modifiers.map(\.id) == ["group", "second", "first"])
        try driver.touch("1↓(100,100) 1→(150,100)")
        #expect(driver.chart.journal == ["second pan began 0"])
    }

    @Test func `a disabled group adds its surface to no event group`() throws {
        var driver = SampleChart().driver([Self.group(named: "all")])
        #expect(driver.surface.eventGroups == ["all"])
        try setGroup(isEnabled: false, on: &driver)
        #expect(driver.surface.eventGroups.isEmpty)
    }

    @Test(arguments: ["", String(repeating: "x", count: 65)])
    func `the name of an event group has 1 to 64 characters`(name: String) {
        var parameters = GroupModifier.Parameters()
        parameters.eventGroup = name
        #expect(throws: ModifierError.self) { try parameters.check() }
        parameters.eventGroup = String(repeating: "x", count: 64)
        #expect(throws: Never.self) { try parameters.check() }
    }

    @Test func `the trace says that the group is not enabled`() throws {
        var driver = SampleChart().driver([Self.group()])
        driver.surface.add(Self.child(GestureProbeModifier.self, id: "probe"))
        try setGroup(isEnabled: false, on: &driver)
        driver.surface.startTrace()
        try driver.touch("1↓(100,100)")
        let reasons = driver.surface.takeTrace().compactMap { entry -> String? in
            guard case .ignored("probe", _, let reason) = entry.kind else { return nil }
            return reason
        }
        #expect(reasons == ["its group is not enabled"])
    }
}
