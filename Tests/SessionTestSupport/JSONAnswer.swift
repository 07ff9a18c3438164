import Foundation

/// An answer whose JSON a test reads by paths.
protocol JSONAnswer {
    var text: String { get }
}

extension JSONAnswer {
    /// The text of the body without what differs from session to session and from call to call.
    var settledText: String {
        var text = text
        for name in ["driverToken", "viewerToken"] {
            if let token = string(name) { text = text.replacing(token, with: name) }
        }
        if let id = string("session") ?? (self["expiresAt"] == nil ? nil : string("id")) {
            text = text.replacing(id, with: "session")
        }
        if let expiry = integer("expiresAt") { text = text.replacing(":\(expiry)", with: ":0") }
        return text
    }

    /// The code of a problem.
    var code: String? { string("code") }
    /// The place of a problem.
    var pointer: String? { string("pointer") }

    /// The part of a JSON body at a path such as `surfaces/0/xAxes/0/id`; `nil` for a missing part or null.
    subscript(path: String) -> Any? {
        var found: Any? = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        for step in path.split(separator: "/") {
            switch found {
            case let object as [String: Any]: found = object[String(step)]
            case let list as [Any]: found = Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil }
            case _: return nil
            }
        }
        return found is NSNull ? nil : found
    }

    func numbers(_ path: String) -> [Double]? { self[path] as? [Double] }
    func integer(_ path: String) -> Int? { self[path] as? Int }
    func string(_ path: String) -> String? { self[path] as? String }
    func count(_ path: String) -> Int? { (self[path] as? [Any])?.count }

    /// The visible range of the first x axis of the first surface.
    var xRange: [Double]? { numbers("surfaces/0/xAxes/0/visibleRange") }
    /// The visible range of the first y axis of the first surface.
    var yRange: [Double]? { numbers("surfaces/0/yAxes/0/visibleRange") }
}
