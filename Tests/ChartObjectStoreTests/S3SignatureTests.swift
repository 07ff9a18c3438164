import Foundation
import Testing

@testable import ChartObjectStore

/// The examples of the Amazon S3 API reference.
@Suite struct S3SignatureTests {
    private let signature = S3Signature(
        credentials: S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")

    private func sign(_ method: String, _ path: String, _ headers: [String: String]) -> String {
        var headers = headers
        headers["host"] = "examplebucket.s3.amazonaws.com"
        headers["x-amz-date"] = "20130524T000000Z"
        return signature.authorization(method: method, path: path, headers: headers, date: "20130524T000000Z")
    }

    @Test func `a read of a part of an object`() {
        let headers = [
            "range": "bytes=0-9",
            "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ]
        #expect(
            sign("GET", "/test.txt", headers)
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
    }

    @Test func `an upload`() {
        let headers = [
            "date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY",
            "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
        ]
        let authorization = sign("PUT", "/test%24file.text", headers)
        #expect(
            authorization.hasSuffix(
                "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `a date has no separators`() {
        #expect(S3Signature.date(Date(timeIntervalSince1970: 1_369_353_600)) == "20130524T000000Z")
    }
}
