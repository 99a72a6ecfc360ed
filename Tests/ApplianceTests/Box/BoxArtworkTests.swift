import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import GuideStore
import Headless
import MediaCore
import Testing

@testable import Appliance
@testable import Screens

@Suite("Artwork, in a whole box", .timeLimit(.minutes(10)))
struct BoxArtworkTests {
    /// A guide that has a picture for what is on every channel.
    private struct Illustrated: ProgrammeGuide {
        let news = AsyncStream<ProgrammeGuideNews> { $0.finish() }
        func tell(_ order: ProgrammeGuideOrder) {}
        func run() async {}
        func search(
            _ text: String, from time: Int64, limit: Int
        ) async -> [(channel: Channel.ID, programme: Programme)] { [] }
        func standing() async -> GuideInfo { GuideInfo() }
        func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? { nil }
        func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] { [] }
        func pictureReach(of channel: Channel.ID) async -> AddressReach { .home }

        func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] {
            var entries: [Channel.ID: NowAndNext] = [:]
            for channel in channels {
                var programme = Programme(start: time - 600, stop: time + 3000, title: "\(channel) now")
                programme.icon = "http://pictures/\(channel).jpg"
                entries[channel] = NowAndNext(now: programme)
            }
            return entries
        }
    }

    @Test("At a cold start the channel's poster stands in place of black, and its programme's picture is asked for")
    func coldStart() async throws {
        let rig = try await BoxRig(
            ["One", "Two"], attributes: [1: "tvg-logo=\"http://logos/one.png\""], guide: Illustrated())
        await rig.until { $0.interface.poster?.channel?.id == "c1" && $0.interface[.backdrop].isPresented }
        await rig.until { _ in rig.fetcher.asked.contains("http://pictures/c1.jpg") }
        #expect(rig.fetcher.asked.contains("http://logos/one.png"))
        let picture = try #require(rig.fetcher.requests.first { $0.url == "http://pictures/c1.jpg" })
        #expect(picture.reach == .home && picture.redirectReach == [] && picture.priority == .warming)
        // Until it has come the logo stands there.
        #expect(await rig.box.interface.poster?.picture == nil)
        await rig.box.perform(.standBy, key: rig.clock.now)
        await rig.until { $0.interface.poster == nil }
    }

    @Test("The first picture is seen at its own vblank: nothing of the poster lies over it")
    func firstPicture() async throws {
        let rig = try await PlayingRig([
            PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 50, luma: 220)
        ])
        // The rig's own start is over; this is the next.
        await rig.box.perform(.standBy, key: rig.clock.now)
        try await rig.ticks { !$0.stage.showsPicture && $0.interface.poster == nil }
        await rig.box.perform(.wake, key: rig.clock.now)
        await rig.box.until { $0.interface[.backdrop].isPresented }
        try await rig.ticks { $0.stage.showsPicture }
        // What the box hears of it later changes nothing.
        await rig.tick()
        #expect(try await rig.corner() > 60)
    }

    @Test("Nothing of a locked channel's artwork is shown or asked for")
    func locked() async throws {
        var policy = ParentalGate.Policy()
        policy.hidesNames = true
        let rig = try await BoxRig(
            ["One", "Secret"], attributes: [2: "tvg-rating=\"18\" tvg-logo=\"http://logos/secret.png\""],
            passcode: "1234", policy: policy, guide: Illustrated())
        await rig.until { _ in rig.fetcher.asked.contains("http://pictures/c1.jpg") }
        await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
        await rig.until { $0.focus == .passcode }
        #expect(await rig.box.interface.poster == PosterState(channel: nil))
        rig.clock.advance(by: .seconds(5))
        await rig.until { $0.interface.nextWake.map { $0 > rig.clock.now } ?? true }
        #expect(rig.fetcher.asked.allSatisfy { !$0.contains("secret") && !$0.contains("c2.jpg") })
    }
}
