import ControlProtocol
import TestSupport
import Testing

extension ProgramTests {
    /// Tests of errors that a provider can make, one after the other on one box: the channel stays,
    /// the screen tells the truth, the next flip works.
    @Suite("Faults of a channel")
    struct FaultTests {
        struct Fault: Sendable {
            var name: String
            /// The query that replaces the channel's own.
            var query = ""
            var url: String?
            var state = PlayState.failed
            /// The cause given in the status' trouble, and in the log.
            var cause = ""
        }

        static let faults = [
            Fault(name: "not there", query: "status=404", cause: "/…/master.m3u8 answered 404"),
            Fault(
                name: "overloaded", query: "status=503&retry-after=30",
                cause: "/…/master.m3u8 answered 503, and to come back in 30.0 seconds"),
            Fault(name: "forbidden", query: "status=403", cause: "answered 403"),
            Fault(
                name: "web page", query: "html=1",
                cause: "/…/master.m3u8 is not a playlist: line 1: this is a web page"),
            Fault(name: "endless redirect", query: "redirect=loop", cause: "/…/master.m3u8 redirects without end"),
            Fault(name: "endless playlist", query: "huge=1", cause: "/…/master.m3u8 is no playlist: it is longer"),
            Fault(name: "garbage", query: "garbage=1", cause: "hold no media"),
            Fault(name: "cut segments", query: "truncate=3000&at=media", state: .playing),
            Fault(name: "no media", query: "status=404&at=media", cause: "answered 404"),
            Fault(
                name: "unreachable", url: "http://127.0.0.1:1/x.m3u8?token=SECRET",
                cause: "127.0.0.1:1 can't be reached"),
            Fault(name: "no sound", query: "noaudio=1", state: .playing),
            Fault(name: "no picture", query: "novideo=1", state: .playing),
        ]

        @Test("Each leaves the channel where it is, is told truthfully, and the next flip works")
        func table() async throws {
            let origin = try await TestOrigin()
            var channels = [TestChannel(name: "Good", url: origin.url("/ch/1/master.m3u8"))]
            for fault in Self.faults {
                let url = fault.url ?? origin.url("/ch/3/master.m3u8?token=SECRET&\(fault.query)")
                channels.append(
                    TestChannel(name: fault.name, url: url.replacing("http://", with: "http://user:SECRET@")))
            }
            let box = try await TestBox(channels)
            try await box.plays(1)
            for (index, fault) in Self.faults.enumerated() {
                let number = index + 2
                try await box.control("tune", "\(number)")
                let status = try await box.reaches(fault.name) {
                    $0.state == fault.state && $0.channel?.number == number
                }
                if fault.state == .failed {
                    let cause = try #require(status.trouble?.cause)
                    #expect(cause.contains(fault.cause), "\(fault.name): \(cause)")
                    #expect(box.log.contains(fault.cause), "\(fault.name)")
                    // The channel stays, and so does the truth on the screen, while it is tried
                    // again.
                    try await box.control("press", "KEY_OK")
                    let later = try await box.status()
                    #expect(
                        later.channel?.number == number && later.state == .failed && later.trouble != nil,
                        "\(fault.name)")
                } else {
                    #expect(status.trouble == nil)
                }
                try await box.control("tune", "1")
                try await box.plays(1)
            }
            #expect(!box.log.contains("SECRET"))
            #expect(box.isRunning)
        }

        @Test("A channel whose server dies plays what it has, says so, and comes back with it")
        func serverDies() async throws {
            let first = try await TestOrigin()
            let box = try await TestBox([TestChannel(name: "One", url: first.url("/ch/1/master.m3u8"))])
            try await box.plays(1)
            first.kill()
            let status = try await box.reaches("tells of it") { $0.state == .failed }
            #expect(try #require(status.trouble?.cause).contains("can't be reached"))
            #expect(status.channel?.number == 1)
            let second = try await TestOrigin(port: first.port)
            try await box.plays(1)
            second.kill()
        }

        @Test("An address that is in no list plays, is told without its token, and leaves nothing when stopped")
        func play() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox([TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8"))])
            try await box.plays(1)
            try await box.control("play", origin.url("/vod/3/master.m3u8?minutes=1&token=SECRET"))
            let status = try await box.reaches("plays the film") { $0.state == .playing && $0.url != nil }
            #expect(status.url == origin.url("/…/master.m3u8"))
            try await box.control("stop")
            try await box.reaches("stops") { $0.state == .idle }
            let blank = try #require(await eventually { box.frames.last.flatMap { $0.brightest < 8 ? $0 : nil } })
            #expect(blank.pattern == nil)
            #expect(try await box.control("play", "ftp://nowhere").status != 0)
        }
    }
}
