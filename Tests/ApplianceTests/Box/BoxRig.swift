import Base
import Channels
import Commands
import Devices
import FFmpeg
import Foundation
import Headless
import Logging
import MediaCore
import Screens
import Store

@testable import Appliance

/// A whole box on a clock moved by hand: screen, sound card, keys and network are modelled.
final class BoxRig: Sendable {
    let clock = ManualClock()
    let display: HeadlessDisplay
    let keys = ScriptedKeys()
    let fetcher = ScriptedFetcher()
    let box: Box
    let store: Store
    private let run: Task<Void, any Error>
    private let list: URL
    static let vblank = Duration.nanoseconds(16_666_667)

    /// A box with channels of these names.
    ///
    /// - Parameter channels: the channels' names; each is at `http://origin/NUMBER.m3u8`, or at what its name says
    ///   behind a bar
    init(
        _ channels: [String], attributes: [Int: String] = [:], passcode: String? = nil,
        warming: WarmingSettings = WarmingSettings(), plan: KeyPlan = KeyPlan(), cec: (any CECBus)? = nil,
        policy: ParentalGate.Policy = ParentalGate.Policy(), others: [ScriptedKeys] = [],
        infrared: (any InfraredReceivers)? = nil, batteries: (any RemoteBatteries)? = nil,
        guide: (any ProgrammeGuide)? = nil, programs: (any OwnerPrograms)? = nil,
        change: (inout BoxSettings) -> Void = { _ in }
    ) async throws {
        display = try HeadlessDisplay(
            HeadlessDisplay.Configuration(size: PixelSize(width: 640, height: 360), pacing: .manual(clock)))
        let sink = try HeadlessSink(clock: clock, pace: .manual)
        list = URL(fileURLWithPath: "/tmp/hearth-box-\(UInt32.random(in: 0 ... .max)).m3u")
        var text = "#EXTM3U\n"
        for (index, name) in channels.enumerated() {
            let number = index + 1
            text +=
                "#EXTINF:-1 tvg-id=\"c\(number)\" tvg-chno=\"\(number)\" \(attributes[number] ?? ""),\(name.prefix { $0 != "|" })\n"
            text += (name.split(separator: "|").dropFirst().first ?? "http://origin/\(number).m3u8") + "\n"
        }
        try Data(text.utf8).write(to: list)
        store = try Store.inMemory(reason: "a test")
        if let passcode { try await store.setPasscode(passcode) }
        var settings = BoxSettings(lineup: list.path)
        settings.parentalPolicy = policy
        settings.warming = warming
        settings.keys = plan
        change(&settings)
        var devices = BoxDevices(
            clock: clock, display: display, sink: sink, keySources: [keys] + others, cec: cec, infrared: infrared,
            batteries: batteries, fetcher: fetcher, codecs: FFmpegLibrary())
        devices.guide = guide
        devices.programs = programs
        box = Box(
            devices: devices,
            settings: settings, store: store, saved: try await SavedState(store), logger: Logger(label: "test"))
        let box = box
        run = Task { try await box.run() }
        await self.until {
            !$0.tuner.lineup.channels.isEmpty && ($0.tuner.interstitial != nil || $0.tuner.isStandby)
        }
    }

    deinit {
        run.cancel()
        try? FileManager.default.removeItem(at: list)
    }

    /// Waits until the condition holds; the suite's time limit ends a wait in vain.
    func until(_ condition: @Sendable (isolated Box) async -> Bool) async {
        await box.until(condition)
    }

    func press(_ name: String) {
        let code = KeyCode(name: name)?.rawValue ?? 0
        keys.press(code, at: clock.now)
        keys.release(code, at: clock.now)
    }

    /// Presses a key until it is a long press.
    func hold(_ name: String) async {
        let code = KeyCode(name: name)?.rawValue ?? 0
        keys.press(code, at: clock.now)
        await until { $0.remotes.nextWake != nil }
        clock.advance(by: .milliseconds(600))
        // The press has been handled: only the longest time a key may be held is still waited for.
        await until { [clock] in $0.remotes.nextWake.map { $0 - clock.now > .seconds(20) } == true }
        keys.release(code, at: clock.now)
        await until { $0.remotes.nextWake == nil }
    }

    /// Advances to the next vblank.
    func tick() {
        clock.advance(by: Self.vblank)
        display.tick()
    }

    /// Cancels the box; returns when it has released everything.
    func stop() async throws {
        run.cancel()
        try await run.value
    }
}

extension Box {
    /// Waits until the condition holds; the suite's time limit ends a wait in vain.
    nonisolated func until(_ condition: @Sendable (isolated Box) async -> Bool) async {
        while await !condition(self), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// A network that does not answer until it is told to.
final class ScriptedFetcher: Fetcher {
    private struct State {
        var requests: [FetchRequest] = []
        var waiting: [Int: (url: String, handler: @Sendable (FetchEvent) -> Void)] = [:]
        var count = 0
    }

    private let state = Locked(State())

    private struct Handle: FetchHandle {
        let cancelled: @Sendable () -> Void
        func cancel() { cancelled() }
    }

    /// Every URL that was requested, in order.
    var asked: [String] { requests.map(\.url) }
    /// Every request, in order.
    var requests: [FetchRequest] { state.withLock { $0.requests } }
    /// The URLs of requests under way.
    var waiting: [String] { state.withLock { $0.waiting.values.map(\.url).sorted() } }

    @discardableResult
    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let number = state.withLock { state in
            state.requests.append(request)
            state.count += 1
            state.waiting[state.count] = (request.url, handler)
            return state.count
        }
        return Handle { [self] in end(.failure(.cancelled)) { $0.key == number } }
    }

    /// Fails all requests for this URL that wait.
    func fail(_ url: String, _ error: FetchError) {
        end(.failure(error)) { $0.value.url == url }
    }

    private func end(
        _ result: Result<FetchTiming, FetchError>,
        where condition: (Dictionary<Int, (url: String, handler: @Sendable (FetchEvent) -> Void)>.Element) -> Bool
    ) {
        let handlers = state.withLock { state in
            let ended = state.waiting.filter(condition)
            for key in ended.keys { state.waiting[key] = nil }
            return ended.values.map(\.handler)
        }
        for handler in handlers { handler(.finished(result)) }
    }
}
