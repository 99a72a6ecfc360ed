import Base
import ControlProtocol
import Foundation
import Glibc
import MediaCore
import OriginPattern
import Rig
import Testing

extension BoardTests {
    @Test("The TV is unplugged and plugged in again: the sound goes on, the picture comes back")
    func television() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        let beeps = try await record {
            try BoardConnector.set("off")
            try await box.until("it notices") { try box.status().display?.connected == false }
            try await pause(.seconds(3))
        }
        #expect(beeps.count >= 2)
        #expect(try box.status().state == .playing)
        try BoardConnector.set("detect")
        try await box.until("it is back") { try box.status().display?.connected == true }
        try await pause(.seconds(1))
        let log = try ScanOutLog()
        try await pause(.seconds(1))
        #expect(Set(log.finish().map(\.checksum)).count >= 20)
        try await box.untilSeen(1)
        box.stop()
    }

    @Test("The sound card goes and comes back: the picture goes on, the sound returns")
    func soundCard() async throws {
        func driver(_ verb: String) throws {
            let file = try OwnedDescriptor(open: "/sys/bus/platform/drivers/snd_aloop/\(verb)", flags: O_WRONLY)
            try checked("write \(verb)") { Glibc.write(file.raw, "snd_aloop.0", 11) }
        }
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        try driver("unbind")
        try await box.until("it says so") { try box.status().warnings.contains { $0.contains("no sound") } }
        let frames = try [0, 1].map { _ in
            usleep(1_000_000)
            return try #require(try box.shot(width: 320).pattern).frame
        }
        #expect(frames[1] >= frames[0] + 20)
        try driver("bind")
        try await box.until("it is back") { try box.status().warnings.isEmpty }
        let beeps = try await record { try await pause(.seconds(4)) }
        #expect(beeps.count >= 2 && beeps.contains { abs($0.hertz - 500) <= 5 }, "\(beeps)")
        box.stop()
    }

    @Test("A remote that goes while its key is held lets go of the key")
    func remote() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        box.remote.press(RemoteKey.volumeDown)
        try await pause(.seconds(1))
        box.remote.vanish()
        try await box.until("it notices") { try !box.status().remotes.contains { $0.name == "Rig remote" } }
        let volume = try box.status().sound.volume
        #expect(volume < 80)
        try await pause(.seconds(2))
        #expect(try box.status().sound.volume == volume)
        let another = try UinputRemote("Rig remote 2")
        try await box.until("it has the other") { try box.status().remotes.contains { $0.name == "Rig remote 2" } }
        another.tap(RemoteKey.channelUp)
        try await box.untilSeen(2)
        box.stop()
    }

    @Test("An infrared remote flips")
    func infrared() async throws {
        // What ir-keytable does for one line of a keymap: EVIOCSKEYCODE, a macro.
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/rc").map { "/sys/class/rc/\($0)" }
        let receiver = try #require(
            folders.first {
                (try? String(contentsOfFile: "\($0)/uevent", encoding: .utf8))?.contains("DRV_NAME=rc-loopback") == true
            })
        try Data("nec".utf8).write(to: URL(fileURLWithPath: "\(receiver)/protocols"))
        let event = try Board.run("basename \(receiver)/input*/event*").trimmingCharacters(in: .whitespacesAndNewlines)
        let node = try OwnedDescriptor(open: "/dev/input/\(event)", flags: O_RDWR)
        var entry: [UInt32] = [0x4001, UInt32(RemoteKey.channelUp)]
        try checked("EVIOCSKEYCODE") { ioctl(node.raw, 0x4008_4504, &entry) }

        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        try Board.run("ir-ctl -d /dev/lirc0 -S nec:0x4001")
        try await box.untilSeen(2)
        box.stop()
    }

    @Test("The TV's own remote flips, over HDMI-CEC", .enabled(if: Board.hasCEC, "needs scripts/board/run --cec"))
    func cec() async throws {
        try Board.run("cec-ctl -d /dev/cec-tv --tv -o RigTV")
        let box = try await BoxUnderTest(BoxUnderTest.Settings(takesCEC: true))
        try await box.untilSeen(1)
        try await box.until("it is on the bus") { try box.status().cec?.physicalAddress != nil }
        try Board.run("cec-ctl -d /dev/cec-tv -t4 --user-control-pressed ui-cmd=channel-up")
        try Board.run("cec-ctl -d /dev/cec-tv -t4 --user-control-released")
        try await box.untilSeen(2)
        try await pause(.seconds(1))
        #expect(try box.status().channel?.number == 2)
        box.stop()
    }
}
