import ControlProtocol
import MediaCore
import OriginPattern

/// The machine under the daemon fails it: disk, memory, clock, the process itself.
extension Catalogue {
    static let diskFull = Scenario(
        "fault-disk-full", "The disk is full: everything works, nothing is remembered until there is room",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.diskFull)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        _ = try viewer.strike(.diskFull)
        for channel in 2...6 {
            if channel == 4 { continue }
            try box.hearthctl("tune \(channel)")
            try viewer.time("disk full: flip to \(channel)", limit: .seconds(1)) { try viewer.plays(channel) }
        }
        try viewer.checkKeys("with a full disk")
        run.note("\(try box.status().warnings)")
        viewer.checkAlive(process)
        _ = try viewer.mend(.diskFull)
        try box.hearthctl("tune 3")
        try viewer.recovers(3, limit: .seconds(1))
        run.check("It ends in order", try box.stop() == 0)
        try box.start(BoxSettings(keepsState: true))
        try viewer.time("channel remembered once there was room", limit: .seconds(3)) { try viewer.plays(3) }
    }

    static let diskFullAtStart = Scenario(
        "fault-disk-full-at-start", "The disk is full when the box is turned on: it plays all the same",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.diskFull)]
    ) { run in
        _ = try run.bench.box.shell("mkdir -p /var/lib/hearth")
        try run.fault(.diskFull).strike()
        run.mark(.fault, FaultKind.diskFull.rawValue)
        let viewer = try Viewer(run)
        let process = run.bench.box.process
        run.note("\(try run.bench.box.status().warnings)")
        try viewer.press(.channelUp)
        try viewer.recovers(2, limit: .seconds(1))
        viewer.checkAlive(process)
    }

    static let clockJump = Scenario(
        "fault-clock-jump", "The clock is set by an hour while a recording plays: nothing is seen or heard of it",
        needs: [.everyFrame, .ears, .fault(.clockJump)]
    ) { run in
        let film = "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",Film\n{origin}/vod/1/master.m3u8?minutes=10\n"
        let viewer = try Viewer(run, BoxSettings(lineup: film))
        let process = run.bench.box.process
        pause(.seconds(6))
        let watch = try Watch.during(run) {
            pause(.seconds(2))
            _ = try viewer.strike(.clockJump)
            pause(.seconds(5))
            _ = try viewer.mend(.clockJump)
            pause(.seconds(5))
        }
        run.figure(
            "clock ±1 h: longest still picture", watch.longestStill, "s", limit: run.bench.isSimulated ? 0.0501 : 0.2)
        run.check("No beep is missing", watch.beepsEverySecond(1, for: 12), found: Beep.summary(watch.beeps))
        viewer.checkAlive(process)
    }

    static let clockJumpLive = Scenario(
        "fault-clock-jump-live", "The clock is set by an hour, the origin's with it: the box joins the live edge again",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.clockJump)]
    ) { run in
        let viewer = try Viewer(run)
        let process = run.bench.box.process
        pause(.seconds(6))
        for (name, strike) in [("forward", true), ("back", false)] {
            let watch = try Watch.during(run) {
                _ = strike ? try viewer.strike(.clockJump) : try viewer.mend(.clockJump)
                pause(.seconds(30))
            }
            run.figure("live window jumps an hour \(name): longest still picture", watch.longestStill, "s", limit: 3)
            run.figure(
                "live window jumps an hour \(name): longest time without a beep", watch.longestWithoutBeep(1), "s",
                limit: 4)
            run.check(
                "It plays after the jump \(name)", try viewer.plays(1),
                found: Viewer.summary(try run.bench.box.status()))
            try viewer.keep("clock jumped \(name)")
        }
        try viewer.press(.channelUp)
        try viewer.recovers(2, limit: .seconds(1))
        viewer.checkAlive(process)
    }

    static let daemonKilled = Scenario(
        "fault-daemon-killed", "The daemon is killed: started again, it shows the channel it was on",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.daemonKilled)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        try viewer.press(.digit3)
        try viewer.time("flip to 3", limit: .seconds(1)) { try viewer.plays(3) }
        for _ in 0..<3 { try viewer.press(.volumeDown) }
        // The state is written at once, but not within the key press.
        pause(.milliseconds(500))
        let volume = try box.status().sound.volume
        let process = box.process
        _ = try viewer.strike(.daemonKilled)
        run.check("It is dead", waitUntil(timeout: .seconds(2)) { box.process == nil ? true : nil } == true)
        // RestartSec of the unit.
        pause(.seconds(1))
        let mended = try viewer.mend(.daemonKilled)
        run.check("Another process runs", box.process != nil && box.process != process)
        try viewer.recovers(3, limit: .seconds(2), since: mended)
        let after = try box.status()
        run.check(
            "The volume is remembered", after.sound.volume == volume, found: "\(volume), then \(after.sound.volume)")
        run.check("Nothing is broken", after.warnings.isEmpty, found: "\(after.warnings)")
        try viewer.press(.last)
        try viewer.time("the channel before is remembered: Last", limit: .seconds(1)) { try viewer.plays(1) }
    }

    static let memoryPressure = Scenario(
        "fault-memory-pressure", "Something takes all memory but 128 MiB: the box plays on and flips",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.memoryPressure)]
    ) { run in
        let viewer = try Viewer(run)
        let process = run.bench.box.process
        pause(.seconds(4))
        // The eyes need memory too, so they are opened before it is taken.
        let looking = try run.eyes().look(at: .pattern)
        defer { looking.stop() }
        let (_, sound) = try run.ears().listen {
            _ = try viewer.strike(.memoryPressure)
            let available = MemoryFault.availableMebibytes
            run.check("The memory is taken", available < 140, found: "\(available) MiB available")
            pause(.seconds(10))
        }
        let watch = Watch(sound: sound, frames: try looking.frames(until: run.now))
        watch.mark(in: run)
        run.figure(
            "memory taken: longest still picture", watch.longestStill, "s", limit: run.bench.isSimulated ? 0.0501 : 1)
        run.check(
            "No beep is missing", watch.beepsEverySecond(1, for: 10, isLive: true), found: Beep.summary(watch.beeps))
        for channel in [2, 3, 7] {
            let start = run.now
            try run.bench.box.hearthctl("tune \(channel)")
            var seen: HostTime?
            while seen == nil, run.now - start < .seconds(5), let frame = try looking.next(timeout: .seconds(1)) {
                if frame.pattern?.channel == UInt8(channel) { seen = frame.time }
            }
            run.check("Channel \(channel) comes", seen != nil, found: Viewer.summary(try run.bench.box.status()))
            run.note("\(MemoryFault.availableMebibytes) MiB available")
            if let seen { run.figure("memory taken: flip to \(channel)", (seen - start).inSeconds, "s", limit: 2) }
        }
        let mended = try viewer.mend(.memoryPressure)
        try viewer.recovers(7, limit: .seconds(1), since: mended)
        viewer.checkAlive(process)
    }
}
