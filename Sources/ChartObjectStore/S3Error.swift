package import ChartStores

/// Why a bucket cannot be used.
package struct S3Error: Error, Sendable, Equatable, CustomStringConvertible {
    /// Whether the same request may succeed later without a change of the configuration.
    package let isTemporary: Bool
    /// Whether the bucket has no room.
    let isFull: Bool
    /// Whether the server was given no credentials.
    package let lacksCredentials: Bool
    /// Whether the bucket calls the credentials ended.
    let isOfEndedCredentials: Bool
    /// A sentence for the operator, without secrets.
    package let description: String

    init(
        isTemporary: Bool, isFull: Bool = false, lacksCredentials: Bool = false, isOfEndedCredentials: Bool = false,
        _ description: String
    ) {
        self.isTemporary = isTemporary
        self.isFull = isFull
        self.lacksCredentials = lacksCredentials
        self.isOfEndedCredentials = isOfEndedCredentials
        self.description = description
    }

    /// The error of an answer.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - body: The beginning of its body: XML with a code and a message.
    ///   - bucket: The bucket.
    init(status: Int, body: String, bucket: S3Bucket) {
        let code = XMLText.element("Code", of: body)
        let parts = ["\(status)", code, XMLText.element("Message", of: body)].compactMap { $0.map { $0.prefix(200) } }
        self.init(
            isTemporary: status >= 500 || [408, 409, 429].contains(status),
            isFull: status == 507 || code == "QuotaExceeded" || code == "XMinioStorageFull",
            isOfEndedCredentials: code == "ExpiredToken",
            "the bucket \(bucket.name) answers " + parts.joined(separator: " "))
    }

    /// The same error, as that of datasets.
    package var ofDatasets: DatasetStoreError { DatasetStoreError(isFull ? .full : .unreachable, description) }
}
