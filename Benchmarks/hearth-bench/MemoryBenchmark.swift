import Appliance
import Base
import Devices
import FFmpeg
import Foundation
import Glibc
import Headless
import MediaCore
import OriginKit
import Playback

/// Measures memory: of the daemon, idle, playing, with neighbours and after flips, and where it is; and of an hour of
/// playing on a clock moved by hand, with a flip every minute, in this process.
struct MemoryBenchmark {
    /// The most that memory may grow to, as a multiple of the first sample.
    static let tolerance = 1.05
    let programs: Programs
    let simulatedMinutes: Int
    /// The number of flips after which memory is compared with that after `fewFlips`.
    let flips: Int
    static let fewFlips = 50
    /// How many seconds the buffers take to be full, and what a flip left to be gone.
    private static let calm: UInt32 = 10

    func run(_ report: inout Report) async throws {
        let (origin, base) = try programs.origin()
        let lineup = "\(programs.scratch)/memory.m3u"
        try (1...6).reduce("#EXTM3U\n") { $0 + "#EXTINF:-1 tvg-chno=\"\($1)\",C\($1)\n\(base)/ch/\($1)/720.m3u8\n" }
            .write(toFile: lineup, atomically: false, encoding: .utf8)
        try measure("idle, no channel", lineup: nil, neighbours: 0, &report)
        try measure("playing 720p25", lineup: lineup, neighbours: 0, options: ["--no-composition"], &report)
        try measure("playing 720p25, composed", lineup: lineup, neighbours: 0, &report)
        try measure("playing 1080p30, composed", lineup: base + "/ch/7/1080.m3u8", neighbours: 0, &report)
        // Four channels with the same pictures: an address is what makes a channel.
        let large = "\(programs.scratch)/memory-1080.m3u"
        try (1...4).reduce("#EXTM3U\n") {
            $0 + "#EXTINF:-1 tvg-chno=\"\($1)\",L\($1)\n\(base)/ch/7/1080.m3u8?as=\($1)\n"
        }.write(toFile: large, atomically: false, encoding: .utf8)
        try startKept("1080p30, two neighbours and the last channel, composed", large, &report).program.stop()
        try measureFlips(lineup, &report)
        origin.stop()
        let start = MonotonicClock().now
        try await simulate(&report)
        report.add("memory", "simulation", [("seconds", (MonotonicClock().now - start).inSeconds)])
    }

    private func measure(
        _ cell: String, lineup: String?, neighbours: Int, options: [String] = [], _ report: inout Report
    ) throws {
        let daemon = try start(cell, lineup, neighbours, options)
        defer { daemon.program.stop() }
        sample(cell, daemon, seconds: 10, &report)
    }

    private func start(_ cell: String, _ lineup: String?, _ neighbours: Int, _ options: [String]) throws -> Daemon {
        let name = "memory-" + cell.filter { $0.isLetter || $0.isNumber }
        let configuration = "\(programs.scratch)/\(name).toml"
        try "[warming]\nneighbours = \(neighbours)\n".write(toFile: configuration, atomically: false, encoding: .utf8)
        let daemon = try programs.daemon(name, lineup: lineup, ["--config", configuration] + options)
        if lineup != nil { try daemon.waitUntilPlaying() }
        sleep(Self.calm)
        return daemon
    }

    /// Starts a daemon that keeps two neighbours and the channel before, and looks what it takes.
    private func startKept(_ cell: String, _ lineup: String, _ report: inout Report) throws -> Daemon {
        let daemon = try start(cell, lineup, 2, [])
        // A flip tells the daemon which channels are neighbours.
        try daemon.press("KEY_CHANNELUP")
        sleep(Self.calm)
        sample(cell, daemon, seconds: 10, &report)
        return daemon
    }

    /// Flips up and up, once a second, and looks at what is left of it when the box has come to rest.
    private func measureFlips(_ lineup: String, _ report: inout Report) throws {
        let daemon = try startKept("two neighbours and the last channel, composed", lineup, &report)
        defer { daemon.program.stop() }
        var few: Double?
        for flip in 1...max(flips, Self.fewFlips) {
            try daemon.press("KEY_CHANNELUP")
            sleep(1)
            guard flip == Self.fewFlips || flip == flips else { continue }
            sleep(Self.calm)
            let resident = sample("after \(flip) flips", daemon, seconds: 2, &report)
            guard let before = few else {
                few = resident
                continue
            }
            report.add("memory", "growth from \(Self.fewFlips) to \(flip) flips", [("growth", resident / before)])
            if resident > before * Self.tolerance {
                report.miss("memory: \(resident) MB after \(flip) flips, \(before) after \(Self.fewFlips)")
            }
        }
    }

    @discardableResult
    private func sample(_ cell: String, _ daemon: Daemon, seconds: UInt32, _ report: inout Report) -> Double {
        let before = daemon.program.cpuSeconds
        sleep(seconds)
        let cpu = (daemon.program.cpuSeconds - before) / Double(seconds)
        let resident = daemon.program.residentMegabytes
        let map = (try? MemoryMap(of: daemon.program.processID))?.row ?? []
        report.add(
            "memory", cell,
            [("rss_mb", resident), ("peak_mb", ProcessMemory.peakMegabytes(of: daemon.program.processID) ?? 0)] + map
                + [("cores", cpu)])
        return resident
    }

