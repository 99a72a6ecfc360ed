import Devices
import HLS
import MediaCore
import Playback
import Testing

@testable import Appliance
@testable import GuideStore

@Suite("What the bar shows beside what plays")
struct PreviewsTests {
    private static let now = Sample.now
    private static let size = PixelSize(width: 448, height: 252)

    private static func look(_ seconds: Double?, isLocked: Bool = false, size: PixelSize = size) throws -> Previews.Look
    {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + (0..<10).map { "#EXTINF:6,\n\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
        guard case .media(let playlist) = try PlaylistParser.parse(Array(text.utf8), url: "http://test/m.m3u8") else {
            throw PreviewFailure.content
        }
        return Previews.Look(
            item: Sample.item, source: PreviewSource(url: "http://test/m.m3u8", main: playlist, origin: .zero),
            place: seconds.map { MediaTime(seconds: $0) }, isLocked: isLocked, size: size)
    }

    private static func loads(_ effects: [Previews.Effect]) -> [PreviewRequest] {
        effects.compactMap { if case .load(let request, _, _) = $0 { request } else { nil } }
    }

    private static func isChanged(_ effects: [Previews.Effect]) -> Bool {
        effects.contains { if case .changed = $0 { true } else { false } }
    }

    @Test("The picture of the place comes, stays while others are fetched, and goes with the bar")
    func picture() throws {
        var previews = Previews()
        #expect(Self.loads(previews.handle(.look(try Self.look(nil)), at: Self.now)).isEmpty)
        let first = try #require(Self.loads(previews.handle(.look(try Self.look(12)), at: Self.now)).first)
        let surface = Surface(size: Self.size) { _, _ in }
        #expect(Self.isChanged(previews.handle(.came(first.id, surface), at: Self.now)))
        #expect(previews.shown?.surface === surface)
        _ = previews.handle(.look(try Self.look(18)), at: Self.now)
        #expect(previews.shown?.surface === surface)
        #expect(Self.isChanged(previews.handle(.look(nil), at: Self.now)))
        #expect(previews.shown == nil)
    }

    @Test("Of what is locked nothing is fetched, and what was shown goes")
    func locked() throws {
        var previews = Previews()
        let first = try #require(Self.loads(previews.handle(.look(try Self.look(12)), at: Self.now)).first)
        _ = previews.handle(.came(first.id, Surface(size: Self.size) { _, _ in }), at: Self.now)
        #expect(previews.shown != nil)
        let effects = previews.handle(.look(try Self.look(30, isLocked: true)), at: Self.now)
        #expect(Self.loads(effects).isEmpty && previews.shown == nil)
    }

    @Test("On a screen of another size pictures are made anew")
    func sizes() throws {
        var previews = Previews()
        let first = try #require(Self.loads(previews.handle(.look(try Self.look(12)), at: Self.now)).first)
        let other = PixelSize(width: 299, height: 168)
        let effects = previews.handle(.look(try Self.look(12, size: other)), at: Self.now)
        #expect(Self.loads(effects).map(\.id) == [first.id])
        // The one that was begun before is of no use.
        _ = previews.handle(.came(first.id, Surface(size: Self.size) { _, _ in }), at: Self.now)
        #expect(previews.shown == nil)
    }

    @Test("Names are asked for once, and anew where the window has moved, the channel is another or the guide is")
    func names() {
        var words = TimelineWords()
        func look(_ item: UInt64, _ channel: String, _ window: Range<Int64>?) -> [TimelineWords.Effect] {
            words.handle(
                .look(.init(item: Playback.ItemID(item), channel: channel, window: window, chapters: "http://test/c")))
        }
        let load = TimelineWords.Effect.load("http://test/c", Playback.ItemID(1))
        #expect(look(1, "a", 100_000..<103_600) == [load, .ask("a", 78_400..<125_200)])
        #expect(look(1, "a", 100_600..<104_200).isEmpty)
        let cell = GuideReader.Cell(start: 99_000, stop: 102_000, title: "News")
        #expect(words.handle(.programmes([cell], of: "b")).isEmpty)
        #expect(words.handle(.programmes([cell], of: "a")) == [.changed] && words.programmes == [cell])
        #expect(words.handle(.programmes([cell], of: "a")).isEmpty)
        #expect(look(1, "a", 126_000..<129_600) == [.ask("a", 104_400..<151_200)])
        _ = words.handle(.renewed)
        #expect(look(1, "a", 126_000..<129_600).count == 1)
        #expect(look(2, "b", nil) == [.load("http://test/c", Playback.ItemID(2))] && words.programmes.isEmpty)
        // A file has its own, and they may show while the bar is there.
        var file = TimelineWords.Look(item: Playback.ItemID(3), channel: "b")
        #expect(words.handle(.look(file)).isEmpty && words.chapters.isEmpty)
        file.named = [Chapter(start: .zero, title: "One"), Chapter(start: .seconds(60))]
        #expect(words.handle(.look(file)).isEmpty && words.chapters == file.named)
    }
}
