import ChartWire
import Testing

struct JSONObjectTests {
    @Test func `a new name is appended and an existing one keeps its place`() {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = 3
        object["b"] = 4
        #expect(object.keys == ["b", "a", "c"])
        #expect(object["b"] == 4)
        object["d"] = nil
        object["a"] = nil
        #expect(object == ["b": 4, "c": 3])
        #expect(object["a"] == nil)
        #expect(object.count == 2)
        #expect(!object.isEmpty)
    }

    @Test(arguments: [3, 15, 16, 17, 40])
    func `the other members are found after one is removed`(count: Int) {
        for removed in 0..<count {
            var object = JSONObject((0..<count).map { ("k\($0)", .number(Double($0))) })
            object["k\(removed)"] = nil
            object["new"] = true
            #expect(object.count == count)
            for index in 0..<count {
                #expect(object["k\(index)"] == (index == removed ? nil : .number(Double(index))))
            }
            #expect(object["new"] == true)
        }
    }

    @Test func `an overlay replaces in place, adds at the end and does not merge within`() {
        let base: JSONObject = ["a": ["x": 1, "y": 2], "b": 1, "c": true]
        let overlay: JSONObject = ["d": 4, "c": .null, "a": ["x": 9]]
        #expect(base.merging(overlay) == ["a": ["x": 9], "b": 1, "c": .null, "d": 4])
        #expect(base.merging(overlay).keys == ["a", "b", "c", "d"])
    }

    @Test func `equal objects have equal members in the same order`() {
        let object: JSONObject = ["a": 1, "b": 2]
        #expect(object != ["b": 2, "a": 1])
        #expect(object != ["a": 1])
        #expect(Set([object, ["a": 1, "b": 2], ["b": 2, "a": 1]]).count == 2)
    }
}
