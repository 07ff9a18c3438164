import ChartWire
import HTTPTypes
import Logging
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct RequestObservationTests {
    @Test(arguments: [
        // A batch that succeeded, one that failed, and another request, each quick, at the limit and slow.
        (true, ProblemCode?.none, 999, Logger.Level.debug), (true, nil, 1_000, .debug), (true, nil, 1_001, .notice),
        (true, .batchEmpty, 999, .info), (true, .batchEmpty, 1_000, .info), (true, .batchEmpty, 1_001, .notice),
        (false, nil, 999, .info), (false, nil, 1_000, .info), (false, nil, 1_001, .notice),
        (false, .serverInternal, 999, .info), (false, .serverInternal, 1_001, .notice),
    ])
    func `a slow request is at notice, a quick batch that succeeded at debug`(
        isFrequent: Bool, code: ProblemCode?, milliseconds: Int, level: Logger.Level
    ) {
        let observation = RequestObservation(
            method: .post, route: "/r", status: .init(code: code?.status ?? 200), code: code,
            duration: .milliseconds(milliseconds), isFrequent: isFrequent)
        #expect(observation.level(slowAfter: .seconds(1)) == level)
        #expect(observation.level(slowAfter: nil) == (isFrequent && code == nil ? .debug : .info))
    }

    @Test(arguments: [Logger.Level.debug, .info, .notice, .warning])
    func `a line is written at its severity, where the log takes that`(least: Logger.Level) {
        for (duration, level) in [(Duration.milliseconds(1), Logger.Level.info), (.seconds(2), .notice)] {
            let lines = LogLines()
            var logger = lines.logger
            logger.logLevel = least
            RequestObservation(method: .get, route: nil, status: .ok, code: nil, duration: duration)
                .log(to: logger, slowAfter: .seconds(1))
            #expect(lines.levels == (level >= least ? [level] : []))
        }
    }
}
