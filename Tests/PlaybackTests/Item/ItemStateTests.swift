import Devices
import MediaCore
import Testing

@testable import HLS
@testable import Playback

@Suite("Item state")
struct ItemStateTests {
    /// What can happen to an item, in short.
    enum Step: CaseIterable, Hashable {
        case load, cancel, show, conceal, takePlace, toPlaylist, toMedia, toPicture, toFull, yield, played, tend, stock,
            lateStock, gap, hole, something, picture, presentation, loaded, failed, ended, lost, exhausted, missing

        /// The length of the time that passes before it.
        var wait: Duration {
            switch self {
            case .tend, .loaded: .milliseconds(300)
            case .stock: .milliseconds(600)
            case .lateStock: .seconds(3)
            default: .zero
            }
        }
    }

    /// A live presentation, joined where a new viewer joins it.
    private static func presentation(at now: HostTime, isLive: Bool = true) -> PresentationInfo {
        let end = MediaTime(nanoseconds: now.nanoseconds) + .seconds(20)
        let window = PresentationWindow(
            start: end - .seconds(20), end: end, isLive: isLive, targetLatency: .seconds(6),
            published: PublishedEnd(media: end, at: now))
        return PresentationInfo(
            variants: [Variant(url: "http://test/v.m3u8", bandwidth: 1_000_000)], renditions: [], variant: 0,
            audio: nil,
            streams: [.main, .subtitles], window: window, start: isLive ? end - .seconds(6) : window.start,
            targetDuration: .seconds(2), isAtEdge: isLive)
    }

    /// Media with a key frame each second up to `reach` before where the item would be played now.
    private static func stock(_ state: ItemState, at now: HostTime, short: Duration) -> ItemStock {
        let target = state.progress.target(at: now)?.position ?? MediaTime(seconds: 10)
        var stock = ItemStock(hasVideo: true, hasSound: true, isReady: state.decoding == .ready)
        let end = target - short
        stock.waiting.keys = (0..<6).reversed().map { end - .seconds($0) }
        stock.waiting.beginsWithKey = true
        stock.waiting.videoEnd = end + .seconds(1)
        stock.soundReach = end + .seconds(1)
        stock.first = stock.waiting.keys.first
        return stock
    }

    private static func take(_ step: Step, _ witness: inout ItemStateWitness) {
        witness.pass(step.wait)
        let now = witness.now
        switch step {
        case .load: witness.handle(.load)
        case .cancel: witness.handle(.cancel)
        case .show: witness.handle(.show)
        case .conceal: witness.handle(.conceal)
        case .takePlace: witness.handle(.takePlace)
        case .toPlaylist: witness.handle(.setReadiness(.playlist, first: nil))
        case .toMedia: witness.handle(.setReadiness(.media, first: MediaTime(seconds: 3)))
        case .toPicture: witness.handle(.setReadiness(.picture, first: nil))
        case .toFull: witness.handle(.setReadiness(.full, first: nil))
        case .yield: witness.handle(.yield(witness.history.count.isMultiple(of: 2)))
        case .played: witness.handle(.played(MediaTime(nanoseconds: now.nanoseconds)))
        case .tend: witness.handle(.tend)
        case .stock: witness.handle(.inspected(stock(witness.state, at: now, short: .seconds(1)), isReview: true))
        case .lateStock: witness.handle(.inspected(stock(witness.state, at: now, short: .seconds(30)), isReview: false))
        case .gap: witness.handle(.demuxed(.gap(to: MediaTime(nanoseconds: now.nanoseconds), isLeft: true)))
        case .hole: witness.handle(.demuxed(.gap(to: MediaTime(nanoseconds: now.nanoseconds), isLeft: false)))
        case .something: witness.handle(.hasSomething)
        case .picture:
            witness.handle(.picture(PixelSize(width: 160, height: 96), .milliseconds(40), isReady: true))
        case .presentation: witness.handle(.session(.presentation(presentation(at: now))))
        case .loaded:
            witness.handle(.session(.loaded(.main, selection: 0, until: MediaTime(nanoseconds: now.nanoseconds))))
            witness.handle(.reviewed(videoAhead: .seconds(Int(now.nanoseconds / 1_000_000_000) % 30)))
        case .failed: witness.handle(.session(.failed(.notMedia(reason: "none"))))
        case .ended: witness.handle(.session(.ended))
        case .lost: witness.handle(.picturesLost(.unsupported("vp9"), hasSound: false))
        case .exhausted: witness.handle(.exhausted("no voice"))
        case .missing: witness.miss(.pictures)
        }
    }

