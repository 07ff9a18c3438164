import ChartSeries
import Foundation
package import Logging

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How many files and mappings the system lets the process have, and what the server makes of it.
package struct FileBudget: Sendable, Equatable {
    /// The most open files.
    let openFiles: Int
    /// The most parts that the memory of the process may have; nil where the system names no bound.
    let mappings: Int?

    /// Kept for all but connections: the store, imports, appends and what libraries open.
    var reservedFiles: Int { max(48, min(openFiles / 4, 1_024)) }

    /// How many connections may be open at once.
    ///
    /// - Parameter wanted: `limits.connections`.
    /// - Returns: As many, or the most that the open files leave room for; 1 at least.
    func connections(of wanted: Int) -> Int { max(1, min(wanted, openFiles - reservedFiles)) }

    /// How many files may be mapped: a quarter of the parts is left to memory, threads and libraries.
    var mappedFiles: Int? { mappings.map { $0 - $0 / 4 } }

    /// Lets the process open as many files as the operator allows at most.
    ///
    /// - Returns: What it may have then.
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

    /// Holds the process to what it may have, and says in the log where that is less than what is configured.
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

    /// No more are asked for; some systems name no bound.
    private static let mostOpenFiles = 1 << 20

    #if canImport(Glibc)
    private static let openFileResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let openFileResource = RLIMIT_NOFILE
    #endif

    /// What Linux names in `vm.max_map_count`.
    private static var mappingBound: Int? {
        guard let text = try? String(contentsOfFile: "/proc/sys/vm/max_map_count", encoding: .utf8) else { return nil }
        return Int(text.filter(\.isNumber))
    }
}
