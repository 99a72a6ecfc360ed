import HLS
import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("When breaks are played")
struct BreakPlanTests {
    private func placed(
        _ id: String, at second: Double, _ asset: InterstitialEvent.Asset = .uri("a"),
        trigger: InterstitialEvent.Trigger? = nil, resume: Double? = 0,
        change: (inout InterstitialEvent) -> Void = { _ in }
    ) -> PlacedInterstitial {
        var event = InterstitialEvent(
            id: id, asset: asset, trigger: trigger, resumeOffset: resume.map { .seconds($0) })
        change(&event)
        return PlacedInterstitial(event, at: MediaTime(seconds: second))
    }

    private func look(_ second: Double, _ breaks: [PlacedInterstitial], isLive: Bool = false) -> BreakPlan.Look {
        BreakPlan.Look(
            position: MediaTime(seconds: second), interstitials: breaks, isLive: isLive,
            end: isLive ? nil : MediaTime(seconds: 100))
    }

    private func time(_ second: Double) -> HostTime { .zero + .seconds(second) }

    private func list(_ durations: [Double]) -> AssetList? {
        let assets = durations.enumerated().map { "{\"URI\": \"\($0)\", \"DURATION\": \($1)}" }.joined(separator: ",")
        return try? AssetList(Array("{\"ASSETS\": [\(assets)]}".utf8), url: "http://h/list")
    }

