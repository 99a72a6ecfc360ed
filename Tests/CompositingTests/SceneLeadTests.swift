import Compositing
import MediaCore
import Testing

@Suite("When a scene is asked for")
struct SceneLeadTests {
    static let interval = Duration.milliseconds(16)

    @Test("Nothing is known: the reserve before the vblank")
    func fresh() {
        #expect(SceneLead(reserve: .milliseconds(2)).lead(interval: Self.interval) == .milliseconds(2))
    }

    /// One that has made its first scene.
    private func started() -> SceneLead {
        var lead = SceneLead(reserve: .milliseconds(2))
        lead.made(in: .milliseconds(1))
        return lead
    }

    @Test("What the first scene took, and whether it was late, says nothing")
    func first() {
        var lead = SceneLead(reserve: .milliseconds(2))
        lead.made(in: .milliseconds(16))
        lead.missed(interval: Self.interval)
        #expect(lead.lead(interval: Self.interval) == .milliseconds(2))
        lead.made(in: .milliseconds(4))
        #expect(lead.lead(interval: Self.interval) == .milliseconds(8))
    }

    @Test("A slow scene counts at once, and half again")
    func slow() {
        var lead = started()
        lead.made(in: .milliseconds(4))
        #expect(lead.lead(interval: Self.interval) == .milliseconds(8))
        lead.made(in: .milliseconds(1))
        #expect(lead.lead(interval: Self.interval) > .milliseconds(7))
    }

    @Test("Quick scenes bring it down again")
    func recovers() {
        var lead = started()
        lead.made(in: .milliseconds(8))
        for _ in 0..<300 { lead.made(in: .milliseconds(1)) }
        #expect(lead.lead(interval: Self.interval) < .milliseconds(4))
    }

    @Test("Never more than an interval, however slow or late scenes are")
    func bounded() {
        var lead = started()
        lead.made(in: .seconds(3))
        #expect(lead.lead(interval: Self.interval) == Self.interval)
        for _ in 0..<50 { lead.missed(interval: Self.interval) }
        #expect(lead.lead(interval: Self.interval) == Self.interval)
        for _ in 0..<600 { lead.made(in: .milliseconds(1)) }
        #expect(lead.lead(interval: Self.interval) < .milliseconds(10))
    }

    @Test("A miss asks earlier from then on")
    func missed() {
        var lead = SceneLead(reserve: .milliseconds(2))
        lead.missed(interval: Self.interval)
        #expect(lead.lead(interval: Self.interval) == .milliseconds(8))
    }
}
