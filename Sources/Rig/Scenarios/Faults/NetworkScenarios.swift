import ControlProtocol
import MediaCore

/// The network between the box and the origin breaks.
extension Catalogue {
    static let networkBlip = Scenario(
        "fault-network-blip", "Four seconds without a network: nobody notices",
        needs: [.everyFrame, .ears, .fault(.networkCut)]
    ) { run in
        let viewer = try Viewer(run)
        pause(.seconds(8))
        let watch = try Watch.during(run) {
            _ = try viewer.strike(.networkCut)
            pause(.seconds(4))
            _ = try viewer.mend(.networkCut)
            pause(.seconds(10))
        }
        run.figure(
            "4 s cut: longest still picture", watch.longestStill, "s", limit: run.bench.isSimulated ? 0.0501 : 0.2)
        run.check(
            "No beep is missing", watch.beepsEverySecond(1, for: 14, isLive: true), found: Beep.summary(watch.beeps))
        // Picture and sound must stay in sync at another speed, too.
        run.report(AVSync(watch.frames, watch.sound), seconds: 14, isPaced: true)
    }

    static let networkCut = Scenario(
        "fault-network-cut",
        "Forty seconds without a network: the last picture stays, the screen says why, then it plays on",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.networkCut)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        pause(.seconds(8))
        let latency = try box.status().playback?.latencySeconds
        let watch = try Watch.during(run) {
            let struck = try viewer.strike(.networkCut)
            try viewer.time("network cut: until it says that it waits", limit: .seconds(25), since: struck) {
                try box.status().state != .playing
            }
            pause(.seconds(1))
            run.note(Viewer.summary(try box.status()))
            try viewer.keep("network cut, waiting")
            let left = Duration.seconds(40) - (run.now - struck)
            if left > .zero { pause(left) }
            run.note(Viewer.summary(try box.status()))
            try viewer.keep("network cut for 40 s")
        }
        run.check(
            "A picture is always there", watch.framesWithoutPicture == 0,
            found: "\(watch.framesWithoutPicture) of \(watch.frames.count) vblanks without")
        run.check(
            "No sound but the channel's", watch.beeps.dropLast().allSatisfy { $0.isOf(1) },
            found: Beep.summary(watch.beeps))
        try viewer.checkKeys("while the network is cut")
        let mended = try viewer.mend(.networkCut)
        try viewer.recovers(1, limit: .seconds(11), since: mended)
        pause(.seconds(10))
        let after = try box.status().playback?.latencySeconds
        if let latency, let after {
            run.figure("network cut for 40 s: more latency afterwards", after - latency, "s", limit: 4)
        }
        viewer.checkAlive(process)
    }

    static let networkCutFlip = Scenario(
        "fault-network-cut-flip", "A digit without a network: a truthful screen at once, and the channel when it can",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.networkCut)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        let watch = try Watch.during(run) {
            _ = try viewer.strike(.networkCut)
            pause(.milliseconds(500))
            // Nothing is kept ready of this one: a neighbour would play what is here of it.
            try viewer.press(.digit4)
            pause(.milliseconds(100))
            run.check(
                "It says that it tunes", try box.status().state == .tuning, found: Viewer.summary(try box.status()))
            try viewer.keep("flip without a network")
            try viewer.time("network cut: until a flip says what is wrong", limit: .milliseconds(12_500)) {
                try box.status().state == .failed
            }
            try viewer.keep("flip without a network, failed")
            pause(.seconds(15))
        }
        run.check(
            "A picture is always there", watch.framesWithoutPicture == 0,
            found: "\(watch.framesWithoutPicture) of \(watch.frames.count) vblanks without")
        run.check(
            "It stays on the channel", try box.status().channel?.number == 4, found: Viewer.summary(try box.status()))
        try viewer.checkKeys("while the network is cut")
        let mended = try viewer.mend(.networkCut)
        try viewer.recovers(4, limit: .seconds(12), since: mended)
        viewer.checkAlive(process)
    }

    static let networkSlow = Scenario(
        "fault-network-slow", "The line becomes too slow for the best variant: a smaller one plays on",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.networkSlow)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        pause(.seconds(8))
        func bitrate() throws -> Int { try box.status().playback?.variantBitsPerSecond ?? 0 }
        let best = try bitrate()
        let watch = try Watch.during(run) {
            let struck = try viewer.strike(.networkSlow)
            try viewer.time("slow line: to a smaller variant", limit: .seconds(18), since: struck) {
                try bitrate() < best
            }
            let left = Duration.seconds(40) - (run.now - struck)
            if left > .zero { pause(left) }
            try viewer.keep("slow line")
        }
        run.figure("slow line: longest still picture", watch.longestStill, "s", limit: 8)
        run.check("It plays", try viewer.plays(1), found: Viewer.summary(try box.status()))
        try viewer.press(.channelUp)
        try viewer.time("slow line: a flip", limit: .seconds(5)) { try viewer.plays(2) }
        let mended = try viewer.mend(.networkSlow)
        try viewer.time("line mended: to the best variant", limit: .seconds(40), since: mended) {
            try bitrate() == best
        }
        try viewer.recovers(2, limit: .seconds(5))
        viewer.checkAlive(process)
    }

    static let networkLossy = Scenario(
        "fault-network-lossy", "One packet of a hundred is lost in each direction: it plays on",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.networkLossy)]
    ) { run in
        let viewer = try Viewer(run)
        let process = run.bench.box.process
        pause(.seconds(4))
        let watch = try Watch.during(run) {
            _ = try viewer.strike(.networkLossy)
            pause(.seconds(30))
        }
        run.figure(
            "lossy line: longest still picture", watch.longestStill, "s", limit: run.bench.isSimulated ? 0.0501 : 0.2)
        run.check("No beep is missing", watch.beepsEverySecond(1, for: 30), found: Beep.summary(watch.beeps))
        try viewer.press(.channelUp)
        try viewer.time("lossy line: a flip", limit: .seconds(3)) { try viewer.plays(2) }
        let mended = try viewer.mend(.networkLossy)
        try viewer.recovers(2, limit: .seconds(2), since: mended)
        viewer.checkAlive(process)
    }

    static let originDead = Scenario(
        "fault-origin-dead", "The provider's server dies for half a minute and comes back",
        needs: [.everyFrame, .ears, .hand(.uinput), .fault(.originDead)]
    ) { run in
        let viewer = try Viewer(run)
        let box = run.bench.box
        let process = box.process
        pause(.seconds(4))
        let watch = try Watch.during(run) {
            let struck = try viewer.strike(.originDead)
            try viewer.time("server dead: until it says so", limit: .seconds(25), since: struck) {
                try box.status().state != .playing
            }
            pause(.seconds(1))
            try viewer.keep("server dead, at first")
            try viewer.time("server dead: until it says what is wrong", limit: .seconds(25), since: struck) {
                try box.status().trouble != nil
            }
            run.note(Viewer.summary(try box.status()))
            let left = Duration.seconds(30) - (run.now - struck)
            if left > .zero { pause(left) }
            try viewer.keep("server dead")
        }
        run.check(
            "A picture is always there", watch.framesWithoutPicture == 0,
            found: "\(watch.framesWithoutPicture) of \(watch.frames.count) vblanks without")
        try viewer.checkKeys("while the server is dead")
        let mended = try viewer.mend(.originDead)
        try viewer.recovers(1, limit: .seconds(11), since: mended)
        viewer.checkAlive(process)
    }
}
