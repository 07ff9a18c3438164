import ChartWire
import Hummingbird
import Logging

/// Turns whatever a handler threw into a problem.
enum ProblemMapping {
    /// The problem of an error; the log alone names an unforeseen one.
    static func problem(for error: any Error, logger: Logger) -> Problem {
        switch error {
        case let error as any ProblemSource: return error.problem
        case let error as HTTPError:
            if let code = code(ofStatus: error.status.code) {
                return Problem(code, error.body ?? "The request cannot be answered.")
            }
        case is CancellationError: return .draining
        default: break
        }
        logger.error("request failed", metadata: ["error": "\(error)", "error.type": "\(type(of: error))"])
        return Problem(.serverInternal, "The server failed; the request id names the entry in its log.")
    }

    private static func code(ofStatus status: Int) -> ProblemCode? {
        switch status {
        case 404: .routeUnknown
        case 405: .methodNotAllowed
        case 412: .preconditionFailed
        case 413: .bodyTooLarge
        case 415: .contentTypeUnsupported
        case 400...499: .requestInvalid
        case _: nil
        }
    }
}

extension Problem {
    /// The server is shutting down.
    static var draining: Problem {
        Problem(.serverDraining, "The server is shutting down.", retryAfter: 5)
    }
}
