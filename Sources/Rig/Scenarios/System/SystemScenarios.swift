import ControlProtocol
import Devices
import Glibc
import MediaCore
import OriginPattern

extension Catalogue {
    /// The scenarios that need a whole system around the daemon: a boot loader's kernel, systemd, a
    /// disk, a plug.
    package static let system = [
        coldBoot, keyboardFlip, powerCut, unitKilled, systemDiskFull, lateSoundCard, unitStopped, deviceContracts,
    ]

    static let coldBoot = Scenario(
        "cold-boot", "Power on, systemd, and the first channel is seen and heard",
        needs: [.eyes, .ears, .fault(.powerCut)]
    ) { run in
        try run.fault(.powerCut).strike()
        try run.bootToPicture(of: 1, "The first channel is seen after the power came on")
        try run.hear(500, of: 1)
        let times = try run.bench.box.shell(
            "systemctl show -P ExecMainStartTimestampMonotonic -P ActiveEnterTimestampMonotonic hearthd"
        ).split(separator: "\n").compactMap { Double($0) }
        if run.check("systemd says when the unit started", times.count == 2, found: "\(times)") {
            run.figure("from the kernel's start to the daemon's", times[0] / 1e6, "s")
            run.figure("from the daemon's start to its being ready", (times[1] - times[0]) / 1e6, "s")
        }
        run.check("The box says that it plays", try run.bench.box.status().state == .playing)
    }

    static let keyboardFlip = Scenario(
        "keyboard-flip", "A key of a real keyboard driver flips to the next channel",
        needs: [.eyes, .ears, .hand(.qmp)]
    ) { run in
        try run.bench.box.start(BoxSettings(mode: nil))
        try run.see(channel: 1, "The first channel is seen")
        for (key, channel) in [(RemoteKey.channelUp, 2), (.channelUp, 3), (.channelDown, 2)] {
            let pressed = try run.press(key)
            if let frame = try run.see(channel: channel, "\(key.rawValue) brings channel \(channel)") {
                run.figure(
                    "from \(key.rawValue) to the picture of channel \(channel)", (frame.time - pressed.start).inSeconds,
                    "s")
            }
        }
        try run.hear(600, of: 2)
    }

    static let powerCut = Scenario(
        "power-cut", "The plug is pulled while a channel plays; the box comes back to it",
        needs: [.eyes, .hand(.qmp), .fault(.powerCut)]
    ) { run in
        let power = try run.fault(.powerCut)
        try run.bench.box.start(BoxSettings(mode: nil))
        try run.see(channel: 1, "The first channel is seen")
        // A digit, which does not repeat: on a slow emulator a key that is held too long would count
        // twice.
        try run.press(.digit2)
        try run.see(channel: 2, "The second channel is seen")
        // What was answered is on the disk, and with it what was seen before: nothing is waited for.
        let said = try run.bench.box.hearthctl("volume 63")
        run.check("The volume is set", said.contains("63"), found: said)
        run.mark(.fault, "power cut")
        try power.strike()
        try run.bootToPicture(of: 2, "It comes back to the channel that played")
        let status = try run.bench.box.status()
        run.check("The volume is as hearthctl was told", status.sound.volume == 63, found: "\(status.sound.volume)")
        let log = run.bench.box.log
        run.check("No damaged state was put aside", !log.contains("put aside") && !log.contains("damaged"))
    }

    static let unitKilled = Scenario(
        "unit-killed", "The daemon is killed; systemd starts it again, and the picture is back",
        needs: [.eyes, .fault(.daemonKilled)]
    ) { run in
        let box = run.bench.box
        try box.start(BoxSettings(mode: nil))
        try run.see(channel: 1, "The first channel is seen")
        let before = box.process
        run.mark(.fault, "SIGKILL")
        let start = run.now
        try run.fault(.daemonKilled).strike()
        let after = waitUntil(timeout: .seconds(30), interval: .seconds(1)) { () -> Int32? in
            box.process.flatMap { $0 == before ? nil : $0 }
        }
        run.check(
            "Another process runs", before != nil && after != nil, found: "\(String(describing: (before, after)))")
        if let frame = try run.see(channel: 1, "The picture is back") {
            run.figure("from the kill to the picture", (frame.time - start).inSeconds, "s")
        }
    }

