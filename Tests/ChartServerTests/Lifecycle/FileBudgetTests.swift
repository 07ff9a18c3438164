import Logging
import Testing

@testable import ChartServer

struct FileBudgetTests {
    @Test(arguments: [
        (64, 10_000, 16), (256, 10_000, 192), (1_024, 10_000, 768), (1_048_576, 10_000, 10_000), (1_024, 5, 5),
        (20, 10, 1),
    ])
    func `the limit of connections leaves room for files`(openFiles: Int, wanted: Int, connections: Int) {
        #expect(FileBudget(openFiles: openFiles, mappings: nil).connections(of: wanted) == connections)
    }

    @Test func `the process has the limits of the system`() {
        let budget = FileBudget.raise()
        #expect(budget.openFiles >= 64)
        #expect(FileBudget(openFiles: 64, mappings: 65_530).mappedFiles == 49_148)
        #expect(FileBudget.raise() == budget)
    }
}
