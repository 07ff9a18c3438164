import Testing

@testable import ChartObjectStore

@Suite struct S3BucketTests {
    @Test(arguments: [
        ("s3://charts", "charts", ""), ("s3://charts/", "charts", ""), ("s3://charts/a/b_2", "charts", "a/b_2/"),
        ("s3://charts.example/rows/", "charts.example", "rows/"),
    ])
    func `a name has a bucket and a path`(text: String, name: String, prefix: String) throws {
        let bucket = try #require(S3Bucket(text))
        #expect(bucket.name == name)
        #expect(bucket.prefix == prefix)
    }

    @Test(arguments: [
        "charts", "s3:/charts", "s3://", "s3://ab", "s3://charts//a", "s3://charts/../a", "s3://charts/a b",
        "s3://cha_rts", "s3://charts/a?b", "https://charts",
    ])
    func `other text is no bucket`(text: String) {
        #expect(S3Bucket(text) == nil)
    }

    @Test func `Amazon's buckets have host names, and those of other services paths`() throws {
        let bucket = try #require(S3Bucket("s3://charts/rows"))
        let amazon = try #require(S3Endpoint(of: bucket, region: "eu-central-1"))
        #expect(amazon.base + amazon.root == "https://charts.s3.eu-central-1.amazonaws.com/")
        #expect(amazon.host == "charts.s3.eu-central-1.amazonaws.com")
        let other = try #require(S3Endpoint(of: bucket, url: "http://localhost:9000/"))
        #expect(other.base + other.root == "http://localhost:9000/charts/")
        #expect(other.host == "localhost:9000")
    }

    @Test(arguments: ["", "localhost:9000", "ftp://host", "https://", "https://host/path", "https://user@host"])
    func `other URLs are no endpoints`(url: String) throws {
        let bucket = try #require(S3Bucket("s3://charts"))
        #expect(S3Endpoint(of: bucket, url: url) == nil)
    }
}
