import CoreTestSupport
import Testing

struct KeptFuzzInputTests {
    @Test(arguments: [FuzzLaw.csv, .delimitedText])
    func `the inputs that fuzzing has kept break no law of the importers`(law: FuzzLaw) throws {
        try law.checkKeptInputs()
    }
}