    static let systemDiskFull = Scenario(
        "system-disk-full", "No block is left on the disk: the box plays on, flips, and remembers what it can",
        needs: [.eyes, .hand(.qmp), .fault(.diskFull)]
    ) { run in
        let box = run.bench.box
        try box.start(BoxSettings(mode: nil))
        try run.see(channel: 1, "The first channel is seen")
        try run.fault(.diskFull).strike()
        run.mark(.fault, "disk full")
        run.note(try box.shell("df /var | tail -1"))
        try run.press(.digit2)
        try run.see(channel: 2, "It flips with a full disk")
        let first = try run.eyes().frame()
        pause(.seconds(5))
        let second = try run.eyes().frame()
        run.check(
            "It plays on", second.pattern?.channel == 2 && second.pattern != first.pattern,
            found: "\(String(describing: first.pattern)) then \(String(describing: second.pattern))", frames: [second])
        run.check("It says what is wrong", box.log.contains("full"), found: String(box.log.suffix(400)))
        try run.fault(.diskFull).mend()
        try run.press(.digit3)
        try run.see(channel: 3, "It flips when there is room again")
    }

    static let lateSoundCard = Scenario(
        "late-sound-card", "The sound card comes after the daemon, as at a cold boot; it is heard",
        needs: [.eyes, .ears, .fault(.soundCardGone)]
    ) { run in
        let box = run.bench.box
        try box.start(BoxSettings(mode: nil))
        try box.stop()
        // The driver takes all of ALSA with it; the service must have access to the card all the same.
        let said = try box.shell(
            """
            for module in snd_aloop snd_hda_intel snd_hda_codec_generic snd_hda_codec snd_hda_core snd_hwdep snd_seq_dummy snd_seq \
                snd_seq_device snd_pcm snd_timer snd; do rmmod $module 2>/dev/null; done
            grep alsa /proc/devices && lsmod | grep snd
            """)
        run.check("The kernel knows of no sound", said.isEmpty, found: said)
        try box.start(BoxSettings(mode: nil))
        try run.see(channel: 1, "The first channel is seen without a sound card")
        run.check("The box says that it has none", try box.status().warnings.contains { $0.hasPrefix("no sound") })
        run.mark(.fault, "the sound card is there")
        try box.shell("modprobe snd_hda_codec_generic; modprobe snd_hda_intel; udevadm settle")
        pause(.seconds(10))
        try run.hear(500, of: 1)
    }

    static let unitStopped = Scenario(
        "unit-stopped", "systemctl stop: the daemon ends by itself, cleanly", needs: [.eyes]
    ) { run in
        try run.bench.box.start(BoxSettings(mode: nil))
        try run.see(channel: 1, "The first channel is seen")
        let start = run.now
        let code = try run.bench.box.stop()
        run.figure("to stop", (run.now - start).inSeconds, "s", limit: 5)
        run.check("Its exit code is 0", code == 0, found: "\(code)")
        run.check("It is gone", run.bench.box.process == nil)
        run.check("Its picture is gone", try run.eyes().frame().pattern == nil)
    }
}

extension ScenarioRun {
    /// Boots after a power cut until the channel is seen. The limit is a minute, which an emulated
    /// machine may take when its host is idle; on a busy host it is only reported.
    fileprivate func bootToPicture(of channel: Int, _ what: String) throws {
        var load = 0.0
        getloadavg(&load, 1)
        let isBusy = load > 1
        if isBusy { note("the host was busy before the power came on: load \(load)") }
        let start = now
        mark(.fault, "power on")
        try fault(.powerCut).mend()
        if let frame = try see(channel: channel, what, timeout: .seconds(300)) {
            figure("from power on to the picture", (frame.time - start).inSeconds, "s", limit: isBusy ? nil : 60)
        }
    }

    /// Looks until the picture's own pattern names the channel. Records the check, with the picture.
    @discardableResult
    fileprivate func see(channel: Int, _ what: String, timeout: Duration = .seconds(120)) throws -> SeenFrame? {
        let looking = try eyes().look(at: .everything)
        defer { looking.stop() }
        var last: SeenFrame?
        let seen = try waitUntil(timeout: timeout, interval: .milliseconds(250)) { () -> SeenFrame? in
            last = try looking.next(timeout: .seconds(10))
            return last?.pattern.map { Int($0.channel) } == channel ? last : nil
        }
        if let seen { mark(.picture, "channel \(channel)", at: seen.time) }
        let found = seen ?? last
        check(what, seen != nil, found: "\(String(describing: found?.pattern))", frames: found.map { [$0] } ?? [])
        return seen
    }

    /// Listens for six seconds, and checks that it is channel `channel`'s beep.
    fileprivate func hear(_ hertz: Int, of channel: Int) throws {
        let beeps = try heard { pause(.seconds(6)) }
        let right = beeps.filter { abs($0.hertz - hertz) <= 5 }
        check(
            "Channel \(channel) beeps at \(hertz) Hz", right.count >= 2 && 2 * right.count > beeps.count,
            found: "\(beeps.map(\.hertz)) Hz")
    }
}
