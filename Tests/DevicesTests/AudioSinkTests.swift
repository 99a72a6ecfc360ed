import ALSA
import CALSA
import Devices
import Foundation
import Headless
import MediaCore
import Rig
import Testing

private struct StoppedClock: HostClock {
    var now: HostTime { HostTime(nanoseconds: 1_000_000_000) }
    func sleep(until deadline: HostTime) async throws {}
}

extension DeviceContracts {
    @Suite("AudioSinkContract")
    struct AudioSinkTests {
        private static let loopback = ALSASink.Configuration(
            device: "hw:Loopback,0,0", retry: .milliseconds(100))

        @Test("Headless, moved by hand")
        func manual() async throws {
            let sink = try HeadlessSink(clock: StoppedClock(), pace: .manual)
            var now = HostTime(nanoseconds: 1_000_000_000)
            try await checkAudioSinkContract(sink, tolerance: .microseconds(1)) { _, count in
                for _ in 0..<count {
                    now = now + .milliseconds(20)
                    sink.tick(to: now)
                }
            }
        }

        @Test("Headless, in real time")
        func realTime() async throws {
            // A small period so that the test is short; a large buffer for a busy machine.
            let model = AudioDeviceModel.Configuration(periodFrames: 192, bufferFrames: 9_600)
            try await checkAudioSinkContract(HeadlessSink(model), tolerance: .microseconds(1)) {
                await $0.wait(forCalls: $1)
            }
        }

        @Test("A device that takes everything at once, as alsa-lib's null does, is not fed in a spin")
        func null() async throws {
            let clock = MonotonicClock()
            let started = clock.now
            let sink = try ALSASink(ALSASink.Configuration(device: "null"))
            let renderer = ToneRenderer()
            try sink.start(renderer)
            await renderer.wait(forCalls: 30)
            // 30 periods of 10 ms, less the buffer of 50 ms taken at once, with the card a tenth
            // faster than the sound.
            #expect(clock.now - started > .milliseconds(200))
            sink.stop()
            #expect(sink.statistics.framesPlayed > 0)
        }

        @Test("Without a card it renders at the host's pace and says why")
        func absent() async throws {
            let sink = try ALSASink(
                ALSASink.Configuration(
                    device: "hw:NoSuchCard", period: .milliseconds(2), buffer: .milliseconds(8),
                    retry: .milliseconds(10)))
            let renderer = ToneRenderer()
            try sink.start(renderer)
            await renderer.wait(forCalls: 50)
            sink.stop()
            let calls = renderer.calls
            for (a, b) in zip(calls, calls.dropFirst()) {
                #expect(b.presentation - a.presentation >= .milliseconds(2))
            }
            #expect(sink.statistics.framesPlayed == 0)
            var events: [AudioSinkEvent] = []
            for await event in sink.events { events.append(event) }
            guard events.count == 1, case .deviceLost(let reason) = events[0] else {
                Issue.record("\(events)")
                return
            }
            #expect(reason.hasPrefix("snd_pcm_open hw:NoSuchCard: No such "))
        }

        @Test("Board: the loopback card keeps the contract", .enabled(if: Board.isHere))
        func board() async throws {
            try await checkAudioSinkContract(ALSASink(Self.loopback), tolerance: .milliseconds(1)) {
                await $0.wait(forCalls: $1)
            }
        }

        @Test(
            "Board: every sample arrives once, in order, and when it was said to",
            .enabled(if: Board.isHere && !Board.isEmulated, "an emulated processor cannot keep up"))
        func continuity() async throws {
            let capture = try PCMCapture("hw:Loopback,1,0")
            let sink = try ALSASink(Self.loopback)
            let renderer = ToneRenderer()
            try sink.start(renderer)
            await renderer.wait(forCalls: 500)
            sink.stop()
            let recorded = try capture.finish()
            #expect(sink.statistics.underruns == 0)

            let first = try #require(recorded.samples.firstIndex { $0 != 0 })
            // The tone's table begins with a zero.
            let toneStart = first - 1
            let frames = min(recorded.samples.count - toneStart, 200_000)
            #expect(frames > 4 * 48_000)
            let cycle = ToneRenderer.table.map { Int32(Double($0) * 2_147_483_647) }
            var wrong = 0
            for index in 0..<frames where recorded.samples[toneStart + index] != cycle[index % 48] {
                wrong += 1
            }
            #expect(wrong == 0)

            let call = renderer.calls[ToneRenderer.silentCalls]
            let heard = recorded.time(of: toneStart)
            let error = (heard - call.presentation).inSeconds * 1e3
            // At the end, too, when the clock has settled.
            let last = renderer.calls.count - 20
            let lastFrame = toneStart + (last - ToneRenderer.silentCalls) * call.frames
            let lastError =
                (recorded.time(of: lastFrame) - renderer.calls[last].presentation).inSeconds * 1e3
            print(
                "loopback: \(frames) frames, \(wrong) wrong; heard \(error) ms after it was said to be,"
                    + " after \(last) periods \(lastError) ms; latency \(sink.statistics.latency)")
            #expect(abs(error) < 1)
            #expect(abs(lastError) < 1)
        }

        @Test("Board: a device that ran dry is counted once and plays on", .enabled(if: Board.isHere))
        func underrun() async throws {
            let sink = try ALSASink(Self.loopback)
            let renderer = ToneRenderer()
            try sink.start(renderer)
            await renderer.wait(forCalls: 100)
            let frames = sink.statistics.framesPlayed
            renderer.stall(microseconds: 200_000)
            await renderer.wait(forCalls: 100)
            sink.stop()
            #expect(sink.statistics.underruns == 1)
            #expect(sink.statistics.framesPlayed >= frames + 90 * 480)
            var events: [AudioSinkEvent] = []
            for await event in sink.events { events.append(event) }
            print("underrun: \(events)")
            #expect(events.last == .underrun(total: 1))
        }

        @Test(
            "Board: a card that goes is missed, and found again when it is back",
            .enabled(if: Board.isHere))
        func unplug() async throws {
            let sink = try ALSASink(Self.loopback)
            let renderer = ToneRenderer()
            var events = sink.events.makeAsyncIterator()
            var seen: [AudioSinkEvent] = []
            try sink.start(renderer)
            if let event = await events.next() { seen.append(event) }
            func driver(_ verb: String) throws {
                try Data("snd_aloop.0".utf8).write(
                    to: URL(fileURLWithPath: "/sys/bus/platform/drivers/snd_aloop/\(verb)"))
            }
            await renderer.wait(forCalls: 30)
            try driver("unbind")
            if let event = await events.next() { seen.append(event) }
            let calls = renderer.calls.count
            await renderer.wait(forCalls: 50)
            #expect(renderer.calls.count >= calls + 20)
            let frames = sink.statistics.framesPlayed
            try driver("bind")
            for _ in 0..<2 {
                if let event = await events.next() { seen.append(event) }
            }
            await renderer.wait(forCalls: 100)
            #expect(sink.statistics.framesPlayed > frames)
            sink.stop()
            print("unplug: \(seen)")
            #expect(seen.count == 4)
            guard seen.count == 4, case .started = seen[0], case .deviceLost = seen[1],
                case .deviceBack = seen[2],
                case .started = seen[3]
            else {
                Issue.record("\(seen)")
                return
            }
        }
    }
}
