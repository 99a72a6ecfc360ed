import Base
import Devices
import FFmpeg
import MediaCore
import Testing

@testable import HLS
@testable import Playback

/// A download that was given up in the middle: what came of it is played, what was only begun is not.
@Suite("A segment that ends in the middle", .enabled(if: PlaybackFixtures.isAvailable))
struct CutSegmentTests {
    /// The packets that come out of segments, each read by a demuxer of its own where the one before is cut.
    private func packets(_ pieces: [(bytes: [UInt8], ending: SegmentBuffer.Ending)]) -> [TimelineMap.Kind: [Packet]] {
        let feed = SegmentFeed()
        for (number, piece) in pieces.enumerated() {
            let request = MediaRequest(
                id: RequestID(UInt64(number)), stream: .main, fetch: FetchRequest(url: "http://test/\(number)"),
                mediaSequence: 0, duration: .seconds(1), start: .zero, programDate: nil, container: .mpegTS,
                initialization: nil, encryption: .none, epoch: TimelineEpoch(generation: 0, discontinuity: 0),
                isFirst: number == 0, showFrom: nil, codecs: [], variant: number)
            let buffer = feed.append(request, initialization: nil)
            buffer.append(piece.bytes)
            buffer.finish(piece.ending)
        }
        feed.end()
        let store = PacketStore(bounds: PacketStore.Bounds(span: .seconds(600), bytes: 1 << 30))
        let context = SegmentDemuxing.Context(
            item: ItemID(1), library: FFmpegLibrary(decoding: .software), keys: KeyStore(), store: store,
            timeline: SharedTimeline { _, _ in }, hasSeparateAudio: { false })
        SegmentDemuxing(.main, feed: feed, context: context) { _ in }.run()
        var all: [TimelineMap.Kind: [Packet]] = [:]
        for kind in [TimelineMap.Kind.video, .audio] {
            store.read { state in
                state[kind].entries.forEach {
                    if case .packet(let packet) = $0 { all[kind, default: []].append(packet) }
                }
            }
        }
        return all
    }

    private func bytes(_ packet: Packet) -> [UInt8] {
        var bytes: [UInt8] = []
        packet.payload.withBytes { bytes = Array($0) }
        return bytes
    }

    @Test("No half of a picture or of a piece of sound comes out, wherever it was cut", arguments: ["ts0.ts", "v0.ts"])
    func cut(name: String) throws {
        let media = try #require(PlaybackFixtures.files[name])
        let whole = packets([(media, .complete)])
        let pictures = whole[.video, default: []].map(bytes)
        try #require(pictures.count == 25)
        var most = 0
        for place in 1..<24 {
            let part = packets([(Array(media.prefix(media.count * place / 24)), .left)])
            for kind in [TimelineMap.Kind.video, .audio] {
                let came = part[kind, default: []].map(bytes)
                let all = whole[kind, default: []].map(bytes)
                #expect(came.elementsEqual(all.prefix(came.count)), "\(kind) cut at \(place)/24")
            }
            // Little is lost by that: at most what the demuxer holds of pictures that are not known to be whole.
            let count = part[.video, default: []].count
            #expect(count >= most)
            most = max(most, count)
        }
        #expect(most >= 20)
    }

    @Test("The same segment of another variant takes its own place, not the one behind what came of the first")
    func replaced() throws {
        let media = try #require(PlaybackFixtures.files["ts0.ts"])
        let both = packets([(Array(media.prefix(media.count * 9 / 10)), .left), (media, .complete)])[
            .video, default: []]
        let whole = packets([(media, .complete)])[.video, default: []]
        // More than half a second was played: that is no disorder of one stream any more.
        #expect(both.count > 25 + 15)
        #expect(both.suffix(25).map(\.presentation) == whole.map(\.presentation))
    }
}
