import ControlProtocol
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("What is proposed at the end")
struct ContentProposalsTests {
    private typealias Effect = ContentProposals.Effect
    private static let start = HostTime.zero + .seconds(1000)
    private static let episode = Proposal(source: .series, target: .channel("next"), title: "Borgen", subtitle: "S1 E2")

    private static func film(_ left: Double?, rate: Double = 1, content: String = "film") -> ContentProposals.Viewing {
        ContentProposals.Viewing(
            item: Sample.item, content: content, isLive: false, left: left.map { .milliseconds(Int($0 * 1000)) },
            rate: rate)
    }

    /// A film whose proposal is on the screen, 15 s before the end.
    private static func shown(_ manner: ContentProposals.Manner = .offer) -> ContentProposals {
        var proposals = ContentProposals(manner)
        _ = proposals.handle(.looked(film(70)), at: start)
        _ = proposals.handle(.found(episode, for: "film"), at: start)
        _ = proposals.handle(.looked(film(15)), at: start)
        _ = proposals.handle(.seen(isVisible: true, isWaiting: true), at: start)
        return proposals
    }

    @Test("It is looked for a minute before it is due, shown 20 s before the end, and asked for once")
    func course() {
        var proposals = ContentProposals()
        #expect(proposals.handle(.looked(Self.film(300)), at: Self.start).isEmpty)
        #expect(proposals.nextWake == Self.start + .seconds(60))
        #expect(proposals.handle(.looked(Self.film(100)), at: Self.start).isEmpty)
        #expect(proposals.nextWake == Self.start + .seconds(20))
        #expect(proposals.handle(.looked(Self.film(80)), at: Self.start) == [.find(content: "film", isLive: false)])
        #expect(proposals.handle(.looked(Self.film(79)), at: Self.start).isEmpty)
        #expect(proposals.handle(.found(Self.episode, for: "film"), at: Self.start).isEmpty)
        #expect(proposals.nextWake == Self.start + .seconds(59))
        #expect(proposals.handle(.looked(Self.film(20)), at: Self.start) == [.show(Self.episode, acceptsAt: nil)])
        #expect(proposals.proposal == Self.episode)
    }

    @Test(
        "Where credits begin is known, it comes with them; without the name of a chapter that says so, 20 s before the end"
    )
    func credits() {
        func credits(_ title: String?, at start: Int, of length: Int = 3000) -> Duration? {
            Credits.length(
                [Chapter(start: .zero, title: "One"), Chapter(start: .seconds(start), title: title)],
                of: .seconds(length))
        }
        for title in ["Credits", "END CREDITS", "Générique de fin", "Créditos", "엔딩 크레딧"] {
            #expect(credits(title, at: 2800) == .seconds(200), "\(title)")
        }
        // A film that is called so is not all credits, and what is behind its end is none.
        for (title, start) in [("The Credits Run Out", 2800), ("Credits", 1500), ("Credits", 3000), ("Credits", 4000)] {
            #expect(credits(title, at: start) == nil)
        }
        #expect(credits(nil, at: 2800) == nil && Credits.length([], of: .seconds(3000)) == nil)

        var proposals = ContentProposals()
        func film(_ left: Double) -> ContentProposals.Viewing {
            var film = Self.film(left)
            film.credits = .seconds(200)
            return film
        }
        #expect(proposals.handle(.looked(film(259)), at: Self.start) == [.find(content: "film", isLive: false)])
        _ = proposals.handle(.found(Self.episode, for: "film"), at: Self.start)
        #expect(proposals.handle(.looked(film(201)), at: Self.start).isEmpty)
        #expect(proposals.nextWake == Self.start + .seconds(1))
        #expect(proposals.handle(.looked(film(200)), at: Self.start) == [.show(Self.episode, acceptsAt: nil)])
    }

    @Test("At double speed it comes after half the time; while the picture stands nothing is due")
    func pace() {
        var proposals = ContentProposals()
        _ = proposals.handle(.looked(Self.film(100, rate: 2)), at: Self.start)
        #expect(proposals.nextWake == Self.start + .seconds(10))
        _ = proposals.handle(.looked(Self.film(100, rate: 0)), at: Self.start)
        #expect(proposals.nextWake == nil)
    }

