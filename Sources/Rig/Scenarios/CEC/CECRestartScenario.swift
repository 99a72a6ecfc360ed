import ControlProtocol
import MediaCore

extension Catalogue {
    /// Kills the daemon while a CEC key is held. The kernel keeps the box's address: nobody reports that the key was
    /// let go, and the next daemon finds the adapter configured.
    static let cecRestart = Scenario(
        "cec-restart", "The daemon is killed while a key of the TV's remote is held: the next one takes its place",
        needs: [.bus, .hand(.cec)]
    ) { run in
        let (bus, box, hand) = (try run.bus(), run.bench.box, try run.hand(.cec))
        let start = run.now
        defer { if let said = try? CECConversation(bus.messages()).within(start) { run.write(said) } }
        try bus.become(.on)
        try run.start(BoxSettings(takesCEC: true))
        let time = try hand.press(.volumeDown)
        pause(.milliseconds(300))
        if let process = box.process { try box.shell("kill -9 \(process)") }
        run.mark(.fault, "the daemon is killed")
        pause(.milliseconds(500))
        try hand.release(.volumeDown)
        run.mark(.key, "volume-down held (cec)", at: time, until: run.now)

        try run.start(BoxSettings(takesCEC: true, keepsState: true))
        let address = try box.status().cec?.physicalAddress
        run.check("It is on the bus again", address == "1.0.0.0", found: address ?? "no address")
        let volume = try box.status().sound.volume
        pause(.seconds(2))
        let later = try box.status().sound.volume
        run.check("No key is held any more", later == volume, found: "volume \(volume), two seconds later \(later)")
        let before = KeyCommands(log: box.log).names.count
        try hand.tap(.channelUp)
        pause(.milliseconds(500))
        let found = Array(KeyCommands(log: box.log).names.dropFirst(before))
        run.check("A key arrives, once", found == ["channelUp"], found: "\(found)")
        let name = try bus.ask(.giveOSDName, for: .setOSDName)
        run.check("Its name is still Hearth", name?.text == "Hearth", found: name.map { "\($0)" } ?? "no answer")
        let disturbing = try CECConversation(bus.messages()).within(start).disturbances(by: .box)
        run.check("It disturbs nobody", disturbing.isEmpty, found: "\(disturbing)")

        // Chosen with the TV's remote; then the daemon dies again.
        try bus.say(CECMessage(.setStreamPath, to: .all, [0x10, 0x00]), awaiting: nil)
        func isShown(_ wanted: Bool) throws -> Bool {
            try waitUntil(timeout: .seconds(5)) { try box.status().cec?.activeSource == wanted ? true : nil } ?? false
        }
        run.check("Chosen, it knows that the TV shows it", try isShown(true))
        func killed(_ meanwhile: () throws -> Void) throws -> HostTime {
            // What is to be kept is on the disk.
            pause(.seconds(1))
            if let process = box.process { try box.shell("kill -9 \(process)") }
            let dead = run.now
            try meanwhile()
            try run.start(BoxSettings(takesCEC: true, keepsState: true))
            return dead
        }
        func quiet(_ what: String, since dead: HostTime) throws {
            pause(.seconds(3))
            let said = try CECConversation(bus.messages()).within(dead).disturbances(by: .box)
            run.check("\(what): it disturbs nobody", said.isEmpty, found: "\(said)")
        }
        var dead = try killed {}
        run.check(
            "After its restart it knows that the TV shows it", try isShown(true), found: try box.hearthctl("status"))
        try quiet("Shown", since: dead)
        dead = try killed { try bus.become(.standby) }
        try quiet("Beside a TV that went to sleep meanwhile", since: dead)
        run.check("… it is not shown", try isShown(false), found: try box.hearthctl("status"))
        run.check("… and the TV sleeps on", bus.television.power == .standby)
    }
}
