import Foundation

/// A law that a decoder keeps for all bytes, which the kept inputs and libFuzzer try.
package struct FuzzLaw: Sendable, CustomStringConvertible {
    /// The name, which the file of its kept inputs has too.
    package let name: String
    /// Tries one input; throws ``BrokenLaw``.
    package let check: @Sendable ([UInt8]) throws -> Void

    /// Creates a law.
    package init(_ name: String, check: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.check = check
    }

    package var description: String { name }

    /// Tries the inputs that fuzzing has kept, and a few bytes that it never keeps.
    ///
    /// - Throws: ``BrokenLaw`` with the line of the input, or an error of the file.
    package func checkKeptInputs() throws {
        let inputs = try Self.keptInputs(of: name)
        for (number, input) in (inputs + [[], [0], [0xFF], [UInt8](repeating: 0x5B, count: 4_096)]).enumerated() {
            do {
                try check(input)
            } catch {
                throw BrokenLaw("Fuzz/Inputs/\(name).txt:\(number + 1): \(error)")
            }
        }
    }

    /// Reads the inputs that fuzzing has kept for a law, a line each; `Fuzz/inputs` writes them.
    package static func keptInputs(of name: String) throws -> [[UInt8]] {
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let file = repository.standardized.appending(path: "Fuzz/Inputs/\(name).txt")
        let inputs = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { line in unescaped(line) }
        try require(!inputs.isEmpty, "no input is kept")
        return inputs
    }

    private static func unescaped(_ line: Data) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = line[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "x"):
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? escape)
                rest = rest.dropFirst(2)
            default: bytes.append(escape)
            }
        }
        return bytes
    }
}

/// Why an input breaks a law.
package struct BrokenLaw: Error, CustomStringConvertible {
    package let description: String

    /// Creates an error.
    package init(_ description: String) {
        self.description = description
    }
}

/// Throws ``BrokenLaw`` unless a condition holds.
package func require(_ holds: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String) throws {
    guard try holds() else { throw BrokenLaw(message()) }
}