    @Test("A no is remembered: not again at the end of the same film, but of another")
    func declined() {
        var proposals = Self.shown()
        #expect(
            proposals.handle(.answered(isAccepted: false), at: Self.start)
                == [.hide, .tell(Self.episode, .dismissed, isAutomatic: false)])
        #expect(proposals.handle(.looked(Self.film(10)), at: Self.start).isEmpty)
        _ = proposals.handle(.looked(Self.film(70, content: "other")), at: Self.start)
        #expect(proposals.handle(.looked(Self.film(70)), at: Self.start).isEmpty)
        #expect(
            proposals.handle(.looked(Self.film(70, content: "third")), at: Self.start)
                == [.find(content: "third", isLive: false)])
    }

    @Test("A yes plays it")
    func accepted() {
        var proposals = Self.shown()
        #expect(
            proposals.handle(.answered(isAccepted: true), at: Self.start)
                == [.hide, .tell(Self.episode, .accepted, isAutomatic: false), .play(.channel("next"))])
        #expect(proposals.handle(.answered(isAccepted: true), at: Self.start).isEmpty)
    }

    @Test("Going back takes it away until it is due again")
    func back() {
        var proposals = Self.shown()
        #expect(proposals.handle(.looked(Self.film(200)), at: Self.start) == [.hide])
        #expect(proposals.handle(.looked(Self.film(19)), at: Self.start) == [.show(Self.episode, acceptsAt: nil)])
    }

    @Test("Where the box is set so, it is played when the film has ended, on a moving clock that a pause stops")
    func automatic() {
        var proposals = Self.shown(.accept)
        let due = Self.start + .seconds(15)
        #expect(proposals.nextWake == due)
        #expect(
            proposals.handle(.looked(Self.film(10, rate: 0)), at: Self.start + .seconds(5))
                == [.show(Self.episode, acceptsAt: nil)])
        #expect(proposals.nextWake == nil)
        let later = Self.start + .seconds(100)
        #expect(
            proposals.handle(.looked(Self.film(10)), at: later) == [
                .show(Self.episode, acceptsAt: later + .seconds(10))
            ])
        #expect(proposals.handle(.looked(Self.film(0)), at: later + .seconds(9)).isEmpty == false)
        let effects = proposals.handle(.ended(Sample.item), at: later + .seconds(10))
        #expect(effects.last == .play(.channel("next")))
        #expect(effects.contains(.tell(Self.episode, .accepted, isAutomatic: true)))
    }

    @Test("What the viewer could not see coming for five seconds is not played by itself")
    func unseen() {
        var proposals = Self.shown(.accept)
        // A passcode is asked for meanwhile.
        _ = proposals.handle(.seen(isVisible: false, isWaiting: true), at: Self.start + .seconds(5))
        _ = proposals.handle(.seen(isVisible: true, isWaiting: true), at: Self.start + .seconds(12))
        #expect(proposals.handle(.ended(Sample.item), at: Self.start + .seconds(15)).isEmpty)
        #expect(proposals.proposal == Self.episode)
    }

    @Test(
        "Without automatic acceptance it outlives the film by 20 s, over what comes of itself, but not over another choice"
    )
    func after() {
        for choosesAnother in [false, true] {
            var proposals = Self.shown()
            let end = Self.start + .seconds(15)
            #expect(proposals.handle(.ended(Sample.item), at: end).isEmpty)
            #expect(proposals.handle(.looked(Self.film(nil, content: "before")), at: end).isEmpty)
            #expect(proposals.proposal == Self.episode)
            if choosesAnother {
                #expect(
                    proposals.handle(.looked(Self.film(nil, content: "chosen")), at: end).first == .hide)
                continue
            }
            #expect(proposals.nextWake == end + .seconds(20))
            #expect(
                proposals.handle(.looked(Self.film(nil, content: "before")), at: end + .seconds(20))
                    == [.hide, .tell(Self.episode, .cancelled, isAutomatic: false)])
        }
    }

    @Test("Another channel takes it along")
    func left() {
        var proposals = Self.shown()
        #expect(
            proposals.handle(.looked(Self.film(500, content: "other")), at: Self.start)
                == [.hide, .tell(Self.episode, .cancelled, isAutomatic: false)])
        #expect(proposals.proposal == nil)
    }

    @Test("Off proposes nothing but what somebody asks for; that has its own time, which begins when it can be seen")
    func request() {
        var proposals = ContentProposals(.off)
        #expect(proposals.handle(.looked(Self.film(10)), at: Self.start).isEmpty)
        let asked = Proposal(
            source: .request, target: .address("http://h/x"), title: "Film", acceptsAfter: .seconds(10))
        #expect(proposals.handle(.proposed(asked), at: Self.start) == [.show(asked, acceptsAt: nil)])
        let seen = Self.start + .seconds(30)
        #expect(
            proposals.handle(.seen(isVisible: true, isWaiting: true), at: seen)
                == [.tell(asked, .presented, isAutomatic: false), .show(asked, acceptsAt: seen + .seconds(10))])
        #expect(proposals.nextWake == seen + .seconds(10))
        // Another channel does not take it along.
        #expect(proposals.handle(.looked(Self.film(nil, content: "other")), at: seen).isEmpty)
        let effects = proposals.handle(.looked(Self.film(nil, content: "other")), at: seen + .seconds(10))
        #expect(effects.last == .play(.address("http://h/x")))
    }

    @Test("What was found for another film is not proposed; a film without a next one is not asked for again")
    func late() {
        var proposals = ContentProposals()
        _ = proposals.handle(.looked(Self.film(70)), at: Self.start)
        _ = proposals.handle(.looked(Self.film(70, content: "other")), at: Self.start)
        #expect(proposals.handle(.found(Self.episode, for: "film"), at: Self.start).isEmpty)
        _ = proposals.handle(.found(nil, for: "other"), at: Self.start)
        #expect(proposals.handle(.looked(Self.film(5, content: "other")), at: Self.start).isEmpty)
    }

    /// Over all orders of events: nothing is played but what is shown, at most once for each time that it is shown, and
    /// never by itself unless it was seen for its notice; what wakes lies in the future.
    @Test("Laws over all orders of six events")
    func laws() {
        let events: [ContentProposals.Event] = [
            .looked(nil), .looked(Self.film(70)), .looked(Self.film(12)), .looked(Self.film(0, content: "b")),
            .found(Self.episode, for: "film"), .ended(Sample.item), .answered(isAccepted: true),
            .answered(isAccepted: false), .seen(isVisible: true, isWaiting: true),
            .seen(isVisible: false, isWaiting: false), .withdrawn,
        ]
        func explore(_ proposals: ContentProposals, _ depth: Int, _ now: HostTime, isShown: Bool, seen: HostTime?) {
            guard depth > 0 else { return }
            for event in events {
                var next = proposals
                let later = now + .seconds(3)
                var (isShown, seen) = (isShown, seen)
                if case .seen(let isVisible, _) = event, next.proposal != nil {
                    seen = isVisible ? (seen ?? later) : nil
                }
                for effect in next.handle(event, at: later) {
                    switch effect {
                    case .show: isShown = true
                    case .hide:
                        #expect(isShown)
                    case .tell(_, .accepted, let isAutomatic):
                        #expect(isShown && (!isAutomatic || seen.map { $0 + .seconds(5) <= later } == true))
                    case .tell(_, .cancelled, _), .tell(_, .dismissed, _): (isShown, seen) = (false, nil)
                    case .play: (isShown, seen) = (false, nil)
                    case .tell, .find: break
                    }
                }
                #expect(next.nextWake.map { $0 > later } ?? true)
                if next.proposal == nil { (isShown, seen) = (false, nil) }
                explore(next, depth - 1, later, isShown: isShown, seen: seen)
            }
        }
        for manner in [ContentProposals.Manner.offer, .accept] {
            explore(ContentProposals(manner), 5, Self.start, isShown: false, seen: nil)
        }
    }
}
