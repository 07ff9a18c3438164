/// A call that the server has refused; it has changed nothing.
public struct Problem: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The status of the answer.
    public let status: Int
    /// The code of the closed list of problems, such as `dataset.unknown`.
    public let code: String
    /// The kind of the problem, for people.
    public let title: String
    /// What went wrong in this case, for people.
    public let detail: String
    /// The place of the error in the body of the request, as a JSON pointer.
    public let pointer: String?
    /// The number that the next batch must have, where numbers do not fit.
    public let expectedSequence: Int?

    /// Creates a problem.
    public init(
        status: Int, code: String, title: String = "", detail: String = "", pointer: String? = nil,
        expectedSequence: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.pointer = pointer
        self.expectedSequence = expectedSequence
    }

    /// The code, the place and the detail as one line.
    public var description: String { "\(code)\(pointer.map { " at \($0)" } ?? ""): \(detail)" }
}
