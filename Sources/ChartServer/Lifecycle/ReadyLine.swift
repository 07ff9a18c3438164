import Foundation
import NIOCore

/// The one line on standard output that says where the server listens.
package enum ReadyLine {
    /// The line without its end.
    static func text(host: String, port: Int, scheme: String = "http") -> String {
        "listening on \(address(host: host, port: port, scheme: scheme))"
    }

    /// The address of the server, without a path; an IPv6 address is in brackets.
    package static func address(host: String, port: Int, scheme: String) -> String {
        "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Writes the line at once, without a buffer.
    static func write(host: String, channel: any Channel, scheme: String) {
        let line = text(host: host, port: channel.localAddress?.port ?? 0, scheme: scheme) + "\n"
        try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }
}
