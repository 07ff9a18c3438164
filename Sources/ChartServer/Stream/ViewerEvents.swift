import ChartSeries
import ChartSessions
import Hummingbird
import NIOCore

/// The events of a viewer as bytes, which wait for room in memory where they are many.
struct ViewerEvents: Sendable {
    let viewer: StreamViewer
    /// How many bytes the longest event may have, by the session as it was when the viewer came.
    let expectedBytes: Int
    /// The address of the client.
    let client: String
    let answers: LargeAnswers

    /// The bytes of an event, and their room until the client has taken them.
    struct Event: Sendable {
        let bytes: ByteBuffer
        /// The room; nil for few bytes.
        var room: LargeAnswers.Room?

        /// Sends the bytes, as fast as the client takes them.
        @concurrent
        func write(to writer: inout any ResponseBodyWriter) async throws {
            guard room != nil else { return try await writer.write(bytes) }
            var pieces = AnswerPieces(bytes, room: room)
            while let piece = try pieces.next() { try await writer.write(piece) }
        }
    }

    /// Waits for the next event.
    ///
    /// - Parameter write: Writes an event; nil passes it over.
    /// - Returns: The event; nil after the last one.
    /// - Throws: `CancellationError` when the task is cancelled.
    func next(_ write: (StreamEvent) -> ByteBuffer?) async throws -> Event? {
        while true {
            await viewer.news()
            let room = try await answers.room(of: expectedBytes, for: client)
            guard let event = await LongWork.run(if: viewer.effort == .long, { await viewer.next() }) else {
                return nil
            }
            guard let bytes = write(event) else { continue }
            let count = bytes.readableBytes
            guard count > LargeAnswers.leastBytes else { return Event(bytes: bytes) }
            guard expectedBytes > LargeAnswers.leastBytes else {
                return Event(bytes: bytes, room: try await answers.room(of: count, for: client))
            }
            room.shrink(to: count)
            return Event(bytes: bytes, room: room)
        }
    }
}
