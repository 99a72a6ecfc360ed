import Channels
import Guide
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("The lineup's maker")
struct LineupMakerTests {
    private static let now = Sample.now

    private func maker(
        _ source: String? = "/list.m3u", known: [ChannelEntry] = [], _ change: (inout BoxSettings) -> Void = { _ in }
    ) -> LineupMaker {
        var settings = BoxSettings(lineup: source)
        change(&settings)
        return LineupMaker(settings, known: known)
    }

    private func entries(_ names: String...) -> [ChannelEntry] {
        names.map { ChannelEntry(name: $0, url: "http://origin/\($0).m3u8") }
    }

    private func list(_ entries: [ChannelEntry]) -> ChannelList {
        var list = ChannelList()
        list.entries = entries
        return list
    }

    @Test("Without a list there are no channels, and nothing is read, ever")
    func none() {
        var maker = maker(nil, known: entries("One"))
        #expect(maker.handle(.start, at: Self.now) == [.empty])
        #expect(maker.nextWake == nil)
    }

    @Test(
        "What is wired to the box is a channel behind the list's, with its own number; it needs no list, and none makes it wait"
    )
    func inputs() {
        func input(_ name: String, _ number: Int? = nil) -> ChannelEntry {
            ChannelEntry(input: name, title: "", number: number, group: "Inputs", isSound: false)
        }
        var alone = maker(nil) { $0.inputs = [input("camera")] }
        #expect(alone.handle(.start, at: Self.now) == [.lineup, .begin(.channel)])
        #expect(alone.lineup.channels.map(\.url) == ["input://camera"])

        var both = maker(known: entries("One", "Two")) { $0.inputs = [input("console", 900), input("camera")] }
        _ = both.handle(.start, at: Self.now)
        #expect(both.lineup.channels.map(\.name) == ["One", "Two", "camera", "console"])
        #expect(both.lineup.channels.last?.number == 900 && both.lineup.channels.last?.id == "input.console")

        // A first start without the list begins with the list's first channel when it comes, but for a list that can't
        // be read.
        var first = maker { $0.inputs = [input("camera")] }
        #expect(first.handle(.start, at: Self.now) == [.loading, .read("/list.m3u")])
        let effects = first.handle(.unreadable("gone"), at: Self.now)
        #expect(effects.contains(.begin(.channel)) && first.lineup.channels.count == 1)
    }

