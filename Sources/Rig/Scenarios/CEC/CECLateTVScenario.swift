import ControlProtocol
import MediaCore

extension Catalogue {
    /// Starts the box beside a TV that is deaf to CEC at first: many are, until the setting is
    /// found, or until they have booted.
    static let cecLateTV = Scenario(
        "cec-late-tv", "A TV that acknowledges nothing when the box starts: its keys work once it does",
        needs: [.bus, .hand(.cec)]
    ) { run in
        let bus = try run.bus()
        try bus.become(.deaf)
        let start = run.now
        defer {
            try? bus.become(.on)
            if let said = try? CECConversation(bus.messages()).within(start) { run.write(said) }
        }
        try run.bench.box.start(BoxSettings(takesCEC: true))
        pause(.seconds(15))
        let status = try run.bench.box.status()
        run.check("The box plays without the TV's word", status.state == .playing)
        run.note("beside a deaf TV: \(status.cec.map { "\($0)" } ?? "no CEC")")

        try bus.become(.on)
        run.mark(.bus, "The TV listens from now on")
        let address = try waitUntil(timeout: .seconds(30)) { try run.bench.box.status().cec?.physicalAddress }
        run.check("The box is on the bus", address == "1.0.0.0", found: address ?? "no address")
        let before = KeyCommands(log: run.bench.box.log).names.count
        try run.hand(.cec).tap(.channelUp)
        pause(.milliseconds(500))
        let found = KeyCommands(log: run.bench.box.log).names.dropFirst(before)
        run.check("A key of the TV's remote arrives", Array(found) == ["channelUp"], found: "\(found)")
        let disturbing = try CECConversation(bus.messages()).within(start).disturbances(by: .box)
        run.check("The box disturbs nobody", disturbing.isEmpty, found: "\(disturbing)")
    }
}
