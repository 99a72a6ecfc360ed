import ControlProtocol
import MediaCore

extension Catalogue {
    /// Checks the box beside a TV that is off, then watched itself, then switched over to the box.
    static let cecManners = Scenario(
        "cec-manners", "The box wakes no TV and takes no input unasked, and answers what a TV asks", needs: [.bus]
    ) { run in
        let bus = try run.bus()
        func conversation(since start: HostTime) throws -> CECConversation {
            CECConversation(try bus.messages()).within(start)
        }
        func undisturbed(_ what: String, since start: HostTime) throws {
            let said = try conversation(since: start).disturbances(by: .box)
            run.check(
                "\(what): the box disturbs nobody", said.isEmpty, found: said.isEmpty ? "nothing said" : "\(said)")
        }

        // A TV in standby, and the box is switched on beside it.
        try bus.become(.standby)
        let start = run.now
        defer { if let said = try? conversation(since: start) { run.write(said) } }
        try run.bench.box.start(BoxSettings(takesCEC: true))
        let address = try waitUntil { try run.bench.box.status().cec?.physicalAddress }
        run.check("The box is on the bus", address == "1.0.0.0", found: address ?? "no address")
        pause(.seconds(5))
        try undisturbed("Start beside a sleeping TV", since: start)
        run.check("The TV still sleeps", bus.television.power == .standby)

        // Somebody uses the box for its sound alone, with a remote of the box's own.
        if let hand = run.bench.hands.first(where: { $0.kind != .cec }) {
            let pressed = run.now
            for key in [RemoteKey.channelUp, .volumeDown, .ok, .back] {
                try hand.tap(key)
                pause(.milliseconds(500))
            }
            pause(.seconds(2))
            try undisturbed("Keys of the box's own remote", since: pressed)
            run.check("The TV sleeps through it", bus.television.power == .standby)
        }

        // What a TV asks of a new device.
        let name = try bus.ask(.giveOSDName, for: .setOSDName)
        run.check(
            "Its name is Hearth", name?.says(.setOSDName) == true && name?.text == "Hearth", found: name.described)
        let place = try bus.ask(.givePhysicalAddress, for: .reportPhysicalAddress)
        run.check(
            "It says where it is plugged in, and that it plays", place?.operands == [0x10, 0x00, 0x04],
            found: place.described)
        let power = try bus.ask(.giveDevicePowerStatus, for: .reportPowerStatus)
        run.check(
            "It says that it is on", power?.says(.reportPowerStatus) == true && power?.operands == [0],
            found: power.described)
        let vendor = try bus.ask(.giveDeviceVendorID, for: .deviceVendorID)
        run.check(
            "It has a vendor", vendor?.says(.deviceVendorID) == true && vendor?.operands.count == 3,
            found: vendor.described)
        let version = try bus.ask(.getCECVersion, for: .cecVersion)
        run.check(
            "It speaks CEC 1.4 or later", version.map { $0.says(.cecVersion) && $0.operands.first ?? 0 >= 5 } ?? false,
            found: version.described)
        let unknown = try bus.say(
            CECMessage(.requestShortAudioDescriptor, to: .box, [2]), awaiting: .reportShortAudioDescriptor)
        run.check("What it cannot do it refuses", unknown?.says(.featureAbort) == true, found: unknown.described)

        // The TV is switched on and watched itself; somebody else asks who is on the screen.
        try bus.become(.on)
        let watched = run.now
        try bus.say(CECMessage(.requestActiveSource, to: .all), awaiting: nil)
        pause(.seconds(2))
        try undisturbed("The TV shows its own tuner", since: watched)

        // The viewer takes the box's input with the TV's remote.
        let chosen = run.now
        try bus.say(CECMessage(.setStreamPath, to: .all, [0x10, 0x00]), awaiting: nil)
        pause(.seconds(2))
        let sources = try conversation(since: chosen).said([.activeSource], by: .box)
        run.check(
            "Chosen on the TV, the box says that it is the source", sources.first?.physicalAddress == 0x1000,
            found: sources.isEmpty ? "it says nothing" : "\(sources)")

        // The TV is switched off: the box may go on, but has nothing to say to that.
        let off = run.now
        try bus.become(.standby)
        try bus.say(CECMessage(.standby, to: .all), awaiting: nil)
        pause(.seconds(3))
        try undisturbed("The TV goes off", since: off)
        run.check("The box is still there", try run.bench.box.status().state == .playing)

        let end = run.now
        try run.bench.box.stop()
        pause(.seconds(1))
        try undisturbed("The box goes", since: end)
        run.check("The TV sleeps on", bus.television.power == .standby)
    }
}

extension CECMessage? {
    fileprivate var described: String { map { "\($0)" } ?? "no answer" }
}

extension ScenarioRun {
    /// Writes the conversation into the timeline's bus lane.
    func write(_ conversation: CECConversation) {
        for message in conversation.messages { mark(.bus, "\(message)", at: message.host) }
    }
}
