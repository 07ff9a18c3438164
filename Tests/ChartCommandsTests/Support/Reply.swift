import HTTPTypes

@testable import SessionTestSupport

/// An answer of the service.
struct Reply: JSONAnswer {
    let status: Int
    let headers: HTTPFields
    let text: String
}
