import ControlProtocol
import MediaCore

/// Faults of the server: it answers, but not with what was asked for.
extension Catalogue {
    static let serverBusy = Scenario(
        "fault-server-busy", "A server that answers 503 and asks for half a minute: said at once, and it gets its time",
        needs: [.everyFrame, .ears, .hand(.uinput)]
    ) { run in
        let lineup = ["1/master.m3u8", "2/master.m3u8?status=503&retry-after=30", "3/master.m3u8"].enumerated().map {
            "#EXTINF:-1 tvg-chno=\"\($0 + 1)\",Channel \($0 + 1)\n{origin}/ch/\($1)\n"
        }
        let viewer = try Viewer(run, BoxSettings(lineup: "#EXTM3U\n" + lineup.joined()))
        let box = run.bench.box
        let process = box.process
        try viewer.press(.channelUp)
        try viewer.time("busy server: until it is said", limit: .seconds(1)) { try box.status().state == .failed }
        let cause = try box.status().trouble?.cause ?? "nothing"
        run.check("It names the cause", cause.contains("503"), found: cause)
        pause(.seconds(1))
        try viewer.keep("busy server")
        pause(.seconds(64))
        let tries = box.log.split(separator: "\n").count { $0.contains("tuning") && $0.contains("Channel 2") }
        run.figure("busy server: tries in 65 s", Double(tries), "tries", limit: 3)
        try viewer.press(.channelUp)
        try viewer.recovers(3, limit: .seconds(1))
        viewer.checkAlive(process)
    }

    /// Cuts the network again and again. What each stall adds to the delay is reported but not
    /// judged: so far only the end of the live window takes it away.
    static let stutteringNetwork = Scenario(
        "fault-network-stutter",
        "The network fails for nine seconds, again and again: how far behind the live edge it ends",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.networkCut)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        pause(.seconds(8))
        let before = try box.status().playback?.latencySeconds ?? 0
        let watch = try Watch.during(run) {
            for _ in 0..<4 {
                _ = try viewer.strike(.networkCut)
                pause(.seconds(9))
                _ = try viewer.mend(.networkCut)
                pause(.seconds(15))
                if let latency = try box.status().playback?.latencySeconds {
                    run.note("\((latency * 10).rounded() / 10) s behind the live edge")
                }
            }
        }
        let after = try box.status().playback?.latencySeconds ?? 0
        run.figure("stuttering network: longest still picture", watch.longestStill, "s", limit: 9)
        run.figure("stuttering network: more latency after four stalls", after - before, "s")
        run.check(
            "A picture is always there", watch.framesWithoutPicture == 0,
            found: "\(watch.framesWithoutPicture) of \(watch.frames.count) vblanks without")
        try viewer.recovers(1, limit: .seconds(1))
        viewer.checkAlive(process)
    }
}
