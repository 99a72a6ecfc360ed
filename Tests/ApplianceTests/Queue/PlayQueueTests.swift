import ControlProtocol
import Guide
import HLS
import MediaCore
import TestSupport
import Testing

@testable import Appliance

@Suite("What plays after what")
struct PlayQueueTests {
    private static func items(_ names: String...) -> [DeclaredItem] {
        names.map { DeclaredItem(url: "http://host/\($0).m3u8", title: $0) }
    }

    /// A queue whose first item plays as the channel of its title.
    private static func playing(_ names: String...) -> PlayQueue {
        var queue = PlayQueue()
        _ = queue.handle(.add(names.map { DeclaredItem(url: "http://host/\($0).m3u8", title: $0) }, .now))
        begin(&queue)
        return queue
    }

    /// The box plays what it was asked to.
    private static func begin(_ queue: inout PlayQueue) {
        let channel = queue.currentEntry?.item.title
        _ = queue.handle(.began(channel))
        _ = queue.handle(.chose(channel))
    }

    private func titles(_ queue: PlayQueue) -> String { queue.entries.map(\.item.title).joined() }

    private func played(_ effects: [PlayQueue.Effect]) -> String? {
        effects.compactMap { if case .play(let entry) = $0 { entry.item.title } else { nil } }.first
    }

    private func expected(_ effects: [PlayQueue.Effect]) -> [String] {
        effects.compactMap { if case .expect(let entry) = $0 { entry?.item.title ?? "-" } else { nil } }
    }

    @Test("What is declared now plays at once, the rest follows it; next and last go where they say")
    func places() {
        var queue = Self.playing("A", "B")
        #expect(titles(queue) == "AB" && queue.currentEntry?.item.title == "A")
        #expect(played(queue.handle(.add(Self.items("C"), .next))) == nil)
        #expect(played(queue.handle(.add(Self.items("D"), .last))) == nil)
        #expect(titles(queue) == "ACBD")
        #expect(played(queue.handle(.add(Self.items("E", "F"), .now))) == "E")
        #expect(titles(queue) == "AEFCBD")
    }

    @Test("It is kept whole and comes back at rest; what ends with the daemon, and what can't be read, does not")
    func kept() throws {
        var queue = Self.playing("A", "B", "C")
        #expect(queue.handle(.shown("A")).contains(.keep))
        _ = queue.handle(.repeats(.all))
        let back = PlayQueue(kept: queue.kept(without: []).text)
        #expect(titles(back) == "ABC" && back.repeats == .all && back.currentEntry?.item.title == "A")
        #expect(!back.isPlaying && back.entries.map(\.hasPlayed) == [true, false, false])
        let first = try #require(queue.current)
        let others = PlayQueue(kept: queue.kept(without: [first]).text)
        #expect(titles(others) == "BC" && others.current == nil)
        var again = back
        #expect(played(again.handle(.go(2))) == "B")
        _ = again.handle(.add(Self.items("D"), .last))
        #expect(Set(again.entries.map(\.id)).count == 4)
        #expect(PlayQueue(kept: nil) == PlayQueue() && PlayQueue(kept: "{\"entries\": 3}") == PlayQueue())
        #expect(PlayQueue().kept(without: []).text == nil)
    }

    @Test("Chapters are taken in their order, and what is wrong with one is said with its place")
    func chapters() throws {
        var item = DeclaredItem(url: "http://host/a.m3u8", title: "A")
        item.chapters = [.init(start: 0, title: "One"), .init(start: 60.5)]
        #expect(try ItemsRequest(items: [item]).checked().items == [item])
        for wrong in [[60, 0], [-1], [.infinity], [1, 1]] as [[Double]] {
            item.chapters = wrong.map { .init(start: $0) }
            let error = #expect(throws: ControlError.self) { try ItemsRequest(items: [item]).checked() }
            #expect(error?.cause.hasPrefix("items[0].chapters[") == true)
        }
        item.chapters = Array(repeating: .init(start: 1), count: 501)
        #expect(throws: ControlError.self) { try ItemsRequest(items: [item]).checked() }
    }

