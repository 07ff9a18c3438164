import ChartSeries
import CoreTestSupport
import Foundation
import Gestures
import Testing

@testable import ChartEngine

/// What holds for every surface and every sequence of events.
struct EventLawTests {
    private static let caseCount = 1_000

    @Test func `a batch split in any way gives the state of the whole`() throws {
        for seed in seeds(Self.caseCount) {
            var one = RandomCase(seed, events: 24)
            var whole = one.random.surface
            var split = whole
            _ = try whole.apply(one.events)
            var rest = one.events[...]
            while !rest.isEmpty {
                let count = min(rest.count, one.cases.integer(in: 1...8))
                _ = try split.apply(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let difference = SurfaceState(whole, hasReports: false)
                .difference(from: SurfaceState(split, hasReports: false))
            #expect(difference == nil, "case \(seed)")
        }
    }

    @Test func `a constant added to all times changes nothing but times`() throws {
        for seed in seeds(Self.caseCount) {
            var one = RandomCase(seed, events: 24)
            var early = one.random.surface
            var late = early
            let distance = Int64(one.cases.integer(in: -4_000_000_000_000_000...4_000_000_000_000_000))
            _ = try early.apply(one.events)
            _ = try late.apply(one.events.map { $0.moved(byMicroseconds: distance) })
            let difference = SurfaceState(early, hasMemory: false).difference(
                from: SurfaceState(late, since: Timestamp(microseconds: distance), hasMemory: false))
            #expect(difference == nil, "case \(seed)")
        }
    }

    @Test func `other numbers for the touches change nothing`() throws {
        for seed in seeds(Self.caseCount) {
            var one = RandomCase(seed, events: 24)
            var plain = one.random.surface
            var renumbered = plain
            let numbers = (0...9).shuffled(using: &one.cases).map { $0 * 1_000_003 - 4_000_000 }
            let places = try plain.apply(one.events).map { [$0.event, $0.contact] }
            let ignored = try renumbered.apply(one.events.map { $0.renumbered { numbers[$0] } })
            #expect(ignored.map { [$0.event, $0.contact] } == places, "case \(seed)")
            #expect(SurfaceState(plain).difference(from: SurfaceState(renumbered)) == nil, "case \(seed)")
        }
    }

    @Test func `the same events twice give the same state, and a copy on the way goes on alike`() throws {
        for seed in seeds(Self.caseCount) {
            let one = RandomCase(seed, events: 24)
            var (first, second) = (one.random.surface, one.random.surface)
            let (begin, rest) = (Array(one.events.prefix(12)), Array(one.events.dropFirst(12)))
            _ = try first.apply(begin)
            var copy = first
            _ = try first.apply(rest)
            _ = try second.apply(begin)
            _ = try second.apply(rest)
            _ = try copy.apply(rest)
            let state = SurfaceState(first)
            #expect(state.difference(from: SurfaceState(second)) == nil, "case \(seed)")
            #expect(state.difference(from: SurfaceState(copy)) == nil, "case \(seed)")
        }
    }

    /// A modifier made again from the JSON text of its parameters and of what it remembers.
    private func remade<Modifier: ChartModifier>(_ modifier: Modifier) throws -> any ChartModifier {
        func copy<Part: Codable & Hashable>(_ part: Part) throws -> Part {
            let copy = try JSONDecoder().decode([Part].self, from: JSONEncoder().encode([part]))
            #expect(copy == [part])
            return copy[0]
        }
        var remade = Modifier(parameters: try copy(modifier.parameters))
        remade.state = try copy(modifier.state)
        return remade
    }

    @Test func `modifiers and events that went through JSON go on alike`() throws {
        for seed in seeds(Self.caseCount) {
            let one = RandomCase(seed, events: 24)
            var surface = one.random.surface
            _ = try surface.apply(Array(one.events.prefix(12)))
            var restored = surface
            for index in restored.modifiers.indices {
                restored.chain.modifiers[index].modifier = try remade(restored.modifiers[index].modifier)
            }
            let rest = Array(one.events.dropFirst(12))
            _ = try surface.apply(rest)
            _ = try restored.apply(JSONDecoder().decode([InputEvent].self, from: JSONEncoder().encode(rest)))
            #expect(SurfaceState(surface).difference(from: SurfaceState(restored)) == nil, "case \(seed)")
        }
    }

    @Test func `ticks between events change nothing that stays`() throws {
        for seed in seeds(Self.caseCount) {
            let one = RandomCase(seed, events: 24)
            var plain = one.random.surface
            var ticked = plain
            for event in one.events {
                _ = try plain.apply([event])
                _ = try ticked.apply([.tick(event.time), event, .tick(event.time)])
            }
            #expect(SurfaceState(plain).difference(from: SurfaceState(ticked)) == nil, "case \(seed)")
        }
    }
}
