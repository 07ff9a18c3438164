import ChartSeries
import ChartStores
import Testing

@testable import ChartSessions

struct SharedOwnersTests {
    private func owner(_ subject: String) -> SessionOwner { SessionOwner(subject: ExactName(subject), datasets: .all) }

    @Test func `equal owners share one object, and other patterns make another owner`() {
        var owners = SharedOwners()
        let one = owners.shared(owner("a"))
        #expect(owners.shared(owner("a")) === one)
        #expect(owners.shared(SessionOwner(subject: "a", datasets: .none)) !== one)
        #expect(owners.count == 2)
    }

    @Test func `owners without a session are removed once there are many, and used ones stay`() {
        var owners = SharedOwners()
        let kept = owners.shared(owner("kept"))
        for number in 0..<10_000 { _ = owners.shared(owner("\(number)")) }
        #expect(owners.count <= 65)
        #expect(owners.shared(owner("kept")) === kept)
    }
}
