import Devices
import FFmpeg
import Foundation
import Headless
import Logging
import MediaCore
import Playback
import TestSupport
import Testing

@testable import Appliance

@Suite("The owner's film on the screen", .timeLimit(.minutes(5)))
struct SplashFilmTests {
    private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "hearth-fixtures-splash-1")
    private static let interval = Duration.milliseconds(20)
    private static let output = DisplayOutput(
        isConnected: true, size: PixelSize(width: 640, height: 360), refreshRate: 50, name: "test")

    /// A film of two seconds, square, 25 pictures a second, with a tone; made once per machine. Nil without `ffmpeg`.
    private static func film() async throws -> String? {
        let path = folder.appendingPathComponent("film.mp4").path
        if FileManager.default.fileExists(atPath: path) { return path }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = path + "-\(UUID().uuidString).mp4"
        let run = try? await ProgramRun.finished(
            "/usr/bin/env",
            [
                "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x160:rate=25:duration=2", "-f",
                "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2", "-c:v", "libx264", "-g", "25",
                "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart", made,
            ])
        guard run?.status == 0 else { return nil }
        rename(made, path)
        return path
    }

    /// A stage with the film, and the pictures that its scenes had.
    private final class Screening {
        let clock = ManualClock()
        let main: Player
        let film: SplashFilm
        let stage: Stage
        let run: Task<Void, Never>
        private(set) var times: [MediaTime] = []
        private(set) var scene: Scene?
        private(set) var peak: Float = 0
        private var sequence: UInt64 = 0
        private var last: VideoFrame?

        /// Where in `times` a round begins behind another.
        var begins: [Int] { times.indices.filter { $0 > 0 && times[$0] < times[$0 - 1] } }

        init(_ path: String) {
            main = Player(library: FFmpegLibrary(), fetcher: ScriptedFetcher(), clock: clock)
            let film = SplashFilm(path, beside: main, clock: clock, logger: Logger(label: "test"))
            (self.film, stage) = (film, Stage(player: main, splash: film))
            run = Task { await film.run {} }
        }

        /// Lets so many vblanks pass, each when the film has what it needs.
        func pass(_ count: Int) async {
            for _ in 0..<count {
                while !film.player.isFed, !Task.isCancelled { await Task.yield() }
                clock.advance(by: interval)
                let vblank = VBlank(time: clock.now + interval, interval: interval, sequence: sequence)
                sequence += 1
                if case .show(let scene, _) = stage.scene(for: vblank, on: output) {
                    self.scene = scene
                    for case .video(let frame) in scene.layers.map(\.content) where frame !== last {
                        last = frame
                        times.append(frame.presentation)
                    }
                }
                var buffer = [Float](repeating: 0, count: 960 * 2)
                buffer.withUnsafeMutableBufferPointer {
                    main.renderer.render(into: $0, format: .standard, presentation: clock.now + .milliseconds(30))
                }
                peak = buffer.reduce(peak) { max($0, abs($1)) }
            }
        }
    }

    @Test("It fills the screen, is heard, and begins again at its end; taken away it is black and silent")
    func loop() async throws {
        guard let path = try await Self.film() else { return print("skipped: the ffmpeg program is not installed") }
        let screening = Screening(path)
        #expect(screening.film.look(isFree: true, isComing: false))
        while screening.begins.count < 2, !Task.isCancelled { await screening.pass(10) }
        let begins = screening.begins
        // A whole round lies between them, in which time went on.
        let round = try #require(begins.dropFirst().first) - begins[0]
        #expect((45...50).contains(round))
        #expect(screening.peak > 0.05)
        // Square, it is cut above and below, and has no bars.
        let layer = try #require(screening.scene?.layers.first)
        #expect(layer.destination == PixelRectangle(x: 0, y: 0, width: 640, height: 360))
        #expect(screening.film.look(isFree: false, isComing: false))
        await screening.pass(20)
        #expect(screening.scene?.layers.isEmpty == true)
        screening.run.cancel()
        await screening.run.value
    }

    @Test("A file that is none, or not there, leaves the screen black")
    func broken() async throws {
        for path in ["/nonexistent/film.mp4", "/etc/hostname"] {
            let screening = Screening(path)
            #expect(screening.film.look(isFree: true, isComing: false))
            // It is told by the player, some time; from then on nothing is wanted of it.
            while screening.film.look(isFree: true, isComing: false) || screening.film.isShown { await Task.yield() }
            await screening.pass(3)
            #expect(screening.times.isEmpty)
            screening.run.cancel()
            await screening.run.value
        }
    }
}
