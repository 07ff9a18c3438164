import Testing

@testable import ChartSessions

struct TombstonesTests {
    @Test func `a further tombstone replaces the oldest`() {
        var tombstones = Tombstones(capacity: 3)
        let displaced = ["a", "b", "c", "d", "e"].enumerated().map { tombstones.add($1, at: Int64($0)) }
        #expect(displaced == [nil, nil, nil, "a", "b"])
        #expect(tombstones.count == 3)
        #expect((tombstones["a"], tombstones["b"]) == (nil, nil))
        #expect((tombstones["c"], tombstones["d"], tombstones["e"]) == (2, 3, 4))
    }

    @Test func `tombstones above an age are removed, those of exactly that age stay`() {
        var tombstones = Tombstones(capacity: 10)
        for (index, id) in ["a", "b", "c"].enumerated() { tombstones.add(id, at: Int64(index * 100)) }
        #expect(tombstones.forget(olderThan: 100, now: 200) == ["a"])
        #expect((tombstones["a"], tombstones["b"], tombstones["c"]) == (nil, 100, 200))
        #expect(tombstones.forget(olderThan: 100, now: 1_000) == ["b", "c"])
        #expect(tombstones.count == 0)
    }

    @Test func `a full list keeps the latest tombstones`() {
        var tombstones = Tombstones(capacity: 7)
        for index in 0..<1_000 { tombstones.add("\(index)", at: Int64(index)) }
        #expect(tombstones.count == 7)
        #expect((993..<1_000).allSatisfy { tombstones["\($0)"] == Int64($0) })
    }
}
