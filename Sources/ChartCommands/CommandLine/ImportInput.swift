import Foundation
import NIOCore

/// The bytes of an import, from a file or from standard input, in pieces.
struct ImportInput: Sendable {
    private static let pieceBytes = 1 << 20

    /// The name in messages.
    let name: String
    /// The number of bytes; `nil` where it shows only at the end.
    let size: Int?
    private let handle: FileHandle

    /// Opens a file.
    ///
    /// - Parameter path: The path, or `-` for standard input.
    /// - Throws: An exit code after a message.
    init(path: String) throws {
        guard path != "-" else {
            (name, size, handle) = ("standard input", nil, .standardInput)
            return
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw ExitStatus.noInput.stop("\(path) cannot be read")
        }
        (name, handle) = (path, file)
        size = try Self.size(of: file, path)
    }

    /// The size of a file; `nil` for a pipe.
    private static func size(of file: FileHandle, _ path: String) throws -> Int? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = try FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard type != .typeDirectory else { throw ExitStatus.noInput.stop("\(path) is a folder") }
        guard type == .typeRegular else { return nil }
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        return Int(size)
    }

    /// Reads the next piece; `nil` at the end.
    func next() throws -> ByteBuffer? {
        do {
            guard let piece = try handle.read(upToCount: Self.pieceBytes), !piece.isEmpty else { return nil }
            return ByteBuffer(bytes: piece)
        } catch {
            throw ExitStatus.noInput.stop("\(name) cannot be read to its end")
        }
    }
}

/// The pieces of an input as the body of a request; the progress counts those that were sent.
struct ImportInputPieces: AsyncSequence, Sendable {
    let input: ImportInput

    struct AsyncIterator: AsyncIteratorProtocol {
        let input: ImportInput
        var progress: ImportProgress

        mutating func next() throws -> ByteBuffer? {
            guard let piece = try input.next() else { return nil }
            progress.advance(rows: 0, bytes: piece.readableBytes)
            return piece
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(input: input, progress: ImportProgress(of: input.size, unit: .bytes))
    }
}
