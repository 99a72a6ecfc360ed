import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"

@Suite("A server that says that it is too much")
struct RefusalTests {
    private func error(_ status: Int, _ url: String, _ seconds: Int? = nil) -> Simulation.Answer {
        .error(.status(status, url: url, retryAfter: seconds.map { .seconds($0) }))
    }

    @Test("A playlist is asked for again after a second, then two, and no more", arguments: [429, 458, 509])
    func playlist(_ status: Int) {
        var run = Simulation(base + "l.m3u8") { url, _ in error(status, url) }
        run.start()
        run.run(for: .seconds(60))
        let loads = run.loads(of: "l.m3u8")
        #expect(loads.count == 3)
        #expect(zip(loads.dropFirst(), loads).map { $0 - $1 }.allSatisfy { $0 >= .milliseconds(800) })
        #expect(run.failure == .playlistUnavailable(.status(status, url: base + "l.m3u8", retryAfter: nil)))
    }

    @Test("As late as the server asks")
    func retryAfter() {
        var run = Simulation(base + "l.m3u8") { url, _ in error(429, url, 7) }
        run.start()
        run.run(for: .seconds(60))
        let loads = run.loads(of: "l.m3u8")
        #expect(loads.count == 3 && zip(loads.dropFirst(), loads).allSatisfy { $0 - $1 >= .seconds(7) })
    }

    @Test("What is forbidden is said at once")
    func forbidden() {
        var run = Simulation(base + "l.m3u8") { url, _ in error(403, url, 30) }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.loads(of: "l.m3u8").count == 1)
        #expect(run.failure == .playlistUnavailable(.status(403, url: base + "l.m3u8", retryAfter: .seconds(30))))
    }

    @Test("Segments of a live channel are asked for no more than once a second", arguments: [429, 458, 509])
    func media(_ status: Int) {
        let encoder = LiveEncoder()
        var run = Simulation(base + "l.m3u8") { url, now in
            url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : error(status, url)
        }
        run.start()
        run.run(for: .seconds(60))
        let times = run.media.compactMap { run.times[$0.id] }
        #expect(times.count >= 3)
        #expect(zip(times.dropFirst(3), times).allSatisfy { $0 - $1 >= .seconds(2) }, "three in two seconds")
        #expect(
            run.warnings.contains(
                .mediaUnavailable(
                    url: RedactedURL(run.media[0].fetch.url).description,
                    .fetch(.status(status, url: run.media[0].fetch.url, retryAfter: nil))))
        )
    }

    @Test("Segments of a film that are all forbidden are given up, with a growing pause")
    func film() {
        let film =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
            + (0..<100).map { "#EXTINF:4,\ns\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
        var run = Simulation(base + "l.m3u8") { url, _ in url.hasSuffix("m3u8") ? .playlist(film) : error(403, url) }
        let began = run.now
        run.start()
        run.run(for: .seconds(60))
        let times = run.media.compactMap { run.times[$0.id] }
        #expect(times.count == 7 && run.failure != nil)
        #expect(times.last.map { $0 - began >= .seconds(5) } == true)
    }
}
