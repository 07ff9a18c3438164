import CoreTestSupport
import Foundation

/// The law that `FUZZ_LAW` names.
private let law: FuzzLaw = {
    let name = ProcessInfo.processInfo.environment["FUZZ_LAW"]
    let laws = [FuzzLaw.csv, .delimitedText, .eventBatch] + FuzzLaw.ofServer
    guard let law = laws.first(where: { $0.name == name }) else {
        fatalError("FUZZ_LAW is one of \(laws.map(\.name).joined(separator: ", "))")
    }
    return law
}()

/// Tries one input, which libFuzzer keeps when the law is broken.
///
/// - Parameters:
///   - data: The input.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    do {
        try law.check(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        fatalError("\(law.name): \(error)")
    }
    return 0
}
