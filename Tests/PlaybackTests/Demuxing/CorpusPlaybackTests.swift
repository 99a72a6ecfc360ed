import Devices
import Foundation
import HLS
import MediaCore
import Testing

@testable import Playback

/// Presentations of other projects, with their segments.
enum MediaCorpus {
    /// The folder of the corpora: `../shared` of the project, or of a working tree one folder deeper.
    static let root: URL? = ["../../../../shared/corpora", "../../../../../shared/corpora"]
        .map { URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0).standardizedFileURL }
        .first { FileManager.default.fileExists(atPath: $0.appending(path: "shaka").path) }

    /// The files of a folder, as they would be on a server.
    static func files(_ folder: String) -> [String: [UInt8]] {
        guard let base = root?.appending(path: folder),
            let names = try? FileManager.default.contentsOfDirectory(atPath: base.path)
        else { return [:] }
        var files: [String: [UInt8]] = [:]
        for name in names {
            guard let data = try? Data(contentsOf: base.appending(path: name)) else { continue }
            files["http://corpus/\(folder)/\(name)"] = Array(data)
        }
        return files
    }
}

/// The facts about a presentation by `ffprobe` 5.1, from the same bytes. For each: the segments put together in the
/// playlist's order (the initialization section first), then
/// `ffprobe -count_frames -show_entries stream=codec_name,width,height,sample_rate,channels,nb_read_frames`, and for
/// the times `-correct_ts_overflow 0 -show_entries packet=codec_type,pts_time,duration_time`.
struct CorpusCase: CustomTestStringConvertible, Sendable {
    /// The path in the corpora, with the folder.
    var path: String
    /// The video codec; nil: no picture.
    var video: VideoCodec?
    var size = PixelSize.zero
    /// The number of decodable frames.
    var frames = 0
    /// The intervals between frames that the media itself has, in milliseconds, rounded.
    var steps: Set<Int> = []
    /// The seconds from the first frame's start to the last one's end, including holes that the playlist declares.
    var seconds = 0.0
    /// The audio codec; nil: no sound.
    var audio: AudioCodec?
    /// The times of the first sample and after the last, in seconds from the first frame (from zero without a picture).
    var sound: ClosedRange<Double>?
    /// The number of stretches of sound without a hole in them.
    var runs = 1

    /// The known reason why the case does not hold yet; nil: it holds.
    var known: Comment?

    var testDescription: String { path }

