// swift-tools-version: 6.2
import PackageDescription

/// Which part is built: all that ships, with its tests; or `core`, the pure targets with theirs, which need no other
/// package; or `release`, all that ships without tests; or all with the program `benchmarks` or `fuzz`.
let part = Context.environment["CHART_PART"]

let package = Package(
    name: "chart-surface",
    platforms: [.macOS(.v15)],
    products: ["Gestures", "ChartSeries", "ChartJSON", "ChartEngine", "ChartWire"].map {
        .library(name: $0, targets: [$0])
    },
    targets: [
        .target(name: "Gestures"),
        .target(name: "CMappedFault"),
        .target(name: "CPrefetch"),
        .target(name: "ChartSeries", dependencies: ["CMappedFault", "CPrefetch"]),
        .target(name: "ChartJSON"),
        .target(name: "ChartEngine", dependencies: ["ChartJSON", "ChartSeries", "Gestures"]),
        .target(name: "ChartScene", dependencies: ["ChartEngine", "ChartJSON", "ChartSeries", "Gestures"]),
        .target(name: "ChartWire", dependencies: ["ChartJSON"]),

        .target(
            name: "CoreTestSupport", dependencies: ["ChartEngine", "ChartSeries", "ChartWire", "Gestures"],
            path: "Tests/CoreTestSupport"),
        .testTarget(name: "GesturesTests", dependencies: ["CoreTestSupport", "Gestures"]),
        .testTarget(name: "ChartSeriesTests", dependencies: ["ChartSeries", "CoreTestSupport"]),
        .testTarget(
            name: "ChartEngineTests",
            dependencies: ["ChartEngine", "ChartJSON", "ChartSeries", "CoreTestSupport", "Gestures"]),
        .testTarget(
            name: "ChartSceneTests",
            dependencies: ["ChartScene", "ChartEngine", "ChartSeries", "CoreTestSupport", "Gestures"]),
        .testTarget(name: "ChartWireTests", dependencies: ["ChartJSON", "ChartWire", "CoreTestSupport"]),
    ]
)

