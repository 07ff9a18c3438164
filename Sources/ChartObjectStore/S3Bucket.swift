/// A bucket of S3, or of a service that speaks its protocol, and the place of the segments in it.
package struct S3Bucket: Sendable, Equatable {
    /// The region of a bucket whose region is not named.
    package static let defaultRegion = "us-east-1"

    /// The name of the bucket.
    package let name: String
    /// What each key begins with: nothing, or a path that ends in a slash.
    package let prefix: String

    /// Reads the name of a place; `nil` for other text.
    ///
    /// - Parameter text: `s3://bucket` or `s3://bucket/path`; the path has letters, digits, `.`, `-`, `_` and `/`.
    package init?(_ text: String) {
        guard text.hasPrefix("s3://") else { return nil }
        let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.first, (3...63).contains(name.utf8.count) else { return nil }
        let folders = parts.dropFirst().last == "" ? parts.dropFirst().dropLast() : parts.dropFirst()
        let isName = name.utf8.allSatisfy { Self.isPlain($0) && $0 != UInt8(ascii: "_") }
        guard isName, folders.allSatisfy(Self.isFolder) else { return nil }
        self.name = String(name)
        prefix = folders.map { $0 + "/" }.joined()
    }

    private static func isFolder(_ text: Substring) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text.utf8.allSatisfy(isPlain)
    }

    /// Whether a character is the same in a URL, a signature and a key.
    private static func isPlain(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Where a bucket is asked.
package struct S3Endpoint: Sendable, Equatable {
    /// The name of the region, which is a part of each signature.
    package let region: String
    /// The scheme, host and port, without a slash at the end.
    let base: String
    /// What the path of each key begins with.
    let root: String

    /// Creates the address of a bucket; `nil` for a URL that is none of a service.
    ///
    /// - Parameters:
    ///   - bucket: The bucket.
    ///   - region: Its region.
    ///   - url: The `http` or `https` URL of a service other than Amazon's, without a path; `nil` for Amazon's.
    package init?(of bucket: S3Bucket, region: String = S3Bucket.defaultRegion, url: String? = nil) {
        self.region = region
        guard let url else {
            base = "https://\(bucket.name).s3.\(region).amazonaws.com"
            root = "/"
            return
        }
        let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
        let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty, !parts[2].isEmpty,
            !parts[2].contains(where: { "@?# ".contains($0) })
        else { return nil }
        base = trimmed
        root = "/\(bucket.name)/"
    }

    /// The value of the header `Host`.
    var host: String { String(base.drop { $0 != "/" }.dropFirst(2)) }
}
