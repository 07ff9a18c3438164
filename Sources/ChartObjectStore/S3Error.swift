package import ChartSessions

/// Why a bucket cannot be used.
package struct S3Error: Error, Sendable, Equatable, CustomStringConvertible {
    /// Whether the same request may succeed later without a change of the configuration.
    package let isTemporary: Bool
    /// Whether the bucket has no room.
    let isFull: Bool
    /// A sentence for the operator, without secrets.
    package let description: String

    init(isTemporary: Bool, isFull: Bool = false, _ description: String) {
        self.isTemporary = isTemporary
        self.isFull = isFull
        self.description = description
    }

    /// The error of an answer.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - body: The beginning of its body: XML with a code and a message.
    ///   - bucket: The bucket.
    init(status: Int, body: String, bucket: S3Bucket) {
        let code = Self.element("Code", of: body)
        let parts = ["\(status)", code, Self.element("Message", of: body)].compactMap { $0 }
        self.init(
            isTemporary: status >= 500 || [408, 409, 429].contains(status),
            isFull: status == 507 || code == "QuotaExceeded" || code == "XMinioStorageFull",
            "the bucket \(bucket.name) answers " + parts.joined(separator: " "))
    }

    /// The same error, as that of datasets.
    package var ofDatasets: DatasetStoreError { DatasetStoreError(isFull ? .full : .unreachable, description) }

    static func element(_ name: String, of xml: String) -> String? {
        guard let start = xml.firstRange(of: "<\(name)>"), let end = xml.firstRange(of: "</\(name)>"),
            start.upperBound <= end.lowerBound
        else { return nil }
        return String(xml[start.upperBound..<end.lowerBound].prefix(200))
    }
}
