import CPostgres
import Foundation

/// Where the database is, and how a node signs in.
///
/// The password comes from the URL, from a file, from the variable `PGPASSWORD`, or from the password file of libpq. No
/// text of this type contains it.
package struct PostgresSettings: Sendable, CustomStringConvertible {
    /// One of the servers that a URL names.
    struct Host: Sendable, Equatable {
        /// The name or the folder of a socket; `nil` for the default of libpq.
        var name: String?
        /// The numeric address, which spares the lookup of the name.
        var address: String?
        /// The port; `nil` for the default of libpq.
        var port: String?
    }

    /// The time to wait for one server: `connect_timeout` of the URL, or two seconds.
    var connectLimit: Duration { .seconds(keywords["connect_timeout"].flatMap(Int.init).map { max(1, $0) } ?? 2) }

    /// The servers, in the order of the URL.
    let hosts: [Host]
    /// The other keywords of libpq, without a password.
    let keywords: [String: String]
    private let passwordFile: String?
    /// What no text may contain.
    private let secrets: [String]
    private let givenPassword: String?

    /// Reads a URL of libpq, such as `postgresql://chart@db1,db2:5433/charts?sslmode=verify-full`.
    ///
    /// - Parameters:
    ///   - url: The URL, with one or more servers; a list of keywords such as `host=db1 dbname=charts` works too.
    ///   - passwordFile: A file with the password in its first line, which is read for each connection.
    /// - Throws: ``PostgresError`` for a URL that libpq cannot read, and where libpq is not installed.
    package init(url: String, passwordFile: String? = nil) throws(PostgresError) {
        if let failure = unsafe libpq_load() {
            throw PostgresError(.library, message: unsafe String(cString: failure))
        }
        var values: [String: String] = [:]
        let options = unsafe PQconninfoParse(url, nil)
        guard let options = unsafe options else {
            throw PostgresError(
                .settings, message: "the URL of the database cannot be read; it looks like postgresql://user@host/name")
        }
        defer { unsafe PQconninfoFree(options) }
        var next = unsafe options
        while let keyword = unsafe next.pointee.keyword {
            if let value = unsafe next.pointee.val {
                values[unsafe String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe next += 1
        }
        hosts = try Self.hosts(in: values)
        let password = values.removeValue(forKey: "password")
        let variable = ProcessInfo.processInfo.environment["PGPASSWORD"]
        givenPassword = password
        secrets = [password, variable, values["sslpassword"]].compactMap(\.self).filter { !$0.isEmpty }
        for keyword in ["host", "hostaddr", "port"] { values[keyword] = nil }
        keywords = values
        self.passwordFile = passwordFile
    }

    private static func hosts(in values: [String: String]) throws(PostgresError) -> [Host] {
        func list(_ keyword: String) -> [String?] {
            values[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false) }?
                .map { $0.isEmpty ? nil : String($0) } ?? []
        }
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(1, names.count, addresses.count)
        guard names.isEmpty || addresses.isEmpty || names.count == addresses.count,
            ports.count <= 1 || ports.count == count
        else {
            throw PostgresError(.settings, message: "the URL of the database has not as many ports as hosts")
        }
        return (0..<count).map { index in
            Host(
                name: index < names.count ? names[index] : nil,
                address: index < addresses.count ? addresses[index] : nil,
                port: ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : nil)
        }
    }

    /// The servers and the database, without a password.
    package var description: String {
        let names = hosts.map(\.description).joined(separator: ",")
        return "\(names)/\(keywords["dbname"] ?? "")"
    }

    /// Returns the keywords of a connection to one server, with the current password.
    ///
    /// - Throws: ``PostgresError`` if the file with the password cannot be read.
    func parameters(of host: Host, name: String) throws(PostgresError) -> [String: String] {
        var parameters = keywords
        parameters["host"] = host.name
        parameters["hostaddr"] = host.address
        parameters["port"] = host.port
        parameters["password"] = try password()
        parameters["client_encoding"] = "UTF8"
        parameters["application_name"] = name
        parameters["target_session_attrs"] = "read-write"
        let defaults = [
            "keepalives": "1", "keepalives_idle": "5",
            "keepalives_interval": "2", "keepalives_count": "3", "tcp_user_timeout": "10000",
        ]
        for (keyword, text) in defaults where parameters[keyword] == nil { parameters[keyword] = text }
        return parameters
    }

    private func password() throws(PostgresError) -> String? {
        guard let passwordFile else { return givenPassword }
        guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
            throw PostgresError(.settings, message: "the file \(passwordFile) with the password cannot be read")
        }
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
    }

    /// Replaces all passwords in a text.
    func redacted(_ text: String) -> String {
        var text = text
        for secret in secrets + [(try? password()) ?? ""] where !secret.isEmpty {
            let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
            for form in [secret, encoded] { text = text.replacingOccurrences(of: form, with: "***") }
        }
        return text
    }
}

extension PostgresSettings.Host: CustomStringConvertible {
    var description: String { (name ?? address ?? "localhost") + (port.map { ":\($0)" } ?? "") }
}
