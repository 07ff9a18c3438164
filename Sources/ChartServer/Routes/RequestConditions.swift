import ChartSessions
import ChartText
import HTTPTypes

/// The conditions of a request: entity tags.
extension RouteRequest {
    /// The entity tags that `If-Match` names; `nil` without it.
    ///
    /// A weak one keeps its mark and so matches nothing.
    /// A tag with a language matches the surface in any.
    var ifMatch: [String]? {
        headers[.ifMatch].map { Self.entityTags($0, isStrong: true).map(EntityTag.withoutLanguage) }
    }

    /// The entity tags that `If-None-Match` names; `nil` without it.
    var ifNoneMatch: [String]? { headers[.ifNoneMatch].map { Self.entityTags($0, isStrong: false) } }

    /// The locale that the client accepts; `nil` without a language that has texts.
    var acceptedLocale: ChartLocale? { headers[.acceptLanguage].flatMap { AcceptLanguage.locale(for: $0) } }

    private static func entityTags(_ field: String, isStrong: Bool) -> [String] {
        field.split(separator: ",").map { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let opaque = tag.hasPrefix("W/") && !isStrong ? tag.dropFirst(2) : tag
            return String(opaque.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}
