import ChartWire
import Tracing

/// A span as its children and other services know it, handed down in the service context.
struct TraceContext: Sendable, Hashable {
    /// The lowest flag: the span is recorded.
    private static let sampled: UInt8 = 1
    /// The flag of a trace id that was made by chance; the first service of the trace sets it, and later ones keep it.
    private static let random: UInt8 = 2
    /// The most bytes of `tracestate` that go on; the standard asks for 512 at least.
    private static let mostStateBytes = 512

    /// The trace, 32 hexadecimal digits.
    let traceID: String
    /// The span, 16 hexadecimal digits.
    let spanID: String
    /// The flags of `traceparent`.
    let flags: UInt8
    /// The value of `tracestate`, which other systems write and read; empty for none.
    let state: String
    /// Whether another service has named the span.
    let isRemote: Bool

    /// Whether the span is recorded.
    var isSampled: Bool { flags & Self.sampled != 0 }

    /// Begins a span: in the trace of its parent, or in a new one.
    ///
    /// - Parameters:
    ///   - parent: The parent; `nil` for none.
    ///   - sampler: Decides whether the span is recorded.
    init(childOf parent: TraceContext?, _ sampler: TraceSampler) {
        traceID = parent?.traceID ?? Self.digits() + Self.digits()
        spanID = Self.digits()
        let isSampled = sampler.isSampled(traceID, parent: parent?.isSampled)
        flags = (parent.map { $0.flags & Self.random } ?? Self.random) | (isSampled ? Self.sampled : 0)
        state = parent?.state ?? ""
        isRemote = false
    }

    /// Takes what a request names.
    ///
    /// - Parameters:
    ///   - parent: The value of `traceparent`.
    ///   - state: The value of `tracestate`; one that is no list of members is left out.
    init(_ parent: TraceParent, state: String?) {
        traceID = parent.traceID
        spanID = parent.parentID
        flags = parent.flags & (Self.sampled | Self.random)
        self.state = state.flatMap { Self.isList($0) ? $0 : nil } ?? ""
        isRemote = true
    }

    /// What the next service is told.
    var parent: TraceParent { TraceParent(traceID: traceID, parentID: spanID, flags: flags) }

    /// 16 random hexadecimal digits that are not all zero.
    private static func digits() -> String {
        Hexadecimal.text(of: UInt64.random(in: 1 ... .max))
    }

    private static func isList(_ text: String) -> Bool {
        guard text.utf8.count <= mostStateBytes, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 })
        else { return false }
        let members = text.split(separator: ",")
        return members.count <= 32 && members.allSatisfy { $0.contains("=") || $0.allSatisfy(\.isWhitespace) }
    }
}

extension ServiceContext {
    private enum Key: ServiceContextKey {
        typealias Value = TraceContext
        static var nameOverride: String? { "traceparent" }
    }

    /// The span that work in this context belongs to.
    var trace: TraceContext? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}
