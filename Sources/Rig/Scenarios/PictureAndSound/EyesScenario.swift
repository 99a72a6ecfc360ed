import MediaCore
import OriginPattern

extension Catalogue {
    /// Checks the rig's scan-out tap against the kernel's own checksum of the pictures.
    static let eyes = Scenario(
        "eyes", "The rig's own eyes, judged by the kernel's checksum of what it scans out",
        needs: [.everyFrame, .simulatedTime]
    ) { run in
        try run.bench.box.start(BoxSettings())
        guard try run.waitForChannel(1) != nil else { throw ChannelDidNotCome(channel: 1) }
        pause(ScenarioRun.startHints)
        // The driver copies rows that one opaque plane covers, as long as nobody reads checksums.
        let (copied, _) = try run.pictures(while: { pause(.milliseconds(250)) })
        // One loop of the channel (32 s) later, with checksums read, the driver composes each row
        // from all planes.
        pause(.milliseconds(31_600))
        let (composed, checksums) = try run.pictures(while: { try BoardCRC.read(30) })

        let pictures = composed.reduce(into: [SeenFrame]()) { if $0.last?.pattern != $1.pattern { $0.append($1) } }
        let expected = Set(pictures.compactMap { $0.image.map(BoardCRC.expected) })
        run.check(
            "What the kernel says it scans out is what is seen",
            checksums.count >= 20 && expected.isSuperset(of: checksums),
            found:
                "\(checksums.count { expected.contains($0) }) of \(checksums.count) checksums are of \(pictures.count) pictures",
            frames: Array(pictures.prefix(1)))
        let again = copied.compactMap { frame in
            composed.first { $0.pattern == frame.pattern }.map { $0.image == frame.image }
        }
        run.check(
            "Copied and composed rows are the same", again.count > 4 && again.allSatisfy(\.self),
            found: "\(again.count { $0 }) of \(again.count) pictures are the same a loop later")
    }
}

extension ScenarioRun {
    /// The whole pictures seen from before `body` until after it.
    fileprivate func pictures<Result>(while body: () throws -> Result) throws -> (frames: [SeenFrame], Result) {
        let looking = try eyes().look(at: .everything)
        defer { looking.stop() }
        pause(.milliseconds(50))
        let result = try body()
        pause(.milliseconds(50))
        return (try looking.frames(until: now), result)
    }
}
