import HTTPTypes
import Tracing

/// Passes the headers of a request to a tracer, which continues the trace that they name.
struct TraceHeaders: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { headers[$0] }
    }
}
