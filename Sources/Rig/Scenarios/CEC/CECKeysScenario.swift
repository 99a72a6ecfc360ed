import ControlProtocol
import MediaCore

extension Catalogue {
    /// Checks that each key arrives once: the kernel gives a CEC adapter an event device of its own, so that a key
    /// may come by that and by libcec.
    static let cecKeys = Scenario(
        "cec-keys", "Every key of the TV's remote arrives once", needs: [.bus, .hand(.cec)]
    ) { run in
        let bus = try run.bus()
        let hand = try run.hand(.cec)
        try bus.become(.on)
        let start = run.now
        defer { if let said = try? CECConversation(bus.messages()).within(start) { run.write(said) } }
        try run.start(BoxSettings(takesCEC: true))
        let flags = try run.bench.box.shell("cec-ctl -d /dev/cec0 2>/dev/null | grep 'Logical Addresses  '")
        run.note("The kernel's adapter: \(flags.split(whereSeparator: \.isWhitespace).joined(separator: " "))")

        /// The names of the commands that the daemon made of the keys pressed in `what`.
        func commands(_ what: () throws -> Void) throws -> [String] {
            let before = KeyCommands(log: run.bench.box.log).names.count
            try what()
            pause(.milliseconds(800))
            return Array(KeyCommands(log: run.bench.box.log).names.dropFirst(before))
        }
        // The plan gives nothing to the colours; what stops the channel comes last of all.
        let colours: [RemoteKey] = [.red, .green, .yellow, .blue]
        for key in RemoteKey.allCases where hand.has(key) && key != .power && !colours.contains(key) {
            let found = try commands {
                let time = try hand.tap(key)
                run.mark(.key, key.rawValue, at: time, until: run.now)
            }
            run.check("\(key.rawValue) arrives once", found.count == 1, found: "\(found)")
            // Closes whatever the key opened.
            _ = try commands { try hand.tap(.back) }
        }
        for state in ["off", "on again"] {
            let found = try commands { try hand.tap(.power) }
            run.check("power arrives once, \(state)", found == ["togglePower"], found: "\(found)")
        }

        // The shortest and the longest interval at which the standard lets a TV repeat that a key is held.
        for interval in [200, 500] {
            try bus.become(CECTelevision(keyRepeat: .milliseconds(interval)))
            let found = try commands { try hand.tap(.volumeUp, hold: .seconds(1)) }
            let steps = HeldKeyRate.steps(in: .seconds(1))
            run.check(
                "A TV that says each \(interval) ms that a key is held: one second is \(steps) steps",
                (steps...steps + 1).contains(found.count), found: "\(found.count)")
        }
        // TVs that leave out the repeats or the release.
        for (what, television) in [
            ("says nothing while a key is held", CECTelevision(keyRepeat: nil)),
            ("never says that a key was let go", CECTelevision(keyRepeat: nil, tellsRelease: false)),
        ] {
            try bus.become(television)
            let found = try commands { try hand.tap(.volumeDown) }
            run.check("A TV that \(what): one press is one", found.count == 1, found: "\(found)")
        }
        try bus.become(.on)
    }
}

/// The commands that keys led to, by the daemon's debug log, oldest first.
package struct KeyCommands: Sendable, Hashable {
    package let names: [String]

    package init(log: String) {
        names = log.split(separator: "\n").compactMap { line in
            guard line.contains(" hearth: key command="), let start = line.firstRange(of: "command=")?.upperBound
            else { return nil }
            return String(line[start...].prefix { $0 != " " })
        }
    }
}
