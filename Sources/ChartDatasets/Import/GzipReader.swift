import CZlib
package import ChartWire

/// Unpacks the bytes of gzip (RFC 1952) as they arrive.
///
/// Members that follow each other are one text. It holds one piece of ``pieceBytes`` at a time, whatever the bytes make.
@safe package final class GzipReader {
    /// The bytes of a piece that is handed on.
    static let pieceBytes = 1 << 16
    /// The format of gzip, with the largest window.
    private static let windowBits: Int32 = 15 + 16

    /// The state of zlib, which holds its own address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let mostBytes: Int
    private var count = 0
    /// The number of packed bytes that were read.
    private var offset = 0
    /// Whether a member has begun and not ended.
    private var isOpen = false
    private var hasBegun = false
    private var piece = [UInt8](repeating: 0, count: GzipReader.pieceBytes)

    /// Prepares to unpack.
    ///
    /// - Parameter mostBytes: The most bytes to unpack.
    /// - Throws: `server.internal` where there is no memory for it.
    package init(mostBytes: Int) throws(Problem) {
        self.mostBytes = mostBytes
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe inflateInit2_(
            stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw Problem(.serverInternal, "The body cannot be unpacked.") }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Unpacks the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that follow those before.
    ///   - take: Takes the unpacked bytes, piece by piece.
    /// - Throws: `body.malformed` for bytes that are no gzip, `dataset.too-large`, or what `take` throws.
    package func append(_ bytes: some Collection<UInt8>, _ take: (ArraySlice<UInt8>) throws -> Void) throws {
        var packed = Array(bytes)
        var used = 0
        while used < packed.count {
            let (status, read, made) = step(&packed, from: used)
            used += read
            offset += read
            hasBegun = true
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw Problem(.bodyMalformed, "The body is no gzip: \(reason(status)).", offset: offset)
            }
            count += made
            guard count <= mostBytes else {
                throw Problem(.datasetTooLarge, "The body is larger than \(mostBytes) bytes once it is unpacked.")
            }
            if made > 0 { try take(piece[..<made]) }
            isOpen = status != Z_STREAM_END
            if status == Z_STREAM_END {
                _ = unsafe inflateReset(stream)
            } else if read == 0, made == 0 {
                break
            }
        }
        // The last bytes may have more to give than one piece.
        while isOpen {
            var none: [UInt8] = []
            let (status, _, made) = step(&none, from: 0)
            guard made > 0 else { break }
            count += made
            guard count <= mostBytes else {
                throw Problem(.datasetTooLarge, "The body is larger than \(mostBytes) bytes once it is unpacked.")
            }
            try take(piece[..<made])
            isOpen = status != Z_STREAM_END
            if status == Z_STREAM_END { _ = unsafe inflateReset(stream) }
        }
    }

    /// Ends the bytes.
    ///
    /// - Throws: `body.malformed` where a member has not ended.
    package func finish() throws(Problem) {
        guard hasBegun, !isOpen else {
            throw Problem(.bodyMalformed, "The body is gzip that ends too early.", offset: offset)
        }
    }

    /// Unpacks into the piece.
    ///
    /// - Returns: The status of zlib, the bytes read and the bytes made.
    private func step(_ packed: inout [UInt8], from start: Int) -> (status: Int32, read: Int, made: Int) {
        let input = packed.count - start
        return unsafe packed.withUnsafeMutableBufferPointer { source in
            unsafe piece.withUnsafeMutableBufferPointer { target -> (Int32, Int, Int) in
                unsafe stream.pointee.next_in = source.baseAddress.map { unsafe $0 + start }
                unsafe stream.pointee.avail_in = UInt32(input)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(target.count)
                let status = unsafe inflate(stream, Z_NO_FLUSH)
                let (left, room) = unsafe (Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
                return (status, input - left, target.count - room)
            }
        }
    }

    private func reason(_ status: Int32) -> String {
        guard let message = unsafe stream.pointee.msg else { return "error \(status)" }
        return unsafe String(cString: message)
    }
}
