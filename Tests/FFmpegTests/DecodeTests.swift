import Devices
import FFmpeg
import MediaCore
import Testing

@Suite("FFmpeg: media in, pictures and sound out", .enabled(if: MediaFixtures.isAvailable))
struct DecodeTests {
    static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-bf", "2", "-pix_fmt", "yuv420p"]
    static let aac = ["-c:a", "aac", "-b:a", "96k", "-ac", "2"]
    static let fragmented = ["-f", "mp4", "-movflags", "+frag_keyframe+empty_moov+default_base_moof"]

    @Test("H.264 with B-frames and AAC in MPEG-TS: all 50 frames in order, 40 ms apart")
    func transportStream() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        let decoded = Decoded(bytes, .mpegTS)
        #expect(decoded.error == nil)
        #expect(decoded.tracks.map(\.codec) == [.video(.h264), .audio(.aac)])
        #expect(decoded.frames.count == 50)
        #expect(decoded.frameSteps == [40])
        #expect(decoded.frames.first?.size == PixelSize(width: 320, height: 180))
        #expect(decoded.frames.first?.format == .i420)
        #expect(abs(decoded.audioFrameCount - 96_000) < 3000)
    }

    @Test("the first picture comes out with the first packet, though B-frames follow")
    func firstPicture() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        #expect(Decoded(bytes, .mpegTS).packetsBeforeFirstFrame == 1)
    }

    @Test(
        "one thread decodes what it can; when it falls behind there are two from the next key frame on, and no picture is lost"
    )
    func threads() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: MemorySource(bytes), expected: nil)
        var decoder: LibraryVideoDecoder?
        var video = 0
        var count = 0
        var keys = 0
        var times: [MediaTime] = []
        loop: while true {
            switch try demuxer.next() {
            case .tracks(let tracks):
                video = try #require(tracks.firstIndex { $0.codec == .video(.h264) })
                decoder = try LibraryVideoDecoder(tracks[video])
            case .packet(let packet):
                guard packet.track == video, let decoder else { continue }
                if packet.isKey { keys += 1 }
                try decoder.decode(packet) { times.append($0.presentation) }
                count += 1
                if count == 10 {
                    decoder.skipsNonReference = true
                    decoder.skipsNonReference = false
                }
                #expect(decoder.hasFrameThreads == (keys == 2), "after \(count) packets")
            case .end: break loop
            }
        }
        decoder?.drain { times.append($0.presentation) }
        #expect(keys == 2 && times.count == 50)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(40) })
    }

    @Test(
        "bytes that come one TS packet, one byte or all at a time give the same frames", arguments: [1, 188, 1 << 20])
    func pieces(piece: Int) throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        let decoded = Decoded(bytes, .mpegTS, piece: piece)
        #expect(decoded.frames.count == 50)
        #expect(decoded.frameSteps == [40])
    }

    @Test(
        "packed audio: no frame is lost and each has its time, whatever the pieces it comes in",
        arguments: [
            ("aac", MediaContainer.aac, ["-f", "adts"], 1024),
            ("libmp3lame", .mp3, ["-f", "mp3", "-id3v2_version", "0", "-write_xing", "0"], 1152),
            ("ac3", .ac3, ["-f", "ac3"], 1536), ("eac3", .eac3, ["-f", "eac3"], 1536),
        ] as [(String, MediaContainer, [String], Int)])
    func packedPieces(encoder: String, container: MediaContainer, format: [String], samples: Int) throws {
        let bytes = try MediaFixtures.bytes("pieces.\(encoder)", ["-c:a", encoder] + format)
        let frame = Double(samples) / 48_000
        let count = Int((2 / frame).rounded(.down))
        for piece in [1, 16, 73, 4096, 1 << 20] {
            let decoded = Decoded(bytes, container, piece: piece)
            #expect(
                (count...count + 3).contains(decoded.packets.count),
                "\(decoded.packets.count) packets in pieces of \(piece)")
            for (index, packet) in decoded.packets.enumerated() {
                let time = packet.presentation?.seconds ?? -1
                #expect(abs(time - Double(index) * frame) < 0.000_01)
                #expect(abs(packet.duration.inSeconds - frame) < 0.000_001)
            }
        }
    }

    @Test("several frames of sound in one PES packet each have their time")
    func framesInOnePES() throws {
        // The muxer fills a packet of 2930 bytes before it writes any.
        let bytes = try MediaFixtures.bytes("pes-audio.ts", ["-vn", "-c:a", "aac", "-b:a", "64k", "-f", "mpegts"])
        let times = Decoded(bytes, .mpegTS).packets.map { $0.presentation?.seconds ?? -1 }
        #expect(times.count > 90)
        for (time, next) in zip(times, times.dropFirst()) { #expect(abs(next - time - 1024.0 / 48_000) < 0.000_03) }
    }

    @Test("the header of an MPEG-TS is read from its first kilobytes")
    func headerIsShort() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        let source = MemorySource(bytes, piece: 188)
        let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: source, expected: nil)
        guard case .tracks(let tracks) = try demuxer.next() else {
            Issue.record("tracks come first")
            return
        }
        #expect(tracks.count == 2)
        #expect(bytes.count - source.remaining <= 10_000)
    }

    @Test("H.264 and AAC in fragmented MP4")
    func fragments() throws {
        let bytes = try MediaFixtures.bytes("fragments.mp4", Self.h264 + Self.aac + Self.fragmented)
        let decoded = Decoded(bytes, .mp4)
        #expect(decoded.tracks.map(\.codec) == [.video(.h264), .audio(.aac)])
        #expect(decoded.tracks.allSatisfy { !$0.configuration.isEmpty })
        #expect(decoded.frames.count == 50)
        #expect(decoded.frameSteps == [40])
        #expect(abs(decoded.audioFrameCount - 96_000) < 3000)
    }

    @Test(
        "each video codec gives its 50 frames",
        arguments: [
            (
                "hevc.mp4", VideoCodec.hevc, MediaContainer.mp4,
                ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-tag:v", "hvc1"]
            ),
            ("hevc.ts", .hevc, .mpegTS, ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]),
            ("av1.mp4", .av1, .mp4, ["-c:v", "libsvtav1", "-preset", "12"]),
            ("mpeg2.ts", .mpeg2, .mpegTS, ["-c:v", "mpeg2video", "-bf", "2", "-b:v", "2M"]),
        ])
    func videoCodecs(name: String, codec: VideoCodec, container: MediaContainer, arguments: [String]) throws {
        let format = container == .mp4 ? Self.fragmented : ["-f", "mpegts"]
        let bytes = try MediaFixtures.bytes(name, arguments + ["-pix_fmt", "yuv420p", "-an"] + format)
        let decoded = Decoded(bytes, container)
        #expect(decoded.tracks.map(\.codec) == [.video(codec)])
        #expect(decoded.frames.count == 50)
        #expect(decoded.frameSteps == [40])
        #expect(decoded.packetsBeforeFirstFrame == 1)
    }

    @Test("10-bit pictures keep their 10 bits; 4:4:4 is converted to 4:2:0")
    func formats() throws {
        let deep = try MediaFixtures.bytes(
            "deep.ts",
            [
                "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le",
                "-an", "-f", "mpegts",
            ])
        #expect(Set(Decoded(deep, .mpegTS).frames.map(\.format)) == [.i010])
        let full = try MediaFixtures.bytes(
            "full.ts", ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p", "-an", "-f", "mpegts"])
        let decoded = Decoded(full, .mpegTS)
        #expect(Set(decoded.frames.map(\.format)) == [.i420])
        #expect(decoded.frames.count == 50)
    }

    @Test(
        "each audio codec gives its two seconds at 48 kHz stereo, without a hole",
        arguments: [
            ("aac.ts", AudioCodec.aac, MediaContainer.mpegTS, ["-c:a", "aac", "-f", "mpegts"]),
            ("mp3.ts", .mp3, .mpegTS, ["-c:a", "libmp3lame", "-f", "mpegts"]),
            ("mp2.ts", .mp3, .mpegTS, ["-c:a", "mp2", "-f", "mpegts"]),
            ("ac3.ts", .ac3, .mpegTS, ["-c:a", "ac3", "-f", "mpegts"]),
            ("eac3.ts", .eac3, .mpegTS, ["-c:a", "eac3", "-f", "mpegts"]),
            ("surround.ts", .ac3, .mpegTS, ["-c:a", "ac3", "-ac", "6", "-f", "mpegts"]),
            ("opus.mp4", .opus, .mp4, ["-c:a", "libopus"] + fragmented),
            ("mono44.mp4", .aac, .mp4, ["-c:a", "aac", "-ar", "44100", "-ac", "1"] + fragmented),
            ("packed.aac", .aac, .aac, ["-c:a", "aac", "-f", "adts"]),
            ("packed.mp3", .mp3, .mp3, ["-c:a", "libmp3lame", "-f", "mp3"]),
            ("packed.ac3", .ac3, .ac3, ["-c:a", "ac3", "-f", "ac3"]),
            ("packed.eac3", .eac3, .eac3, ["-c:a", "eac3", "-f", "eac3"]),
        ])
    func audioCodecs(name: String, codec: AudioCodec, container: MediaContainer, arguments: [String]) throws {
        let bytes = try MediaFixtures.bytes(name, ["-vn"] + arguments)
        let decoded = Decoded(bytes, container)
        #expect(decoded.error == nil)
        #expect(decoded.tracks.first?.codec == .audio(codec))
        #expect(abs(decoded.audioFrameCount - 96_000) < 4000)
        var holes = 0
        var expected: MediaTime?
        for block in decoded.blocks {
            if let expected, let start = block.presentation, abs((start - expected).inSeconds) > 0.002 { holes += 1 }
            expected = block.presentation.map { $0 + AudioFormat.standard.duration(frames: block.frameCount) }
        }
        #expect(holes == 0)
        let peak = decoded.blocks.flatMap(\.samples).map(abs).max() ?? 0
        #expect(peak > 0.05 && peak <= 1.1)
    }

    @Test("timestamps that wrap at 33 bits go on rising, towards the expected position")
    func wrap() throws {
        // Starts one second before 2^33 ticks.
        let bytes = try MediaFixtures.bytes(
            "wrap.ts", Self.h264 + Self.aac + ["-output_ts_offset", "95441.3", "-muxdelay", "0", "-f", "mpegts"])
        let decoded = Decoded(bytes, .mpegTS)
        #expect(decoded.frames.count == 50)
        #expect(decoded.frameSteps == [40])
        let later = MediaTime(seconds: 95443.7 * 3 + 95442)
        let unwrapped = Decoded(bytes, .mpegTS, expected: later)
        let first = try #require(unwrapped.frames.first)
        #expect(abs((first.presentation - later).inSeconds) < 5)
        #expect(unwrapped.frameSteps == [40])
    }

    @Test("joined right at a wrap, sound before it and picture behind it are on one side")
    func joinAtWrap() throws {
        // The picture begins 500 ticks after 2^33, the sound 1420 ticks before it.
        let bytes = try MediaFixtures.bytes(
            "join.ts", Self.h264 + Self.aac + ["-output_ts_offset", "95443.72324", "-muxdelay", "0", "-f", "mpegts"])
        for expected in [nil, MediaTime.zero, MediaTime(seconds: 95443.7), MediaTime(seconds: 7 * 95443.7)] {
            let decoded = Decoded(bytes, .mpegTS, expected: expected)
            let times = decoded.packets.compactMap(\.presentation?.seconds)
            #expect((times.max() ?? 0) - (times.min() ?? 0) < 2.2)
            if let expected { #expect(abs((times.min() ?? 0) - expected.seconds) < 5) }
            #expect(decoded.frameSteps == [40])
        }
    }

    @Test("frames go back to the library when the last reference goes")
    func release() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        weak var frame: VideoFrame?
        do {
            let decoded = Decoded(bytes, .mpegTS)
            frame = decoded.frames[10]
            #expect(frame != nil)
        }
        #expect(frame == nil)
    }

    @Test("a segment cut anywhere gives what was there and never traps")
    func truncated() throws {
        for (name, container, arguments) in [
            ("bframes.ts", MediaContainer.mpegTS, Self.h264 + Self.aac + ["-f", "mpegts"]),
            ("fragments.mp4", .mp4, Self.h264 + Self.aac + Self.fragmented),
        ] {
            let bytes = try MediaFixtures.bytes(name, arguments)
            for length in [0, 1, 187, 188, 500, 1000, 5000, bytes.count / 2, bytes.count - 1] {
                let decoded = Decoded(Array(bytes.prefix(length)), container)
                #expect(decoded.frames.count <= 50)
            }
            #expect(!Decoded(Array(bytes.prefix(bytes.count / 2)), container).frames.isEmpty)
        }
    }

    @Test("garbage and damaged bytes never trap, and end", arguments: MediaContainer.allCases)
    func garbage(container: MediaContainer) throws {
        var generator = LinearGenerator(state: 7)
        let noise = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 33) }
        #expect(Decoded(noise, container).frames.isEmpty)
        let html = Array("<!DOCTYPE html><html><body>Not found</body></html>".utf8)
        #expect(Decoded(html, container).frames.isEmpty)

        var damaged =
            try container == .mp4
            ? MediaFixtures.bytes("fragments.mp4", Self.h264 + Self.aac + Self.fragmented)
            : MediaFixtures.bytes("bframes.ts", Self.h264 + Self.aac + ["-f", "mpegts"])
        for _ in 0..<200 {
            damaged[Int(generator.next() >> 33) % damaged.count] = UInt8(truncatingIfNeeded: generator.next() >> 33)
        }
        let decoded = Decoded(damaged, container)
        #expect(decoded.frames.count <= 60)
    }
}

/// Knuth's linear congruential generator: the same noise in each run.
struct LinearGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
