import MediaCore

/// Everything that was on the screen and heard for a while: evidence of what went on and what did not.
struct Watch {
    let sound: Sound
    /// Each vblank with its picture's checksum; empty where the bench cannot tell.
    let vblanks: [ScanOutLog.VBlank]
    let beeps: [Beep]

    /// Watches while `body` runs. The screen must be lit.
    static func during(_ run: ScenarioRun, _ body: () throws -> Void) throws -> Watch {
        let log = Board.isHere ? try ScanOutLog() : nil
        do {
            let (_, sound) = try run.ears().listen(while: body)
            return Watch(sound: sound, vblanks: log?.finish() ?? [])
        } catch {
            _ = log?.finish()
            throw error
        }
    }

    init(sound: Sound, vblanks: [ScanOutLog.VBlank]) {
        self.sound = sound
        self.vblanks = vblanks
        beeps = Beep.all(in: sound.samples)
    }

    /// The longest time for which the picture stood still, in seconds, counted in vblanks of 60 Hz.
    var longestStill: Double {
        var longest = 0
        var count = 0
        var last: UInt32?
        for vblank in vblanks {
            count = vblank.checksum == last ? count + 1 : 1
            last = vblank.checksum
            longest = max(longest, count)
        }
        return Double(longest) / 60
    }

    func blackVBlanks(_ size: PixelSize) -> Int {
        let black = BoardCRC.expected(of: Image(size: size))
        return vblanks.count { $0.checksum == black }
    }

    /// Seconds between the starts of the channel's neighbouring beeps. The origin has one a second.
    func intervals(_ channel: Int) -> [Double] {
        // One that was under way when the recording began has no start.
        let starts = beeps.filter { $0.isOf(channel) && $0.frames.lowerBound > 0 }.map { Double($0.frames.lowerBound) / Double(sound.rate) }
        return zip(starts, starts.dropFirst()).map { $1 - $0 }
    }

    /// Every second's beep is there: within half of one of `Beep`'s steps, which are 5 ms.
    func beepsEverySecond(_ channel: Int, for seconds: Int) -> Bool {
        let intervals = intervals(channel)
        return intervals.count >= seconds - 2 && intervals.allSatisfy { abs($0 - 1) <= 0.0101 }
    }
}
