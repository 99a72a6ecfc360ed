import Base
import ControlProtocol
import Foundation
import TestSupport
import Testing

/// A daemon that is killed at random moments while it is asked for things by several at once. What it had answered is
/// there afterwards; of what it had not, all or nothing.
///
/// Ten times among the other tests; `scripts/test` does it fifty times more by itself, `scripts/kills` a thousand times.
@Suite("Kills at random moments", .serialized, .timeLimit(.minutes(KillRound.kills > 50 ? 600 : 10)))
struct KillTests {
    @Test("Nothing that was answered is lost, whatever it is killed in the middle of")
    func kills() async throws {
        var random = SplitMix(seed: KillRound.seed)
        let channels = (1...4).map { TestChannel(name: "Hearth \($0)", url: "http://127.0.0.1:1/\($0).m3u8") }
        let directory = try TestDirectory()
        var (ledger, guide, answered) = (KillLedger(), KillGuide(directory), 0)
        for kill in 1...KillRound.kills {
            // Each run begins with a guide to be read, and is killed before that, in the middle of it, or behind it.
            try guide.write()
            let box = try await TestBox(channels, configuration: guide.configuration, directory: directory)
            try await guide.settle(with: box, "after kill \(kill - 1), seed \(KillRound.seed)")
            try await ledger.settle(with: box, "after kill \(kill - 1), seed \(KillRound.seed)")
            let round = KillRound(until: Int.random(in: 0...60, using: &random)) { box.kill() }
            let socket = directory.file("socket").path
            // Each subject is one asker's, so that there is an order; all are at it at once.
            let begun = ledger
            ledger.subjects = try await withThrowingTaskGroup(of: (KillLedger.Name, KillLedger.Subject).self) { group in
                for name in KillLedger.Name.allCases {
                    let generator = SplitMix(seed: UInt64.random(in: .min ... .max, using: &random))
                    let subject = try #require(begun.subjects[name])
                    group.addTask {
                        (
                            name,
                            try await blocking(on: "test-asker") { round.ask(about: subject, generator, at: socket) }
                        )
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            answered += round.answered
            box.kill()
        }
        try guide.write()
        let last = try await TestBox(channels, configuration: guide.configuration, directory: directory)
        try await guide.settle(with: last, "after the last kill, seed \(KillRound.seed)", waitsForNewest: true)
        try await ledger.settle(with: last, "after the last kill, seed \(KillRound.seed)")
        #expect(answered >= KillRound.kills, "there was nothing to lose")
    }
}
