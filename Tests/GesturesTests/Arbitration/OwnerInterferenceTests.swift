import CoreTestSupport
import Gestures
import Testing

/// Owners that stop observing, refuse gestures, or are disabled, removed and enabled again during touch sequences.
struct OwnerInterferenceTests {
    static let owners = ArenaPlayer.withEveryRecognizer().arena.owners

    /// Makes one random change to an arena, as its surface may make between two events.
    private func interfere(
        with player: inout ArenaPlayer, _ random: inout SplitMix, into transitions: inout [GestureTransition]
    ) {
        let owner = random.one(of: Self.owners)
        switch random.next(12) {
        case 0: player.arena.setEnabled(false, owner: owner, into: &transitions)
        case 1: player.arena.setEnabled(true, owner: owner, into: &transitions)
        case 2: player.owners.blind = [owner, random.one(of: Self.owners)]
        case 3: player.owners.blind = []
        case 4: player.owners.refusingTouches = [owner]
        case 5: player.owners.refusingGestures = [owner]
        case 6: player.arena.cancelAll(into: &transitions)
        case 7: player.arena.resolveTimers(delegate: player.owners, into: &transitions)
        case 8: player.arena.setTranslation(.zero, owner: owner, role: 0)
        case 9: player.arena.setViewport(width: Double(random.next(900)), height: 60)
        case 10:
            player.arena.detach(owner: owner, into: &transitions)
            let next = Self.owners.firstIndex(of: owner).map { Self.owners[($0 + 1)...] }?.first
            player.arena.attach(ArenaPlayer.everyRegistration.filter { $0.owner == owner }, before: next)
        default: break
        }
    }

    @Test(arguments: seeds(UInt64(8)))
    func `an arena is like new when the touches are up and all owners observe again`(_ seed: UInt64) throws {
        var touches = SeededTouches(seed: seed)
        var random = SplitMix(state: seed &* 77)
        let fresh = ArenaPlayer.withEveryRecognizer(profile: GestureProfile.allCases[Int(seed % 4)])
        var worn = fresh
        for _ in 0..<250 {
            var active: Set<String> = []
            for event in touches.sequence() {
                var transitions = try worn.transitions([event])
                interfere(with: &worn, &random, into: &transitions)
                for transition in transitions {
                    let name = "\(transition.owner)\(transition.role)"
                    switch transition.gesture.state {
                    case .began: if !active.insert(name).inserted { Issue.record("\(name) began twice") }
                    case .changed: if !active.contains(name) { Issue.record("\(name) changed before it began") }
                    case .cancelled: if active.remove(name) == nil { Issue.record("\(name) cancelled from nothing") }
                    case .ended: active.remove(name)
                    case .possible, .failed: if active.contains(name) { Issue.record("\(name) failed when active") }
                    }
                }
            }
            var last: [GestureTransition] = []
            for owner in Self.owners { worn.arena.setEnabled(true, owner: owner, into: &last) }
            worn.owners = Owners()
            worn.arena.resolveTimers(delegate: worn.owners, into: &last)
            worn.arena.setViewport(width: 160, height: 60)
            #expect(worn.arena.isIdle)
            #expect(worn.arena.owners == Self.owners)
            #expect(worn.arena.failures.isEmpty)
            var new = fresh
            let plain = touches.sequence()
            let (wornAgain, asNew) = (try worn.transitions(plain), try new.transitions(plain))
            try #require(wornAgain == asNew, "\(plain)")
        }
    }
}
