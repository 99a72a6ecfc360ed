import Base
import Devices
import MediaCore
import Rig
import Testing

@testable import Capture

/// Tests on board U, where vivid's HDMI input is connected to its HDMI output, and snd-aloop has both ends of a cable.
@Suite(
    "Inputs by their drivers", .enabled(if: Board.hasCEC, "needs board U with vivid: scripts/board/run --cec"),
    .serialized)
struct WiredInputTests {
    private func input(_ settings: InputSettings?) -> any CaptureInput {
        CaptureInputs(settings.map { ["it": $0] } ?? [:]).input("it")
    }

    private func fault(_ settings: InputSettings?) -> InputError? {
        do throws(DemuxError) {
            _ = try input(settings).open()
            return nil
        } catch {
            if case .input(let error) = error { return error }
            return nil
        }
    }

    @Test("Pictures come with the size and rate of the signal, one behind the other, and sound beside them")
    func both() throws {
        let wire = VividWire()
        try wire.show(3)
        defer { try? wire.stop() }
        let input = input(
            InputSettings(video: CaptureSettings(device: "vivid", format: .xrgb), sound: "hw:Loopback,1,1"))
        let demuxer = try input.open()
        guard case .tracks(let tracks) = try demuxer.next() else {
            Issue.record("no tracks first")
            return
        }
        #expect(tracks.map(\.codec) == [.video(.raw), .audio(.raw)])
        #expect(tracks.first?.size == PixelSize(width: 1280, height: 720))
        var times: [Int: [MediaTime]] = [:]
        var durations: [Int: Duration] = [:]
        while times[0]?.count ?? 0 < 60 || times[1]?.count ?? 0 < 30 {
            guard case .packet(let packet) = try demuxer.next() else { continue }
            times[packet.track, default: []].append(try #require(packet.presentation))
            durations[packet.track] = packet.duration
        }
        let pictures = try #require(times[0]).suffix(50)
        #expect(
            zip(pictures, pictures.dropFirst()).allSatisfy {
                (.milliseconds(15)...Duration.milliseconds(18)).contains($1 - $0)
            })
        #expect(durations[0].map { (.milliseconds(16)...Duration.milliseconds(17)).contains($0) } ?? false)
        let sounds = try #require(times[1])
        #expect(zip(sounds, sounds.dropFirst()).allSatisfy { $0 < $1 })
        let apart = try #require(sounds.last) - (try #require(pictures.last))
        #expect(apart > .zero - .milliseconds(100) && apart < .milliseconds(100))
        input.cancel()
        #expect(throws: DemuxError.cancelled) { while true { _ = try demuxer.next() } }
    }

    @Test("What nobody takes is thrown away, and its time with it")
    func paused() throws {
        let demuxer = try input(InputSettings(video: CaptureSettings(device: "vivid"))).open()
        func next() throws -> MediaTime {
            while true { if case .packet(let packet) = try demuxer.next() { return packet.presentation ?? .zero } }
        }
        var last = MediaTime.zero
        for _ in 0..<10 { last = try next() }
        pause(.seconds(3))
        let after = try next()
        #expect(after > last && after - last < .milliseconds(100), "\(after - last)")
    }

    @Test("What can't be used says why, by the name of the input")
    func faults() throws {
        #expect(fault(nil) == .unknown("it"))
        guard case .unusable("it", let reason) = fault(InputSettings(video: CaptureSettings(device: "no such card")))
        else {
            Issue.record("a device that is not there was opened")
            return
        }
        #expect(reason.contains("v4l2-ctl --list-devices"))
        guard case .unusable("it", _) = fault(InputSettings(video: nil, sound: "hw:99,0")) else {
            Issue.record("a sound card that is not there was opened")
            return
        }
        try VividWire().unplug()
        defer { try? VividWire().plug() }
        #expect(fault(InputSettings(video: CaptureSettings(device: "vivid"))) == .noSignal("it"))
    }

    @Test("Another signal ends what is open, and is there with its own size when it is opened anew")
    func changed() throws {
        defer {
            // What was adopted stays the current signal: 7 of the list is the 1280x720 at 60 that it was.
            _ = try? Board.run("v4l2-ctl -d0 -c dv_timings_signal_mode=0 --set-dv-bt-timings index=7")
        }
        try readUntilChanged()
        try expectSize(PixelSize(width: 640, height: 480))
    }

    private func readUntilChanged() throws {
        let demuxer = try input(InputSettings(video: CaptureSettings(device: "vivid"))).open()
        for _ in 0..<5 { _ = try demuxer.next() }
        // Of the timings in the driver's list: 0 is 640x480.
        try Board.run("v4l2-ctl -d0 -c dv_timings_signal_mode=4 -c dv_timings=0")
        #expect(throws: DemuxError.input(.changed("it"))) { for _ in 0..<300 { _ = try demuxer.next() } }
    }

    private func expectSize(_ size: PixelSize) throws {
        guard case .tracks(let tracks) = try input(InputSettings(video: CaptureSettings(device: "vivid"))).open().next()
        else {
            Issue.record("no tracks first")
            return
        }
        #expect(tracks.first?.size == size)
    }

    @Test("Without its sound the picture plays on, and says what is missing")
    func withoutSound() throws {
        let demuxer = try input(InputSettings(video: CaptureSettings(device: "vivid"), sound: "hw:99,0")).open()
        guard case .tracks(let tracks) = try demuxer.next() else {
            Issue.record("no tracks first")
            return
        }
        #expect(tracks.first?.codec == .video(.raw))
        guard case .unsupported(let reason, .sound)? = tracks.last?.codec else {
            Issue.record("nothing is said of the sound")
            return
        }
        #expect(reason.contains("hw:99,0"))
        guard case .packet(let packet) = try demuxer.next() else {
            Issue.record("no picture")
            return
        }
        #expect(packet.track == 0)
    }

    @Test("A device that another reader has is told from one that is not there")
    func taken() throws {
        let settings = InputSettings(video: CaptureSettings(device: "vivid"))
        let first = try input(settings).open()
        guard case .unusable("it", let reason) = fault(settings) else {
            Issue.record("two readers have one device")
            return
        }
        #expect(reason.contains("busy"))
        withExtendedLifetime(first) {}
    }

    @Test("The devices of the machine are found, with their connectors and signal")
    func survey() throws {
        let devices = CaptureInputs([:]).devices()
        let vivid = try #require(devices.video.first { $0.driver == "vivid" })
        #expect(vivid.path == "/dev/video0" && vivid.formats.contains("yuyv") && vivid.signal == "1280x720@60")
        #expect(vivid.connectors.map(\.number) == [0, 1] && vivid.connectors.first?.hasSignal == true)
        #expect(devices.sound.contains { $0.device == "hw:CARD=Loopback,DEV=1" })
    }
}
