import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// Says in plain words why a connection or a listening socket failed, without the names of system calls.
enum NetworkFailure {
    /// What happened, as the end of a sentence.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as IOError: text(ofCode: error.errnoCode)
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.first {
                text(of: failure.error)
            } else {
                "the host \(error.host) is unknown"
            }
        case let error as SocketAddressError.UnknownHost: "the host \(error.host) is unknown"
        case is SocketAddressError: "the address is no host name and no IP address"
        case let error as HTTPClientError where error == .connectTimeout || error == .deadlineExceeded:
            "no answer came in time"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "the connection was closed"
        case let error as HTTPClientError: error.shortDescription.lowercased()
        default: "\(error)"
        }
    }

    private static func text(ofCode code: CInt) -> String {
        switch code {
        case EADDRINUSE: "another program listens there"
        case EADDRNOTAVAIL: "this machine does not have the address"
        case EACCES, EPERM: "the operating system does not allow it"
        case ECONNREFUSED: "nothing listens there"
        case ECONNRESET, EPIPE: "the connection was closed"
        case ETIMEDOUT: "no answer came in time"
        case EHOSTUNREACH, ENETUNREACH: "there is no route to the host"
        case EMFILE, ENFILE: "too many files are open"
        default: "the operating system reports error \(code)"
        }
    }
}
