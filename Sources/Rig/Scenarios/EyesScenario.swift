import MediaCore
import OriginPattern

extension Catalogue {
    /// The tap is the rig's own: here the kernel's checksum, which is not, judges it.
    static let eyes = Scenario(
        "eyes", "The rig's own eyes, judged by the kernel's checksum of what it scans out",
        needs: [.everyFrame, .simulatedTime]
    ) { run in
        try run.bench.box.start(BoxSettings())
        guard try run.waitForChannel(1) != nil else { throw ChannelDidNotCome(channel: 1) }
        pause(.seconds(8))
        // While nobody wants a checksum, the driver copies rows that one opaque plane covers.
        let copied = try run.pictures(for: .milliseconds(250))
        // The channel's loop is 32 s long. While somebody does, it composes each row from all planes.
        pause(.milliseconds(31_600))
        let log = try ScanOutLog()
        let composed = try run.pictures(for: .milliseconds(500))
        let checksums = Dictionary(log.finish().map { (UInt64($0.sequence), $0.checksum) }) { first, _ in first }

        let judged = composed.prefix(6).compactMap { frame in
            frame.sequence.flatMap { checksums[$0] }.flatMap { sum in frame.image.map { BoardCRC.expected(of: $0) == sum } }
        }
        run.check("What is seen is what the kernel says it scans out", judged.count == 6 && judged.allSatisfy(\.self),
            found: "\(judged.count { $0 }) of \(judged.count) checksums agree", frames: Array(composed.prefix(1)))
        let again = copied.compactMap { frame in
            composed.first { $0.pattern == frame.pattern }.map { $0.image == frame.image }
        }
        run.check("Copied and composed rows are the same", again.count > 4 && again.allSatisfy(\.self),
            found: "\(again.count { $0 }) of \(again.count) pictures are the same a loop later")
    }
}

extension ScenarioRun {
    /// Whole pictures from now on.
    fileprivate func pictures(for duration: Duration) throws -> [SeenFrame] {
        let looking = try eyes().look(at: .everything)
        defer { looking.stop() }
        pause(duration)
        return try looking.frames(until: now)
    }
}
