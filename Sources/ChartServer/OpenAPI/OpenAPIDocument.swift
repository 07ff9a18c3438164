import ChartWire
import Yams

/// The OpenAPI 3.1 description of the server, in both forms.
struct OpenAPIDocument: Sendable {
    /// The document as it is written.
    let yaml: [UInt8]
    /// The same content as JSON.
    let json: [UInt8]

    /// Reads the embedded document and converts it once; a document that is not YAML is our own bug.
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
