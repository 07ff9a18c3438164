import Foundation
import NIOSSL

/// What the variables of OpenTelemetry say about traces.
///
/// Source: "Environment Variable Specification" of OpenTelemetry, and "Protocol Exporter". Variables that end in
/// `TRACES_…` go before those of all signals; an empty one counts as missing.
package struct TraceSettings: Sendable, Hashable {
    /// The name of the service, unless variables name another.
    static let serviceName = "chart-surface"
    /// Why variables that do not count are left out, for the log.
    package internal(set) var warnings: [String] = []
    /// Where and how traces are sent; `nil` where there is to be no tracer.
    var export: Export?

    /// Where and how traces are sent.
    struct Export: Sendable, Hashable {
        /// The URL.
        var url: String
        /// Headers of each request, such as credentials.
        var headers: [String: String] = [:]
        /// What describes the process, in the order of the message.
        var resource: [String: String] = [:]
        /// Which traces are recorded.
        var sampler = TraceSampler.parentBasedAlwaysOn
        /// The authorities of an https URL; `nil` for those of the system.
        var certificates: [NIOSSLCertificate]?
        /// The longest time of a request with its repetitions, in milliseconds.
        var timeout = 10_000
        /// The longest time that a span waits for others, in milliseconds.
        var delay = 5_000
        /// The most spans that wait.
        var queueSize = 2_048
        /// The most spans of a request.
        var batchSize = 512

        /// The scheme, host and port, for the log: a path or a query may have a secret.
        var place: String {
            guard let url = URL(string: url), let scheme = url.scheme, let host = url.host() else { return "" }
            return "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
        }
    }

    /// Reads the variables.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - version: The version of the server.
    package init(environment: [String: String], version: String) {
        let reader = Reader(variables: environment.filter { !$0.value.isEmpty })
        if let disabled = reader["OTEL_SDK_DISABLED"]?.lowercased() {
            if disabled == "true" { return }
            if disabled != "false" { warnings.append("OTEL_SDK_DISABLED is neither true nor false; false counts") }
        }
        guard isWanted(reader["OTEL_TRACES_EXPORTER"]), let url = url(reader) else { return }
        var export = Export(url: url)
        if let name = reader.ofTraces("PROTOCOL"), name != "http/json" {
            warnings.append("OTEL_EXPORTER_OTLP_PROTOCOL \(name) is not http/json; traces are sent as JSON over HTTP")
        }
        if let name = reader.ofTraces("COMPRESSION"), name != "none" {
            warnings.append("OTEL_EXPORTER_OTLP_COMPRESSION \(name) is not none; traces are sent uncompressed")
        }
        export.certificates = reader.ofTraces("CERTIFICATE").flatMap { certificates(in: $0) }
        export.headers = pairs(reader.ofTraces("HEADERS"), of: "OTEL_EXPORTER_OTLP_HEADERS")
        export.resource = pairs(reader["OTEL_RESOURCE_ATTRIBUTES"], of: "OTEL_RESOURCE_ATTRIBUTES")
        let given = export.resource
        export.resource["service.name"] = reader["OTEL_SERVICE_NAME"] ?? given["service.name"] ?? Self.serviceName
        export.resource["service.version"] = given["service.version"] ?? version
        export.resource["telemetry.sdk.name"] = "chart-surface"
        export.resource["telemetry.sdk.language"] = "swift"
        export.resource["telemetry.sdk.version"] = version
        let (sampler, unread) = TraceSampler.read(
            reader["OTEL_TRACES_SAMPLER"], argument: reader["OTEL_TRACES_SAMPLER_ARG"])
        export.sampler = sampler
        warnings += unread
        export.timeout = number(reader.ofTraces("TIMEOUT"), "OTEL_EXPORTER_OTLP_TIMEOUT", else: export.timeout)
        export.delay = number(reader["OTEL_BSP_SCHEDULE_DELAY"], "OTEL_BSP_SCHEDULE_DELAY", else: export.delay)
        export.queueSize = number(reader["OTEL_BSP_MAX_QUEUE_SIZE"], "OTEL_BSP_MAX_QUEUE_SIZE", else: export.queueSize)
        export.batchSize = min(
            export.queueSize,
            number(
                reader["OTEL_BSP_MAX_EXPORT_BATCH_SIZE"], "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", else: export.batchSize))
        self.export = export
    }

    /// The variables that are set.
    private struct Reader {
        let variables: [String: String]

        subscript(_ name: String) -> String? { variables[name]?.trimmingCharacters(in: .whitespaces) }

        /// The variable of traces, or that of all signals.
        func ofTraces(_ name: String) -> String? {
            self["OTEL_EXPORTER_OTLP_TRACES_\(name)"] ?? self["OTEL_EXPORTER_OTLP_\(name)"]
        }
    }

    /// Whether a list of exporters has that of OTLP.
    private mutating func isWanted(_ list: String?) -> Bool {
        let names = (list ?? "otlp").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let others = names.filter { $0 != "otlp" && $0 != "none" }
        if !others.isEmpty {
            let sent = names.contains("otlp") ? "otlp alone counts" : "there are no traces"
            warnings.append("OTEL_TRACES_EXPORTER \(others.joined(separator: ",")) is not otlp; \(sent)")
        }
        return names.contains("otlp")
    }

    /// The URL that traces are sent to; `nil` where no variable names one that can be used.
    private mutating func url(_ reader: Reader) -> String? {
        let (name, given, path): (String, String, String)
        if let text = reader["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] {
            (name, given, path) = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", text, "")
        } else if let text = reader["OTEL_EXPORTER_OTLP_ENDPOINT"] {
            (name, given, path) = (
                "OTEL_EXPORTER_OTLP_ENDPOINT", text, text.hasSuffix("/") ? "v1/traces" : "/v1/traces"
            )
        } else {
            return nil
        }
        guard let url = URL(string: given), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else {
            warnings.append("\(name) is no http or https URL, such as http://localhost:4318; there are no traces")
            return nil
        }
        return given + path
    }

    /// Reads a list such as `key=value,other=value`, with bytes such as `%20`; one mistake and none of it counts.
    private mutating func pairs(_ text: String?, of name: String) -> [String: String] {
        var pairs: [String: String] = [:]
        for member in (text ?? "").split(separator: ",") where !member.allSatisfy(\.isWhitespace) {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces).removingPercentEncoding }
            guard parts.count == 2, let key = parts[0], let value = parts[1], !key.isEmpty,
                // A line break would begin another header.
                (key + value).unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else {
                warnings.append("\(name) is no list such as key=value,other=value; nothing of it counts")
                return [:]
            }
            pairs[key] = value
        }
        return pairs
    }

    private mutating func certificates(in path: String) -> [NIOSSLCertificate]? {
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(path)
            if !certificates.isEmpty { return certificates }
            warnings.append("OTEL_EXPORTER_OTLP_CERTIFICATE \(path) has no certificate; those of the system count")
        } catch {
            warnings.append(
                "OTEL_EXPORTER_OTLP_CERTIFICATE \(path) cannot be read: \(error); those of the system count")
        }
        return nil
    }

    private mutating func number(_ text: String?, _ name: String, else usual: Int) -> Int {
        guard let text else { return usual }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            warnings.append("\(name) is no whole number from 1 to 1000000; \(usual) counts")
            return usual
        }
        return number
    }
}
