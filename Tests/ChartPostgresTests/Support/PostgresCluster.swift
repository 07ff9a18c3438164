import Foundation
import Synchronization
import Testing

@testable import ChartPostgres

/// A PostgreSQL cluster of this test run: a temporary folder, a socket in it, and a free port of the loopback.
///
/// A shell keeps watch: when the process of the tests ends, however it does, it stops the server and removes the folder.
final class PostgresCluster: Sendable {
    /// The cluster of the run, or why there is none.
    static let shared: Result<PostgresCluster, ClusterError> = Result { () throws(ClusterError) in
        try PostgresCluster()
    }

    /// The password of the role `chart`, which only connections over the loopback need.
    static let password = "p@ss/word 'with\\ marks"

    let folder: String
    let port: Int
    private let numbers = Atomic<Int>(0)

    init() throws(ClusterError) {
        guard let binaries = Self.binaries() else {
            throw ClusterError("PostgreSQL is not installed; on Debian it is the package postgresql")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pg\(UInt32.random(in: 0 ... .max))")
        self.folder = folder.path
        port = Self.freePort()
        let script = """
            set -eu
            run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
            mkdir -m 0777 '\(folder.path)'
            chmod 0777 '\(folder.path)'
            cd '\(folder.path)'
            trap 'run \(binaries)/pg_ctl -D data -m immediate stop >stop.log 2>&1 || true; cd /; rm -rf "\(folder.path)"' EXIT
            run \(binaries)/initdb -D data -U postgres -A trust --no-sync -E UTF8 --locale=C >initdb.log 2>&1
            {
                echo 'local all all trust'
                echo 'host all all 127.0.0.1/32 scram-sha-256'
            } >data/pg_hba.conf
            {
                echo "unix_socket_directories = '\(folder.path)'"
                echo "listen_addresses = '127.0.0.1'"
                echo 'port = \(port)'
                echo 'fsync = off'
                echo 'max_connections = 200'
                echo 'shared_buffers = 64MB'
            } >>data/postgresql.conf
            run \(binaries)/pg_ctl -D data -l server.log -w -t 60 start >start.log 2>&1
            touch ready
            while kill -0 \(ProcessInfo.processInfo.processIdentifier) 2>/dev/null; do sleep 0.3; done
            """
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", script]
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        do { try shell.run() } catch { throw ClusterError("a shell cannot be started: \(error)") }
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: folder.path + "/ready") {
            guard shell.isRunning, ContinuousClock.now < end else { throw ClusterError("PostgreSQL does not start") }
            Thread.sleep(forTimeInterval: 0.02)
        }
        do {
            let admin = try connect("postgres")
            try admin.run(
                "CREATE ROLE chart LOGIN PASSWORD '\(Self.password.replacingOccurrences(of: "'", with: "''"))'")
            try admin.run("CREATE ROLE guest LOGIN")
        } catch { throw ClusterError("the roles cannot be created: \(error)") }
    }

    private static func binaries() -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap(Int.init).sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" }
        return (newest + folders).first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }

    private static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = unsafe bind(descriptor, address, length)
                _ = unsafe getsockname(descriptor, address, &length)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Creates a database whose owner is the role `chart`.
    func makeDatabase() throws -> TestDatabase {
        let name = "test\(numbers.add(1, ordering: .relaxed).newValue)"
        try connect("postgres").run("CREATE DATABASE \(name) OWNER chart")
        return TestDatabase(cluster: self, name: name)
    }

    /// Connects through the socket, without a password.
    func connect(_ database: String, as role: String = "postgres") throws -> PostgresConnection {
        let settings = try PostgresSettings(url: "host=\(folder) port=\(port) dbname=\(database) user=\(role)")
        return try PostgresConnection(to: settings.hosts[0], settings: settings, name: "test")
    }
}

/// Why there is no cluster.
struct ClusterError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension PostgresConnection {
    /// Runs statements one after the other, each in its own transaction.
    @discardableResult
    func run(_ commands: String...) throws(PostgresError) -> PostgresResult {
        var last: PostgresResult?
        for command in commands { last = try run(PostgresStatement(.once(command)), until: .now + .seconds(20)) }
        guard let last else { preconditionFailure("no command") }
        return last
    }
}
