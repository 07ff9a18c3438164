// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "chart-surface",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Gestures", targets: ["Gestures"]),
        .library(name: "ChartSeries", targets: ["ChartSeries"]),
        .library(name: "ChartEngine", targets: ["ChartEngine"]),
        .library(name: "ChartText", targets: ["ChartText"]),
        .library(name: "ChartDrawing", targets: ["ChartDrawing"]),
        .library(name: "ChartSessions", targets: ["ChartSessions"]),
        .library(name: "ChartStorage", targets: ["ChartStorage"]),
        .library(name: "ChartPostgres", targets: ["ChartPostgres"]),
        .library(name: "ChartWire", targets: ["ChartWire"]),
        .library(name: "ChartServer", targets: ["ChartServer"]),
        .library(name: "ChartCommands", targets: ["ChartCommands"]),
        .executable(name: "chart-surface", targets: ["chart-surface"]),
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Stores sessions in PostgreSQL, through libpq.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-configuration.git", from: "1.4.0",
            traits: [.defaults, "CommandLineArguments", "YAML"]),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.2"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin.git", from: "1.5.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    ],
    targets: [
        .target(name: "Gestures"),
        .target(name: "CMappedFault"),
        .target(name: "CPrefetch"),
        .target(name: "ChartSeries", dependencies: ["CMappedFault", "CPrefetch"]),
        .target(name: "ChartEngine", dependencies: ["Gestures", "ChartSeries"]),
        .target(name: "ChartDrawing", dependencies: ["ChartEngine", "ChartSeries", "Gestures"]),
        .target(
            name: "ChartText",
            dependencies: ["ChartEngine", "ChartSeries"],
            resources: ["ar", "de", "en", "es", "fr", "hi", "ja", "pt", "zh-Hans"].map { language in
                .embedInCode("Languages/\(language).json")
            }),
        .target(
            name: "ChartSessions",
            dependencies: [
                "ChartEngine", "ChartSeries", "Gestures",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "ChartStorage",
            dependencies: [
                "ChartSeries", "ChartSessions",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "ChartPostgres",
            dependencies: [
                "ChartSessions",
                .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "ChartObjectStore",
            dependencies: [
                "ChartSessions",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .target(name: "ChartWire"),
        .target(
            name: "ChartService",
            dependencies: [
                "ChartDrawing", "ChartEngine", "ChartSeries", "ChartSessions", "ChartText", "ChartWire", "Gestures",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        .target(
            name: "ChartServer",
            dependencies: [
                "ChartEngine", "ChartSeries", "ChartService", "ChartSessions", "ChartText", "ChartWire",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [.embedInCode("OpenAPI/openapi.yaml")]),
        .target(
            name: "ChartCommands",
            dependencies: [
                "ChartEngine", "ChartObjectStore", "ChartSeries", "ChartServer", "ChartService", "ChartSessions",
                "ChartStorage", "ChartWire", "Gestures",
                .target(name: "ChartPostgres", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .executableTarget(
            name: "chart-surface",
            dependencies: [
                "ChartCommands",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "ChartTestSupport",
            dependencies: [
                "ChartEngine", "ChartSeries", "ChartSessions", "ChartStorage", "Gestures",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(name: "GesturesTests", dependencies: ["Gestures", "ChartTestSupport"]),
        .testTarget(name: "ChartSeriesTests", dependencies: ["ChartSeries", "ChartTestSupport"]),
        .testTarget(name: "ChartEngineTests", dependencies: ["ChartEngine", "ChartTestSupport"]),
        .testTarget(
            name: "ChartTextTests", dependencies: ["ChartEngine", "ChartSeries", "ChartText", "ChartTestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "ChartDrawingTests",
            dependencies: ["ChartDrawing", "ChartEngine", "ChartSeries", "Gestures", "ChartTestSupport"]),
        .testTarget(
            name: "ChartSessionsTests",
            dependencies: [
                "ChartSessions", "ChartStorage", "ChartTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "ChartStorageTests",
            dependencies: [
                "ChartSessions", "ChartStorage", "ChartTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "ChartPostgresTests",
            dependencies: [
                "ChartPostgres", "ChartSeries", "ChartSessions", "ChartStorage", "ChartTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "ChartObjectStoreTests",
            dependencies: [
                "ChartObjectStore", "ChartSessions",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .testTarget(
            name: "ChartServiceTests",
            dependencies: ["ChartService", "ChartSessions", "ChartTestSupport", "ChartWire"]),
        .testTarget(name: "ChartWireTests", dependencies: ["ChartWire", "ChartTestSupport"]),
        .testTarget(
            name: "ChartServerTests",
            dependencies: [
                "ChartCommands", "ChartEngine", "ChartServer", "ChartSeries", "ChartService", "ChartSessions",
                "ChartStorage", "ChartTestSupport", "ChartWire", "Gestures",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(
            name: "CustomModifierTests",
            dependencies: [
                "ChartCommands", "ChartEngine", "Gestures",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ]
)

for target in package.targets where target.type != .system {
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
