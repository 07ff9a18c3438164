@testable import ChartServer

/// Certificates that sign themselves, and whose keys protect nothing.
enum CertificateSamples {
    /// A certificate of first.example, which expires in 2126.
    static let first = CertificateContents(
        chain: [UInt8](
            """
            -----BEGIN CERTIFICATE-----
            MIIBhjCCAS2gAwIBAgIUQspMrELq8m6GES0duJdLQMlp/PEwCgYIKoZIzj0EAwIw
            GDEWMBQGA1UEAwwNZmlyc3QuZXhhbXBsZTAgFw0yNjExMjQxMjE5MDVaGA8yMTI2
            MTAzMTEyMTkwNVowGDEWMBQGA1UEAwwNZmlyc3QuZXhhbXBsZTBZMBMGByqGSM49
            AgEGCCqGSM49AwEHA0IABIizg19ct3EhRbv4HGBYl+IsvGbrg8/Oh0wK6thuzMAO
            vzXzvPNP+MJigA5OgBijaX/vzf0aXK15D0SjmH6+VoWjUzBRMB0GA1UdDgQWBBQK
            AFVpImPGNN2S4uBVC7pYFYnkgzAfBgNVHSMEGDAWgBQKAFVpImPGNN2S4uBVC7pY
            FYnkgzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIGFp55g21R33
            /jjL3U2ubLKhJ7tc3qpRYuTWtdshE4x9AiBNwae4Jf/JXV/hDfaPphEWWLcMmKTt
            Ig0UX+SIW0kgrA==
            -----END CERTIFICATE-----

            """.utf8),
        key: [UInt8](
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT+N0w18kVspD35HV
            6XNfj43+YN8pbiKGqqm3NTcVnIyhRANCAASIs4NfXLdxIUW7+BxgWJfiLLxm64PP
            zodMCurYbszADr8187zzT/jCYoAOToAYo2l/7839GlyteQ9Eo5h+vlaF
            -----END PRIVATE KEY-----

            """.utf8))

    /// A certificate of second.example, which expires in 2126.
    static let second = CertificateContents(
        chain: [UInt8](
            """
            -----BEGIN CERTIFICATE-----
            MIIBiTCCAS+gAwIBAgIUIZ2C1jYJ4A6xd4G72Awt48ceP1AwCgYIKoZIzj0EAwIw
            GTEXMBUGA1UEAwwOc2Vjb25kLmV4YW1wbGUwIBcNMjYxMTI0MTIxOTA1WhgPMjEy
            NjEwMzExMjE5MDVaMBkxFzAVBgNVBAMMDnNlY29uZC5leGFtcGxlMFkwEwYHKoZI
            zj0CAQYIKoZIzj0DAQcDQgAE1wWign6hNwIy73M51PtGZwc31tZKfRJJ8eUJ4XjI
            77Nx5DFBTZwOp0WUkvGT4fjiVZ20Lez1nleQ6qsYpsY8TKNTMFEwHQYDVR0OBBYE
            FB/aP0gOJJ5pQ1LCHxIpYDZ1iT+MMB8GA1UdIwQYMBaAFB/aP0gOJJ5pQ1LCHxIp
            YDZ1iT+MMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgBbTz1nAl
            PwWIIWmIizhH8wWQS4JYpC2xPc2WM36Egh0CIQCH/q5dfGJMuU3E92MztD8KfSjt
            54nJI81jZJpDzQZgjg==
            -----END CERTIFICATE-----

            """.utf8),
        key: [UInt8](
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgy/z4q027t6TGGmah
            +5KZ+Dk8IwjsTZYq2vT36EtB+7GhRANCAATXBaKCfqE3AjLvcznU+0ZnBzfW1kp9
            Eknx5QnheMjvs3HkMUFNnA6nRZSS8ZPh+OJVnbQt7PWeV5DqqximxjxM
            -----END PRIVATE KEY-----

            """.utf8))
}
