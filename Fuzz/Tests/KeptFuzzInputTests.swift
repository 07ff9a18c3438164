import CoreTestSupport
import Testing

struct KeptFuzzInputTests {
    @Test(arguments: FuzzLaw.ofServer)
    func `the inputs that fuzzing has kept break no law of the server`(law: FuzzLaw) throws {
        try law.checkKeptInputs()
    }
}
