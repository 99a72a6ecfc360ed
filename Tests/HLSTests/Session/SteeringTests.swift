import Devices
import MediaCore
import Testing

@testable import HLS

private let server = "https://steer.example/m?user=7"

@Suite("Content steering")
struct SteeringTests {
    /// A film of 100 segments of 4 s on two pathways, with sound of its own playlist, and what the server says.
    private func film(
        server url: String = server, rate: Double = 20_000_000,
        failing: @escaping (String, HostTime) -> Bool = { _, _ in false },
        manifest: @escaping (HostTime) -> Simulation.Answer
    ) -> Simulation {
        var lines = ["#EXTM3U", "#EXT-X-CONTENT-STEERING:SERVER-URI=\"\(url)\",PATHWAY-ID=\"A\""]
        for pathway in ["A", "B"] {
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(pathway)\",NAME=\"x\",DEFAULT=YES,"
                    + "STABLE-RENDITION-ID=\"s\",URI=\"https://\(pathway).example/sound.m3u8\"")
            for (name, bits) in [("low", 1_000_000), ("high", 4_000_000)] {
                lines.append(
                    "#EXT-X-STREAM-INF:BANDWIDTH=\(bits),AUDIO=\"\(pathway)\",PATHWAY-ID=\"\(pathway)\","
                        + "STABLE-VARIANT-ID=\"\(name)\"")
                lines.append("https://\(pathway).example/\(name).m3u8?k=1")
            }
        }
        let master = lines.joined(separator: "\n")
        let segments = (0..<100).flatMap { ["#EXTINF:4,", "s\($0).ts"] }.joined(separator: "\n")
        let media = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(segments)\n#EXT-X-ENDLIST"
        var run = Simulation("https://a.example/film.m3u8") { url, now in
            if url.hasPrefix("https://steer.example") { return manifest(now) }
            if failing(url, now) { return .error(.unreachable(host: url, reason: "test")) }
            if url.hasSuffix("film.m3u8") { return .playlist(master) }
            return url.contains(".m3u8") ? .playlist(media) : .media(bytes: url.contains("sound") ? 40_000 : 400_000)
        }
        run.rate = rate
        return run
    }

    private func manifest(
        _ priority: [String], ttl: Int = 30, reload: String? = nil, clones: String = ""
    ) -> Simulation.Answer {
        let names = priority.map { "\"\($0)\"" }.joined(separator: ",")
        let next = reload.map { ",\"RELOAD-URI\":\"\($0)\"" } ?? ""
        let made = clones.isEmpty ? "" : ",\"PATHWAY-CLONES\":[\(clones)]"
        return .playlist("{\"VERSION\":1,\"TTL\":\(ttl),\"PATHWAY-PRIORITY\":[\(names)]\(next)\(made)}")
    }

    /// The hosts that media was asked for at, in order, each once in a row.
    private func hosts(_ run: Simulation, _ kind: StreamKind = .main) -> [String] {
        run.media.filter { $0.stream == kind }.reduce(into: []) { hosts, media in
            let host = media.fetch.url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
            if hosts.last != host { hosts.append(host) }
        }
    }

    private func asked(_ run: Simulation) -> [String] {
        run.actions.compactMap { action -> String? in
            guard case .loadPlaylist(_, let fetch) = action, fetch.url.contains("steer.example") else { return nil }
            return fetch.url
        }
    }

    @Test(
        "Playing begins where the playlist says, and goes on where the server says, picture and sound, without a hole")
    func follow() throws {
        var run = film { _ in self.manifest(["B", "A"], reload: "/next?x=1") }
        run.start()
        run.run(for: .seconds(70))
        #expect(hosts(run) == ["A.example", "B.example"] && hosts(run, .audio) == ["A.example", "B.example"])
        let numbers = run.played.filter { $0.stream == .main }.map(\.mediaSequence)
        #expect(numbers == Array(0..<UInt64(numbers.count)) && run.stalls == 0 && run.failure == nil)
        // Asked at once, and then each 30 s where it says, each time with what plays and what the line carries.
        let asked = asked(run)
        #expect(asked.first == "https://steer.example/m?user=7&_HLS_pathway=%22A%22", "\(asked)")
        #expect(
            asked.count == 3
                && asked.dropFirst().allSatisfy {
                    $0.hasPrefix("https://steer.example/next?x=1&_HLS_pathway=%22B%22&_HLS_throughput=")
                }, "\(asked)")
    }

    @Test("The rate changes within the pathway that plays alone")
    func rates() {
        var run = film(rate: 1_500_000) { _ in self.manifest(["B", "A"]) }
        run.start()
        run.run(for: .seconds(20))
        run.rate = 20_000_000
        run.run(for: .seconds(60))
        let variants = Set(run.media.filter { $0.stream == .main }.suffix(5).map(\.variant))
        #expect(hosts(run) == ["A.example", "B.example"] && variants == [3], "\(variants)")
    }

    @Test("A pathway that fails is left alone for two minutes, whatever of it plays; then it is tried again")
    func failing() throws {
        var broken = false
        var run = film(failing: { url, _ in broken && url.hasPrefix("https://A.example") }) { _ in
            self.manifest(["A", "B"])
        }
        run.start()
        run.run(for: .seconds(10))
        broken = true
        let began = run.now
        run.run(for: .seconds(60))
        broken = false
        #expect(hosts(run).last == "B.example" && run.failure == nil)
        run.run(for: .seconds(200))
        #expect(hosts(run) == ["A.example", "B.example", "A.example"])
        let back = try #require(run.media.last { $0.fetch.url.hasPrefix("https://B.example") && $0.stream == .main })
        let left = try #require(run.times[back.id])
        #expect(left - began > .seconds(90) && left - began < .seconds(200), "\(left - began)")
        let numbers = run.played.filter { $0.stream == .main }.map(\.mediaSequence)
        #expect(numbers == Array(0..<UInt64(numbers.count)) && run.stalls == 0)
    }

    @Test("A server makes pathways of others: by host, by parameters, and by addresses of their own")
    func clones() {
        let clone = """
            {"BASE-ID":"A","ID":"C","URI-REPLACEMENT":{"HOST":"c.example:8443","PARAMS":{"z":"2","k":"9"},
            "PER-VARIANT-URIS":{"high":"https://d.example/own.m3u8"}}},
            {"BASE-ID":"none","ID":"D","URI-REPLACEMENT":{"HOST":"e.example"}},
            {"BASE-ID":"A","ID":"B","URI-REPLACEMENT":{"HOST":"f.example"}}
            """
        var run = film { _ in self.manifest(["C", "B"], clones: clone) }
        run.start()
        run.run(for: .seconds(40))
        // First the same variant on the other pathway, and from there on higher.
        let wanted = ["A.example", "c.example:8443", "d.example"]
        #expect(hosts(run) == wanted && hosts(run, .audio) == Array(wanted.prefix(2)), "\(hosts(run))")
        let lists = run.actions.compactMap { action -> String? in
            guard case .loadPlaylist(_, let fetch) = action, fetch.url.contains("c.example") else { return nil }
            return fetch.url
        }
        #expect(lists.sorted() == ["low", "sound"].map { "https://c.example:8443/\($0).m3u8?k=9&z=2" }, "\(lists)")
        #expect(
            run.presentations.last?.variants.map(\.url).suffix(2) == [
                "https://c.example:8443/low.m3u8?k=9&z=2", "https://d.example/own.m3u8",
            ])
        #expect(run.stalls == 0 && run.failure == nil)
    }

    @Test("A server that is gone is asked no more, one that is busy when it says, one that fails when it said before")
    func errors() {
        func asked(_ answers: [Simulation.Answer], for duration: Duration) -> [Int] {
            var left = answers
            var run = film { _ in left.count > 1 ? left.removeFirst() : left[0] }
            run.start()
            let start = run.now
            run.run(for: duration)
            #expect(run.failure == nil && run.stalls == 0)
            return run.loads(of: "steer.example").map { Int(($0 - start).inSeconds) }
        }
        func status(_ code: Int, _ delay: Duration? = nil) -> Simulation.Answer {
            .error(.status(code, url: server, retryAfter: delay))
        }
        #expect(asked([status(410)], for: .seconds(350)) == [0])
        #expect(asked([status(429, .seconds(40)), status(410)], for: .seconds(350)) == [0, 40])
        #expect(
            asked([manifest(["A"], ttl: 50), status(503), .playlist("{"), status(410)], for: .seconds(350)) == [
                0, 50, 100, 150,
            ])
        #expect(asked([status(500), status(410)], for: .seconds(350)) == [0, 300])
    }

    @Test("A manifest in the playlist itself holds for good; pathways that are not there are passed over")
    func inPlace() {
        let text = "data:application/json,%7B%22VERSION%22%3A1%2C%22PATHWAY-PRIORITY%22%3A%5B%22X%22%2C%22B%22%5D%7D"
        var run = film(server: text) { _ in .error(.status(404, url: server, retryAfter: nil)) }
        run.start()
        run.run(for: .seconds(400))
        #expect(hosts(run) == ["A.example", "B.example"] && self.asked(run).isEmpty && run.failure == nil)
    }

    @Test("For a channel that nobody sees no server is asked")
    func hidden() {
        var run = film { _ in self.manifest(["B"]) }
        run.start()
        run.send(.holdMedia(true))
        run.run(for: .seconds(100))
        #expect(asked(run).isEmpty && run.media.isEmpty)
        run.send(.holdMedia(false))
        run.run(for: .seconds(20))
        #expect(asked(run).count == 1 && hosts(run).last == "B.example")
    }
}