    private static func started(_ readiness: ItemReadiness, _ role: ItemState.Role) -> ItemStateWitness {
        var witness = ItemStateWitness(readiness, role)
        witness.handle(.start)
        return witness
    }

    /// What has happened before, beside `start`: nothing, enough to be at the live edge, on the screen, or left again.
    private static let ways: [[Step]] = [
        [], [.load, .presentation], [.load, .presentation, .show], [.load, .presentation, .show, .conceal],
    ]

    /// Goes all ways of so many events; returns the first fault. Lets others run now and then.
    private static func walk(_ witness: ItemStateWitness, _ depth: Int, _ count: inout Int) async -> String? {
        count += 1
        if let fault = witness.fault { return fault }
        guard depth > 0 else { return nil }
        if depth == 2 { await Task.yield() }
        for step in Step.allCases {
            var next = witness
            take(step, &next)
            if let fault = await walk(next, depth - 1, &count) { return fault }
        }
        return nil
    }

    @Test(
        "All orders of two events, from every beginning, break no law",
        arguments: ItemReadiness.allCases, [ItemState.Role.principal, .replacement])
    func orders(readiness: ItemReadiness, role: ItemState.Role) async {
        var count = 0
        for way in Self.ways {
            var witness = Self.started(readiness, role)
            for step in way { Self.take(step, &witness) }
            let fault = await Self.walk(witness, 2, &count)
            #expect(fault == nil)
        }
        #expect(count > 4 * Step.allCases.count * Step.allCases.count)
    }

    @Test("All orders of three events break no law, at the live edge and on the screen", arguments: ways[1...2])
    func longerOrders(way: [Step]) async {
        var count = 0
        var witness = Self.started(.picture, .principal)
        for step in way { Self.take(step, &witness) }
        let fault = await Self.walk(witness, 3, &count)
        #expect(fault == nil)
        #expect(count > Step.allCases.count * Step.allCases.count * Step.allCases.count)
    }

    @Test("Long random walks break no law", arguments: 0..<16)
    func walks(seed: UInt64) async {
        var random = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
        func next(_ count: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % count
        }
        // What ends the item comes seldom, so that walks are long.
        let often = Step.allCases.filter { ![.cancel, .failed, .lost, .exhausted, .missing].contains($0) }
        var witness = Self.started(ItemReadiness.allCases[next(4)], next(3) == 0 ? .replacement : .principal)
        var slides = 0
        for number in 0..<800 {
            if number.isMultiple(of: 100) { await Task.yield() }
            let before = witness.state.generation
            Self.take(next(60) == 0 ? Step.allCases[next(Step.allCases.count)] : often[next(often.count)], &witness)
            if witness.state.begin != nil, witness.state.generation > before { slides += 1 }
            if witness.state.isCancelled { witness = Self.started(ItemReadiness.allCases[next(4)], .principal) }
            if witness.fault != nil { break }
        }
        #expect(witness.fault == nil)
        #expect(slides > 0, "nothing was ever moved: the walk shows nothing")
    }