    @Test("its list is loaded 20 s before, its first asset made ready 8 s before, and nothing twice")
    func lead() {
        var plan = BreakPlan()
        let breaks = [placed("a", at: 50, .list("l"))]
        #expect(plan.handle(.arrived(look(0, breaks), isFirst: true), at: time(0)).isEmpty)
        #expect(plan.handle(.plays(look(29, breaks)), at: time(29)).isEmpty)
        #expect(plan.handle(.plays(look(31, breaks)), at: time(31)) == [.load("a", list: "l", startOffset: nil)])
        #expect(plan.handle(.plays(look(32, breaks)), at: time(32)).isEmpty)
        #expect(plan.handle(.listed("a", list([5, 6])), at: time(33)).isEmpty)
        #expect(plan.handle(.listed("other", list([1])), at: time(33)).isEmpty)
        #expect(plan.handle(.plays(look(41, breaks)), at: time(41)).isEmpty)
        let asset = BreakAsset(id: 1, url: "http://h/0", duration: .seconds(5))
        #expect(plan.handle(.plays(look(43, breaks)), at: time(43)) == [.prepare(asset)])
        #expect(plan.handle(.ready(1), at: time(44)).isEmpty)
        #expect(plan.handle(.plays(look(49.99, breaks)), at: time(49.99)).isEmpty)
        #expect(plan.handle(.plays(look(50, breaks)), at: time(50)) == [.hold, .show(1)])
        #expect(plan.holds && plan.breakStatus?.assetCount == 2 && plan.breakStatus?.duration == .seconds(11))
        // The second is made ready as the first ends, and no return, as the film goes on where it stands.
        #expect(
            plan.handle(.elapsed(.seconds(1), left: .seconds(4)), at: time(51)) == [
                .prepare(BreakAsset(id: 2, url: "http://h/1", duration: .seconds(6)))
            ])
        #expect(plan.handle(.ready(2), at: time(52)).isEmpty)
        #expect(plan.handle(.assetEnded, at: time(55)) == [.show(2)])
        #expect(plan.handle(.elapsed(.seconds(1), left: .seconds(5)), at: time(56)).isEmpty)
        #expect(plan.handle(.assetEnded, at: time(61)) == [.goOn(nil)])
        #expect(plan.handle(.returned(look(50, breaks)), at: time(61)) == [.drop])
        #expect(!plan.holds && plan.handle(.plays(look(50, breaks)), at: time(61)).isEmpty)
    }

    @Test("where the item goes on is made ready before the end, at the boundary that X-SNAP names")
    func snaps() {
        let boundaries = (0...20).map { MediaTime(seconds: Double($0) * 6) }
        var event = InterstitialEvent(id: "a", asset: .uri("a"))
        (event.snapsIn, event.snapsOut) = (true, true)
        let breaks = [PlacedInterstitial(event, at: MediaTime(seconds: 31), boundaries: boundaries)]
        #expect(breaks[0].start == MediaTime(seconds: 30))
        var plan = BreakPlan()
        _ = plan.handle(.plays(look(29, breaks)), at: time(0))
        _ = plan.handle(.ready(1), at: time(1))
        #expect(plan.handle(.plays(look(30, breaks)), at: time(1)) == [.hold, .show(1)])
        #expect(plan.handle(.elapsed(.seconds(2), left: .seconds(9)), at: time(3)).isEmpty)
        #expect(
            plan.handle(.elapsed(.seconds(4), left: .seconds(7)), at: time(5)) == [
                .readyReturn(MediaTime(seconds: 42))
            ])
        _ = plan.handle(.elapsed(.seconds(11), left: .zero), at: time(12))
        #expect(plan.handle(.assetEnded, at: time(12)) == [.goOn(MediaTime(seconds: 42))])
    }

    @Test("once is once; others come again when the viewer moves back before them, or to them")
    func again() {
        let breaks = [placed("once", at: 10) { $0.playsOnce = true }, placed("often", at: 20)]
        var plan = BreakPlan()
        func plays(at second: Double) -> Bool {
            let actions = plan.handle(.plays(look(second, breaks)), at: time(0))
            return actions.contains { if case .prepare = $0 { true } else { false } }
        }
        func play() {
            for asset in plan.unready { _ = plan.handle(.ready(asset), at: time(0)) }
            _ = plan.handle(.assetEnded, at: time(0))
        }
        for second in [10.0, 20] {
            #expect(plays(at: second))
            play()
            _ = plan.handle(.returned(look(second, breaks)), at: time(0))
            #expect(!plays(at: second))
        }
        _ = plan.handle(.arrived(look(5, breaks), isFirst: false), at: time(0))
        #expect(!plays(at: 10))
        #expect(plays(at: 20))
        _ = plan.handle(.left, at: time(0))
        // Behind it nothing is played; at its place it is.
        _ = plan.handle(.arrived(look(20.5, breaks), isFirst: false), at: time(0))
        #expect(!plays(at: 20.6))
        _ = plan.handle(.arrived(look(20.08, breaks), isFirst: false), at: time(0))
        #expect(plays(at: 20.08))
    }

    @Test(
        "a viewer who goes to the middle of what a break takes up of a film sees the break, and then what is behind it")
    func into() {
        let breaks = [placed("a", at: 10, resume: 30)]
        var plan = BreakPlan()
        let actions = plan.handle(.arrived(look(25, breaks), isFirst: false), at: time(0))
        #expect(actions == [.hold, .prepare(BreakAsset(id: 1, url: "a"))])
        #expect(plan.handle(.ready(1), at: time(1)) == [.show(1)])
        #expect(plan.handle(.assetEnded, at: time(2)) == [.goOn(MediaTime(seconds: 40))])
        #expect(plan.handle(.arrived(look(40, breaks), isFirst: false), at: time(0)) == [.drop])
    }

    @Test("who joins a live one in its middle goes on where the break says, counted from the break's own place")
    func joined() {
        let breaks = [placed("a", at: 10, .list("l"), resume: 24) { $0.duration = .seconds(24) }]
        var plan = BreakPlan()
        let actions = plan.handle(.arrived(look(16, breaks, isLive: true), isFirst: true), at: time(0))
        #expect(actions == [.load("a", list: "l", startOffset: .seconds(6))])
        let asset = BreakAsset(id: 1, url: "http://h/1", duration: .seconds(20), start: .seconds(2))
        #expect(plan.handle(.listed("a", list([4, 20])), at: time(1)) == [.prepare(asset)])
        #expect(plan.handle(.plays(look(17.5, breaks, isLive: true)), at: time(1.5)).isEmpty && !plan.holds)
        #expect(plan.handle(.ready(1), at: time(2)) == [.hold, .show(1)])
        #expect(plan.breakStatus?.played == .seconds(6) && plan.breakStatus?.duration == .seconds(24))
        #expect(
            plan.handle(.elapsed(.seconds(12), left: .seconds(6)), at: time(14)) == [
                .readyReturn(MediaTime(seconds: 34))
            ])
        #expect(plan.handle(.elapsed(.seconds(18), left: .zero), at: time(20)).isEmpty)
        #expect(plan.handle(.assetEnded, at: time(20)) == [.goOn(MediaTime(seconds: 34))])
    }

    @Test("the item does not stand for ever: for an asset, for a list, for one that stands still")
    func patience() {
        for asset in [InterstitialEvent.Asset.uri("a"), .list("l")] {
            var plan = BreakPlan()
            let breaks = [placed("a", at: 10, asset, resume: 5)]
            _ = plan.handle(.plays(look(10, breaks)), at: time(0))
            #expect(plan.holds)
            #expect(plan.handle(.waited, at: time(2.9)).isEmpty)
            #expect(plan.handle(.waited, at: time(3.1)) == [.goOn(nil)])
        }
        var plan = BreakPlan()
        let first = [placed("a", at: 0, trigger: .before)]
        #expect(plan.handle(.arrived(look(0, first), isFirst: true), at: time(0)).first == .hold)
        #expect(plan.handle(.waited, at: time(1.6)) == [.goOn(nil)])
        plan = BreakPlan()
        _ = plan.handle(.plays(look(10, [placed("a", at: 10)])), at: time(0))
        _ = plan.handle(.ready(1), at: time(1))
        _ = plan.handle(.elapsed(.seconds(1), left: .seconds(20)), at: time(2))
        #expect(plan.handle(.elapsed(.seconds(1), left: .seconds(20)), at: time(9)).isEmpty)
        #expect(plan.handle(.elapsed(.seconds(1), left: .seconds(20)), at: time(10.5)) == [.goOn(nil)])
        // But while the viewer has paused it, it may.
        plan = BreakPlan()
        _ = plan.handle(.plays(look(10, [placed("a", at: 10)])), at: time(0))
        _ = plan.handle(.ready(1), at: time(1))
        _ = plan.handle(.elapsed(.seconds(1), left: .seconds(20)), at: time(2))
        _ = plan.handle(.resumed, at: time(100))
        #expect(plan.handle(.elapsed(.seconds(1), left: .seconds(20)), at: time(101)).isEmpty)
    }

    @Test("a skip button comes when it is due, over what has to be watched too, and goes")
    func skip() {
        let breaks = [
            placed("a", at: 10) {
                $0.restrictsSkip = true
                $0.skipControl = SkipControl(offset: .seconds(5), duration: .seconds(10))
            }
        ]
        var plan = BreakPlan()
        _ = plan.handle(.plays(look(10, breaks)), at: time(0))
        _ = plan.handle(.ready(1), at: time(0))
        for (second, can) in [(1.0, false), (4.5, false), (5, true), (14.9, true), (15, false)] {
            _ = plan.handle(.elapsed(.seconds(second), left: .seconds(60 - second)), at: time(second))
            #expect(plan.canSkip == can && plan.breakStatus?.canSkip == can, "\(second)")
            #expect(plan.breakStatus?.skipsIn == (second < 5 ? .seconds(5 - second) : nil))
            if !can { #expect(plan.handle(.skip, at: time(second)).isEmpty) }
        }
        _ = plan.handle(.elapsed(.seconds(14), left: .seconds(46)), at: time(16))
        #expect(plan.handle(.skip, at: time(16)) == [.goOn(nil)])
    }

    @Test("who wants to be behind it goes on there; a place within it is of no use")
    func wish() {
        for (wish, place) in [(30.0, 30.0), (12, 14)] {
            var plan = BreakPlan()
            _ = plan.handle(.plays(look(10, [placed("a", at: 10, resume: 4)])), at: time(0))
            _ = plan.handle(.ready(1), at: time(0))
            #expect(
                plan.handle(.elapsed(.seconds(1), left: .seconds(5)), at: time(1))
                    == [.readyReturn(MediaTime(seconds: 14))])
            // It is said late.
            #expect(plan.handle(.wished(MediaTime(seconds: wish)), at: time(2)).isEmpty)
            #expect(
                plan.handle(.elapsed(.seconds(3), left: .seconds(3)), at: time(3))
                    == [.readyReturn(MediaTime(seconds: place))])
            #expect(plan.handle(.elapsed(.seconds(4), left: .seconds(2)), at: time(4)).isEmpty)
            #expect(plan.handle(.assetEnded, at: time(6)) == [.goOn(MediaTime(seconds: place))])
            _ = plan.handle(.returned(look(place, [])), at: time(6))
            #expect(plan.wish == nil && plan.handle(.wished(MediaTime(seconds: 50)), at: time(7)).isEmpty)
            #expect(plan.wish == nil)
        }
    }

    @Test(
        "whatever happens in whatever order, it comes to rest, no asset is shown that was not ready, and none twice",
        arguments: 0..<40)
    func anyOrder(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let breaks = [
            placed("pre", at: 0, trigger: .before, resume: nil), placed("a", at: 10, .list("l"), resume: nil),
            placed("b", at: 10, resume: 3), placed("c", at: 30) { $0.playoutLimit = .seconds(4) },
            placed("post", at: 0, trigger: .after),
        ]
        for isLive in [false, true] {
            var (plan, now, position) = (BreakPlan(), 0.0, 0.0)
            var (prepared, shown, stands) = (Set<Int>(), Set<Int>(), false)
            func tell(_ event: BreakPlan.Event) {
                for action in plan.handle(event, at: time(now)) {
                    switch action {
                    case .prepare(let asset): #expect(prepared.insert(asset.id).inserted)
                    case .show(let asset):
                        #expect(stands && prepared.contains(asset) && shown.insert(asset).inserted)
                    case .hold:
                        #expect(!stands)
                        stands = true
                    case .goOn(let place):
                        #expect(stands)
                        stands = false
                        if let place { position = place.seconds }
                        tell(.returned(look(position, breaks, isLive: isLive)))
                    case .end: stands = false
                    case .drop: prepared = []
                    case .load, .readyReturn: break
                    }
                }
            }
            tell(.arrived(look(0, breaks, isLive: isLive), isFirst: true))
            for _ in 0..<400 {
                now += Double.random(in: 0...1.5, using: &random)
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    position = Double.random(in: 0...60, using: &random)
                    stands = false
                    tell(.arrived(look(position, breaks, isLive: isLive), isFirst: false))
                case 1: tell(.listed("a", [list([3, 2]), list([]), nil].randomElement(using: &random) ?? nil))
                case 2, 3: if let asset = plan.unready.randomElement(using: &random) { tell(.ready(asset)) }
                case 4: if let asset = prepared.randomElement(using: &random) { tell(.lost(asset)) }
                case 5: if plan.stage == .out { tell(.assetEnded) }
                case 6: tell([.skip, .wished(MediaTime(seconds: 40))].randomElement(using: &random) ?? .skip)
                case 7:
                    tell(.left)
                    stands = false
                case 8:
                    if plan.stage == .out {
                        tell(.elapsed(.seconds(Double.random(in: 0...5, using: &random)), left: .seconds(2)))
                    }
                default:
                    if plan.holds {
                        tell(.waited)
                    } else {
                        position += Double.random(in: 0...2, using: &random)
                        tell(.plays(look(position, breaks, isLive: isLive)))
                    }
                }
                #expect(stands == plan.holds)
            }
            // Nothing more comes: the item goes on, by patience alone.
            for _ in 0..<40 where plan.holds {
                now += 4
                tell(plan.stage == .out ? .elapsed(.seconds(1), left: nil) : .waited)
            }
            #expect(!plan.holds)
        }
    }
}
