/// The requests of one dragging finger: a template in which each batch overwrites the digits.
struct TouchRequest {
    /// The bytes of the current request.
    private(set) var bytes: [UInt8] = []
    private let path: String
    private let client: String
    private let credential: String?
    private var sequence = 0
    private var moves = 0
    private var sequencePlace = 0
    private var movePlaces: [(time: Int, x: Int, y: Int)] = []

    /// The time of the first event; all times have the same number of digits, so each can overwrite another.
    private static let firstTime = 10_000_000

    /// Makes the request that puts the finger down.
    init(path: String, client: String, credential: String? = nil) {
        self.path = path
        self.client = client
        self.credential = credential
        advance(moveCount: 0)
    }

    /// Makes the next batch of moves.
    mutating func advance() {
        advance(moveCount: DragPath.movesPerBatch)
    }

    private mutating func advance(moveCount: Int) {
        let isLonger = String(sequence).utf8.count < String(sequence + 1).utf8.count
        sequence += 1
        if moveCount != movePlaces.count || moveCount == 0 || isLonger { render(moveCount: moveCount) }
        write(sequence, endingAt: sequencePlace)
        for place in movePlaces {
            moves += 1
            let (x, y) = DragPath.tenths(afterMoves: moves)
            write(Self.firstTime + moves * DragPath.moveInterval, endingAt: place.time)
            write(tenths: x, endingAt: place.x)
            write(tenths: y, endingAt: place.y)
        }
    }

    private mutating func render(moveCount: Int) {
        var body: [UInt8] = []
        func append(_ text: String) -> Int {
            body += text.utf8
            return body.count
        }
        let sequenceEnd = append("{\"client\":\"\(client)\",\"sequence\":\(sequence)")
        _ = append(",\"events\":[")
        var places: [(time: Int, x: Int, y: Int)] = []
        for index in 0..<max(1, moveCount) {
            let phase = moveCount == 0 ? "began" : "moved"
            if index > 0 { _ = append(",") }
            let time = append("{\"type\":\"touch\",\"phase\":\"\(phase)\",\"time\":\(Self.firstTime)")
            let x = append(",\"touches\":[{\"id\":1,\"x\":\(Double(DragPath.start.x) / 10)")
            let y = append(",\"y\":\(Double(DragPath.start.y) / 10)")
            _ = append("}]}")
            places.append((time, x, y))
        }
        _ = append("]}")
        let head = HTTPRequestBytes.head(
            method: "POST", path: path, contentType: "application/json", bodyCount: body.count,
            credential: credential)
        bytes = head + body
        sequencePlace = head.count + sequenceEnd
        movePlaces =
            moveCount == 0 ? [] : places.map { (head.count + $0.time, head.count + $0.x, head.count + $0.y) }
    }

    private mutating func write(_ number: Int, endingAt end: Int) {
        var rest = number
        var place = end
        repeat {
            place -= 1
            bytes[place] = UInt8(48 + rest % 10)
            rest /= 10
        } while rest > 0
    }

    private mutating func write(tenths: Int, endingAt end: Int) {
        bytes[end - 1] = UInt8(48 + tenths % 10)
        write(tenths / 10, endingAt: end - 2)
    }
}

/// Makes the bytes of HTTP requests.
enum HTTPRequestBytes {
    /// Makes a whole GET request.
    static func get(_ path: String) -> [UInt8] {
        Array(
            """
            GET \(path) HTTP/1.1\r
            Host: 127.0.0.1\r
            \r

            """.utf8)
    }

    /// Makes everything before the body.
    static func head(
        method: String, path: String, contentType: String, bodyCount: Int, credential: String? = nil
    ) -> [UInt8] {
        let authorization = credential.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return Array(
            """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: \(contentType)\r
            \(authorization)Content-Length: \(bodyCount)\r
            \r

            """.utf8)
    }
}