    /// Where an event leads from each place: `nil` where it stays.
    @Test("The places, and which events lead from one to another")
    func places() {
        typealias Place = ItemState.Place
        func hidden(_ readiness: ItemReadiness) -> ItemStateWitness { Self.started(readiness, .principal) }
        func shown() -> ItemStateWitness {
            var witness = hidden(.picture)
            witness.handle(.show)
            return witness
        }
        func cancelled() -> ItemStateWitness {
            var witness = hidden(.picture)
            witness.handle(.cancel)
            return witness
        }
        func name(_ state: ItemState) -> String {
            switch state.place {
            case .hidden(let hidden): "hidden \(hidden.readiness)"
            case .shown: "shown"
            case .cancelled: "cancelled"
            }
        }
        let steps: [Step: [String: String]] = [
            .cancel: ["hidden media": "cancelled", "hidden full": "cancelled", "shown": "cancelled"],
            .show: ["hidden media": "shown", "hidden full": "shown"],
            .conceal: ["shown": "hidden full"],
            .toPlaylist: ["hidden media": "hidden playlist", "hidden full": "hidden playlist"],
            .toMedia: ["hidden full": "hidden media"],
            .toPicture: ["hidden media": "hidden picture", "hidden full": "hidden picture"],
            .toFull: ["hidden media": "hidden full"],
            // Before anything was loaded nothing runs without what is missing.
            .exhausted: ["hidden media": "cancelled", "hidden full": "cancelled", "shown": "cancelled"],
            .missing: ["hidden media": "cancelled", "hidden full": "cancelled", "shown": "cancelled"],
        ]
        for start in [hidden(.media), hidden(.full), shown(), cancelled()] {
            for step in Step.allCases {
                var witness = start
                Self.take(step, &witness)
                #expect(witness.fault == nil)
                #expect(
                    name(witness.state) == steps[step]?[name(start.state)] ?? name(start.state),
                    "\(step) from \(name(start.state))")
            }
        }
    }

    @Test("Over missing media a hidden item begins anew; one on the screen only over what was left for its beginning")
    func gaps() {
        func outcome(_ way: [Step], isLeft: Bool) -> String {
            var witness = Self.started(.picture, .principal)
            for step in way { Self.take(step, &witness) }
            var state = witness.state
            return state.handle(.demuxed(.gap(to: MediaTime(seconds: 8), isLeft: isLeft)), at: witness.now).map {
                switch $0 {
                case .pass(let media, _): "pass to \(media.seconds)"
                case .closeGap: "close"
                case .drop: "drop"
                default: "\($0)"
                }
            }.joined(separator: ", ")
        }
        let hidden: [Step] = [.load, .presentation]
        // A quarter of a segment before it: media may lie a little earlier than its playlist says.
        #expect(outcome(hidden, isLeft: true) == "pass to 7.5")
        #expect(outcome(hidden, isLeft: false) == "pass to 7.5")
        #expect(outcome(hidden + [.show], isLeft: true) == "pass to 7.5")
        #expect(outcome(hidden + [.show], isLeft: false) == "close")
        #expect(outcome(hidden + [.toPlaylist], isLeft: true) == "drop")
    }

    @Test("What is asked for when it is wanted is where it begins, however old")
    func wanted() {
        var witness = Self.started(.picture, .principal)
        for step: Step in [.load, .presentation, .stock, .toFull, .lateStock] { Self.take(step, &witness) }
        #expect(witness.fault == nil)
        var state = witness.state
        func catchesUp() -> Bool {
            state.handle(
                .inspected(Self.stock(state, at: witness.now, short: .seconds(30)), isReview: false), at: witness.now
            ).contains { if case .post(.catchUp) = $0 { true } else { false } }
        }
        #expect(!catchesUp())
        witness.pass(ItemState.betweenCatchUps)
        #expect(catchesUp())
    }

    @Test("Once it loads, what is missing is a failure, and what is there may still play")
    func exhausted() {
        var witness = Self.started(.picture, .principal)
        Self.take(.load, &witness)
        Self.take(.exhausted, &witness)
        #expect(witness.state.loading == .failed && !witness.state.isCancelled)
        let again = witness.state
        var state = again
        #expect(state.handle(.session(.failed(.notMedia(reason: "none"))), at: witness.now).isEmpty)
    }

    @Test("A replacement tells its failure alone, and all else when it has taken the place")
    func replacement() {
        var state = ItemState(SessionOptions(), readiness: .full, role: .replacement, at: .zero)
        func told(_ actions: [ItemAction]) -> [PlayerEvent.Kind] {
            actions.compactMap { if case .tell(let kind, _) = $0 { kind } else { nil } }
        }
        _ = state.handle(.start, at: .zero)
        #expect(told(state.handle(.session(.throughput(1)), at: .zero)).isEmpty)
        #expect(told(state.handle(.hasSomething, at: .zero)).isEmpty)
        _ = state.handle(.takePlace, at: .zero)
        #expect(told(state.handle(.session(.throughput(2)), at: .zero)) == [.throughput(2)])
        var other = ItemState(SessionOptions(), readiness: .full, role: .replacement, at: .zero)
        let failure = PlaybackFailure.notMedia(reason: "none")
        #expect(told(other.handle(.session(.failed(failure)), at: .zero)) == [.seekFailed(failure)])
    }
}