    static let all: [CorpusCase] = [
        // 1.ts and 5.ts are both absent (GAP): the first is left out, the second is waited through.
        CorpusCase(
            path: "shaka/hls-gap/playlist.m3u8", video: .h264, size: PixelSize(width: 1280, height: 720), frames: 1440,
            steps: [17, 4021], seconds: 28.028),
        CorpusCase(
            path: "shaka/hls-interstitial/ad.m3u8", video: .h264, size: PixelSize(width: 250, height: 144), frames: 120,
            steps: [33], seconds: 4),
        CorpusCase(
            path: "shaka/hls-interstitial/ad1.m3u8", video: .h264, size: PixelSize(width: 640, height: 360), frames: 48,
            steps: [42], seconds: 2, audio: .aac, sound: 0.0016...2.0069),
        CorpusCase(
            path: "shaka/hls-mp4-muxed-aac-h264/hls.m3u8", video: .h264, size: PixelSize(width: 1280, height: 720),
            frames: 60, steps: [17], seconds: 1.001, audio: .aac, sound: 0.0093...1.012),
        CorpusCase(path: "shaka/hls-raw-aac/manifest.m3u8", audio: .aac, sound: 0...39.985),
        CorpusCase(path: "shaka/hls-raw-mp3/playlist.m3u8", audio: .mp3, sound: 0...40.0196),
        CorpusCase(path: "shaka/hls-raw-mp3/playlist-no-codecs.m3u8", audio: .mp3, sound: 0...40.0196),
        // The second segment's timestamps begin anew without a DISCONTINUITY. Its sound is 48 ms shorter than its
        // picture, and so is the first one's, which leaves the hole.
        CorpusCase(
            path: "shaka/hls-text-no-discontinuity/index.m3u8", video: .h264, size: PixelSize(width: 256, height: 144),
            frames: 300, steps: [40], seconds: 12, audio: .aac, sound: -0.021...11.931, runs: 2),
        // The sound of 71.ts ends 101 ms before its picture.
        CorpusCase(
            path: "shaka/hls-text-offset/index.m3u8", video: .h264, size: PixelSize(width: 640, height: 360),
            frames: 205, steps: [41, 42], seconds: 8.5416, audio: .aac, sound: 0.019...8.5453, runs: 2),
        // Compared with the 1960840 bytes that the playlist lists. The last frame but one is missing in the media.
        CorpusCase(
            path: "shaka/hls-ts-audio-muxed-in-video/master.m3u8", video: .h264,
            size: PixelSize(width: 416, height: 234), frames: 1794, steps: [33, 67], seconds: 59.893, audio: .aac,
            sound: 0...59.861),
        // AES-256 in CBC, then in counter mode, each key with an initialization vector of its own, the initialization
        // section encrypted too: compared with the output of `openssl enc -d`.
        CorpusCase(
            path: "shaka/hls-aes-256/media.m3u8", video: .h264, size: PixelSize(width: 320, height: 180), frames: 500,
            steps: [40], seconds: 20),
        // `cenc`, the key in a data: URL: compared by ffprobe with `-decryption_key`.
        CorpusCase(
            path: "shaka/hls-sample-aes/index.m3u8", video: .h264, size: PixelSize(width: 180, height: 144),
            frames: 1500,
            steps: [40], seconds: 60),
        CorpusCase(
            path: "shaka/hls-ts-b-frames/index.m3u8", video: .h264, size: PixelSize(width: 1280, height: 720),
            frames: 144, steps: [40], seconds: 5.76),
        CorpusCase(
            path: "shaka/hls-ts-muxed-aac-h264/playlist.m3u8", video: .h264, size: PixelSize(width: 320, height: 180),
            frames: 864, steps: [42], seconds: 36, audio: .aac, sound: 0...35.9893),
        // 33 bits overflow in 28.ts, at different packets for the sound and for the picture.
        CorpusCase(
            path: "shaka/hls-ts-rollover/playlist.m3u8", video: .h264, size: PixelSize(width: 640, height: 360),
            frames: 480, steps: [42], seconds: 20, audio: .aac, sound: 0.0016...19.9909),
        // Two frames are missing in the media.
        CorpusCase(
            path: "media3/cea608/manifest.m3u8", video: .h264, size: PixelSize(width: 640, height: 360), frames: 58,
            steps: [42, 125], seconds: 2.5, audio: .aac, sound: 0...2.432),
        CorpusCase(
            path: "media3/multi-segment/playlist.m3u8", video: .hevc, size: PixelSize(width: 1080, height: 720),
            frames: 30, steps: [33], seconds: 1.001, audio: .aac, sound: 0.043...1.0879),
        CorpusCase(
            path: "media3/standalone-webvtt/multivariant_playlist.m3u8", video: .h264,
            size: PixelSize(width: 1080, height: 720), frames: 30, steps: [33], seconds: 1.001),
        CorpusCase(
            path: "media3/ttml-in-mp4/multivariant_playlist.m3u8", video: .h264,
            size: PixelSize(width: 1080, height: 720), frames: 30, steps: [33], seconds: 1.001),
        // 60 s; compared by the number of packets (`-count_packets`), as they are encrypted.
        CorpusCase(
            path: "shaka/hls-sample-aes/index.m3u8", video: .h264, size: PixelSize(width: 180, height: 144),
            frames: 1500,
            steps: [40], seconds: 60),
        // Compared with the same bytes, decrypted with `openssl enc -d`.
        CorpusCase(
            path: "shaka/hls-aes-256/media.m3u8", video: .h264, size: PixelSize(width: 320, height: 180), frames: 500,
            steps: [40], seconds: 20),
        // Two pictures. An I-frame playlist is for trick play; as a main playlist it is a slide show.
        CorpusCase(
            path: "shaka/hls-iframe-only/media.m3u8", video: .h264, size: PixelSize(width: 1152, height: 648),
            frames: 2,
            steps: [2002], seconds: 4.004, known: "the last of them ends after a 24th of a second, not when EXTINF says"
        ),
    ]
}

