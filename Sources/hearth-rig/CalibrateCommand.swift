import ArgumentParser
import Foundation
import Rig

/// Measures what a bench's capture devices add to the offset of sound and picture.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measures a bench's ears.latency_ms by flash and beep.",
        discussion: """
            On the cable must be hearth-origin's picture and sound from a source whose offset is known: a player \
            that keeps them together, or, with --start, the box itself once it has been measured elsewhere.
            """)

    @Argument(help: "The bench file.")
    var bench: String

    @Option(help: "How long to look and listen.")
    var seconds = 20

    @Option(help: "How much later than the picture the source's sound leaves it, in milliseconds.")
    var source = 0.0

    @Flag(help: "Starts the box's own daemon first.")
    var start = false

    @Option(help: "The folder of hearthd, hearthctl and hearth-origin; by default hearth-rig's own.")
    var programs: String?

    func run() throws {
        let file = try BenchFile(contentsOfFile: bench)
        let made = try BoardRBench.make(file, programs: programs ?? Checkout().programs)
        guard let eyes = made.eyes, let ears = made.ears, let now = file.ears?.latency else {
            throw ValidationError("\(bench) has not both [eyes] and [ears]")
        }
        if start { try made.box.start(BoxSettings()) }
        pause(.seconds(start ? 8 : 0))
        let looking = try eyes.look(at: .pattern)
        let (frames, sound) = try ears.listen {
            pause(.seconds(max(seconds, Calibration.fewestPairs + 1)))
            return try looking.all()
        }
        looking.stop()
        guard let found = Calibration(AVSync(frames, sound)) else {
            throw ValidationError(
                "fewer than \(Calibration.fewestPairs) flashes with a beep in \(frames.count) pictures and "
                    + "\(Beep.all(in: sound.samples).count) beeps: is hearth-origin's channel on the cable?")
        }
        print(
            "sound after picture: \(Self.text(found.offset)) ms, \(found.pairs) times within \(Self.text(found.spread)) ms"
        )
        guard found.isSteady else {
            throw ValidationError("that is no constant: the capture device's timestamps cannot be relied on")
        }
        let latency = found.earsLatency(now: now, source: .microseconds(Int64(source * 1_000)))
        print("[ears]\nlatency_ms = \(Self.text(latency))")
    }

    private static func text(_ duration: Duration) -> String { String(format: "%.1f", duration.milliseconds) }
}