    @Test("Breaks are taken as they are meant, and what is wrong with one is said with its place")
    func interstitials() throws {
        var item = DeclaredItem(url: "http://host/a.m3u8", title: "A")
        var cut = DeclaredItem.Interstitial(at: 90.5, url: "https://ads.host/1.m3u8")
        (cut.once, cut.restrictsSkip, cut.skipAfter, cut.playoutLimit) = (true, true, 5, 30)
        item.interstitials = [cut, .init(trigger: .after, list: "http://ads.host/list")]
        #expect(try ItemsRequest(items: [item]).checked().items == [item])
        let placed = (item.interstitials ?? []).enumerated().compactMap { PlacedInterstitial($1, number: $0 + 1) }
        #expect(placed.count == 2 && placed[0].start == MediaTime(seconds: 90.5))
        let event = placed[0].event
        #expect(event.asset == .uri("https://ads.host/1.m3u8") && event.trigger == nil && event.playsOnce)
        #expect(event.restrictsSkip && !event.restrictsJump && event.skipControl?.offset == .seconds(5))
        #expect(event.resumeOffset == .zero && event.playoutLimit == .seconds(30))
        #expect(placed[1].event.asset == .list("http://ads.host/list") && placed[1].event.trigger == .after)
        var endless = cut
        endless.playoutLimit = .infinity
        let wrong: [(String, DeclaredItem.Interstitial)] = [
            ("url", .init(at: 1)), ("url", .init(at: 1, url: "http://a", list: "http://a")),
            ("url", .init(at: 1, url: "file:///etc/passwd")), ("list", .init(at: 1, list: "ftp://a")),
            ("at_s", .init(url: "http://a")), ("at_s", .init(at: 1, trigger: .before, url: "http://a")),
            ("at_s", .init(at: -1, url: "http://a")), ("limit_s", endless),
        ]
        for (key, wrong) in wrong {
            item.interstitials = [cut, wrong]
            let error = #expect(throws: ControlError.self) { try ItemsRequest(items: [item]).checked() }
            #expect(error?.cause.hasPrefix("items[0].interstitials[1].\(key): ") == true, "\(error?.cause ?? "")")
        }
        item.interstitials = Array(repeating: cut, count: 101)
        #expect(throws: ControlError.self) { try ItemsRequest(items: [item]).checked() }
    }

    @Test("The next is expected near the end, once; another one when the order changes; nothing once it plays")
    func expectation() {
        var queue = Self.playing("A", "B", "C")
        #expect(expected(queue.handle(.nearEnd(true))) == ["B"])
        #expect(expected(queue.handle(.nearEnd(true))) == [])
        #expect(expected(queue.handle(.move(3, to: 2))) == ["C"])
        #expect(expected(queue.handle(.remove(3))) == ["B"])
        #expect(expected(queue.handle(.repeats(.one))) == ["-"])
        #expect(expected(queue.handle(.repeats(.off))) == ["B"])
        #expect(expected(queue.handle(.nearEnd(false))) == ["-"])
        _ = queue.handle(.nearEnd(true))
        let effects = queue.handle(.ended("A"))
        #expect(played(effects) == "B" && expected(effects) == ["-"])
    }

    @Test("It knows what was on before it, from its first entry to its last, and anew when it goes on later")
    func origin() {
        var queue = PlayQueue()
        _ = queue.handle(.add(Self.items("A", "B"), .now))
        _ = queue.handle(.began("A", from: "news"))
        #expect(queue.origin == "news")
        _ = queue.handle(.ended("A"))
        _ = queue.handle(.began("B", from: "A"))
        #expect(queue.origin == "news" && queue.handle(.ended("B")).isEmpty)
        _ = queue.handle(.chose("sport"))
        _ = queue.handle(.go(1))
        _ = queue.handle(.began("A", from: "sport"))
        #expect(queue.origin == "sport")
    }

    @Test("At the end of the last one nothing comes, or the first, or the same again")
    func ends() {
        var queue = Self.playing("A", "B")
        #expect(played(queue.handle(.ended("A"))) == "B")
        Self.begin(&queue)
        #expect(queue.handle(.ended("B")) == [])
        _ = queue.handle(.repeats(.all))
        #expect(played(queue.handle(.ended("B"))) == "A")
        Self.begin(&queue)
        _ = queue.handle(.repeats(.one))
        #expect(queue.handle(.ended("A")) == [.again])
        var single = Self.playing("A")
        _ = single.handle(.repeats(.all))
        #expect(single.handle(.ended("A")) == [.again])
    }

