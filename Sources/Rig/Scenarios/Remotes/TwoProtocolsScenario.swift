import MediaCore

extension Catalogue {
    /// With both decoders on, the kernel's Sony decoder finds a code in the light of some RC-6 keys: here one that is a key
    /// of the other remote.
    static let twoProtocols = Scenario(
        "remote-two-protocols", "An RC-6 and a Sony remote at one receiver: each press is one, and none is the other's",
        needs: []
    ) { run in
        let box = run.bench.box
        guard let receiver = try InfraredReceiver() else {
            run.check("There is an infrared receiver", false)
            return
        }
        // The rig's own remote again, for who comes next.
        defer { _ = try? InfraredReceiver() }
        let uevent = try box.shell("grep -l DRV_NAME=rc-loopback /sys/class/rc/*/uevent")
        let id = uevent.split(separator: "/").dropLast().last.map(String.init) ?? "rc0"
        let keymap = """
            [[protocols]]
            name = "a"
            protocol = "rc-6"
            variant = "rc-6-0"
            [protocols.scancodes]
            0x10 = "KEY_VOLUMEUP"
            0xc00 = "KEY_CHANNELUP"
            [[protocols]]
            name = "b"
            protocol = "sony"
            variant = "sony-20"
            [protocols.scancodes]
            0x0 = "KEY_VOLUMEDOWN"
            0x10015 = "KEY_MUTE"
            """
        try box.shell(
            "cat >/run/two.toml <<'END'\n\(keymap)\nEND\nir-keytable -c -p sony,rc-6 -w /run/two.toml -s \(id)")
        try run.start()
        func commands(_ code: String, frames: Int) throws -> [String] {
            let before = KeyCommands(log: box.log).names.count
            let words = Array(repeating: "-S \(code)", count: frames).joined(separator: " ")
            run.mark(.key, "\(code), \(frames) frames", at: run.now)
            try box.shell("ir-ctl -d \(receiver.lirc) --gap 40000 \(words)")
            pause(.milliseconds(900))
            return Array(KeyCommands(log: box.log).names.dropFirst(before))
        }
        for (code, frames, wanted) in [
            ("rc6_0:0x10", 1, "volumeUp"), ("rc6_0:0x10", 3, "volumeUp"), ("rc6_0:0xc00", 3, "channelUp"),
            ("sony12:0x10015", 3, "toggleMute"), ("sony12:0x10015", 3, "toggleMute"),
        ] {
            let found = try commands(code, frames: frames)
            run.check("\(code), said \(frames) times, is one press", found == [wanted], found: "\(found)")
        }
        let held = try commands("rc6_0:0x10", frames: 20)
        let repeats = held.filter { $0 == "volumeUp" }.count
        run.check(
            "Held for 1.2 s it repeats, and is nothing else",
            repeats == held.count
                && (HeldKeyRate.steps(in: .milliseconds(1_200))...HeldKeyRate.steps(in: .milliseconds(1_600))).contains(
                    repeats),
            found: "\(held)")
    }
}
