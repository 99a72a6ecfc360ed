import ControlProtocol

extension Catalogue {
    static let failingChannel = Scenario(
        "failing-channel", "A channel that fails says so truthfully, and the next flip works"
    ) { run in
        let lineup = ["1/master.m3u8", "2/master.m3u8?status=404", "3/master.m3u8"].enumerated().map {
            "#EXTINF:-1 tvg-chno=\"\($0 + 1)\",Channel \($0 + 1)\n{origin}/ch/\($1)\n"
        }
        try run.start(BoxSettings(lineup: "#EXTM3U\n" + lineup.joined()))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        try run.press(.channelUp)
        let failed = try waitUntil(timeout: .seconds(20)) { try run.bench.box.status().state == .failed ? true : nil }
        run.check("It says that it failed", failed != nil)
        let cause = try run.bench.box.status().trouble?.cause ?? "nothing"
        run.check("It names the cause", cause.contains("404"), found: cause)
        pause(.milliseconds(500))
        let frame = try run.eyes().frame()
        run.check("The screen is not black", (frame.image?.brightness ?? 0) > 5, frames: [frame])
        try run.press(.channelUp)
        run.check(
            "The next channel is on the screen within 5 s", try run.waitForChannel(3, timeout: .seconds(5)) != nil)
    }
}
