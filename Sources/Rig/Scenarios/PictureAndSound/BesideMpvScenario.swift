import Foundation
import MediaCore

extension Catalogue {
    /// Compares mpv and Hearth by the same judges. No figure has a limit, as a peer's figures are
    /// no verdict on the box.
    static let besideMpv = Scenario(
        "beside-mpv", "Smoothness, sync and zapping of mpv and of Hearth, by the same judges in one run",
        needs: [.everyFrame, .ears, .hand(.uinput)]
    ) { run in
        guard let origin = run.bench.origin else { throw BenchLacks("an origin for a peer") }
        guard try run.bench.box.shell("command -v mpv").contains("mpv") else {
            throw BenchLacks("mpv: scripts/packages bench installs it")
        }
        let televisions: [any Television] = [
            MpvTelevision(origin: origin, folder: "/tmp/hearth-rig/mpv"),
            HearthTelevision(run.bench.box, try run.hand(.uinput), channels: 8),
        ]
        for television in televisions {
            defer { try? television.stop() }
            for channel in RatedChannel.all { try run.watch(television, channel) }
            try run.zap(television)
        }
        let log = (try? String(contentsOfFile: "/tmp/hearth-rig/mpv/mpv.log", encoding: .utf8)) ?? ""
        if !log.isEmpty { run.note("mpv said at last: \(log.suffix(500))") }
    }
}

extension ScenarioRun {
    /// Watches a channel for twenty seconds.
    fileprivate func watch(_ television: any Television, _ channel: RatedChannel) throws {
        let name = "\(television.name) \(channel.name)"
        try television.start(mode: channel.mode, query: "")
        guard try waitForChannel(1, timeout: .seconds(15)) != nil else { throw ChannelDidNotCome(channel: 1) }
        if channel.number != 1 {
            pause(.seconds(1))
            mark(.key, "\(television.name): \(channel.number)", at: try television.ask(for: channel.number))
            guard try waitForChannel(channel.number, timeout: .seconds(15)) != nil else {
                throw ChannelDidNotCome(channel: channel.number)
            }
        }
        pause(.seconds(6))
        let (seen, sound) = try ears().listen(while: { try frames(for: .seconds(20), what: name) })
        let smoothness = Smoothness(seen, channel: channel.number, rate: channel.rate, loop: channel.loop)
        note("\(name): \(smoothness)")
        check("\(name) is seen", smoothness.seen > channel.rate * 10, found: "\(smoothness.seen) pictures")
        figure("\(name): dropped, of \(smoothness.expected)", Double(smoothness.dropped), "pictures")
        figure("\(name): held too long", Double(smoothness.repeated), "pictures")
        figure("\(name): off their vblank by up to", (smoothness.spread * 100).rounded() / 100, "vblanks")
        let sync = AVSync(seen, sound)
        guard let middle = sync.percentile(50), let most = sync.percentile(99) else { return }
        figure("\(name): sound after picture, p50", Double(middle) / 1e6, "ms")
        figure("\(name): sound after picture, p99", Double(most) / 1e6, "ms")
    }

    /// Measures flips up and down, on a line such as a household has.
    fileprivate func zap(_ television: any Television) throws {
        try television.start(mode: "1280x720", query: "rtt=30&rate=20000")
        guard try waitForChannel(1, timeout: .seconds(15)) != nil else { throw ChannelDidNotCome(channel: 1) }
        var flips: [FlipTiming] = []
        for (index, channel) in [2, 3, 4, 5, 4, 3, 2, 1, 2, 3].enumerated() {
            let (key, frames) = try watch(.seconds(5), after: FlipTiming.wait(.milliseconds(1_500), index)) {
                try television.ask(for: channel)
            }
            mark(.key, "\(television.name): \(channel)", at: key)
            flips.append(FlipTiming(frames, key: key, to: channel))
        }
        report(flips, whose: "\(television.name): ")
    }
}
