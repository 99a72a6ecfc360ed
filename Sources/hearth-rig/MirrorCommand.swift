import ArgumentParser
import MediaCore
import Rig

/// Shows board U's screen as a signal for a capture device: with it a bench file is tried without a
/// bench.
struct MirrorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror", abstract: "Copies what board U scans out to vivid's HDMI output.", shouldDisplay: false)

    @Option(help: "vivid's output.")
    var output = "/dev/video1"

    @Option(help: "The mode's width in pixels.")
    var width = 1280

    @Option(help: "The mode's height in pixels.")
    var height = 720

    func run() throws {
        guard Board.isHere else { throw ValidationError("this is no board: use scripts/board/run --cec") }
        try ScanOutMirror(output: output, size: PixelSize(width: width, height: height)).run()
    }
}
