import ChartDatasets
import ChartSessions
import ChartStores
import Foundation
import Logging

/// What the metrics are looked up from when they are fetched, rather than counted.
struct MetricSources: Sendable {
    /// The sessions, with their store and their datasets.
    let sessions: SessionRegistry
    /// The open connections.
    let connections: OpenConnections
    /// The room of large answers.
    let largeAnswers: LargeAnswers
    /// The certificate; nil for a server without TLS.
    let certificate: ServerCertificate?
    /// The keys of the issuer; nil without one.
    let issuer: JWTKeySource?
    /// The limits of the configuration.
    let limits: Limits
    /// The lines that wait for standard error.
    let output: LineQueue
    private let process = ProcessSample()

    /// Creates the sources of a server.
    init(
        sessions: SessionRegistry, connections: OpenConnections, largeAnswers: LargeAnswers,
        certificate: ServerCertificate?, issuer: JWTKeySource?, limits: Limits, output: LineQueue
    ) {
        self.sessions = sessions
        self.connections = connections
        self.largeAnswers = largeAnswers
        self.certificate = certificate
        self.issuer = issuer
        self.limits = limits
        self.output = output
    }

    /// Creates the sources of routes without connections, a certificate and an issuer.
    init(_ dependencies: RouteDependencies) {
        let service = dependencies.service
        self.init(
            sessions: service.sessions,
            connections: OpenConnections(
                most: dependencies.settings.limits.connections, logger: Logger(label: "chart-surface")),
            largeAnswers: service.largeAnswers, certificate: nil, issuer: nil, limits: dependencies.settings.limits,
            output: dependencies.output)
    }

    /// The values now.
    func samples() async -> [PrometheusMetrics.Sample] {
        var samples = Samples()
        add(&samples)
        await addSessions(&samples)
        addProcess(&samples)
        return samples.all
    }

    /// Samples that are being collected; a value that there is not adds none.
    private struct Samples {
        var all: [PrometheusMetrics.Sample] = []

        mutating func add(_ metric: MetricDescription, of labels: [String] = [], _ value: Double?) {
            if let value { all.append(.init(metric: metric, labels: labels, value: value)) }
        }

        mutating func add(_ metric: MetricDescription, of labels: [String] = [], _ value: Int?) {
            add(metric, of: labels, value.map { Double($0) })
        }
    }

    private func add(_ samples: inout Samples) {
        samples.add(MetricTable.openConnections, connections.count)
        let queues = [
            ("long-work", LongWork.figures), ("large-answers", largeAnswers.figures), ("audit", output.kept),
        ]
        for (queue, figures) in queues {
            samples.add(MetricTable.queueLength, of: [queue], figures.length)
            samples.add(MetricTable.queueWait, of: [queue], figures.wait / .seconds(1))
        }
        samples.add(MetricTable.queueLength, of: ["log"], output.waiting)
        for (name, value) in limits.figures { samples.add(MetricTable.limits, of: [name], value) }
        let dataBytes = SettingTable.all.limits.dataBytes.entry.name
        samples.add(MetricTable.limits, of: [dataBytes], sessions.catalog.quota.mostBytes)
        samples.add(MetricTable.certificateEnd, certificate?.current.expiry?.timeIntervalSince1970)
        samples.add(MetricTable.droppedLines, output.dropped)
        samples.add(MetricTable.issuerFailures, issuer?.failures)
        samples.add(MetricTable.issuerKeysAge, issuer?.keysAge.map { Double($0) / 1_000 })
    }

    private func addSessions(_ samples: inout Samples) async {
        samples.add(MetricTable.viewers, sessions.viewerCount)
        samples.add(MetricTable.evictions, sessions.turnover.evictions)
        samples.add(MetricTable.restores, sessions.turnover.restores)
        samples.add(MetricTable.damaged, of: ["dataset"], sessions.catalog.damagedCount)
        samples.add(MetricTable.damaged, of: ["session"], sessions.turnover.damaged)
        samples.add(MetricTable.windowRows, Int(WindowRowCount.value))
        samples.add(MetricTable.hintInterruptions, sessions.hintInterruptions)
        let store = sessions.store.figures
        samples.add(MetricTable.groups, store.groups)
        samples.add(MetricTable.groupedChanges, store.groupedChanges)
        samples.add(MetricTable.groupsInDoubt, store.groupsInDoubt)
        samples.add(MetricTable.openedConnections, store.openedConnections)
        samples.add(MetricTable.connections, store.connections)
        samples.add(MetricTable.clearingBacklog, Double(store.clearingBacklog) / 1_000)
        let cache = sessions.catalog.figures ?? SharedDatasets.Figures()
        samples.add(MetricTable.cachedBytes, Int(cache.cachedBytes))
        samples.add(MetricTable.cacheMisses, Int(cache.misses))
        samples.add(MetricTable.fetchedBytes, Int(cache.fetchedBytes))
        samples.add(MetricTable.dataBytes, sessions.catalog.quota.storedBytes)
        // A store that cannot count now has other metrics that tell so.
        guard let census = try? await sessions.census() else { return }
        samples.add(MetricTable.sessions, of: ["live"], census.live)
        samples.add(MetricTable.sessions, of: ["resting"], census.evicted)
        samples.add(MetricTable.sessions, of: ["ended"], census.ended)
    }

    private func addProcess(_ samples: inout Samples) {
        samples.add(MetricTable.processorTime, process.processorTime)
        samples.add(MetricTable.startTime, process.startTime)
        samples.add(MetricTable.openFiles, process.openFiles)
        samples.add(MetricTable.mostOpenFiles, process.mostOpenFiles)
        samples.add(MetricTable.residentMemory, process.residentMemory)
    }
}
