import ArgumentParser
import Foundation
import OriginKit

/// The program's command line.
@main
struct OriginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth-origin",
        abstract: "A live HLS origin with channels that say who and when they are.",
        discussion: """
            GET /lineup.m3u lists the channels. A channel is /ch/N/master.m3u8, or /ch/N/720.m3u8; /vod/N/… is the \
            same with an end, /file/720.ts?seconds=60 one long file. What stands in a playlist's query is handed down:

            container=ts|fmp4 segment=SECONDS ll=1|range parts=1…4 hold=N block=0|1 skip=0|1 window=SECONDS event=1 \
            end=SECONDS start=OFFSET precise=1 ads=1|size|hevc|mpeg2|ac3 dsn=0 gap=N wrap=SECONDS jump=SECONDS \
            restart=SECONDS reset=SECONDS score=RUNG pq=RUNG hlg=RUNG hdcp=RUNG family=hevc|mpeg2|ac3 redundant=1 \
            iframes=1 minutes=N audio=multi|alternate subs=1|default aes=1|256|gcm|sample|ctr aesmap=1 drm=fairplay,widevine,playready \
            keyfile=short|hex|base64|newline|page

            Things go wrong with rtt=MS rate=KBIT,… line=NAME queue=KB delay=MS drip=BYTES stall=BYTE close=1 status=N retry-after=S key=N \
            flaky=PERCENT redirect=loop|path|host|all mime=TYPE html=1 huge=1 gzip=1 stale=SECONDS age=SECONDS \
            truncate=BYTES corrupt=N garbage=1 missing=N once404=1 late=MS noaudio=1 novideo=1 cookie=1 agent=TEXT \
            referer=TEXT auth=USER:PASSWORD; at=playlist|master|media|segment|part|init|key limits them.

            docs/origin.md says what each of them means.
            """)

    @Option(help: "0: any free one.")
    var port = 8080

    @Option(help: "The address to listen on.")
    var bind = "127.0.0.1"

    @Option(help: "How many channels; by default 7 (6 in the standard profile and one more, 2 in the test profile).")
    var channels: Int?

    @Option(
        help:
            "demo (television), standard (numbers and textures, for measuring), rates (with 720p60) or test (small and quickly encoded)."
    )
    var profile: OriginProfile = .demo

    @Option(help: "Where encoded channels are kept; by default ~/.cache/hearth/origin.")
    var cache: String?

    @Option(name: .customLong("channel"), help: "Query options of one channel, as 3:rtt=30&rate=20000. Repeatable.")
    var channelOptions: [ChannelOption] = []

    @Flag(help: "Only encode what is missing.")
    var prepare = false

    func run() async throws {
        let contents = profile.channels(count: channels)
        let store = ContentCache(directory: cache)
        let report: @Sendable (String) -> Void = { FileHandle.standardError.write(Data("hearth-origin: \($0)\n".utf8)) }
        try store.prepare(contents, report: report)
        let adverts = profile.adverts
        do {
            try store.prepare(adverts, report: report)
        } catch {
            report("no adverts in other codecs (ads=hevc|mpeg2|ac3): \(error)")
        }
        if prepare { return }
        let options = Dictionary(channelOptions.map { ($0.channel, $0.pairs) }) { $0 + $1 }
        let library = PieceLibrary(channels: contents, adverts: adverts, cache: store)
        let origin = Origin(library: library, channelOptions: options)
        let host = bind
        try await OriginServer(origin: origin).run(host: host, port: port) { port in
            FileHandle.standardOutput.write(
                Data("http://\(host.contains(":") ? "[\(host)]" : host):\(port)/lineup.m3u\n".utf8))
        }
    }
}

/// The option for one channel: `3:rtt=30&rate=20000`.
struct ChannelOption: ExpressibleByArgument {
    let channel: Int
    let pairs: [(name: String, value: String)]

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let channel = Int(parts[0]) else { return nil }
        self.channel = channel
        pairs = Origin.pairs(String(parts[1]))
    }
}

extension OriginProfile: ExpressibleByArgument {}
