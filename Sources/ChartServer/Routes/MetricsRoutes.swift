import ChartService
import ChartSessions
import HTTPTypes

/// What Prometheus fetches.
enum MetricsRoutes {
    /// The routes.
    static func routes(metrics: PrometheusMetrics, sessions: SessionRegistry, output: LineQueue) -> [Route] {
        let process = ProcessSample()
        return [
            Route(
                method: .get, pattern: "/metrics", operationID: "getMetrics", access: .scope(.readMetrics),
                servesWhileDraining: true
            ) { _ in
                .work { _ in
                    let text = metrics.text(with: await samples(sessions, output, process: process))
                    return .now(
                        Answer(
                            bytes: text, contentType: PrometheusWriter.contentType,
                            headers: [.cacheControl: "no-store"]))
                }
            }
        ]
    }

    /// What is looked up rather than counted.
    private static func samples(
        _ registry: SessionRegistry, _ output: LineQueue, process: ProcessSample
    ) async -> [PrometheusMetrics.Sample] {
        var samples: [PrometheusMetrics.Sample] = [
            .init(metric: MetricTable.viewers, value: Double(registry.viewerCount)),
            .init(metric: MetricTable.windowRows, value: Double(WindowRowCount.value)),
            .init(metric: MetricTable.hintInterruptions, value: Double(registry.hintInterruptions)),
            .init(metric: MetricTable.droppedLines, value: Double(output.dropped)),
            .init(metric: MetricTable.processorTime, value: process.processorTime),
            .init(metric: MetricTable.startTime, value: process.startTime),
        ]
        let figures = registry.store.figures
        samples += [
            .init(metric: MetricTable.groups, value: Double(figures.groups)),
            .init(metric: MetricTable.groupedChanges, value: Double(figures.groupedChanges)),
            .init(metric: MetricTable.groupsInDoubt, value: Double(figures.groupsInDoubt)),
            .init(metric: MetricTable.openedConnections, value: Double(figures.openedConnections)),
            .init(metric: MetricTable.connections, value: Double(figures.connections)),
            .init(metric: MetricTable.clearingBacklog, value: Double(figures.clearingBacklog) / 1_000),
        ]
        let cache = registry.catalog.figures ?? SharedDatasets.Figures()
        samples += [
            .init(metric: MetricTable.cachedBytes, value: Double(cache.cachedBytes)),
            .init(metric: MetricTable.cacheMisses, value: Double(cache.misses)),
            .init(metric: MetricTable.fetchedBytes, value: Double(cache.fetchedBytes)),
        ]
        // A store that cannot count now has other metrics that tell so.
        if let sessions = try? await registry.census() {
            samples += [
                .init(metric: MetricTable.sessions, labels: ["live"], value: Double(sessions.live)),
                .init(metric: MetricTable.sessions, labels: ["resting"], value: Double(sessions.evicted)),
                .init(metric: MetricTable.sessions, labels: ["ended"], value: Double(sessions.ended)),
            ]
        }
        if let count = process.openFiles {
            samples.append(.init(metric: MetricTable.openFiles, value: Double(count)))
        }
        if let count = process.mostOpenFiles {
            samples.append(.init(metric: MetricTable.mostOpenFiles, value: Double(count)))
        }
        if let bytes = process.residentMemory {
            samples.append(.init(metric: MetricTable.residentMemory, value: Double(bytes)))
        }
        return samples
    }
}
