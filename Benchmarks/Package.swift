// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "chart-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "chart-surface", path: "..", traits: ["PostgreSQL"]),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV.git", exact: "0.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "chart-benchmarks",
            dependencies: [
                .product(name: "ChartEngine", package: "chart-surface"),
                .product(name: "ChartSeries", package: "chart-surface"),
                .product(name: "ChartCommands", package: "chart-surface"),
                .product(name: "ChartSessions", package: "chart-surface"),
                .product(name: "ChartStorage", package: "chart-surface"),
                .product(name: "Gestures", package: "chart-surface"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SwiftCSV", package: "SwiftCSV"),
            ])
    ]
)

for target in package.targets {
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
