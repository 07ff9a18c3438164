import Testing

@testable import ChartTracing

@Suite struct SpanQueueTests {
    @Test func `spans without room are dropped and counted, and the first ones stay`() {
        let recorder = Recorder(capacity: 3, batchSize: 2)
        recorder.make(["a", "b", "c", "d", "e"])
        #expect(recorder.dropped == 2)
        #expect(recorder.queue.takeBatch().map(\.name) == ["a", "b"])
        recorder.make(["f"])
        #expect(recorder.queue.takeBatch().map(\.name) == ["c", "f"])
        #expect(recorder.queue.takeBatch().isEmpty)
    }

    @Test func `a batch that is given back goes first, as far as there is room`() {
        let recorder = Recorder(capacity: 3, batchSize: 2)
        recorder.make(["a", "b"])
        let batch = recorder.queue.takeBatch()
        recorder.make(["c", "d"])
        recorder.queue.giveBack(batch)
        #expect(recorder.dropped == 1)
        #expect(recorder.queue.takeBatch().map(\.name) == ["a", "c"])
    }

    @Test func `a full batch wakes the sender once`() async {
        let recorder = Recorder(capacity: 9, batchSize: 2)
        recorder.make(["a", "b", "c"])
        var wakes = recorder.queue.wakes.makeAsyncIterator()
        #expect(await wakes.next() != nil)
        #expect(recorder.queue.takeBatch().count == 2)
        recorder.make(["d"])
        #expect(await wakes.next() != nil)
    }

    @Test func `spans that fill no batch are due at a flush alone`() {
        let recorder = Recorder(capacity: 9, batchSize: 2)
        recorder.make(["a", "b", "c"])
        #expect(recorder.queue.takeDueBatch().map(\.name) == ["a", "b"])
        #expect(recorder.queue.takeDueBatch().isEmpty)
        recorder.queue.flush()
        recorder.make(["d", "e"])
        #expect(recorder.queue.takeDueBatch().map(\.name) == ["c", "d"])
        #expect(recorder.queue.takeDueBatch().isEmpty)
        recorder.make(["f"])
        #expect(recorder.queue.takeDueBatch().map(\.name) == ["e", "f"])
    }

    @Test func `a closed queue drops what waits and what comes`() {
        let recorder = Recorder()
        recorder.make(["a", "b"])
        #expect(recorder.queue.close() == 2)
        recorder.make(["c"])
        #expect(recorder.dropped == 3 && recorder.queue.takeBatch().isEmpty)
    }
}
