import ChartEngine
import Foundation
import Gestures

extension Session {
    /// The state of the session as JSON text: what it is decides it, so equal states have equal bytes.
    ///
    /// Rows are no part of it, nor is when a driver was last heard.
    ///
    /// - Throws: What the state of a modifier or of a recognizer that is not built in throws.
    public func encodedState() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return Array(try encoder.encode(SessionState(session: self)))
    }

    /// Goes on with a session where another one was written: from here on both do and answer the same.
    ///
    /// - Parameters:
    ///   - state: What ``encodedState()`` gave.
    ///   - dependencies: What comes from outside.
    /// - Throws: ``SessionStateError``.
    public init(state: [UInt8], dependencies: SessionStateDependencies) throws(SessionStateError) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        if let key = SessionState.dependenciesKey { decoder.userInfo[key] = dependencies }
        do {
            self = try decoder.decode(SessionState.self, from: Data(state)).session
        } catch let error as SessionStateError {
            throw error
        } catch let error as UnknownModifier {
            throw .modifierUnknown(error.type)
        } catch let error as UnsoundState {
            throw .unsound("The state has \(error.reason).")
        } catch let error as ModifierError {
            throw .unsound("\(error.property): \(error.reason)")
        } catch let error as DecodingError {
            throw .unsound(error.sentence)
        } catch {
            throw .unsound("The state cannot be read.")
        }
    }
}

extension DecodingError {
    /// Where and why reading failed.
    fileprivate var sentence: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        let path = (context?.codingPath ?? []).map { $0.intValue.map(String.init) ?? $0.stringValue }
        return "/\(path.joined(separator: "/")): \(context?.debugDescription ?? "unreadable")"
    }
}