    private func simulate(_ report: inout Report) async throws {
        let contents = OriginProfile.standard.channels(count: 2)
        let cache = ContentCache()
        try cache.prepare(contents) { _ in }
        let clock = ManualClock()
        let origin = SimulatedOrigin(Origin(library: PieceLibrary(channels: contents, cache: cache)), clock: clock)
        let player = Player(library: FFmpegLibrary(), fetcher: origin, clock: clock)
        let display = try HeadlessDisplay(
            HeadlessDisplay.Configuration(
                size: PixelSize(width: 1280, height: 720), refreshRate: 25, pacing: .manual(clock), composes: false))
        let sink = try HeadlessSink(clock: clock, pace: .manual)
        let events = Task { for await _ in player.events {} }
        defer { events.cancel() }
        try sink.start(player.renderer)
        try display.start(Stage(player: player))
        var samples: [Double] = []
        var waits = 0
        let ticksPerMinute = 60 * 25
        for tick in 0..<simulatedMinutes * ticksPerMinute {
            if tick % ticksPerMinute == 0 {
                let minute = tick / ticksPerMinute
                let id = ItemID(UInt64(minute + 1))
                player.prepare(MediaSource(url: "http://origin/ch/\(minute % 2 + 1)/240.m3u8"), id: id)
                player.reveal(id)
                // As the box does: the channel before is kept, the one before that is not.
                if minute > 1 { player.discard(ItemID(UInt64(minute - 1))) }
                if minute > 0, minute % 10 == 0 { samples.append(sample(minute, &report)) }
            }
            var polls = 0
            // Media that does not come within these polls, about 100 ms of real time, waits for the
            // clock: for a playlist's reload.
            while !player.isFed, polls < 500 {
                try await Task.sleep(for: .microseconds(50))
                polls += 1
            }
            waits += polls == 500 ? 1 : 0
            clock.advance(by: .milliseconds(40))
            display.tick()
            sink.tick(to: clock.now)
        }
        samples.append(sample(simulatedMinutes, &report))
        let status = player.status
        player.stop()
        display.stop()
        sink.stop()
        guard let first = samples.first, let last = samples.max() else { return }
        report.add(
            "memory", "simulated \(simulatedMinutes) minutes, 240p25, flip a minute",
            [
                ("first_mb", first), ("largest_mb", last), ("growth", last / first),
                ("stalls_last_item", Double(status?.stalls ?? -1)),
                ("frames_last_item", Double(status?.framesShown ?? 0)), ("ticks_unfed", Double(waits)),
            ])
        if last > first * Self.tolerance { report.miss("memory: grew from \(first) MB to \(last) MB") }
    }

    private func sample(_ minute: Int, _ report: inout Report) -> Double {
        let megabytes = ProcessMemory.residentMegabytes(of: getpid()) ?? 0
        report.add("memory", "simulated minute \(minute)", [("rss_mb", megabytes)])
        return megabytes
    }
}

/// The live origin without a network, its wall-clock time moved by hand.
private final class SimulatedOrigin: Fetcher {
    private let origin: Origin
    private let clock: ManualClock
    private let jobs = Monitor<FIFO<@Sendable () -> Void>>(FIFO())

    init(_ origin: Origin, clock: ManualClock) {
        self.origin = origin
        self.clock = clock
        let jobs = jobs
        // Lives as long as the process.
        _ = try? NamedThread("bench-origin") {
            while true {
                let job = jobs.wait { $0.popFirst() }
                job()
            }
        }
    }

    func preconnect(_ url: String) {}

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let handle = Handle()
        jobs.update { $0.append { [self] in serve(request, handle, handler) } }
        return handle
    }

    private func serve(_ request: FetchRequest, _ handle: Handle, _ handler: @Sendable (FetchEvent) -> Void) {
        let now = clock.now
        let path = String(request.url.dropFirst("http://origin".count))
        // Any wall-clock time will do that advances with the clock.
        guard let bytes = origin.bytes(path: path, now: 1_800_000_000 + Double(now.nanoseconds) / 1e9) else {
            return handler(.finished(.failure(.status(404, url: request.url, retryAfter: nil))))
        }
        handler(.response(FetchResponse(status: 200, url: request.url, headers: [:])))
        var rest = bytes[...]
        while !rest.isEmpty, !handle.isCancelled.withLock({ $0 }) {
            handler(.data(Array(rest.prefix(65_536))))
            rest = rest.dropFirst(65_536)
        }
        if handle.isCancelled.withLock({ $0 }) { return handler(.finished(.failure(.cancelled))) }
        handler(
            .finished(
                .success(
                    FetchTiming(
                        requested: now, firstByte: now, finished: clock.now, bytes: bytes.count, reusedConnection: true)
                )))
    }

    private final class Handle: FetchHandle {
        let isCancelled = Locked(false)
        func cancel() { isCancelled.withLock { $0 = true } }
    }
}
