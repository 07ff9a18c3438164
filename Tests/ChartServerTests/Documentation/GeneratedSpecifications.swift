import ChartEngine
import ChartWire

/// What `make describe` writes about the values of a specification.
extension GeneratedPart {
    /// The schemas of the contract and the tables of the article on routes.
    static var specifications: [GeneratedPart] {
        let series = Series.properties.map(\.description)
        let window = WindowOptions.properties.map(\.description)
        let article = "Sources/chart-surface/ChartSurface.docc/Routes.md"
        return [
            schemas("properties of a series", series, hasDefaults: true),
            schemas("properties of a changed series", series, hasDefaults: false),
            schemas("properties of a window", window, hasDefaults: false),
            GeneratedPart(
                path: article, name: "properties of a series",
                lines: table("property", "default", "", rows: { series.map(row) })),
            GeneratedPart(
                path: article, name: "properties of a window",
                lines: table("property", "default", "", rows: { window.map(row) })),
        ]
    }

    private static func schemas(
        _ name: String, _ properties: [PropertyDescription], hasDefaults: Bool
    ) -> GeneratedPart {
        GeneratedPart(
            path: openAPI, name: name,
            lines: properties.map { "\($0.name): \(schema(of: $0, hasDefault: hasDefaults))" })
    }
}
