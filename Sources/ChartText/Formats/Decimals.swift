import Foundation

/// How many decimals a number shows.
enum Decimals: Sendable, Hashable {
    /// Exactly so many.
    case exactly(Int)
    /// As many as it needs, but no more than these.
    case upTo(Int)

    /// The most decimals that a format writes: those of the shortest text of any double that needs no exponent.
    static let most = 23

    /// The largest number.
    var limit: Int {
        switch self {
        case .exactly(let count), .upTo(let count): min(max(count, 0), Self.most)
        }
    }

    /// The number of decimals two places to the left, as those of percents.
    var ofPercent: Decimals {
        switch self {
        case .exactly(let count): .exactly(max(count - 2, 0))
        case .upTo(let count): .upTo(max(count - 2, 0))
        }
    }

    /// The precision of a format.
    var precision: NumberFormatStyleConfiguration.Precision {
        switch self {
        case .exactly: .fractionLength(limit)
        case .upTo: .fractionLength(0...limit)
        }
    }

    /// As many decimals as show a thousandth of a span.
    static func showing(span: Double) -> Decimals {
        guard span > 0, span.isFinite else { return .upTo(6) }
        return .upTo(min(max(3 - Int(log10(span).rounded(.down)), 0), most))
    }
}