    @Test("What can't be played is said and passed over; where nothing can, nothing more is tried")
    func failing() {
        var queue = Self.playing("A", "B", "C")
        _ = queue.handle(.repeats(.all))
        let effects = queue.handle(.failed("A"))
        #expect(played(effects) == "B" && effects.contains { if case .passedOver = $0 { true } else { false } })
        Self.begin(&queue)
        #expect(played(queue.handle(.failed("B"))) == "C")
        Self.begin(&queue)
        #expect(played(queue.handle(.failed("C"))) == nil)
        #expect(queue.handle(.failed("C")) == [])
        // Who asks for one again has it tried again.
        #expect(played(queue.handle(.go(1))) == "A" && queue[1]?.hasFailed == false)
    }

    @Test("On another channel the queue rests and keeps its place")
    func rests() {
        var queue = Self.playing("A", "B")
        _ = queue.handle(.nearEnd(true))
        let effects = queue.handle(.chose("news"))
        #expect(!queue.isPlaying && queue.current == 1 && expected(effects) == ["-"])
        #expect(queue.handle(.ended("news")) == [] && queue.handle(.failed("A")) == [])
        #expect(queue.handle(.step(isForward: true)) == [])
        #expect(queue.item(of: "A") == nil)
        #expect(played(queue.handle(.go(1))) == "A")
    }

    @Test("The queue rests where it was when what plays is taken out; clearing leaves what plays")
    func removal() {
        var queue = Self.playing("A", "B", "C")
        _ = queue.handle(.ended("A"))
        Self.begin(&queue)
        _ = queue.handle(.remove(2))
        #expect(titles(queue) == "AC" && !queue.isPlaying)
        var cleared = Self.playing("A", "B", "C")
        _ = cleared.handle(.clear)
        #expect(titles(cleared) == "A" && cleared.isPlaying)
        _ = cleared.handle(.chose("news"))
        _ = cleared.handle(.clear)
        #expect(cleared.entries.isEmpty)
    }

    @Test("What is declared to begin somewhere does, until it has been on the screen; then where it was left")
    func starts() {
        var queue = PlayQueue()
        var items = Self.items("A", "B")
        (items[0].start, items[1].start) = (40, 50)
        _ = queue.handle(.add(items, .now))
        let url = items[0].url
        #expect(queue.start(of: url) == 40 && queue.start(of: items[1].url) == 50)
        Self.begin(&queue)
        // It is tried again before its first picture.
        #expect(queue.start(of: url) == 40)
        #expect(queue.handle(.shown("A")) == [.keep])
        #expect(queue.start(of: url) == nil && queue.start(of: items[1].url) == 50)
        #expect(queue.start(of: "http://elsewhere") == nil)
    }

