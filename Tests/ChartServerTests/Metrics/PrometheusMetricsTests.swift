import Metrics
import Testing

@testable import ChartServer

struct PrometheusMetricsTests {
    private static let count = MetricDescription("count_total", .counter, labels: ["a", "b"], help: "Counts.")
    private static let level = MetricDescription("level", .gauge, help: "A \\ and\na line.")
    private static let time = MetricDescription(
        "time_seconds", .histogram(bounds: [0.001, 0.5]), labels: ["a"], help: "Times.")

    private func metrics(mostSeries: Int = 100) -> PrometheusMetrics {
        PrometheusMetrics(table: [Self.time, Self.count, Self.level], mostSeries: mostSeries)
    }

    private func counter(_ a: String, _ b: String, in metrics: PrometheusMetrics) -> Counter {
        Counter(label: "count_total", dimensions: [("a", a), ("b", b)], factory: metrics)
    }

    private func text(_ metrics: PrometheusMetrics, _ samples: [PrometheusMetrics.Sample] = []) -> String {
        String(decoding: metrics.text(with: samples), as: UTF8.self)
    }

    @Test func `metrics without a count are omitted`() {
        #expect(text(metrics()).isEmpty)
    }

    @Test func `series are sorted by their labels, whatever the order of their creation`() {
        let metrics = metrics()
        for (a, b) in [("y", "1"), ("x", "2"), ("x", "1")] { counter(a, b, in: metrics).increment(by: 3) }
        #expect(
            text(metrics) == """
                # HELP count_total Counts.
                # TYPE count_total counter
                count_total{a="x",b="1"} 3
                count_total{a="x",b="2"} 3
                count_total{a="y",b="1"} 3

                """)
    }

    @Test func `two handles of one series share a count`() {
        let metrics = metrics()
        counter("x", "1", in: metrics).increment()
        counter("x", "1", in: metrics).increment(by: 2)
        #expect(text(metrics).contains("count_total{a=\"x\",b=\"1\"} 3\n"))
    }

    @Test func `label values and help are escaped`() {
        let metrics = metrics()
        counter("a\"b\\c\nd", "é", in: metrics).increment()
        #expect(text(metrics).contains("count_total{a=\"a\\\"b\\\\c\\nd\",b=\"é\"} 1\n"))
        let sample = PrometheusMetrics.Sample(metric: Self.level, value: 0.25)
        #expect(
            text(metrics, [sample]).hasSuffix(
                "# HELP level A \\\\ and\\na line.\n# TYPE level gauge\nlevel 0.25\n"))
    }

    @Test func `a histogram has cumulative buckets whose last is the count`() {
        let metrics = metrics()
        let timer = Timer(label: "time_seconds", dimensions: [("a", "x")], factory: metrics)
        for nanoseconds: Int64 in [1_000_000, 1_000_001, 500_000_000, 2_000_000_000] {
            timer.recordNanoseconds(nanoseconds)
        }
        #expect(
            text(metrics) == """
                # HELP time_seconds Times.
                # TYPE time_seconds histogram
                time_seconds_bucket{a="x",le="0.001"} 1
                time_seconds_bucket{a="x",le="0.5"} 3
                time_seconds_bucket{a="x",le="+Inf"} 4
                time_seconds_sum{a="x"} 2.502000001
                time_seconds_count{a="x"} 4

                """)
    }

    @Test func `a gauge goes up and down`() {
        let metrics = metrics()
        let meter = Meter(label: "level", factory: metrics)
        meter.set(5)
        meter.increment(by: 1.5)
        meter.decrement(by: 4)
        #expect(text(metrics).hasSuffix("level 2.5\n"))
        Gauge(label: "level", factory: metrics).record(-7)
        #expect(text(metrics).hasSuffix("level -7\n"))
    }

    @Test func `metrics of another name, type or label are ignored`() {
        let metrics = metrics()
        Counter(label: "other_total", factory: metrics).increment()
        Counter(label: "level", factory: metrics).increment()
        Counter(label: "count_total", dimensions: [("a", "x")], factory: metrics).increment()
        Counter(label: "count_total", dimensions: [("b", "x"), ("a", "x")], factory: metrics).increment()
        Timer(label: "level", factory: metrics).recordNanoseconds(1)
        Gauge(label: "count_total", factory: metrics).record(1)
        #expect(text(metrics).isEmpty)
    }

    @Test func `a metric has at most the allowed number of series`() {
        let metrics = metrics(mostSeries: 2)
        for a in ["x", "y", "z", "x"] { counter(a, "1", in: metrics).increment() }
        let text = text(metrics)
        #expect(text.contains("count_total{a=\"x\",b=\"1\"} 2\ncount_total{a=\"y\",b=\"1\"} 1\n"))
        #expect(!text.contains("z"))
    }

    @Test func `concurrent counts are all counted`() async {
        let metrics = metrics()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = counter("x", "1", in: metrics)
                    let timer = Timer(label: "time_seconds", dimensions: [("a", "x")], factory: metrics)
                    for _ in 0..<10_000 {
                        counter.increment()
                        timer.recordNanoseconds(1_000_000_000)
                    }
                }
            }
        }
        let text = text(metrics)
        #expect(text.contains("count_total{a=\"x\",b=\"1\"} 80000\n"))
        #expect(text.contains("time_seconds_sum{a=\"x\"} 80000\ntime_seconds_count{a=\"x\"} 80000\n"))
    }

    @Test func `resident memory is read from the kernel's text`() {
        #expect(ProcessSample.residentMemory(status: "Name:\tx\nVmRSS:\t    5120 kB\nThreads:\t2\n") == 5_242_880)
        #expect(ProcessSample.residentMemory(status: "VmRSS: many\n") == nil)
        #expect(ProcessSample.residentMemory(status: "") == nil)
        let limits =
            "Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 4096                 files\n"
        #expect(ProcessSample.mostOpenFiles(limits: limits) == 1024)
        #expect(ProcessSample.mostOpenFiles(limits: "Max open files  unlimited  unlimited  files") == nil)
        #expect(ProcessSample.mostOpenFiles(limits: "") == nil)
    }
}
