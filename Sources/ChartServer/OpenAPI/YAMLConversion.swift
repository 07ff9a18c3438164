import ChartWire
import Yams

/// Converts YAML into the JSON value of the same content, with its members in order.
enum YAMLConversion {
    /// The JSON value of a node; an alias or a key that is not text is a bug of the server.
    static func json(_ node: Node) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            return .object(
                JSONObject(
                    mapping.map { pair in
                        guard let key = pair.key.string else { preconditionFailure("a YAML key is no text") }
                        return (key, json(pair.value))
                    }))
        case .sequence(let sequence): return .array(sequence.map { json($0) })
        case .scalar(let scalar): return json(scalar, tag: node.tag)
        case .alias: preconditionFailure("the YAML document has an alias")
        }
    }

    private static func json(_ scalar: Node.Scalar, tag: Tag) -> JSONValue {
        switch tag {
        case Tag(.null): return .null
        case Tag(.bool): return .bool(scalar.string == "true")
        case Tag(.int), Tag(.float):
            guard let number = Double(scalar.string) else { preconditionFailure("\(scalar.string) is no number") }
            return .number(number)
        default: return .string(scalar.string)
        }
    }
}
