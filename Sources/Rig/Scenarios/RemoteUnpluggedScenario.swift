import ControlProtocol
import MediaCore

extension Catalogue {
    static let remoteUnplugged = Scenario(
        "remote-unplugged", "A remote that goes while its key is held lets go of the key, and works when it is back",
        needs: [.hand(.uinput), .ears]
    ) { run in
        guard let hand = try run.hand(.uinput) as? UinputHand, let name = hand.remote?.name else {
            throw BenchLacks("a remote that can be unplugged")
        }
        func isKnown() throws -> Bool { try run.bench.box.status().remotes.contains { $0.name == name } }
        try run.start()
        try run.settles(on: 1, after: run.now, "Start")
        defer { try? hand.plugIn() }

        let time = hand.press(.volumeDown)
        pause(.seconds(1))
        hand.unplug()
        run.mark(.key, "volume-down held", at: time, until: run.now)
        run.mark(.fault, "the remote is unplugged")
        let gone = try waitUntil(timeout: .seconds(2), interval: .milliseconds(20)) { try isKnown() ? nil : run.now }
        run.check("The box notices", gone != nil)
        let volume = try run.bench.box.status().sound.volume
        run.check(
            "Until then the key repeated", volume == 80 - HeldKeyRate.volumeStep * HeldKeyRate.steps(in: .seconds(1)),
            found: "volume \(volume) of 80")
        pause(.seconds(2))
        let later = try run.bench.box.status().sound.volume
        run.check("The key is let go", later == volume, found: "\(volume), two seconds later \(later)")

        try hand.plugIn()
        run.mark(.fault, "the remote is back")
        run.check("The box has it again", try waitUntil { try isKnown() ? true : nil } == true)
        try run.settles(on: 2, after: hand.tap(.channelUp), "Channel up by the remote that came back")
    }
}
