import Channels
import Commands
import ControlProtocol
import FFmpeg
import Guide
import Headless
import Logging
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("Box: from its start to the channel of the last run", .timeLimit(.minutes(10)))
struct BoxStartTests {
    private static let source = "http://lists/list.m3u"

    /// A box whose last run had these channels and ended on the second; the server of the list does not answer.
    private struct Restarted {
        let fetcher = ScriptedFetcher()
        let box: Box
        let run: Task<Void, any Error>

        init(_ entries: [ChannelEntry], passcode: String? = nil) async throws {
            let clock = ManualClock()
            let store = try Store.inMemory(reason: "a test")
            try await store.setLineup(entries, from: source)
            try await store.setLastChannel(Lineup(entries).channels[1].id)
            if let passcode { try await store.setPasscode(passcode) }
            var settings = BoxSettings(lineup: source)
            settings.parentalPolicy = ParentalGate.Policy(threshold: 16)
            settings.warming.neighbours = 0
            let display = try HeadlessDisplay(
                HeadlessDisplay.Configuration(size: PixelSize(width: 640, height: 360), pacing: .manual(clock)))
            let box = Box(
                devices: BoxDevices(
                    clock: clock, display: display, sink: try HeadlessSink(clock: clock, pace: .manual), keySources: [],
                    fetcher: fetcher, codecs: FFmpegLibrary()),
                settings: settings, store: store, saved: try await SavedState(store, lineup: source),
                logger: Logger(label: "test"))
            self.box = box
            run = Task { try await box.run() }
        }

        func stop() async throws {
            run.cancel()
            try await run.value
        }
    }

    private static let entries = (1...3).map { ChannelEntry(name: "\($0)", url: "http://origin/\($0).m3u8") }

    @Test("It is asked for at once, while the list is read anew, and no other is")
    func last() async throws {
        let started = try await Restarted(Self.entries)
        let wanted = [Self.source, "http://origin/2.m3u8"]
        await started.box.until { [fetcher = started.fetcher] _ in fetcher.waiting == wanted }
        #expect(await started.box.selectedChannel?.name == "2")
        #expect(started.fetcher.asked.count == 2)
        try await started.stop()
    }

    @Test("A restricted one asks for its code before anything of it comes out")
    func restricted() async throws {
        var entries = Self.entries
        entries[1].rating = .rated(.adult)
        let started = try await Restarted(entries, passcode: "1234")
        await started.box.until { $0.focus == .passcode }
        #expect(await started.box.status().state == .locked)
        #expect(await started.box.tuner.watching == nil)
        try await started.stop()
    }
}
