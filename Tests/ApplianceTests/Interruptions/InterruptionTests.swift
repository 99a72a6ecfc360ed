import MediaCore
import Playback
import TestSupport
import Testing

@testable import Appliance

@Suite("Giving way")
struct InterruptionTests {
    private static let start = HostTime.zero + .seconds(50)
    private static let (film, other) = (ItemID(1), ItemID(2))

    private func begun(_ playing: ItemID? = film) -> Interruption {
        var interruption = Interruption()
        let effects = interruption.handle(.begin(name: "Call", for: .seconds(60), playing: playing), at: Self.start)
        #expect(effects == [.began(name: "Call")] + (playing == nil ? [] : [.pause]))
        return interruption
    }

    @Test("What was paused for it goes on after it, unless that is not wanted")
    func ends() {
        var interruption = begun()
        #expect(
            interruption.handle(.end(resumes: true), at: Self.start) == [.resume, .ended(name: "Call", resumed: true)])
        #expect(!interruption.isUnderWay && interruption.handle(.end(resumes: true), at: Self.start) == [])
        interruption = begun()
        #expect(interruption.handle(.end(resumes: false), at: Self.start) == [.ended(name: "Call", resumed: false)])
    }

    @Test(
        "Whoever takes the remote decides",
        arguments: [Interruption.Event.paused(true), .paused(false), .shows(other), .shows(nil)])
    func remote(_ event: Interruption.Event) {
        var interruption = begun()
        #expect(interruption.handle(.shows(Self.film), at: Self.start) == [])
        #expect(interruption.handle(event, at: Self.start) == [])
        // Back at the film, it is as he left it.
        _ = interruption.handle(.shows(Self.film), at: Self.start)
        #expect(interruption.handle(.end(resumes: true), at: Self.start) == [.ended(name: "Call", resumed: false)])
    }

    @Test("What did not play does not begin by it; whoever began it may be gone by its end")
    func time() {
        var interruption = begun(nil)
        #expect(interruption.nextWake == Self.start + .seconds(60))
        #expect(interruption.handle(.wake, at: Self.start + .seconds(59)) == [])
        #expect(
            interruption.handle(.wake, at: Self.start + .seconds(60)) == [.ended(name: "Call", resumed: false)])
        interruption = begun()
        // A second one prolongs the first.
        #expect(interruption.handle(.begin(name: nil, for: .seconds(600), playing: nil), at: Self.start) == [])
        #expect(interruption.handle(.wake, at: Self.start + .seconds(60)) == [])
        #expect(
            interruption.handle(.wake, at: Self.start + .seconds(600)) == [
                .resume, .ended(name: "Call", resumed: true),
            ])
        _ = interruption.handle(.begin(name: nil, for: .seconds(1e9), playing: nil), at: Self.start)
        #expect(interruption.nextWake == Self.start + Interruption.longest)
    }

    @Test("In any order: it pauses at most once, and resumes at most what it paused", arguments: 1...20)
    func walks(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        var (interruption, now, pauses, isPaused) = (Interruption(), Self.start, 0, false)
        for _ in 0..<500 {
            let events: [Interruption.Event] = [
                .begin(
                    name: nil, for: .seconds(Int.random(in: 0..<20, using: &random)),
                    playing: isPaused ? nil : Self.film),
                .end(resumes: Bool.random(using: &random)), .paused(!isPaused), .shows(Self.film), .wake,
            ]
            let event = events.randomElement(using: &random) ?? .wake
            if case .paused(let new) = event { isPaused = new }
            for effect in interruption.handle(event, at: now) {
                switch effect {
                case .pause:
                    #expect(!isPaused)
                    (isPaused, pauses) = (true, pauses + 1)
                case .resume:
                    #expect(isPaused && pauses > 0)
                    isPaused = false
                case .began, .ended: break
                }
            }
            now = now + .seconds(Int.random(in: 0..<5, using: &random))
        }
        #expect(pauses > 0)
    }
}
