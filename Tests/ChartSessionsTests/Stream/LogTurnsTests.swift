import Testing

@testable import ChartSessions

/// Few viewers at a time read a log, some wait, and others get the newest state.
struct LogTurnsTests {
    @Test func `four have a turn, 256 wait, and the next one does not`() async {
        let turns = LogTurns()
        for _ in 0..<4 { #expect(await turns.take()) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<256 {
                group.addTask {
                    let hasTurn = await turns.take()
                    turns.give()
                    return hasTurn
                }
            }
            while turns.waiting < 256 { await Task.yield() }
            #expect(await !turns.take())
            turns.give()
            for await hasTurn in group { #expect(hasTurn) }
        }
        #expect(turns.waiting == 0)
        #expect(await turns.take())
    }
}