    @Test("The last list counts until the list itself is read; then that is kept, and read again in an hour")
    func reading() {
        var maker = maker(known: entries("One"))
        #expect(maker.lineup.channels.isEmpty)
        #expect(maker.handle(.start, at: Self.now) == [.lineup, .begin(.channel), .read("/list.m3u")])
        #expect(maker.lineup.channels.map(\.name) == ["One"] && maker.nextWake == nil)
        let both = entries("One", "Two")
        let effects = maker.read(list(both), at: Self.now)
        let kept = KeptNumbers(fromList: true, given: ["name:One": 1, "name:Two": 2])
        #expect(
            effects.first == .lineup && effects.dropFirst(2) == [.storeList(both, kept, from: "/list.m3u"), .warn(nil)])
        let counts = effects.compactMap { if case .notes(let notes, _) = $0 { notes.channelCount } else { nil } }
        #expect(counts == [2])
        #expect(maker.nextWake == Self.now + .seconds(3600))
        #expect(maker.handle(.wake, at: Self.now) == [.read("/list.m3u")] && maker.nextWake == nil)
        // The same once more: neither kept nor told of.
        #expect(maker.read(list(both), at: Self.now) == [.warn(nil)])
    }

    @Test("Somebody who wants the lists read now has them read, after those that are being read")
    func refresh() {
        var maker = maker()
        _ = maker.handle(.start, at: Self.now)
        #expect(maker.handle(.refresh, at: Self.now) == [])
        _ = maker.read(list(entries("One")), at: Self.now)
        #expect(maker.nextWake == Self.now)
        #expect(maker.handle(.wake, at: Self.now) == [.read("/list.m3u")] && !maker.isRetry)
        _ = maker.read(list(entries("One")), at: Self.now)
        #expect(maker.nextWake == Self.now + .seconds(3600))
        #expect(maker.handle(.refresh, at: Self.now) == [.read("/list.m3u")])
        var none = self.maker(nil)
        #expect(none.handle(.refresh, at: Self.now) == [])
    }

    @Test("Files are looked at between two readings")
    func looking() {
        var maker = maker { $0.lineupLook = .seconds(5) }
        _ = maker.handle(.start, at: Self.now)
        #expect(maker.nextWake == nil)
        _ = maker.read(list(entries("One")), at: Self.now)
        for count in 1...3 {
            let now = Self.now + .seconds(5 * count)
            #expect(maker.nextWake == now)
            #expect(maker.handle(.wake, at: now) == [.look])
        }
        let end = Self.now + .seconds(3600)
        #expect(maker.handle(.wake, at: end) == [.read("/list.m3u")])
        _ = maker.handle(.unreadable("gone"), at: end)
        #expect(maker.nextWake == end + .seconds(5))
        #expect(maker.handle(.wake, at: end + .seconds(5)) == [.read("/list.m3u")])
    }

    @Test("Of several lists one that can't be read is told, and tried again sooner")
    func partly() {
        var maker = maker("a\nb")
        _ = maker.handle(.start, at: Self.now)
        let effects = maker.read(list(entries("One")), trouble: "b answered 503", at: Self.now)
        #expect(effects.last == .warn("a channel list is as it was: b answered 503"))
        #expect(maker.nextWake == Self.now + .seconds(60))
        #expect(maker.lineup.channels.count == 1)
        // That one alone, until it is time for all of them.
        var now = Self.now
        for count in 1...59 {
            now = Self.now + .seconds(60 * count)
            #expect(maker.handle(.wake, at: now).count == 1 && maker.isRetry)
            _ = maker.read(list(entries("One")), trouble: "b answered 503", at: now)
        }
        now = Self.now + .seconds(3600)
        #expect(maker.nextWake == now)
        #expect(maker.handle(.wake, at: now).count == 1 && !maker.isRetry)
        _ = maker.read(list(entries("One")), at: now)
        #expect(maker.nextWake == now + .seconds(3600))
    }

    @Test("Numbers outlive a refresh, a guest and a restart")
    func numbers() throws {
        func numbers(_ maker: LineupMaker) -> [String] { maker.lineup.channels.map { "\($0.number) \($0.name)" } }
        var maker = maker()
        _ = maker.handle(.start, at: Self.now)
        _ = maker.read(list(entries("One", "Two", "Three")), at: Self.now)
        _ = maker.handle(
            .play(ChannelEntry(name: "films", url: "http://films/a.m3u8"), selected: nil, needed: []), at: Self.now)
        #expect(numbers(maker) == ["1 One", "2 Two", "3 Three", "4 films"])
        let changed = entries("New", "Three", "Two")
        let effects = maker.read(list(changed), at: Self.now)
        #expect(numbers(maker) == ["1 New", "2 Two", "3 Three", "4 films"])
        let kept = try #require(
            effects.compactMap { if case .storeList(_, let kept, _) = $0 { kept } else { nil } }.last)
        var next = LineupMaker(BoxSettings(lineup: "/list.m3u"), known: changed, numbers: kept)
        _ = next.handle(.start, at: Self.now)
        #expect(numbers(next) == ["1 New", "2 Two", "3 Three"])
    }

    @Test("A provider that is down costs nobody the evening: it is asked every five seconds, and what there is stays")
    func unreadable() {
        var maker = maker(known: entries("One"))
        _ = maker.handle(.start, at: Self.now)
        #expect(
            maker.handle(.unreadable("404"), at: Self.now) == [.warn("the channel list can't be read: 404")])
        #expect(maker.lineup.channels.count == 1 && maker.nextWake == Self.now + .seconds(5))
        var other = self.maker()
        #expect(other.handle(.start, at: Self.now) == [.loading, .read("/list.m3u")])
        #expect(
            other.handle(.unreadable("404"), at: Self.now)
                == [.warn("the channel list can't be read: 404"), .noneYet("404")])
        // When it comes at last, the box begins to play.
        #expect(other.read(list(entries("One")), at: Self.now).prefix(2) == [.lineup, .begin(.channel)])
    }

    @Test("It begins once, as is wanted")
    func begins() {
        var maker = maker(known: entries("One"))
        #expect(maker.handle(.start, at: Self.now).contains(.begin(.channel)))
        #expect(!maker.read(list(entries("Two")), at: Self.now).contains(.begin(.channel)))
        var quiet = self.maker(known: entries("One")) { $0.start = .nothing }
        #expect(quiet.handle(.start, at: Self.now).contains(.begin(.nothing)))
    }

    @Test("A favourite is kept, and is one in the next list too")
    func favourites() throws {
        var maker = maker(known: entries("One", "Two"))
        _ = maker.handle(.start, at: Self.now)
        let two = try #require(maker.lineup.channels.last?.id)
        #expect(maker.handle(.favourite(two, true), at: Self.now) == [.storeFavourite(two, true), .lineup])
        #expect(maker.lineup[two]?.isFavourite == true)
        #expect(maker.handle(.favourite(two, true), at: Self.now) == [.storeFavourite(two, true)])
        _ = maker.read(list(entries("One", "Two", "Three")), at: Self.now)
        #expect(maker.lineup[two]?.isFavourite == true)
    }

    @Test("Favourites have places, which are counted without those that no list has now")
    func places() {
        var settings = BoxSettings(lineup: "/list.m3u")
        settings.start = .nothing
        let ids = ["name:One", "gone", "name:Two", "name:Three"]
        var maker = LineupMaker(settings, favourites: ids, known: entries("One", "Two", "Three", "Four"))
        _ = maker.handle(.start, at: Self.now)
        #expect(maker.lineup.favourites == ["name:One", "name:Two", "name:Three"])
        let moved = ["name:One", "gone", "name:Three", "name:Two"]
        #expect(
            maker.handle(.placeFavourite("name:Three", 1), at: Self.now) == [.storeFavourites(moved), .lineup])
        #expect(maker.handle(.placeFavourite("name:Three", 1), at: Self.now) == [.storeFavourites(moved)])
        _ = maker.handle(.placeFavourite("name:Four", 0), at: Self.now)
        #expect(maker.lineup.favourites.first == "name:Four" && maker.lineup["name:Four"]?.isFavourite == true)
        _ = maker.handle(.placeFavourite("name:Four", .max), at: Self.now)
        #expect(maker.lineup.favourites.last == "name:Four")
        _ = maker.handle(.placeFavourite("name:One", .min), at: Self.now)
        #expect(maker.lineup.favourites.first == "name:One")
    }

    @Test("What is changed by hand is kept, holds in the next list, and is no way round a lock")
    func edits() throws {
        var locked = entries("One", "Two")
        locked[1].rating = .rated(.adult)
        var maker = maker(known: locked)
        _ = maker.handle(.start, at: Self.now)
        // The addresses are looked up once before.
        _ = maker.handle(.play(ChannelEntry(name: "host", url: locked[1].url), selected: nil, needed: []), at: Self.now)
        var edit = ChannelEdit()
        (edit.isHidden, edit.number) = (true, 9)
        let effects = maker.handle(.edit(["name:Two": edit]), at: Self.now)
        #expect(effects.first == .storeEdits(["name:Two": edit]) && effects.contains(.lineup))
        #expect(maker.lineup.channels.map(\.name) == ["One"])
        _ = maker.read(list(locked + entries("Three")), at: Self.now)
        #expect(maker.lineup.channels.map(\.name) == ["One", "Three"] && maker.lineup.hidden.map(\.number) == [9])
        let played = maker.handle(
            .play(ChannelEntry(name: "host", url: locked[1].url), selected: nil, needed: []), at: Self.now)
        guard case .tune(let guest)? = played.last else { throw NotTuned() }
        #expect(!maker.isListed(guest) && maker.lineup[guest]?.rating == .rated(.adult))
        // Taken back, it is as the list says, and its address is the channel's again.
        _ = maker.handle(.edit(["name:Two": ChannelEdit()]), at: Self.now)
        #expect(maker.edits.isEmpty && maker.lineup["name:Two"]?.number == 2)
        #expect(
            maker.handle(.play(ChannelEntry(name: "host", url: locked[1].url), selected: nil, needed: []), at: Self.now)
                == [.tune("name:Two")])
    }

    @Test(
        "What a viewer changes while a list becomes the lineup holds in it, as if it had come before", arguments: 0..<5)
    func changedMeanwhile(change: Int) throws {
        var edit = ChannelEdit()
        (edit.number, edit.isHidden) = (7, change == 3)
        var moved = MovedState()
        (moved.favourites, moved.edits) = (["name:Three"], ["name:One": edit])
        moved.numbers = KeptNumbers(fromList: false, given: ["name:Two": 5])
        let events: [LineupMaker.Event] = [
            .favourite("name:Two", true), .placeFavourite("name:Three", 0), .edit(["name:Two": edit]),
            .play(ChannelEntry(name: "host", url: "http://elsewhere/x.m3u8"), selected: nil, needed: []), .moved(moved),
        ]
        let event = events[change]
        let new = list(entries("One", "Two", "Three"))
        var maker = maker(known: entries("One", "Two"))
        _ = maker.handle(.start, at: Self.now)
        var before = maker
        _ = before.handle(event, at: Self.now)
        _ = before.read(new, at: Self.now)

        #expect(maker.handle(.read(new), at: Self.now) == [.make])
        let job = try #require(maker.job)
        _ = maker.handle(event, at: Self.now)
        var effects = maker.handle(.made(job.run()), at: Self.now)
        if effects == [.make] { effects = maker.handle(.made(try #require(maker.job).run()), at: Self.now) }
        #expect(effects.contains { if case .storeList = $0 { true } else { false } })
        #expect(maker.job == nil && maker.lineup == before.lineup && maker.favourites == before.favourites)
        #expect(maker.numbers == before.numbers && maker.lineup.channels.contains { $0.name == "Three" })
    }

    @Test("Somebody who wants the lists read while one becomes the lineup has them read after it")
    func wantedMeanwhile() throws {
        var maker = maker()
        _ = maker.handle(.start, at: Self.now)
        #expect(maker.handle(.read(list(entries("One"))), at: Self.now) == [.make] && maker.nextWake == nil)
        #expect(maker.handle(.refresh, at: Self.now) == [])
        let outcome = try #require(maker.job).run()
        _ = maker.handle(.made(outcome), at: Self.now)
        #expect(maker.nextWake == Self.now && maker.handle(.wake, at: Self.now) == [.read("/list.m3u")])
        // What has come already does not come twice.
        #expect(maker.handle(.made(outcome), at: Self.now) == [])
    }

    @Test("An address of the list is its channel, the chosen one where several have it")
    func listed() throws {
        var twice = entries("One", "Two")
        twice[1].url = twice[0].url
        var maker = maker(known: twice)
        _ = maker.handle(.start, at: Self.now)
        let ids = maker.lineup.channels.map(\.id)
        func play(_ selected: Channel.ID?) -> [LineupMaker.Effect] {
            maker.handle(
                .play(ChannelEntry(name: "host", url: twice[0].url), selected: selected, needed: []), at: Self.now)
        }
        #expect(play(nil) == [.tune(ids[0])] && play(ids[1]) == [.tune(ids[1])])
        #expect(maker.lineup.channels.count == 2 && maker.address(ids[0]) == nil && maker.isListed(ids[0]))
    }

    @Test("Any other becomes a channel, which goes when no key leads back to it; its secrets are told to nobody")
    func guests() throws {
        var maker = maker(known: entries("One"))
        _ = maker.handle(.start, at: Self.now)
        func play(_ url: String, needed: Set<Channel.ID> = []) throws -> (id: Channel.ID, effects: [LineupMaker.Effect])
        {
            let effects = maker.handle(
                .play(ChannelEntry(name: "films", url: url), selected: nil, needed: needed), at: Self.now)
            guard case .tune(let id)? = effects.last else { throw NotTuned() }
            return (id, effects)
        }
        let first = try play("http://films/a.m3u8?token=SECRET")
        #expect(first.effects == [.lineup, .tune(first.id)] && !maker.isListed(first.id))
        #expect(maker.address(first.id)?.contains("SECRET") == false && maker.lineup[first.id]?.name == "films")
        #expect(try play("http://films/a.m3u8?token=SECRET").effects == [.tune(first.id)])
        let second = try play("http://films/b.m3u8", needed: [first.id])
        #expect(second.effects == [.lineup, .tune(second.id)] && maker.lineup.channels.count == 3)
        let third = try play("http://films/c.m3u8", needed: [second.id])
        #expect(third.effects == [.forgot(first.id), .lineup, .tune(third.id)])
    }

    @Test("Where else a locked channel may be had is no way round its lock")
    func lock() throws {
        var locked = entries("One")
        locked[0].rating = .rated(.adult)
        locked[0].alternateURLs = ["http://mirror/1.m3u8"]
        var maker = maker(known: locked)
        _ = maker.handle(.start, at: Self.now)
        _ = maker.handle(
            .play(ChannelEntry(name: "host", url: "http://mirror/1.m3u8"), selected: nil, needed: []), at: Self.now)
        #expect(maker.lineup.channels.count == 2 && maker.lineup.channels.last?.rating == .rated(.adult))
    }

    private struct NotTuned: Error {}
}

extension LineupMaker {
    /// Reads lists and has them made the lineup.
    fileprivate mutating func read(_ list: ChannelList, trouble: String? = nil, at now: HostTime) -> [Effect] {
        guard handle(.read(list, trouble: trouble), at: now) == [.make], let job else {
            Issue.record("nothing is made of a list")
            return []
        }
        return handle(.made(job.run()), at: now)
    }
}