    @Test("Any events in any order: no trap, at most 500, one item plays, what is expected is in it", arguments: 1...40)
    func laws(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        var queue = PlayQueue()
        var names = 0
        var waiting: PlayQueue.Entry?
        for _ in 0..<400 {
            let id = number(max(1, names)) + number(3) - 1
            let event: PlayQueue.Event
            switch number(13) {
            case 0:
                let count = number(4) == 0 ? 200 : number(3)
                let items = (0..<count).map { DeclaredItem(url: "http://h/\(names + $0)", title: "\(names + $0)") }
                names += count
                event = .add(items, [.now, .next, .last][number(3)])
            case 1: event = .go(id)
            case 2: event = .step(isForward: number(2) == 0)
            case 3: event = .remove(id)
            case 4: event = .move(id, to: [Int.min, .max, number(10)][number(3)])
            case 5: event = number(4) == 0 ? .clear : .nearEnd(false)
            case 6: event = .repeats(QueueInfo.Repeat.allCases[number(3)])
            case 7: event = .chose(number(2) == 0 ? nil : queue.channel)
            case 8: event = .nearEnd(number(2) == 0)
            case 9: event = .ended(queue.channel ?? "x")
            case 10: event = .failed(queue.channel ?? "x")
            default: event = .began(waiting.map { "\($0.id)" } ?? queue.channel)
            }
            for effect in queue.handle(event) {
                switch effect {
                case .play(let entry):
                    #expect(queue[entry.id] == entry && queue.current == entry.id)
                    waiting = entry
                    guard number(8) == 0 else {
                        _ = queue.handle(.began("\(entry.id)"))
                        continue
                    }
                    // It may not be played, nor may those that come in its place: each once, and no longer.
                    var (refused, effects) = (0, [PlayQueue.Effect.play(entry)])
                    while effects.contains(where: \.plays) {
                        effects = queue.handle(.began(nil))
                        refused += 1
                        #expect(!queue.isPlaying)
                        if refused > queue.entries.count { break }
                    }
                    #expect(refused <= queue.entries.count)
                case .expect(let entry?): #expect(queue.entries.contains(entry) && entry.id != queue.current)
                case .expect, .again, .passedOver, .changed, .keep: break
                }
            }
            #expect(queue.entries.count <= PlayQueue.mostEntries)
            #expect(Set(queue.entries.map(\.id)).count == queue.entries.count)
            #expect(queue.channel == nil || queue.currentEntry != nil)
        }
    }

    @Test("What may not be played is passed over, and said; where nothing else is there, the queue rests")
    func refused() {
        var queue = PlayQueue()
        let effects = queue.handle(.add(Self.items("A", "B", "C"), .now))
        #expect(played(effects) == "A")
        let next = queue.handle(.began(nil))
        #expect(
            played(next) == "B"
                && next.contains { if case .passedOver(let entry) = $0 { entry.item.title == "A" } else { false } })
        Self.begin(&queue)
        #expect(queue.isPlaying && queue.entries.map(\.hasFailed) == [true, false, false])
        #expect(played(queue.handle(.step(isForward: true))) == "C")
        #expect(played(queue.handle(.began(nil))) == nil)
        #expect(!queue.isPlaying && queue.entries.map(\.hasFailed) == [true, false, true])
    }

    @Test("Documents are checked, and what is wrong is named with its place")
    func documents() throws {
        func fault(_ change: (inout DeclaredItem) -> Void) -> String? {
            var item = DeclaredItem(url: "https://host/a.m3u8", title: "A")
            change(&item)
            do {
                _ = try ItemsRequest(items: [DeclaredItem(url: "http://a/b", title: "B"), item]).checked()
                return nil
            } catch { return (error as? ControlError)?.cause }
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.url = "file:///etc/passwd" } == "items[1].url: that is no address")
        #expect(fault { $0.artwork = "javascript:1" } == "items[1].artwork: that is no address")
        #expect(fault { $0.alternates = ["http://a/b", "x"] } == "items[1].alternates[1]: that is no address")
        #expect(fault { $0.title = "" } == "items[1].title: it has 0 bytes")
        #expect(fault { $0.subtitle = "a\u{1b}[2J" } == "items[1].subtitle: there are control characters in it")
        #expect(fault { $0.start = .nan }?.hasPrefix("items[1].start_s") == true)
        #expect(fault { $0.start = -1 }?.hasPrefix("items[1].start_s") == true)
        #expect(fault { $0.episode = .min }?.hasPrefix("items[1].episode") == true)
        for (name, value) in [("Host", "a"), ("X", "a\r\nHost: b"), ("Proxy-X", "a"), ("", "a"), ("a b", "c")] {
            #expect(fault { $0.headers = [name: value] }?.hasPrefix("items[1].headers") == true, "\(name)")
        }
        #expect(fault { $0.headers = ["User-Agent": "x", "X-Token": "y"] } == nil)
        #expect(fault { $0.propose = ProposalRequest() }?.hasPrefix("items[1].propose") == true)
        #expect(throws: ControlError.self) { try ItemsRequest(items: []).checked() }
        var rated = DeclaredItem(url: "http://a/b", title: "A")
        rated.rating = "FSK 16"
        #expect(rated.entry.rating == .rated(AgeRating(years: 16)))
        rated.adult = true
        #expect(rated.entry.rating == .rated(.adult))
    }
}
