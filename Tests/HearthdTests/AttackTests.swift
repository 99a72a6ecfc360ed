import ControlProtocol
import Foundation
import Glibc
import OriginPattern
import TestSupport
import Testing

/// Some guesses among the other tests; `scripts/attack` makes ten thousand.
@Suite("Guesses at the passcode", .serialized, .timeLimit(.minutes(Attack.guesses > 1000 ? 600 : 10)))
struct AttackTests {
    @Test("Nothing is opened and no attempt is won by any door, kill, jump of the clock or full disk")
    func attack() async throws {
        let origin = try await TestOrigin()
        let channels = [
            TestChannel(name: "Open", url: origin.url("/ch/1/master.m3u8")),
            TestChannel(name: "Restricted", url: origin.url("/ch/2/master.m3u8"), attributes: "tvg-rating=\"18\""),
        ]
        let directory = try TestDirectory()
        let state = (Attack.disk ?? directory.url.path) + "/state"
        // The right code opens it; so it is this code that keeps it.
        let first = try await Attack.start(channels, directory, state)
        #expect(try await first.control("passcode", "set", input: Attack.right + "\n").status == 0)
        try await opens(first)
        first.kill()

        let attack = try await Attack(channels, directory: directory, state: state)
        try await attack.run()
        print(attack.ledger.text)
        #expect(attack.ledger.violations == [], "seed \(Attack.seed)")
        #expect(attack.ledger.taken >= 3 && attack.ledger.wrong >= 3, "there was nothing to count")

        // Who may do without the old one sets it anew, and all is as before.
        guard geteuid() == 0 else { return }
        let last = try await Attack.start(channels, directory, state)
        #expect(try await last.control("passcode", "set", input: Attack.right + "\n").status == 0)
        #expect(try Attack.wrongCodes(in: state) == 0)
        try await opens(last)
    }

    private func opens(_ box: TestBox) async throws {
        try await box.control("tune", "2")
        try await box.reaches("asks") { $0.state == .locked }
        try await box.press("2", "4", "6", "8")
        try await box.plays(2)
        try #require(await holds { box.frames.last?.pattern?.channel == 2 })
    }
}
