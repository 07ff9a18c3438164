import ChartDatasets
import ChartEngine
import ChartSeries
import ChartWire

@testable import ChartSessions

/// What `make describe` writes about the values of a specification.
extension GeneratedPart {
    /// The schemas of the contract and the tables of the article on routes.
    static var specifications: [GeneratedPart] {
        let axis = AxisChange.properties.map(\.description)
        let series = Series.properties.map(\.description)
        let window = WindowOptions.properties.map(\.description)
        let surface = SurfaceSpecification.properties.map(\.description)
        let session = SessionSpecification.properties.map(\.description)
        let link = LinkSpecification.properties.map(\.description)
        func changed(_ properties: [PropertyDescription], _ fixed: [String]) -> [PropertyDescription] {
            properties.filter { !fixed.contains($0.name) }.map { property in
                guard property.schema.element == "Series" else { return property }
                var schema = property.schema
                schema.element = "SeriesPatch"
                return PropertyDescription(
                    name: property.name, schema: schema, defaultValue: nil, meaning: "The series to change, or all.")
            }
        }
        let annotation = Annotation.properties.map(\.description)
        let template = annotation.filter { !["id", "kind", "points", "author", "missing", "layer"].contains($0.name) }
        let newAxis = axis.filter { AxisChange.fixedNames.contains($0.name) }
        return [
            schemas("properties of a session", session, hasDefaults: false),
            schemas(
                "properties of a changed session", changed(session, SessionSpecification.fixedNames), hasDefaults: false
            ),
            schemas("properties of a link", link, hasDefaults: false),
            schemas(
                "properties of a streamed session", ChartSessions.StreamedSession.properties.map(\.description),
                hasDefaults: false),
            schemas(
                "properties of generated rows", RowGeneration.properties.map(\.description), hasDefaults: false),
            schemas(
                "properties of a retention", RowRules.Retention.properties.map(\.description), hasDefaults: false),
            schemas("properties of a changed stream", StreamChange.properties.map(\.description), hasDefaults: false),
            schemas("properties of a granted token", TokenGrant.properties.map(\.description), hasDefaults: false),
            schemas("properties of a surface", surface, hasDefaults: false),
            schemas(
                "properties of a changed surface", changed(surface, SurfaceSpecification.fixedNames), hasDefaults: false
            ),
            schemas("properties of a size", ChartSize.properties.map(\.description), hasDefaults: false),
            schemas("properties of an axis", changed(axis, AxisChange.fixedNames), hasDefaults: false),
            schemas("properties of a new axis", newAxis, hasDefaults: false),
            schemas("properties of a number format", NumberFormat.properties.map(\.description), hasDefaults: false),
            schemas("properties of a series", series, hasDefaults: true),
            schemas("properties of a changed series", series, hasDefaults: false),
            schemas("properties of a window", window, hasDefaults: false),
            schemas("properties of an annotation", annotation, hasDefaults: true),
            schemas("properties of a changed annotation", annotation, hasDefaults: false),
            schemas("properties of a template of annotations", template, hasDefaults: false),
            table(
                "properties of a streamed session", ChartSessions.StreamedSession.properties.map(\.description)),
            table("properties of a session", session), table("properties of a link", link),
            table("properties of a surface", surface), table("properties of an axis", axis),
            table("properties of a series", series), table("properties of a window", window),
            table("properties of an annotation", annotation),
            table("properties of a granted token", TokenGrant.properties.map(\.description)),
        ]
    }

    private static func table(_ name: String, _ properties: [PropertyDescription]) -> GeneratedPart {
        GeneratedPart(
            path: "Sources/chart-surface/ChartSurface.docc/Routes.md", name: name,
            lines: table("property", "default", "", rows: { properties.map(row) }))
    }

    private static func schemas(
        _ name: String, _ properties: [PropertyDescription], hasDefaults: Bool
    ) -> GeneratedPart {
        GeneratedPart(
            path: openAPI, name: name,
            lines: properties.map { "\($0.name): \(schema(of: $0, hasDefault: hasDefaults))" })
    }
}
