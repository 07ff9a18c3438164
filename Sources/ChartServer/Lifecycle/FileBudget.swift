import ChartSeries
import Foundation
package import Logging

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system's limits on the files and mappings of the process, and how the server divides them.
package struct FileBudget: Sendable, Equatable {
    /// The most open files.
    let openFiles: Int
    /// The most memory mappings of the process; nil when the system names no limit.
    let mappings: Int?

    /// The files reserved for everything but connections: the store, imports, appends and libraries.
    private var reservedFiles: Int { max(48, min(openFiles / 4, 1_024)) }

    /// How many connections may be open at once.
    ///
    /// - Parameter wanted: `limits.connections`.
    /// - Returns: As many, or the most that the open files leave room for; at least 1.
    func connections(of wanted: Int) -> Int { max(1, min(wanted, openFiles - reservedFiles)) }

    /// How many files may be mapped; a quarter of the mappings is left to memory, threads and libraries.
    var mappedFiles: Int? { mappings.map { $0 - $0 / 4 } }

    /// Raises the process's limit of open files as far as the operator allows.
    ///
    /// - Returns: The limits afterwards.
    package static func raise() -> FileBudget {
        var limit = rlimit()
        guard unsafe getrlimit(Self.openFileResource, &limit) == 0 else {
            return FileBudget(openFiles: 1_024, mappings: mappingBound)
        }
        let most = min(limit.rlim_max, rlim_t(mostOpenFiles))
        if limit.rlim_cur < most {
            var raised = limit
            raised.rlim_cur = most
            if unsafe setrlimit(Self.openFileResource, &raised) == 0 { limit = raised }
        }
        return FileBudget(openFiles: Int(min(limit.rlim_cur, rlim_t(mostOpenFiles))), mappings: mappingBound)
    }

    /// Applies the limits to the process, and logs when they allow fewer connections than configured.
    ///
    /// - Parameters:
    ///   - connections: `limits.connections`.
    ///   - logger: The log.
    /// - Returns: How many connections may be open at once.
    package func apply(connections: Int, logger: Logger) -> Int {
        if let mappedFiles { FaultWatch.limit(to: mappedFiles) }
        let bound = self.connections(of: connections)
        if bound < connections {
            logger.warning(
                "fewer connections than configured: raise the limit of open files (ulimit -n)",
                metadata: [
                    "limits.connections": .stringConvertible(connections), "connections": .stringConvertible(bound),
                    "open.files": .stringConvertible(openFiles),
                ])
        }
        return bound
    }

    /// The most open files to ask for, because some systems name no limit.
    private static let mostOpenFiles = 1 << 20

    #if canImport(Glibc)
    private static let openFileResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let openFileResource = RLIMIT_NOFILE
    #endif

    /// The value of Linux's `vm.max_map_count`.
    private static var mappingBound: Int? {
        guard let text = try? String(contentsOfFile: "/proc/sys/vm/max_map_count", encoding: .utf8) else { return nil }
        return Int(text.filter(\.isNumber))
    }
}
