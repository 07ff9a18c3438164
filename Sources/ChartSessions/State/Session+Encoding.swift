import ChartEngine
import Foundation
import Gestures

extension Session {
    /// Encodes the state as JSON text; equal states have equal bytes.
    ///
    /// The state excludes rows, and when a driver last sent events.
    ///
    /// - Throws: The error of a custom modifier's or recognizer's state.
    package func encodedState() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return Array(try encoder.encode(SessionState(session: self)))
    }

    /// Restores a session from its state, with the same behaviour from there on.
    ///
    /// - Parameters:
    ///   - state: The bytes of ``encodedState()``.
    ///   - dependencies: The dependencies that are not in the state.
    /// - Throws: ``SessionStateError``.
    package init(state: [UInt8], dependencies: SessionStateDependencies) throws(SessionStateError) {
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
    /// The place and the reason of a decoding error.
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
