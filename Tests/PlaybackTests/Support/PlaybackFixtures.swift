import Foundation
import TestSupport

/// Segments made by the `ffmpeg` program, once per machine.
enum PlaybackFixtures {
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fixtures-playback-10")

    static let isAvailable: Bool = {
        let found = run(["-version"])
        if !found { print("skipped: the ffmpeg program is not installed") }
        return found
    }()

    /// Six segments of one second, 25 fps H.264 with B-frames and AAC: `ts0.ts`…, and as fragmented MP4
    /// `init.mp4`, `mp0.m4s`…; video alone `v0.ts`…; audio alone, packed with ID3, `a0.aac`….
    static let files: [String: [UInt8]] = {
        do {
            if !FileManager.default.fileExists(atPath: folder.appendingPathComponent("done").path) { try make() }
            var all: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                all[name] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            return all
        } catch {
            print("fixtures: \(error)")
            return [:]
        }
    }()

    private static func make() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let inputs = [
            "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6", "-f", "lavfi", "-i",
            "sine=frequency=440:sample_rate=48000:duration=6",
        ]
        let video = [
            "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-bf", "2",
            "-pix_fmt", "yuv420p",
        ]
        let audio = ["-c:a", "aac", "-ac", "2"]
        let hls = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "0"]
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let names = [(0, "Low tide"), (2500, "The ferry")].map {
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($0 + 2500)\ntitle=\($1)\n"
        }
        try Data((";FFMETADATA1\n" + names.joined()).utf8).write(to: folder.appendingPathComponent("chapters.txt"))
        let chapters = ["-i", path("chapters.txt"), "-map_chapters", "2", "-map", "0:v", "-map", "1:a"]
        for (name, text) in FilmSubtitles.files {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        try Data(PictureSubtitles.file).write(to: folder.appendingPathComponent("pictures.sup"))
        let tags = ["title=Low  tide\nat Ōshima", "artist=The Otters", "album=Water"].flatMap { ["-metadata", $0] }
        let sleeve = ["-c:v", "copy", "-disposition:v", "attached_pic"]
        let outputs = [
            video + audio + hls + ["-hls_segment_filename", path("ts%d.ts"), path("ts.m3u8")],
            video + audio + hls
                + [
                    "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", "-hls_segment_filename",
                    path("mp%d.m4s"), path("mp.m3u8"),
                ],
            video + ["-an"] + hls + ["-hls_segment_filename", path("v%d.ts"), path("v.m3u8")],
            ["-vn"] + audio + hls + ["-hls_segment_filename", path("a%d.ts"), path("a.m3u8")],
            ["-vn"] + audio + ["-f", "adts", path("whole.aac")],
            ["-vn", "-c:a", "libmp3lame", "-ac", "2", "-f", "mp3", path("whole.mp3")],
            tags + ["-vn", "-c:a", "libmp3lame", "-ac", "2", "-f", "mp3", path("tagged.mp3")],
            tags + ["-vn", "-c:a", "flac", "-ac", "2", path("tagged.flac")],
            tags + ["-vn", "-c:a", "libvorbis", "-ac", "2", path("tagged.ogg")],
            tags + ["-vn"] + audio + ["-f", "mp4", path("tagged.m4a")],
            video + audio + ["-movflags", "+faststart", "-f", "mp4", path("whole.mp4")],
            video + audio + ["-f", "mp4", path("late.mp4")],
            [
                "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "25", "-c:a", "libopus",
                path("film.webm"),
            ],
            [
                "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "25", "-c:a", "libvorbis",
                path("old.webm"),
            ],
            chapters + video + audio + ["-f", "mp4", path("chapters.mp4")],
            chapters + video + audio + ["-f", "matroska", path("chapters.mkv")],
            ["-vn", "-c:a", "flac", "-ac", "2", path("whole.flac")],
            ["-vn", "-c:a", "libvorbis", "-ac", "2", path("whole.ogg")],
            ["-frames:v", "1", "-f", "mjpeg", path("photo.jpg")],
            ["-i", path("photo.jpg"), "-map", "1", "-map", "2"] + audio + sleeve + [path("cover.m4a")],
            ["-i", path("photo.jpg"), "-map", "1", "-map", "2", "-c:a", "flac"] + sleeve + [path("cover.flac")],
            ["-i", path("photo.jpg"), "-map", "1", "-map", "2", "-c:a", "libmp3lame"] + sleeve + [path("cover.mp3")],
            ["-frames:v", "1", "-f", "image2", "-c:v", "png", path("photo.png")],
            video + audio + ["-f", "matroska", path("whole.mkv")],
            video + audio + ["-f", "mpegts", path("whole.ts")],
            FilmSubtitles.inputs(path) + video + audio + ["-c:s", "copy", path("subtitled.mkv")],
            PictureSubtitles.inputs(path, copies: 1) + video + audio
                + ["-c:s", "dvbsub", "-metadata:s:s:0", "language=ger", "-f", "mpegts", path("dvb.ts")],
            PictureSubtitles.inputs(path, copies: 1) + video + audio
                + ["-c:s", "dvbsub", "-f", "segment", "-segment_format", "mpegts", "-segment_time", "1"]
                + ["-metadata:s:s:0", "language=ger", path("dvb%d.ts")],
            PictureSubtitles.inputs(path, copies: 2) + video + audio
                + ["-c:s:0", "copy", "-c:s:1", "dvdsub", "-metadata:s:s:0", "language=eng"]
                + ["-metadata:s:s:1", "language=fre", "-f", "matroska", path("disc.mkv")],
            FilmSubtitles.inputs(path) + video + audio + ["-c:s", "mov_text", path("subtitled.mp4")],
        ]
        for output in outputs where !run(inputs + output) { throw CocoaError(.fileWriteUnknown) }
        try Data().write(to: folder.appendingPathComponent("done"))
    }

    /// Runs ffmpeg; returns whether it succeeded.
    static func run(_ arguments: [String]) -> Bool {
        (try? ProgramRun("ffmpeg", arguments))?.status == 0
    }
}
