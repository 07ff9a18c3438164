// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "chart-surface-client",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [.library(name: "ChartSurfaceClient", targets: ["ChartSurfaceClient"])],
    targets: [
        .target(name: "ChartSurfaceClient"),
        .testTarget(name: "ChartSurfaceClientTests", dependencies: ["ChartSurfaceClient"]),
    ]
)
