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
}
