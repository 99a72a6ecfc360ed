import Base
import Foundation
import Glibc
import MediaCore
import OriginScenes

/// Encodes one channel into its directory: for every rung `RUNG/ts/000.ts…`, `RUNG/fmp4/init.mp4`
/// and `RUNG/fmp4/000.m4s…`, one file a piece of the loop, `logo.png`, and `art.png` where it shows a scene.
///
/// The loop is muxed three times in a row and the middle one kept. So each piece begins in the
/// state in which the one before it (the last one, for the first) left the codecs and the muxer,
/// and the loop closes without a seam.
struct ContentEncoder {
    let content: ChannelContent
    let directory: URL
    /// Called with the encoded frames and their total, from the encoding thread.
    let progress: @Sendable (_ done: Int, _ of: Int) -> Void

    private static let loops = 3
    /// The time scale of video in fMP4: finer than the sound's, so that a `tfdt` of 32 bits wraps for the
    /// pictures first.
    static let videoTimeScale = 90_000

    /// Encodes the channel. Blocks for as long as it takes.
    func encode() throws {
        // ffmpeg may end before it has read all; the write must then fail instead of ending this process.
        signal(SIGPIPE, SIG_IGN)
        let files = FileManager.default
        let work = directory.appendingPathComponent("work")
        try files.createDirectory(at: work, withIntermediateDirectories: true)
        try encodeSound(in: work)
        try encodePictures(in: work)
        for rung in content.rungs { try cut(rung, in: work) }
        try encodeLogo()
        try files.removeItem(at: work)
    }

    private func encodeSound(in work: URL) throws {
        let beep = BeepTrack(hertz: content.beepHertz).second()
        let sound = content.scene.map { SceneSound(scene: $0, hertz: content.beepHertz) }
        let loop = sound.map { sound in (0..<content.loopSeconds).map { sound.second($0) } } ?? [beep]
        let all = content.loopSeconds * Self.loops
        var done = 0
        let arguments = ["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", "pipe:0"] + content.audio.arguments
        try FFmpegRun(arguments: arguments + [work.appendingPathComponent("sound.m4a").path]).run {
            guard done < all else { return nil }
            defer { done += 1 }
            return loop[done % loop.count]
        }
    }

    private func encodePictures(in work: URL) throws {
        let size = content.rungs[0].size
        let labels = content.rungs.indices.map { "[s\($0)]" }
        let painter: any Painting = content.scene.map { ScenePainter(content, $0) } ?? FramePainter(content: content)
        let matrix = painter.isColoured ? ":out_color_matrix=bt709:out_range=tv" : ""
        var graph = "[0:v]split=\(content.rungs.count)\(labels.joined())"
        for (index, rung) in content.rungs.enumerated() {
            graph += ";[s\(index)]scale=\(rung.size.width):\(rung.size.height):flags=area\(matrix),setsar=1[o\(index)]"
        }
        var arguments = [
            "-f", "rawvideo", "-pix_fmt", painter.isColoured ? "bgr0" : "yuv420p", "-s", size.description, "-r",
            "\(content.framesPerSecond)",
            "-i", "pipe:0", "-filter_complex", graph,
        ]
        for (index, rung) in content.rungs.enumerated() {
            arguments += ["-map", "[o\(index)]"] + content.video.arguments(framesPerPiece: content.framesPerPiece)
            arguments += [
                "-b:v", "\(rung.kilobits)k", "-maxrate", "\(rung.kilobits * 11 / 10)k", "-bufsize", "\(rung.kilobits)k",
                "-pix_fmt", "yuv420p", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
                "-color_range", "tv", "-video_track_timescale", "\(Self.videoTimeScale)",
                work.appendingPathComponent("\(rung.name).mp4").path,
            ]
        }
        var frame = 0
        try FFmpegRun(arguments: arguments).run {
            guard frame < content.framesPerLoop else { return nil }
            defer { frame += 1 }
            if frame % content.framesPerPiece == 0 { progress(frame, content.framesPerLoop) }
            return painter.paint(frame: frame)
        }
        progress(content.framesPerLoop, content.framesPerLoop)
    }

    private func cut(_ rung: ChannelContent.Rung, in work: URL) throws {
        let files = FileManager.default
        for container in MediaContainer.allCases {
            let cut = work.appendingPathComponent("\(rung.name)-\(container.rawValue)")
            let target = directory.appendingPathComponent("\(rung.name)/\(container.rawValue)")
            try files.createDirectory(at: cut, withIntermediateDirectories: true)
            try files.createDirectory(at: target, withIntermediateDirectories: true)
            var arguments = [
                "-stream_loop", "\(Self.loops - 1)", "-i", work.appendingPathComponent("\(rung.name).mp4").path,
                "-i", work.appendingPathComponent("sound.m4a").path, "-map", "0:v", "-map", "1:a", "-c", "copy",
                "-f", "hls", "-hls_time", "\(ChannelContent.pieceSeconds)", "-hls_list_size", "0",
            ]
            switch container {
            case .ts:
                // One packet for each frame of sound: a part then has the sound of its own time.
                arguments += ["-muxdelay", "0", "-muxpreload", "0", "-hls_segment_options", "pes_payload_size=0"]
            case .fmp4:
                arguments += [
                    "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", "-hls_segment_options",
                    "video_track_timescale=\(Self.videoTimeScale)",
                ]
            }
            arguments += [
                "-hls_segment_filename", cut.appendingPathComponent("%03d.\(container.fileExtension)").path,
                cut.appendingPathComponent("list.m3u8").path,
            ]
            try FFmpegRun(arguments: arguments).run()
            for piece in 0..<content.piecesPerLoop {
                try files.moveItem(
                    at: cut.appendingPathComponent(Self.name(piece + content.piecesPerLoop, container)),
                    to: target.appendingPathComponent(Self.name(piece, container)))
            }
            if container == .fmp4 {
                try files.moveItem(
                    at: cut.appendingPathComponent("init.mp4"), to: target.appendingPathComponent("init.mp4"))
            }
        }
    }

    private func encodeLogo() throws {
        let logo = directory.appendingPathComponent("logo.png").path
        if let scene = content.scene {
            let art = directory.appendingPathComponent("art.png").path
            guard ScenePainter.writeArtwork(of: scene, to: art), ScenePainter.writeLogo(of: scene, to: logo) else {
                throw CocoaError(.fileWriteUnknown)
            }
            return
        }
        let canvas = FramePainter.logo(channel: content.number)
        var isGiven = false
        try FFmpegRun(arguments: [
            "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", canvas.size.description, "-i", "pipe:0", "-frames:v", "1",
            logo,
        ]).run {
            defer { isGiven = true }
            return isGiven ? nil : canvas.bytes
        }
    }

    static func name(_ piece: Int, _ container: MediaContainer) -> String {
        let digits = String(piece)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + ".\(container.fileExtension)"
    }
}
