import Channels
import Commands
import ControlProtocol
import Headless
import MediaCore
import Playback
import Screens
import Testing

@testable import Appliance

/// Each channel is a film of ten minutes in segments of a second.
@Suite("The next episode is proposed", .timeLimit(.minutes(10)))
struct BoxProposalTests {
    private static let films = [60, 200, 120].map {
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: $0)
    }
    private static let names = ["Low Water S01E01", "Low Water S01E02", "Another Film"]

    private func rig(
        _ proposals: ContentProposals.Manner = .offer, passcode: String? = nil, _ films: [PaintedChannel] = films
    )
        async throws -> PlayingRig
    {
        try await PlayingRig(films, passcode: passcode, names: Self.names, proposals: proposals)
    }

    private func go(_ rig: PlayingRig, to seconds: Int) async throws {
        #expect(await rig.box.perform(.seek(.at(.seconds(seconds))), key: rig.clock.now) == .done)
        try await rig.ticks { box in
            !box.playout.search.isUnderWay
                && box.player.status?.position.map { $0 >= MediaTime(seconds: Double(seconds)) } == true
        }
    }

    @Test("Near the end of an episode the next one is proposed, and OK plays it")
    func accepts() async throws {
        let rig = try await rig()
        // The bar that shows the new place is there for a while.
        try await go(rig, to: 565)
        try await rig.ticks { $0.proposals.proposal != nil }
        let place = try #require(rig.box.player.status?.position).seconds
        #expect(place >= 579 && place < 583)
        try await rig.ticks { $0.interface.showsProposal }
        #expect(await rig.box.interface.proposal?.title == "Low Water")
        #expect(await rig.box.focus == .offer)
        rig.press("OK")
        try await rig.watch(2)
        #expect(await rig.box.interface.proposal == nil)
    }

    @Test("By setting it is played by itself when the episode has ended")
    func automatic() async throws {
        let rig = try await rig(.accept)
        try await go(rig, to: 570)
        try await rig.watch(2)
        #expect(await !rig.box.interface.showsProposal)
    }

    @Test("Back declines: the film is played to its end, and not asked again")
    func declines() async throws {
        let rig = try await rig(.accept)
        try await go(rig, to: 582)
        try await rig.ticks { $0.interface.showsProposal }
        rig.press("BACK")
        try await rig.ticks { !$0.interface.showsProposal }
        // There is no channel before it: it stops.
        try await rig.ticks { $0.shownItem == nil }
        #expect(await rig.box.tuner.watching == nil)
    }

    @Test("What is locked is not proposed")
    func locked() async throws {
        var films = Self.films
        films[1].attributes = "parental-rating=\"18\""
        let rig = try await rig(.accept, passcode: "1234", films)
        try await go(rig, to: 585)
        try await rig.ticks { $0.shownItem == nil }
        #expect(await rig.box.tuner.watching == nil)
    }

    @Test("Somebody's proposal is shown at once, waits while another panel is open, and can be taken back")
    func request() async throws {
        let rig = try await rig()
        try await rig.box.propose(ProposalRequest(title: "Try this", channel: "3"))
        try await rig.ticks { $0.interface.showsProposal }
        #expect(await rig.box.perform(.showInfo, key: rig.clock.now) == .done)
        try await rig.ticks { $0.interface.shownInfoTab != nil && !$0.interface.showsProposal }
        #expect(await rig.box.interface.proposal?.title == "Try this")
        await rig.box.perform(.back, key: rig.clock.now)
        try await rig.ticks { $0.interface.showsProposal }
        try await rig.box.withdrawProposal()
        try await rig.ticks { $0.interface.proposal == nil }
        await #expect(throws: ControlError.self) { try await rig.box.withdrawProposal() }
        await #expect(throws: ControlError.self) {
            try await rig.box.propose(ProposalRequest(title: "No", channel: "no such channel"))
        }
    }

    @Test("A second proposal takes the first one's place on the screen")
    func second() async throws {
        let rig = try await rig()
        try await rig.box.propose(ProposalRequest(title: "First", channel: "2"))
        try await rig.ticks { $0.interface.showsProposal }
        try await rig.box.propose(ProposalRequest(title: "Second", channel: "3"))
        try await rig.ticks { $0.interface.showsProposal && $0.interface.proposal?.title == "Second" }
        rig.press("OK")
        try await rig.watch(3)
    }

    @Test("By itself it is played after its time")
    func timed() async throws {
        let rig = try await rig()
        try await rig.box.propose(ProposalRequest(channel: "3", acceptAfterSeconds: 5))
        try await rig.watch(3)
    }
}
