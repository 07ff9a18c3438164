import Testing

@testable import ChartSessions

struct TombstonesTests {
    @Test func `a further tombstone replaces the oldest`() {
        var stones = Tombstones(capacity: 3)
        let displaced = ["a", "b", "c", "d", "e"].enumerated().map { stones.add($1, at: Int64($0)) }
        #expect(displaced == [nil, nil, nil, "a", "b"])
        #expect(stones.count == 3)
        #expect((stones["a"], stones["b"]) == (nil, nil))
        #expect((stones["c"], stones["d"], stones["e"]) == (2, 3, 4))
    }

    @Test func `tombstones above an age are removed, those of exactly that age stay`() {
        var stones = Tombstones(capacity: 10)
        for (index, id) in ["a", "b", "c"].enumerated() { stones.add(id, at: Int64(index * 100)) }
        #expect(stones.forget(olderThan: 100, now: 200) == ["a"])
        #expect((stones["a"], stones["b"], stones["c"]) == (nil, 100, 200))
        #expect(stones.forget(olderThan: 100, now: 1_000) == ["b", "c"])
        #expect(stones.count == 0)
    }

    @Test func `a full list keeps the latest tombstones`() {
        var stones = Tombstones(capacity: 7)
        for index in 0..<1_000 { stones.add("\(index)", at: Int64(index)) }
        #expect(stones.count == 7)
        #expect((993..<1_000).allSatisfy { stones["\($0)"] == Int64($0) })
    }
}
