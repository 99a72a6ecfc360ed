import Channels
import Guide
import MediaCore
import Store
import Testing

@testable import Appliance
@testable import HLS

@Suite("What visits of channels taught")
struct ChannelMemoryTests {
    private func channel(_ id: String) -> Channel {
        var entry = ChannelEntry(name: id, url: "http://origin/\(id).m3u8")
        entry.headers = ["User-Agent": "TV", "X-Token": "s3cret"]
        entry.sharedHeaders = ["User-Agent"]
        return Channel(id: id, number: 1, entry: entry)
    }

    private func choice(_ kind: Rendition.Kind, _ language: String) -> RenditionChoice {
        var rendition = Rendition(kind: kind, group: "g", name: language.uppercased())
        rendition.language = language
        return RenditionChoice(rendition)
    }

    private func media(_ url: String) -> RememberedPlaylist {
        let content = RememberedPlaylist.Content(url: url, playlist: MediaPlaylist(url: url), time: .zero)
        return RememberedPlaylist(
            url: url, multivariant: MultivariantPlaylist(url: url), variant: 0, main: content, audio: nil)
    }

    @Test("The first visit of all begins with the channel's headers and what the configuration prefers")
    func nothing() {
        var preferences = TrackPreferences()
        preferences.audioLanguages = ["fr"]
        let options = ChannelMemory(preferences: preferences).options(for: channel("one"))
        #expect(options.headers == ["User-Agent": "TV"])
        #expect(options.ownHeaders == ["X-Token": "s3cret"])
        #expect(options.preferences == preferences)
        #expect(options.choices == TrackChoices())
        #expect(options.rememberedThroughput == nil && options.rememberedBandwidth == nil)
        #expect(options.rememberedPlaylist == nil && options.rememberedMedia == nil)
    }

    @Test("What a visit taught begins the next one, on that channel and no other; the line's rate counts on all")
    func learnt() {
        var memory = ChannelMemory()
        let record = VisitRecord(videoCodec: .h264, variantBandwidth: 3_000_000, throughput: 8_000_000)
        #expect(
            memory.handle(.learnt(record, of: "one", playlist: "http://origin/v", isListed: true))
                == [.store(record, of: "one")])
        #expect(memory.handle(.throughput(9e6)).isEmpty)
        let one = memory.options(for: channel("one"))
        #expect(one.rememberedBandwidth == 3_000_000 && one.rememberedPlaylist == "http://origin/v")
        #expect(one.rememberedThroughput == 8e6)
        let two = memory.options(for: channel("two"))
        #expect(two.rememberedBandwidth == nil && two.rememberedPlaylist == nil)
        #expect(two.rememberedThroughput == 9e6)
    }

    @Test("The store is written when variant or line is another, not for each measurement, and never for an address")
    func written() {
        var memory = ChannelMemory(records: ["one": VisitRecord(variantBandwidth: 1_000_000)])
        func learn(_ bandwidth: Int, _ throughput: Int, isListed: Bool = true) -> [ChannelMemory.Effect] {
            memory.handle(
                .learnt(
                    VisitRecord(variantBandwidth: bandwidth, throughput: throughput), of: "one", playlist: nil,
                    isListed: isListed))
        }
        // Of a list with one variant nothing else would ever be written, and a start would know nothing of the line.
        #expect(learn(1_000_000, 8_000_000).count == 1)
        #expect(learn(1_000_000, 15_000_000).isEmpty && learn(1_000_000, 5_000_000).isEmpty)
        #expect(learn(1_000_000, 16_100_000).count == 1 && learn(1_000_000, 8_000_000).count == 1)
        #expect(learn(1_000_000, 5_000_000).isEmpty)
        #expect(memory.record(of: "one")?.throughput == 5_000_000)
        #expect(learn(2_000_000, 6).count == 1)
        #expect(learn(2_000_000, 7).isEmpty)
        #expect(learn(1_000_000, 8, isListed: false).isEmpty)
        #expect(memory.record(of: "one")?.variantBandwidth == 1_000_000)
    }

    @Test("A choice holds on its channel, is the preference on all others, and survives a restart")
    func choices() throws {
        var memory = ChannelMemory()
        let german = choice(.audio, "de")
        #expect(
            memory.handle(.chose(.audio(german), on: "one", isListed: true)) == [
                .choose(TrackChoices(audio: german)), .wishesChanged,
                .storeChoices(TrackChoices(audio: german), of: "one", last: TrackChoices(audio: german)),
            ])
        let effects = memory.handle(.chose(.text(.off), on: "two", isListed: true))
        let last = TrackChoices(audio: german, text: .off)
        #expect(effects.last == .storeChoices(TrackChoices(text: .off), of: "two", last: last))
        #expect(memory.choices(on: "one") == TrackChoices(audio: german))
        #expect(memory.choices(on: "two") == TrackChoices(text: .off))
        #expect(memory.choices(on: "three") == TrackChoices())
        #expect(memory.preferences.audioLanguages == ["de"] && memory.preferences.subtitles == .off)

        let restarted = ChannelMemory(choices: ["two": TrackChoices(text: .off)], lastChoices: last)
        #expect(restarted.preferences == memory.preferences)
        #expect(restarted.options(for: channel("two")).choices == TrackChoices(text: .off))
    }

    @Test("A choice on a bare address is the viewer's wish everywhere, and nothing is stored of the address")
    func guest() {
        var memory = ChannelMemory()
        let english = choice(.subtitles, "en")
        let effects = memory.handle(.chose(.text(.rendition(english)), on: "address:1", isListed: false))
        let last = TrackChoices(text: .rendition(english))
        #expect(effects == [.choose(last), .wishesChanged, .storeChoices(nil, of: "address:1", last: last)])
        #expect(memory.preferences.subtitles == .on && memory.preferences.subtitleLanguages == ["en"])
    }

    @Test("An address that is a channel no longer takes all with it but the viewer's wishes and the line's rate")
    func forgotten() {
        var memory = ChannelMemory()
        let known = media("http://origin/v")
        for event: ChannelMemory.Event in [
            .learnt(VisitRecord(variantBandwidth: 5), of: "a", playlist: "http://origin/v", isListed: false),
            .kept(known, of: "a"), .throughput(7), .chose(.text(.off), on: "a", isListed: false),
        ] { _ = memory.handle(event) }
        #expect(memory.options(for: channel("a")).rememberedMedia == known)
        #expect(memory.handle(.forgot("a")).isEmpty)
        let options = memory.options(for: channel("a"))
        #expect(options.rememberedMedia == nil && options.rememberedPlaylist == nil)
        #expect(options.rememberedBandwidth == nil && options.choices == TrackChoices())
        #expect(options.rememberedThroughput == 7 && options.preferences.subtitles == .off)
    }
}