if part != "core" {
    package.products += [
        .library(name: "ChartCommands", targets: ["ChartCommands"]),
        .executable(name: "chart-surface", targets: ["chart-surface"]),
    ]
    // Exact versions, so that a clone of next year builds what the last run of the tests has built.
    package.dependencies = [
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(
            url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0",
            traits: [.defaults, "CommandLineArguments", "YAML"]),
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams.git", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin.git", exact: "1.5.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", exact: "5.7.1"),
    ]
    package.targets += [
        .target(
            name: "ChartText", dependencies: ["ChartEngine", "ChartSeries"],
            resources: ["ar", "de", "en", "es", "fr", "hi", "ja", "pt", "zh-Hans"].map { language in
                .embedInCode("Languages/\(language).json")
            }),
        .target(name: "ChartStores", dependencies: ["ChartJSON", "ChartSeries", "Gestures", .crypto]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "ChartDatasets",
            dependencies: ["CZlib", "ChartSeries", "ChartStores", "ChartWire", .logging, .serviceLifecycle]),
        .target(
            name: "ChartSessions",
            dependencies: [
                "ChartDatasets", "ChartEngine", "ChartScene", "ChartSeries", "ChartStores", "ChartText", "ChartWire",
                "Gestures", .crypto, .logging, .serviceLifecycle,
            ]),
        .target(
            name: "ChartStorage",
            dependencies: ["ChartJSON", "ChartSeries", "ChartStores", .crypto, .database, .sqlite, .logging]),
        .target(name: "CPostgres"),
        .target(name: "ChartPostgres", dependencies: ["CPostgres", "ChartStores", .logging]),
        .target(
            name: "ChartObjectStore",
            dependencies: [
                "ChartJSON", "ChartStores", .asyncHTTPClient, .crypto, .nioCore, .nioHTTP1, .nioSSL, .tracing,
            ]),
        .target(
            name: "ChartTracing",
            dependencies: [
                "ChartWire", .asyncHTTPClient, .logging, .nioCore, .nioHTTP1, .nioSSL, .serviceLifecycle, .tracing,
            ]),
        .target(
            name: "ChartServer",
            dependencies: [
                "ChartDatasets", "ChartEngine", "ChartSeries", "ChartSessions", "ChartStores",
                "ChartText", "ChartWire",
                .asyncAlgorithms, .configuration, .crypto, .cryptoExtras, .httpTypes, .hummingbird, .hummingbirdCore,
                .hummingbirdHTTP2, .logging, .metrics, .nioCore, .nioHTTP1, .nioHTTPCompression, .nioHTTPTypes,
                .nioHTTPTypesHTTP1, .nioPosix,
                .nioSSL, .nioTLS, .serviceLifecycle, .tracing, .yams,
            ],
            resources: [.embedInCode("OpenAPI/openapi.yaml")]),
        .plugin(name: "BuildRecord", capability: .buildTool()),
        .target(name: "ChartBuild", exclude: ["write-build-record"], plugins: ["BuildRecord"]),
        .target(
            name: "ChartCommands",
            dependencies: [
                "ChartBuild", "ChartDatasets", "ChartEngine", "ChartObjectStore", "ChartPostgres", "ChartSeries",
                "ChartServer",
                "ChartSessions", "ChartStorage", "ChartStores", "ChartTracing", "ChartWire", "Gestures",
                .argumentParser, .asyncHTTPClient, .configuration, .hummingbird, .hummingbirdCore, .logging, .metrics,
                .nioCore, .nioHTTP1, .nioPosix, .nioSSL, .serviceLifecycle, .tracing, .unixSignals, .yams,
            ]),
        .executableTarget(name: "chart-surface", dependencies: ["ChartCommands", .argumentParser]),

        .target(
            name: "StoreTestSupport",
            dependencies: [
                "ChartDatasets", "ChartSeries", "ChartSessions", "ChartStorage", "ChartStores", "CoreTestSupport",
                .logging,
            ],
            path: "Tests/StoreTestSupport"),
        .target(
            name: "SessionTestSupport",
            dependencies: [
                "ChartDatasets", "ChartEngine", "ChartSeries", "ChartSessions", "ChartStores", "ChartWire",
                "CoreTestSupport", "Gestures", "StoreTestSupport", .logging,
            ],
            path: "Tests/SessionTestSupport"),
        .testTarget(
            name: "ChartTextTests", dependencies: ["ChartEngine", "ChartSeries", "ChartText", "CoreTestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "ChartStoresTests", dependencies: ["ChartStores", "CoreTestSupport", "StoreTestSupport", .crypto]),
        .testTarget(
            name: "ChartDatasetsTests",
            dependencies: ["ChartDatasets", "ChartSeries", "ChartStores", "CoreTestSupport", "StoreTestSupport"]),
        .testTarget(
            name: "ChartSessionsTests",
            dependencies: [
                "ChartDatasets", "ChartEngine", "ChartSeries", "ChartSessions", "ChartStorage", "ChartStores",
                "ChartWire", "CoreTestSupport", "Gestures", "SessionTestSupport", "StoreTestSupport", .database,
                .logging,
            ]),
        .testTarget(
            name: "ChartStorageTests",
            dependencies: [
                "ChartDatasets", "ChartSeries", "ChartSessions", "ChartStorage", "ChartStores", "CoreTestSupport",
                "StoreTestSupport",
                .database,
                .logging,
            ]),
        .testTarget(
            name: "ChartPostgresTests",
            dependencies: [
                "ChartDatasets", "ChartPostgres", "ChartSeries", "ChartSessions", "ChartStorage", "ChartStores",
                "StoreTestSupport",
                .logging,
            ]),
        .testTarget(
            name: "ChartObjectStoreTests",
            dependencies: [
                "ChartJSON", "ChartObjectStore", "ChartStores", .crypto, .httpTypes, .hummingbird, .hummingbirdTesting,
                .inMemoryTracing, .nioCore, .nioSSL, .tracing,
            ]),
        .testTarget(
            name: "ChartTracingTests",
            dependencies: [
                "ChartTracing", "ChartWire", .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore,
                .serviceLifecycle, .tracing,
            ]),
        .target(
            name: "ServerTestSupport",
            dependencies: [
                "ChartServer", "ChartSessions", "ChartStores", "ChartWire", "StoreTestSupport", .configuration,
                .cryptoExtras, .httpTypes, .hummingbirdCore, .jwtKit, .logging, .metrics, .metricsTestKit, .nioCore,
                .nioEmbedded, .nioHTTPTypes,
            ],
            path: "Tests/ServerTestSupport"),
        .testTarget(
            name: "ChartServerTests",
            dependencies: [
                "ChartDatasets", "ChartEngine", "ChartSeries", "ChartServer", "ChartSessions", "ChartStorage",
                "ChartStores", "ChartWire", "CoreTestSupport", "ServerTestSupport", "StoreTestSupport", .configuration,
                .httpTypes, .hummingbird, .jwtKit, .logging, .metrics, .metricsTestKit, .nioCore, .nioEmbedded,
                .nioHTTP1, .nioHTTPTypes, .serviceLifecycle,
            ]),
        .testTarget(
            name: "ChartCommandsTests",
            dependencies: [
                "ChartCommands", "ChartDatasets", "ChartEngine", "ChartSeries", "ChartServer", "ChartSessions",
                "ChartStorage", "ChartStores", "ChartWire", "CoreTestSupport", "Gestures", "ServerTestSupport",
                "SessionTestSupport", "StoreTestSupport", .argumentParser, .asyncHTTPClient, .configuration, .database,
                .httpTypes, .hummingbird, .hummingbirdCore, .hummingbirdTesting, .inMemoryTracing, .logging, .metrics,
                .nioCore, .nioEmbedded, .nioHTTP1, .nioHTTPTypes, .nioPosix, .serviceLifecycle, .tracing, .yams,
            ]),
        .testTarget(
            name: "CustomModifierTests",
            dependencies: [
                "ChartCommands", "ChartEngine", "ChartJSON", "Gestures", .configuration, .hummingbird,
                .hummingbirdTesting,
            ]),
    ]
}

if part == "benchmarks" {
    package.dependencies.append(.package(url: "https://github.com/swiftcsv/SwiftCSV.git", exact: "0.10.0"))
    package.targets.append(
        .executableTarget(
            name: "chart-benchmarks",
            dependencies: [
                "ChartCommands", "ChartDatasets", "ChartEngine", "ChartSeries", "ChartStorage", "ChartStores",
                "Gestures",
                .argumentParser, .configuration, .crypto, .hummingbird, .logging, .nioCore, .swiftCSV,
            ],
            path: "Benchmarks/Sources"))
}

// The laws of the decoders are tests, and with libFuzzer they are a program.
let decoders: [Target.Dependency] = [
    "ChartEngine", "ChartSeries", "ChartServer", "ChartSessions", "ChartStorage", "ChartStores",
    "ChartWire", "CoreTestSupport", "Gestures",
]
if part == "fuzz" {
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: decoders, path: "Fuzz",
            exclude: ["Dictionaries", "Inputs", "Tests", "fuzz", "inputs"]))
} else if part != "core" {
    package.targets.append(
        .testTarget(
            name: "FuzzTests", dependencies: decoders, path: "Fuzz",
            exclude: ["Dictionaries", "Inputs", "Sources", "fuzz", "inputs"]))
}

if part == "release" {
    package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
}

for target in package.targets where target.type != .plugin && target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .strictMemorySafety(),
            .treatAllWarnings(as: .error),
        ]
}

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asyncAlgorithms = product(name: "AsyncAlgorithms", package: "swift-async-algorithms")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let configuration = product(name: "Configuration", package: "swift-configuration")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let database = product(name: "GRDB", package: "GRDB.swift")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdHTTP2 = product(name: "HummingbirdHTTP2", package: "hummingbird")
    static let hummingbirdTesting = product(name: "HummingbirdTesting", package: "hummingbird")
    static let inMemoryTracing = product(name: "InMemoryTracing", package: "swift-distributed-tracing")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let logging = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let metricsTestKit = product(name: "MetricsTestKit", package: "swift-metrics")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioHTTPCompression = product(name: "NIOHTTPCompression", package: "swift-nio-extras")
    static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
    static let nioHTTPTypesHTTP1 = product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let sqlite = product(name: "GRDBSQLite", package: "GRDB.swift")
    static let swiftCSV = product(name: "SwiftCSV", package: "SwiftCSV")
    static let tracing = product(name: "Tracing", package: "swift-distributed-tracing")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let yams = product(name: "Yams", package: "Yams")
}
