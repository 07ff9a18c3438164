import CoreTestSupport
import Testing

struct KeptFuzzInputTests {
    @Test func `the batches that fuzzing has kept are read alike by both readers`() throws {
        try FuzzLaw.eventBatch.checkKeptInputs()
    }
}
