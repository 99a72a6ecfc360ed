import Devices
import Foundation
import MediaCore
import Testing

@testable import Headless

/// A renderer of a ramp that counts frames; records the times it was asked for.
private final class CountingRenderer: AudioRenderer, @unchecked Sendable {
    // Confined to the thread that ticks.
    var calls: [HostTime] = []
    var value: Float = 0.5

    func render(into buffer: UnsafeMutableBufferPointer<Float>, format: AudioFormat, presentation: HostTime) {
        calls.append(presentation)
        buffer.update(repeating: value)
    }
}

private struct StoppedClock: HostClock {
    var now: HostTime { HostTime(nanoseconds: 1_000_000_000) }
    func sleep(until deadline: HostTime) async throws {}
}

private func milliseconds(_ value: Int64) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000 + value * 1_000_000)
}

@Suite("Headless sink")
struct AudioHeadlessTests {
    /// A card with a period of 10 ms and five of them in its buffer.
    private static let card = AudioDeviceModel.Configuration(periodFrames: 480, bufferFrames: 2_400)

    private func sink(
        _ configuration: AudioDeviceModel.Configuration = Self.card,
        recording: HeadlessSink.RecordingPaths = HeadlessSink.RecordingPaths()
    ) throws -> (HeadlessSink, CountingRenderer) {
        let sink = try HeadlessSink(configuration, clock: StoppedClock(), pace: .manual, recording: recording)
        let renderer = CountingRenderer()
        try sink.start(renderer)
        return (sink, renderer)
    }

    @Test("Asks for a buffer ahead, then for a period whenever one was heard")
    func pacing() throws {
        let (sink, renderer) = try sink()
        sink.tick(to: milliseconds(1))
        #expect(renderer.calls == [milliseconds(50)])
        sink.tick(to: milliseconds(100))
        #expect(renderer.calls == (0...10).map { milliseconds(50 + $0 * 10) })
        #expect(sink.statistics.framesPlayed == 5 * 480)
        #expect(sink.statistics.latency == .milliseconds(50))
        sink.stop()
    }

    @Test("A card 100 ppm fast asks for 100 ppm more")
    func skew() throws {
        let (sink, renderer) = try sink(AudioDeviceModel.Configuration(skewPartsPerMillion: 100, periodFrames: 480))
        sink.tick(to: milliseconds(100_000))
        #expect(renderer.calls.count == 10_002)
        #expect(renderer.calls.last.map { abs(($0 - milliseconds(100_049)).nanoseconds) < 1_000_000 } == true)
        sink.stop()
    }

    @Test("Running dry delays what follows by the gap, and is counted and told")
    func underrun() async throws {
        let (sink, renderer) = try sink()
        sink.tick(to: milliseconds(15))
        sink.runDry(for: .milliseconds(30))
        sink.tick(to: milliseconds(55))
        sink.stop()
        #expect(renderer.calls == [50, 60, 100].map { milliseconds($0) })
        #expect(sink.statistics.underruns == 1)
        var events: [AudioSinkEvent] = []
        for await event in sink.events { events.append(event) }
        #expect(
            events == [
                .started(device: "headless", .standard, latency: .milliseconds(50)), .underrun(total: 1),
            ])
    }

    @Test("Unplugged it goes on rendering at the host's pace, unheard; plugged in it is heard again")
    func unplug() async throws {
        let (sink, renderer) = try sink()
        sink.tick(to: milliseconds(100))
        let heard = sink.statistics.framesPlayed
        sink.unplug()
        sink.tick(to: milliseconds(200))
        #expect(sink.statistics.framesPlayed == heard)
        #expect(sink.level == AudioLevel())
        #expect(renderer.calls.count == 22)
        sink.plug()
        sink.tick(to: milliseconds(300))
        #expect(sink.statistics.framesPlayed == heard + 5 * 480)
        sink.stop()
        var events: [AudioSinkEvent] = []
        for await event in sink.events { events.append(event) }
        #expect(events.dropFirst() == [.deviceLost("headless: unplugged"), .deviceBack("headless")])
    }

    @Test("The meter shows the last 100 ms heard and no more")
    func level() throws {
        let (sink, renderer) = try sink()
        sink.tick(to: milliseconds(200))
        #expect(sink.level == AudioLevel(peak: 0.5, rms: 0.5))
        renderer.value = 0
        sink.tick(to: milliseconds(300))
        #expect(sink.level.peak == 0.5)
        #expect(sink.level.rms < 0.5)
        sink.tick(to: milliseconds(360))
        #expect(sink.level == AudioLevel())
        sink.stop()
    }

    @Test("The recording is a WAV without a break and a line for each block and fault")
    func recording() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let wave = folder.appendingPathComponent("a.wav")
        let lines = folder.appendingPathComponent("a.jsonl")
        let (sink, _) = try sink(recording: HeadlessSink.RecordingPaths(wave: wave.path, lines: lines.path))
        sink.tick(to: milliseconds(5))
        sink.runDry(for: .milliseconds(20))
        sink.tick(to: milliseconds(90))
        sink.stop()
        #expect(sink.recordingTrouble == nil)

        let bytes = [UInt8](try Data(contentsOf: wave))
        // Expected sound: 50–60 ms, a gap of 20 ms, 80–90 ms.
        #expect(bytes.count == 44 + (480 + 960 + 480) * 4)
        #expect(Array(bytes[0..<4]) == Array("RIFF".utf8))
        #expect(Array(bytes[24..<28]) == [0x80, 0xbb, 0, 0])
        #expect(Array(bytes[40..<44]) == [0, 0x1e, 0, 0])
        func sample(_ frame: Int) -> Int16 {
            Int16(bitPattern: UInt16(bytes[44 + frame * 4]) | UInt16(bytes[45 + frame * 4]) << 8)
        }
        #expect([0, 479, 480, 1_439, 1_440, 1_919].map(sample) == [16_384, 16_384, 0, 0, 16_384, 16_384])
        let text = try String(contentsOf: lines, encoding: .utf8).split(separator: "\n")
        #expect(
            text == [
                #"{"time_ns": 1060000000, "event": "underrun"}"#,
                #"{"time_ns": 1050000000, "frame": 0, "frames": 480, "peak": 0.5, "rms": 0.5}"#,
                #"{"time_ns": 1080000000, "frame": 1440, "frames": 480, "peak": 0.5, "rms": 0.5}"#,
            ])
    }

    @Test("A recording that can't be made is an error of start")
    func noFile() throws {
        let sink = try HeadlessSink(
            clock: StoppedClock(), pace: .manual,
            recording: HeadlessSink.RecordingPaths(wave: "/no/such/folder/a.wav"))
        #expect(throws: (any Error).self) { try sink.start(CountingRenderer()) }
        sink.stop()
    }
}
