import ChartWire
import Yams

/// The OpenAPI 3.1 description of the server, in both forms.
struct OpenAPIDocument: Sendable {
    /// The document as written.
    let yaml: [UInt8]
    /// The same content as JSON.
    let json: [UInt8]

    /// Reads and converts the embedded document; invalid YAML is a bug of the server.
    init() {
        yaml = PackageResources.openapi_yaml
        do {
            guard let node = try Yams.compose(yaml: String(decoding: yaml, as: UTF8.self)) else {
                preconditionFailure("the OpenAPI document is empty")
            }
            var writer = JSONWriter(reservingCapacity: yaml.count * 2)
            JSONCoding.write(YAMLConversion.json(node), into: &writer)
            json = writer.bytes
        } catch {
            preconditionFailure("the OpenAPI document is not YAML: \(error)")
        }
    }
}
