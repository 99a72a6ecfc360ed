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
            GET /lineup.m3u lists the channels. A channel is /ch/N/master.m3u8, or /ch/N/720.m3u8 with \
            container=ts|fmp4, segment=2|6, ads=1, aes=1. /vod/N/… is the same with an end (minutes=2), \
            /file/720.ts?seconds=60 one long file. rtt=MS, rate=KBIT, status=N, retry-after=S, redirect=loop, \
            html=1, huge=1, gzip=1, truncate=BYTES, garbage=1, noaudio=1, novideo=1, stall=1 break things; \
            at=playlist or at=media limits them. What stands in a playlist's query is handed down.
            """)

    @Option(help: "0: any free one.")
    var port = 8080

    @Option(help: "The address to listen on.")
    var bind = "127.0.0.1"

    @Option(help: "How many channels; by default 6 (2 in the test profile).")
    var channels: Int?

    @Option(help: "standard, rates (with 720p60) or test (small and quickly encoded).")
    var profile: OriginProfile = .standard

    @Option(help: "Where encoded channels are kept; by default ~/.cache/hearth/origin.")
    var cache: String?

    @Option(name: .customLong("channel"), help: "Query options of one channel, as 3:rtt=30&rate=20000. Repeatable.")
    var channelOptions: [ChannelOption] = []

    @Flag(help: "Only encode what is missing.")
    var prepare = false

    func run() async throws {
        let contents = profile.channels(count: channels)
        let store = ContentCache(directory: cache)
        try store.prepare(contents) { line in FileHandle.standardError.write(Data("hearth-origin: \(line)\n".utf8)) }
        if prepare { return }
        let options = Dictionary(channelOptions.map { ($0.channel, $0.pairs) }) { $0 + $1 }
        let origin = Origin(library: PieceLibrary(channels: contents, cache: store), channelOptions: options)
        let host = bind
        try await OriginServer(origin: origin).run(host: host, port: port) { port in
            FileHandle.standardOutput.write(Data("http://\(host.contains(":") ? "[\(host)]" : host):\(port)/lineup.m3u\n".utf8))
        }
    }
}

/// `3:rtt=30&rate=20000`
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
