import ChartEngine
import ChartTestSupport
import Testing

@testable import ChartSessions

/// The walk through links goes the same way as one that looks through all links for every axis.
struct LinkWalkTests {
    private struct Step: Equatable {
        let link: Int
        let leader: Int
        let follower: AxisReference
    }

    private static func axes(_ count: Int) -> [AxisReference] {
        (0..<count).map { AxisReference(surface: "s\($0 % 4)", axis: "a\($0)") }
    }

    private static func links(_ axes: [AxisReference], _ cases: inout SeededCases) throws -> [AxisLink] {
        try (0..<cases.integer(in: 1...12)).map { _ in
            let members = Array(axes.shuffled(using: &cases).prefix(cases.integer(in: 2...6)))
            let link = AxisLink(members, kind: .same) { Axis(id: $0.axis, dimension: .x, options: AxisOptions()) }
            return try #require(link)
        }
    }

    /// The way as it was first written: every axis is held against every link and every settled axis.
    private static func slowly(_ links: [AxisLink], from leaders: [AxisReference]) -> [Step] {
        var (open, settled, steps) = (leaders, leaders, [Step]())
        while !open.isEmpty {
            let leader = open.removeFirst()
            for (number, link) in links.enumerated() {
                guard let position = link.members.firstIndex(of: leader) else { continue }
                for member in link.members where !settled.contains(member) {
                    settled.append(member)
                    steps.append(Step(link: number, leader: position, follower: member))
                    open.append(member)
                }
            }
        }
        return steps
    }

    private static func byWalk(_ links: [AxisLink], from leaders: [AxisReference]) -> [Step] {
        var walk = LinkWalk(LinkIndex(links), settled: leaders)
        var (open, next, steps) = (leaders, 0, [Step]())
        while next < open.count {
            let leader = open[next]
            next += 1
            for (number, position) in walk.takeLinks(of: leader) {
                for member in links[number].members where walk.settle(member) {
                    steps.append(Step(link: number, leader: position, follower: member))
                    open.append(member)
                }
            }
        }
        return steps
    }

    @Test(arguments: UInt64(0)..<200) func `it settles the same axes by the same links in the same order`(seed: UInt64)
        throws
    {
        var cases = SeededCases(seed: seed)
        let axes = Self.axes(16)
        let links = try Self.links(axes, &cases)
        let leaders = Array(axes.shuffled(using: &cases).prefix(cases.integer(in: 1...4)))
        #expect(Self.byWalk(links, from: leaders) == Self.slowly(links, from: leaders))
    }
}
