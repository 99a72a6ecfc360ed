import ControlProtocol
import MediaCore

/// Faults by unplugging: a device is pulled out, and plugged in again.
extension Catalogue {
    static let hdmiUnplugged = Scenario(
        "fault-hdmi-unplugged", "The TV's cable is pulled and plugged: sound goes on, keys count, the picture returns",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.hdmiUnplugged)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        let (_, sound) = try run.ears().listen {
            let struck = try viewer.strike(.hdmiUnplugged)
            try viewer.time("TV gone: to notice", limit: .milliseconds(100), since: struck) {
                try box.status().display?.connected == false
            }
            pause(.seconds(5))
        }
        let watch = Watch(sound: sound)
        run.check(
            "The sound goes on without a gap", watch.beepsEverySecond(1, for: 5), found: Beep.summary(watch.beeps))
        run.check("It says that it plays", try box.status().state == .playing, found: Viewer.summary(try box.status()))
        try viewer.checkKeys("without a TV")
        try viewer.press(.channelUp)
        pause(.seconds(4))
        run.check(
            "A flip without a TV arrives", try box.status().channel?.number == 2 && box.status().state == .playing,
            found: Viewer.summary(try box.status()))
        let mended = try viewer.mend(.hdmiUnplugged)
        try viewer.recovers(2, limit: .seconds(1), since: mended)
        viewer.checkAlive(process)
    }

    static let edidChanged = Scenario(
        "fault-edid-changed", "Another TV, which knows 1280x720 at 50 Hz only, takes the place of the first",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.edidChanged)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        run.check("The first TV has 60 Hz", try box.status().display?.refreshHertz.rounded() == 60)
        let (_, sound) = try run.ears().listen {
            let struck = try viewer.strike(.edidChanged)
            try viewer.time("other TV: to drive it", limit: .milliseconds(500), since: struck) {
                try box.status().display.map { $0.connected && $0.refreshHertz.rounded() == 50 && $0.width == 1280 }
                    ?? false
            }
            try viewer.time("other TV: to the picture", limit: .seconds(1), since: struck) { try viewer.plays(1) }
            pause(.seconds(4))
        }
        let watch = Watch(sound: sound)
        run.check(
            "The sound goes on without a gap", watch.beepsEverySecond(1, for: 5), found: Beep.summary(watch.beeps))
        let display = try box.status().display
        run.check("It knows the TV's name", display?.name.contains("Rig TV 50") == true, found: display?.name ?? "none")
        try viewer.checkKeys("with the other TV")
        let mended = try viewer.mend(.edidChanged)
        try viewer.time("first TV again: to drive it", limit: .milliseconds(500), since: mended) {
            try box.status().display?.refreshHertz.rounded() == 60
        }
        try viewer.recovers(1, limit: .seconds(1), since: mended)
        viewer.checkAlive(process)
    }

    static let soundCardGone = Scenario(
        "fault-sound-card-gone", "The sound card goes and comes back: the picture goes on, the sound returns",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.soundCardGone)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        let first = try run.eyes().look(at: .pattern)
        let struck = try viewer.strike(.soundCardGone)
        try viewer.time("sound card gone: to say so", limit: .seconds(1), since: struck) {
            try box.status().warnings.contains { $0.contains("no sound") }
        }
        try viewer.keep("no sound card")
        pause(.seconds(1))
        let gone = Watch(sound: Sound(samples: []), frames: try first.frames(until: run.now))
        first.stop()
        gone.mark(in: run)
        run.figure(
            "sound card gone: longest still picture", gone.longestStill, "s",
            limit: run.bench.isSimulated ? 0.0501 : 0.2)
        try viewer.checkKeys("without a sound card")
        // Longer than everything that is buffered.
        pause(.seconds(30))
        let looking = try run.eyes().look(at: .pattern)
        defer { looking.stop() }
        run.check("The picture runs on", try viewer.plays(1))
        let mended = try viewer.mend(.soundCardGone)
        try viewer.time("sound card back: to take it up", limit: .seconds(3), since: mended) {
            try box.status().warnings.isEmpty
        }
        pause(.seconds(1))
        let watch = Watch(sound: Sound(samples: []), frames: try looking.frames(until: run.now))
        watch.mark(in: run)
        run.figure(
            "sound card back: longest still picture", watch.longestStill, "s",
            limit: run.bench.isSimulated ? 0.0501 : 0.2)
        try viewer.recovers(1, limit: .seconds(3), since: mended)
        viewer.checkAlive(process)
    }

    static let remoteGone = Scenario(
        "fault-remote-gone", "The remote's receiver is pulled while a key is held: the key is let go",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.remoteGone)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        func hasRemote() throws -> Bool { try box.status().remotes.contains { $0.name == "Rig remote" } }
        let before = try box.status().sound.volume
        run.mark(.key, "volume-down held", at: try run.hand(.uinput).press(.volumeDown))
        pause(.seconds(1))
        let struck = try viewer.strike(.remoteGone)
        try viewer.time("remote gone: to notice", limit: .milliseconds(200), since: struck) { try !hasRemote() }
        let after = try box.status().sound.volume
        // One step more where the second ends just as the next repeat comes.
        let steps = (before - after) / HeldKeyRate.volumeStep
        let expected = HeldKeyRate.steps(in: .seconds(1))
        run.check(
            "The held key repeated", (expected...expected + 1).contains(steps), found: "\(steps) steps of \(expected)")
        pause(.seconds(2))
        let later = try box.status().sound.volume
        run.check("The key was let go", later == after, found: "\(after), then \(later)")
        run.check("The picture runs on", try viewer.plays(1))
        let mended = try viewer.mend(.remoteGone)
        try viewer.time("remote back: to take it up", limit: .milliseconds(500), since: mended) { try hasRemote() }
        try viewer.press(.channelUp)
        try viewer.recovers(2, limit: .seconds(1))
        viewer.checkAlive(process)
    }
}
