import ChartSeries
import Foundation

/// Compares a window over HTTP with the callback of plotly-resampler on the same values.
struct ZoomBenchmark {
    /// The number of rows.
    let rowCount: Int
    /// A Python with the other library, and the script that calls it; `nil` measures this project alone.
    let peers: (python: String, script: String)?

    private static let points = 2000
    private static let queries = ["method=minmaxlttb&points=2000", "method=m4&width=500"]
    private static let rounds = 3

    /// The windows of each measurement, as shares of all rows.
    private static let walks: [(name: String, shares: [ClosedRange<Double>])] = [
        ("nearly all rows, ends moved", (0..<63).map { M4Question.moved.shares($0) }),
        (
            "zooms from all rows to 1/256",
            (0..<63).map { time in
                let half = 0.5 / Double(1 << (time % 9))
                let middle = 0.5 + (0.5 - half) * sin(Double(time))
                return max(0, middle - half)...min(1, middle + half)
            }
        ),
    ]

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = try ScratchFolder()
        print(
            """

            Zoom: \(rowCount) rows of a random walk, \(Self.points) points; milliseconds that pass, medians and quartiles
              ours is a GET on a connection that is kept, from the first byte sent to the last byte read: HTTP, the window,
              its rows as JSON, ETag; the server is a process of its own, and every query is another one
              plotly-resampler is its Dash callback, FigureResampler.construct_update_data_patch, called in its process:
              no HTTP and no JSON, which are a line of their own; and its Dash app over HTTP, in a process of its own too,
              asked for the same as its page asks; all take turns on the same windows
            """)
        _ = try StoredWalk.generate(rows: rowCount, in: folder.file("data"))
        let peer = try peers.map { peers in
            let values = URL(fileURLWithPath: folder.file("values.f64"))
            try ValuesFile.write(RandomWalk(seed: 1).table(rows: rowCount).columns[0].values, to: values)
            return try PeerProcess(
                python: peers.python, script: peers.script, values: values,
                arguments: [Self.points, Int(StoredWalk.firstX), Int(StoredWalk.step)].map { String($0) })
        }
        let server = try ChildServer(arguments: ["serve-chart", "--data-directory", folder.file("data")])
        let connection = try LoadConnection(port: server.port)
        for walk in Self.walks { try measure(walk.name, walk.shares, connection, peer) }
        try server.stop()
        try peer?.stop()
    }

    private func measure(
        _ name: String, _ shares: [ClosedRange<Double>], _ connection: LoadConnection, _ peer: PeerProcess?
    ) throws {
        let ranges = shares.map { StoredWalk.range($0, ofRows: rowCount) }
        var own = Self.queries.map { _ in [Double]() }
        var ownBytes = Self.queries.map { _ in [Double]() }
        var callback: [Double] = []
        var withJSON: [Double] = []
        var overHTTP: [Double] = []
        for round in 0..<Self.rounds {
            for (place, range) in ranges.enumerated() where place % Self.rounds == round {
                for (index, query) in Self.queries.enumerated() {
                    let request = StoredWalk.request(range, query: query)
                    let start = ContinuousClock.now
                    let body = try connection.exchange(request, expecting: 200)
                    own[index].append((ContinuousClock.now - start) / .milliseconds(1))
                    ownBytes[index].append(Double(body.count))
                    try check(body, query)
                }
                guard let peer else { continue }
                let answer = try peer.ask("\(range.lowerBound) \(range.upperBound)", numbers: 5)
                guard Int(answer[3]) == Self.points else { throw BenchmarkFailure("the peer answers other points") }
                callback.append(answer[0] / 1e6)
                withJSON.append((answer[0] + answer[1]) / 1e6)
                overHTTP.append(answer[2] / 1e6)
            }
        }
        print("\n  \(name)")
        for index in Self.queries.indices {
            print(
                "    ours, \(Self.queries[index])".padding(toLength: 40, withPad: " ", startingAt: 0)
                    + Spread(own[index]).text(decimals: 3)
                    + ", \(Int(Spread(ownBytes[index]).median)) bytes" + ratios(callback, overHTTP, own[index]))
        }
        guard peer != nil else { return }
        print(
            """
                plotly-resampler, callback          \(Spread(callback).text(decimals: 3))
                plotly-resampler, callback and JSON \(Spread(withJSON).text(decimals: 3))
                plotly-resampler, Dash over HTTP    \(Spread(overHTTP).text(decimals: 3))
            """)
    }

    private func ratios(_ callback: [Double], _ overHTTP: [Double], _ own: [Double]) -> String {
        guard !callback.isEmpty else { return "" }
        let ratios = [callback, overHTTP].map { Figure.text(Spread($0).median / Spread(own).median, decimals: 1) }
        return "; the callback takes \(ratios[0]) times as long, Dash over HTTP \(ratios[1])"
    }

    /// Checks that an answer has the requested method and a plausible number of rows.
    private func check(_ body: ArraySlice<UInt8>, _ query: String) throws {
        guard let answer = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            let count = answer["returnedRows"] as? Int, let rows = answer["rows"] as? [Any], rows.count == count,
            let method = answer["method"] as? String, query.contains("method=\(method)&"),
            method == "m4" ? (1000...2000).contains(count) : count == Self.points
        else {
            let text = String(decoding: body.suffix(300), as: UTF8.self)
            throw BenchmarkFailure("this is not the window that was meant: \(text)")
        }
    }
}
