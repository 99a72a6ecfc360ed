import Appliance
import Base
import Commands
import ControlProtocol
import Devices
import FFmpeg
import FlipMeasures
import Foundation
import Glibc
import Headless
import Logging
import MediaCore
import Networking
import Store

/// Measures the time from a key event, stamped as the kernel stamps it, to the command that it means: idle, and while
/// 1080p is decoded and composed. The box is in this process, with a thread for keys like `hearth-input`; the
/// kernel's time to wake that thread is measured beside it, on a pipe: the reader's time less the writer's.
struct KeyBenchmark {
    /// The target when idle, p99, in milliseconds.
    static let idleTarget = 1.0
    static let busyTarget = 5.0
    let programs: Programs
    let presses: Int

    func run(_ report: inout Report) async throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        try await measure("idle", lineup: nil, target: Self.idleTarget, &report)
        try await measure(
            "playing 1080p30, composed", lineup: base + "/ch/7/1080.m3u8", target: Self.busyTarget, &report)
    }

    private func measure(_ name: String, lineup: String?, target: Double, _ report: inout Report) async throws {
        let keys = ScriptedKeys()
        let store = try Store.inMemory(reason: "a measurement")
        var logger = Logger(label: "keys")
        logger.logLevel = .critical
        let clock = MonotonicClock()
        let box = Box(
            devices: BoxDevices(
                clock: clock,
                display: try HeadlessDisplay(
                    HeadlessDisplay.Configuration(size: PixelSize(width: 1920, height: 1080), refreshRate: 60)),
                sink: try HeadlessSink(), keySources: [keys], fetcher: try CurlFetcher(), codecs: FFmpegLibrary()),
            settings: BoxSettings(lineup: lineup), store: store, saved: try await SavedState(store), logger: logger)
        let running = Task { try await box.run() }
        let times = Locked<[Double]>([])
        let following = Task {
            for await event in await box.events() {
                if case .key(let info) = event, let time = info.milliseconds { times.withLock { $0.append(time) } }
            }
        }
        if lineup != nil {
            var tries = 0
            while await BoxControl(box).status().state != .playing {
                tries += 1
                guard tries < 150 else { throw BenchError("keys: the channel does not play") }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        try await Task.sleep(for: .seconds(2))
        say("keys, \(name): \(presses) presses")
        let count = presses
        let wakes = try await Self.press(count, keys, clock)
        try await Task.sleep(for: .milliseconds(300))
        running.cancel()
        following.cancel()
        _ = try? await running.value
        let commands = times.withLock { $0 }
        guard commands.count == count else { throw BenchError("keys: \(commands.count) of \(count) presses were told") }
        report.add("keys", "\(name): event to command, ms", Percentiles(commands).row())
        report.add("keys", "\(name): pipe to thread, ms", Percentiles(wakes).row())
        let both = Percentiles(zip(commands, wakes).map { $0 + $1 })
        let p99 = both[0.99]
        report.add("keys", "\(name): both, ms", both.row())
        if p99 > target { report.miss("keys, \(name): p99 \(p99) ms, target \(target) ms") }
    }

    /// - Returns: for each press the milliseconds that the kernel took to wake the thread
    private static func press(_ count: Int, _ keys: ScriptedKeys, _ clock: MonotonicClock) async throws -> [Double] {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError("keys: no pipe: errno \(errno)") }
        let (reading, writing) = (ends[0], ends[1])
        let result = Locked<[Double]>([])
        let up = KeyCode(name: "KEY_VOLUMEUP")?.rawValue ?? 0
        let down = KeyCode(name: "KEY_VOLUMEDOWN")?.rawValue ?? 0
        let reader = try NamedThread("keys") {
            var stamp: Int64 = 0
            for number in 0..<count {
                guard read(reading, &stamp, 8) == 8 else { return }
                let now = clock.now
                result.withLock { $0.append((now - HostTime(nanoseconds: stamp)).inSeconds * 1000) }
                keys.press(number & 1 == 0 ? up : down, at: now)
                keys.release(number & 1 == 0 ? up : down, at: now + .milliseconds(1))
            }
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<count {
            // A random phase of a vblank and of the decoder's work.
            try await Task.sleep(for: .microseconds(Int.random(in: 15_000...45_000, using: &random)))
            var stamp = clock.now.nanoseconds
            guard write(writing, &stamp, 8) == 8 else { break }
        }
        close(writing)
        reader.join()
        close(reading)
        return result.withLock { $0 }
    }
}