@Suite(
    "Presentations that others made, to their end",
    .enabled(if: MediaCorpus.root != nil, "no ../shared/corpora"), .serialized, .timeLimit(.minutes(10)))
struct CorpusPlaybackTests {
    private static func play(_ path: String) async -> Screening {
        let screening = Screening()
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        await screening.play("http://corpus/\(path)", MediaCorpus.files(folder))
        return screening
    }

    /// Checks presentations that can't be played: `interstitials` of media3 names no file that is there;
    /// `clear-encrypted-hls` lacks its pictures.
    @Test("what can't be played says why: a file that is missing, keys of a DRM system")
    func impossible() async {
        let missing = await Self.play("shaka/clear-encrypted-hls/manifest.m3u8")
        #expect(
            missing.failure
                == .httpStatus(404, url: "http://corpus/shaka/clear-encrypted-hls/video-swapped.m3u8", retryAfter: nil),
            "\(missing.summary)")
        let protected = await Self.play("shaka/clear-encrypted-hls/audio-swapped.m3u8")
        guard case .protected = protected.failure else {
            Issue.record("\(protected.summary)")
            return
        }
    }

    @Test("every frame and all sound come out, on time, to the end", arguments: CorpusCase.all)
    func whole(_ expected: CorpusCase) async throws {
        let screening = await Self.play(expected.path)
        if let known = expected.known {
            withKnownIssue(known) { try Self.judge(screening, expected) }
        } else {
            try Self.judge(screening, expected)
        }
    }

    private static func judge(_ screening: Screening, _ expected: CorpusCase) throws {
        let comment = Comment(rawValue: screening.summary)
        #expect(
            screening.failure == nil && screening.stalls == 0 && screening.dropped == 0 && screening.blanks == 0,
            comment)
        #expect(!screening.isStarved, comment)
        #expect(Set(screening.tracks.map(\.codec)) == expected.codecs, comment)
        let frame = Duration.milliseconds(Int(expected.steps.min() ?? 25))
        let first = screening.shown.first?.time ?? .zero
        if expected.video != nil {
            #expect(screening.shown.count == expected.frames, comment)
            #expect(screening.steps == expected.steps, comment)
            #expect(Set(screening.shown.map(\.size)) == [expected.size], comment)
            let last = try #require(screening.shown.last)
            #expect(abs((last.time + frame - first).inSeconds - expected.seconds) <= frame.inSeconds, comment)
            // Each is on screen for as long as in the media, but for the first, which has one refresh.
            let began = try #require(screening.shown.dropFirst().first)
            #expect(abs((last.at - began.at).inSeconds - (last.time - began.time).inSeconds) <= 0.025, comment)
        }
        if let sound = expected.sound {
            #expect(screening.sound.count == expected.runs, comment)
            let start = try #require(screening.sound.first)
            let end = try #require(screening.sound.last)
            // Sound from before the first frame is not heard, nor sound that would have been on its way to the
            // loudspeaker; and of the first frame's duration only one refresh.
            #expect((start.media - first).inSeconds - max(0, sound.lowerBound) <= 0.05 + frame.inSeconds, comment)
            #expect(abs((end.end - first).inSeconds - sound.upperBound) <= 0.0214, comment)
            for run in screening.sound { #expect(abs(screening.lag(of: run).inSeconds) <= 0.015, comment) }
        } else {
            #expect(screening.sound.isEmpty, comment)
        }
        // The end is reported when it is reached: neither the last picture nor the last sound is cut short.
        let ended = try #require(screening.ended, comment)
        let length = max(expected.video == nil ? 0 : expected.seconds, expected.sound?.upperBound ?? 0)
        let began = screening.shown.first?.at ?? .zero
        #expect(abs((ended - began).inSeconds - length) <= 0.06, comment)
    }
}

extension CorpusCase {
    var codecs: Set<Track.Codec> {
        Set([video.map(Track.Codec.video), audio.map(Track.Codec.audio)].compactMap(\.self))
    }
}
