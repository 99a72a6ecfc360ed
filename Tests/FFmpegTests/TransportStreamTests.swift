import Devices
import MediaCore
import Testing

@testable import FFmpeg

/// The sound of MPEG-TS in all the ways that maps tell it, through the demuxer and the decoders.
@Suite("FFmpeg: what the programme map says", .enabled(if: MediaFixtures.isAvailable))
struct TransportStreamTests {
    typealias Writer = TransportWriter

    struct Sound: Sendable, CustomTestStringConvertible {
        var name: String
        var codec: AudioCodec
        var arguments: [String]
        /// As the program muxes it.
        var type: UInt8

        var testDescription: String { name }
    }

    static let sounds: [Sound] = [
        Sound(name: "mp2", codec: .mp3, arguments: ["-c:a", "mp2"], type: 0x03),
        Sound(name: "mp3", codec: .mp3, arguments: ["-c:a", "libmp3lame"], type: 0x03),
        Sound(name: "aac", codec: .aac, arguments: ["-c:a", "aac"], type: 0x0f),
        Sound(name: "latm", codec: .latm, arguments: ["-c:a", "aac", "-mpegts_flags", "+latm"], type: 0x11),
        Sound(name: "ac3", codec: .ac3, arguments: ["-c:a", "ac3"], type: 0x81),
        Sound(name: "eac3", codec: .eac3, arguments: ["-c:a", "eac3"], type: 0x87),
        Sound(name: "ac3-dvb", codec: .ac3, arguments: ["-c:a", "ac3", "-mpegts_flags", "+system_b"], type: 0x06),
        Sound(name: "eac3-dvb", codec: .eac3, arguments: ["-c:a", "eac3", "-mpegts_flags", "+system_b"], type: 0x06),
        Sound(name: "opus", codec: .opus, arguments: ["-c:a", "libopus"], type: 0x06),
        Sound(name: "dts", codec: .dts, arguments: ["-c:a", "dca", "-strict", "-2", "-ac", "2"], type: 0x82),
    ]

    static func stream(_ sound: Sound, pictures: Bool = true) throws -> [UInt8] {
        let picture = pictures ? DecodeTests.h264 : ["-vn"]
        return try MediaFixtures.bytes(
            "map-\(sound.name)\(pictures ? "" : "-alone").ts", picture + sound.arguments + ["-f", "mpegts"])
    }

    @Test("each sound plays beside pictures and alone, and is told before the first packet", arguments: sounds)
    func each(sound: Sound) throws {
        for pictures in [true, false] {
            let bytes = try Self.stream(sound, pictures: pictures)
            let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: MemorySource(bytes), expected: nil)
            guard case .tracks(let first) = try demuxer.next() else {
                Issue.record("tracks come first")
                return
            }
            let codecs: [Track.Codec] = (pictures ? [.video(.h264)] : []) + [.audio(sound.codec)]
            // 0x82 alone may be SCTE 27 too: its first frame tells.
            #expect(first.map(\.codec) == (sound.type == 0x82 && pictures ? Array(codecs.dropLast()) : codecs))
            let decoded = Decoded(bytes, .mpegTS)
            #expect(decoded.tracks.map(\.codec) == codecs && decoded.error == nil)
            #expect(decoded.frames.count == (pictures ? 50 : 0))
            #expect((92_000...100_000).contains(decoded.audioFrameCount), "\(decoded.audioFrameCount) samples")
            // A tone, not noise or silence.
            let loudest = decoded.blocks.flatMap(\.samples).map(abs).max() ?? 0
            #expect(loudest > 0.05 && loudest < 0.5, "\(loudest)")
        }
    }

    @Test("ID3 tags beside sound come with their time, however the map tells them; alone they are nothing to play")
    func tags() throws {
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
        for (type, descriptors): (UInt8, [UInt8]) in [
            (0x15, [0x26, 13, 0xff, 0xff] + Array("ID3 ".utf8) + [0xff] + Array("ID3 ".utf8) + [0, 0x0f]),
            (0x15, Writer.registration("ID3 ")), (0x06, Writer.registration("ID3 ")),
        ] {
            let streams = [Writer.Stream(0x0f, 0x100), Writer.Stream(type, 0x102, descriptors)]
            var writer = Writer()
            writer.association([(1, 0x1000)])
            writer.map(streams)
            writer.pes(0x102, tag, time: 180_000)
            writer.raw(Writer.retold(try Self.stream(Self.sounds[2], pictures: false), streams))
            let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: MemorySource(writer.bytes), expected: nil)
            var (tracks, found, sounds): ([Track], [Packet], Int) = ([], [], 0)
            read: while true {
                switch try demuxer.next() {
                case .tracks(let told): tracks = told
                case .packet(let packet):
                    if tracks.first(where: { $0.id == packet.track })?.codec == .tags {
                        found.append(packet)
                    } else {
                        sounds += 1
                    }
                case .end: break read
                }
            }
            #expect(Set(tracks.map(\.codec)) == [.audio(.aac), .tags])
            #expect(found.map(\.presentation) == [MediaTime(seconds: 2)] && sounds > 90)
            var bytes: [UInt8] = []
            found.first?.payload.withBytes { bytes = Array($0) }
            #expect(bytes == tag)

            var alone = Writer()
            alone.association([(1, 0x1000)])
            alone.map([streams[1]])
            for second in 0..<8 { alone.pes(0x102, tag, time: Int64(second) * 90_000) }
            let nothing = try FFmpegLibrary().makeDemuxer(.mpegTS, source: MemorySource(alone.bytes), expected: nil)
            while true { if case .end = try nothing.next() { break } }
        }
    }

    struct Telling: Sendable, CustomTestStringConvertible {
        var sound: String
        var type: UInt8
        var descriptors: [UInt8] = []
        var programme: [UInt8] = []

        var testDescription: String { "\(sound) as 0x\(String(type, radix: 16)) \(descriptors) \(programme)" }
    }

    static let tellings: [Telling] = {
        let bluRay = Writer.registration("HDMV")
        func telling(_ sound: String, _ type: UInt8, _ descriptors: [UInt8] = [], _ programme: [UInt8] = []) -> Telling
        {
            Telling(sound: sound, type: type, descriptors: descriptors, programme: programme)
        }
        return [
            telling("mp2", 0x04), telling("mp2", 0x06), telling("mp3", 0x04), telling("mp3", 0x80),
            telling("aac", 0xcf), telling("aac", 0x06, [0x7c, 1, 0x58]), telling("aac", 0x06), telling("aac", 0x1c),
            telling("latm", 0x06, [0x7c, 1, 0x58]), telling("latm", 0x0f),
            telling("ac3", 0x81, [], bluRay), telling("ac3", 0xc1), telling("ac3", 0x06, [0x6a, 1, 0]),
            telling("ac3", 0x06, Writer.registration("AC-3")), telling("ac3", 0x06), telling("ac3", 0x83),
            telling("ac3", 0x03), telling("ac3", 0x04), telling("ac3", 0x87),
            telling("eac3", 0x84), telling("eac3", 0x84, [], bluRay), telling("eac3", 0xa1, [], bluRay),
            telling("eac3", 0x87, Writer.registration("EAC3")), telling("eac3", 0x87, Writer.registration("GA94")),
            telling("eac3", 0xc2), telling("eac3", 0x06, [0x7a, 1, 0]), telling("eac3", 0x06, [0xcc, 1, 0]),
            telling("eac3", 0x06, Writer.registration("EAC3")), telling("eac3", 0x06), telling("eac3", 0x81),
            telling("dts", 0x82, [], bluRay), telling("dts", 0x85, [], bluRay), telling("dts", 0x86, [], bluRay),
            telling("dts", 0xa2, [], bluRay), telling("dts", 0x8a), telling("dts", 0x82), telling("dts", 0x88),
            telling("dts", 0x06, [0x7b, 1, 0]), telling("dts", 0x06, [0x7f, 2, 0x0e, 0]), telling("dts", 0x06),
            telling("dts", 0x06, Writer.registration("DTS1")), telling("dts", 0x06, Writer.registration("DTS2")),
            telling("dts", 0x06, Writer.registration("DTS3")),
            telling("opus", 0x06, Writer.registration("Opus")), telling("opus", 0x06, [0x7f, 2, 0x80, 2]),
            telling("opus", 0x06),
        ]
    }()

    @Test("however the map tells a sound, wrongly or not at all, it plays", arguments: tellings)
    func told(telling: Telling) throws {
        let sound = try #require(Self.sounds.first { $0.name == telling.sound })
        let bytes = TransportWriter.retold(
            try Self.stream(sound), [.init(0x1b, 0x100), .init(telling.type, 0x101, telling.descriptors)],
            descriptors: telling.programme)
        let decoded = Decoded(bytes, .mpegTS)
        let codec = decoded.tracks.last?.codec
        // The decoder of E-AC-3 reads AC-3 too.
        #expect(
            codec == .audio(sound.codec) || sound.codec == .ac3 && codec == .audio(.eac3),
            "\(decoded.tracks.map(\.codec))")
        #expect(decoded.frames.count == 50)
        // LATM's sync word is short: it is believed at the second PES packet, and the first is lost.
        let least = telling.sound == "latm" && telling.type == 0x0f ? 70_000 : 90_000
        #expect((least...100_000).contains(decoded.audioFrameCount), "\(decoded.audioFrameCount) samples")
    }

    @Test("pictures are told by registration and descriptor too, or by their first units")
    func pictures() throws {
        let h264 = try Self.stream(Self.sounds[2])
        let hevc = try MediaFixtures.bytes(
            "map-hevc.ts",
            ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-an", "-f", "mpegts"])
        let mpeg2 = try MediaFixtures.bytes("map-mpeg2.ts", ["-c:v", "mpeg2video", "-an", "-f", "mpegts"])
        for (bytes, codec, type, descriptors) in [
            (h264, VideoCodec.h264, 0xdb, []), (h264, .h264, 0x06, [0x28, 4, 77, 0, 30, 0x3f]), (h264, .h264, 0x06, []),
            (hevc, .hevc, 0x06, Writer.registration("HEVC")), (hevc, .hevc, 0x06, [0x38, 0]), (hevc, .hevc, 0x06, []),
            (mpeg2, .mpeg2, 0x01, []), (mpeg2, .mpeg2, 0x80, []),
        ] as [([UInt8], VideoCodec, UInt8, [UInt8])] {
            let decoded = Decoded(TransportWriter.retold(bytes, [.init(type, 0x100, descriptors)]), .mpegTS)
            #expect(
                decoded.tracks.map(\.codec) == [.video(codec)] && decoded.frames.count == 50,
                "\(codec) as \(type): \(decoded.frames.count)")
        }
    }

    /// H.264 with a sound by hand beside it, of which there is no encoder here.
    static func silent(_ type: UInt8, _ descriptors: [UInt8] = [], frame: [UInt8] = TransportWriter.ac4Frame) throws
        -> [UInt8]
    {
        let bytes = try MediaFixtures.bytes("map-silent.ts", DecodeTests.h264 + ["-an", "-f", "mpegts"])
        let told = TransportWriter.retold(bytes, [.init(0x1b, 0x100), .init(type, 0x101, descriptors)])
        var writer = TransportWriter()
        var time: Int64 = 133_200
        for start in stride(from: 0, to: told.count, by: 188) {
            writer.raw(told[start..<start + 188])
            if start % (188 * 5) == 188 * 4 {
                writer.pes(0x101, frame, time: time)
                time += 3600
            }
        }
        return writer.bytes
    }

    @Test(
        "sound that can't be played is told by name, with its language, and the picture plays",
        arguments: [
            (0x06, [0x7f, 2, 0x15, 0], "AC-4"), (0x06, Writer.registration("AC-4"), "AC-4"), (0x06, [], "AC-4"),
            (0x81, [], "AC-4"),
            (0x2d, [], "MPEG-H"), (0x06, [0x7f, 2, 0x21, 0], "DTS-UHD"),
            (0x06, Writer.registration("BSSD"), "SMPTE 302M"),
            (0x43, [], "AVS audio"),
        ] as [(UInt8, [UInt8], String)])
    func unplayable(type: UInt8, descriptors: [UInt8], name: String) throws {
        let decoded = Decoded(try Self.silent(type, descriptors + Writer.language("fra")), .mpegTS)
        #expect(decoded.tracks.map(\.codec) == [.video(.h264), .unsupported(name, .sound)])
        #expect(decoded.tracks.last?.language == "fra")
        #expect(decoded.frames.count == 50 && decoded.frameSteps == [40] && decoded.blocks.isEmpty)
    }

    @Test("a programme of which nothing can be played says so from its first packets, and what comes later plays")
    func nothing() throws {
        var writer = TransportWriter()
        writer.association([(1, 0x1000)])
        writer.map([.init(0x33, 0x100), .init(0x06, 0x101, [0x7f, 2, 0x15, 0])])
        for index in 0..<20 { writer.pes(0x101, TransportWriter.ac4Frame, time: Int64(index) * 3600) }
        let source = MemorySource(writer.bytes, piece: 188)
        let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: source, expected: nil)
        guard case .tracks(let tracks) = try demuxer.next() else {
            Issue.record("tracks come first")
            return
        }
        #expect(tracks.map(\.codec) == [.unsupported("VVC", .picture), .unsupported("AC-4", .sound)])
        #expect(writer.bytes.count - source.remaining == 2 * 188)
        guard case .end = try demuxer.next() else {
            Issue.record("nothing else comes")
            return
        }
        writer.raw(try Self.stream(Self.sounds[5]))
        let decoded = Decoded(writer.bytes, .mpegTS)
        #expect(decoded.tracks.map(\.codec) == [.video(.h264), .audio(.eac3)])
        #expect(decoded.frames.count == 50 && decoded.audioFrameCount > 90_000)
    }

    @Test("languages and what sound is for come from the map")
    func languages() throws {
        let bytes = try MediaFixtures.bytes(
            "map-languages.ts",
            DecodeTests.h264 + [
                "-map", "0:v", "-map", "1:a", "-map", "1:a", "-map", "1:a", "-c:a", "ac3", "-f", "mpegts",
            ])
        let decoded = Decoded(
            TransportWriter.retold(
                bytes,
                [
                    .init(0x1b, 0x100), .init(0x81, 0x101, Writer.language("deu")),
                    .init(0x81, 0x102, Writer.language("ENG", 3)),
                    .init(
                        0x06, 0x103,
                        [0x6a, 1, 0] + Writer.language("deu") + [0x7f, 5, 0x06, 0x80 | 2 << 2 | 1, 0x66, 0x72, 0x61]),
                ]), .mpegTS)
        #expect(decoded.tracks.map(\.language) == [nil, "deu", "eng", "fra"])
        #expect(decoded.tracks.map(\.role) == [.usual, .usual, .describesVideo, .clearSpeech])
        #expect(Set(decoded.packets.map(\.track)) == [0, 1, 2, 3])
    }

    @Test("no more bytes are read before the first packet than before this knew the map")
    func noWaiting() throws {
        for sound in Self.sounds {
            let bytes = try Self.stream(sound)
            let source = MemorySource(bytes, piece: 188)
            let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: source, expected: nil)
            guard case .tracks = try demuxer.next() else { continue }
            #expect(bytes.count - source.remaining <= 10_000, "\(sound.name)")
        }
    }

    @Test("the stream of another programme, of none, and tables of other kinds leave no trace")
    func others() throws {
        let bytes = try Self.stream(Self.sounds[5])
        var writer = TransportWriter()
        writer.association([(7, 0x1000), (9, 0x1001)])
        writer.map([.init(0x1b, 0x100), .init(0x87, 0x101)], programme: 7)
        writer.map([.init(0x02, 0x200), .init(0x03, 0x201)], pid: 0x1001, programme: 9)
        for start in stride(from: 0, to: bytes.count, by: 188) {
            let pid = Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2])
            if pid == 0 || pid == 0x1000 { continue }
            writer.raw(bytes[start..<start + 188])
            if start % 1880 == 0 {
                writer.pes(0x201, [0xff, 0xfd, 0x84, 0x04] + [UInt8](repeating: 1, count: 60), time: 0, stream: 0xc0)
            }
        }
        let decoded = Decoded(writer.bytes, .mpegTS)
        #expect(decoded.tracks.map(\.codec) == [.video(.h264), .audio(.eac3)])
        #expect(decoded.frames.count == 50 && decoded.audioFrameCount > 90_000)
    }

    @Test("a map that comes late loses nothing of what came before it; without any the first frames tell")
    func late() throws {
        let bytes = try Self.stream(Self.sounds[5])
        let packets = stride(from: 0, to: bytes.count, by: 188).map { Array(bytes[$0..<$0 + 188]) }
        func pid(_ packet: [UInt8]) -> Int { Int(packet[1] & 0x1f) << 8 | Int(packet[2]) }
        let tables = packets.filter { pid($0) == 0 || pid($0) == 0x1000 }.prefix(2)
        let media = packets.filter { ![0, 0x11, 0x1000].contains(pid($0)) }
        for place in [0, 1, 40, media.count] {
            for order in [Array(tables), tables.reversed()] {
                let stream = (media.prefix(place) + order + media.dropFirst(place)).flatMap { $0 }
                let decoded = Decoded(stream, .mpegTS)
                #expect(Set(decoded.tracks.map(\.codec)) == [.video(.h264), .audio(.eac3)], "at \(place)")
                #expect(
                    decoded.frames.count == 50 && decoded.audioFrameCount > 90_000,
                    "at \(place): \(decoded.frames.count)")
            }
        }
        let decoded = Decoded(media.flatMap { $0 }, .mpegTS)
        #expect(Set(decoded.tracks.map(\.codec)) == [.video(.h264), .audio(.eac3)])
        #expect(decoded.frames.count == 50 && decoded.audioFrameCount > 90_000)
    }

    @Test("a new map in mid-stream brings another sound under another PID, and the old one goes")
    func newMap() throws {
        let first = try Self.stream(Self.sounds[5])
        let second = TransportWriter.retold(try Self.stream(Self.sounds[4]), [.init(0x1b, 0x100), .init(0x81, 0x105)])
        let moved = stride(from: 0, to: second.count, by: 188).flatMap { start -> [UInt8] in
            var packet = Array(second[start..<start + 188])
            if packet[1] & 0x1f == 1, packet[2] == 1 { packet[2] = 5 }
            return packet
        }
        let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: MemorySource(first + moved), expected: nil)
        var told: [[Track.Codec]] = []
        var counts: [Int: Int] = [:]
        loop: while true {
            switch try demuxer.next() {
            case .tracks(let tracks): told.append(tracks.map(\.codec))
            case .packet(let packet): counts[packet.track, default: 0] += 1
            case .end: break loop
            }
        }
        #expect(told.first == [.video(.h264), .audio(.eac3)] && told.last == [.video(.h264), .audio(.ac3)])
        #expect(counts[0] == 100 && (counts[1] ?? 0) > 55 && (counts[2] ?? 0) > 55, "\(counts)")
    }

    @Test(
        "a picture comes out with the first packet of the next one, and each has its own time",
        arguments: [
            ("start-h264.ts", VideoCodec.h264, DecodeTests.h264),
            ("start-hevc.ts", .hevc, ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]),
        ])
    func first(name: String, codec: VideoCodec, arguments: [String]) throws {
        let bytes = try MediaFixtures.bytes(name, arguments + ["-an", "-f", "mpegts"])
        // Where each picture's first packet ends, by the muxer's PID.
        let starts = stride(from: 0, to: bytes.count, by: 188).filter {
            bytes[$0 + 1] == 0x41 && bytes[$0 + 2] == 0
        }.map { $0 + 188 }
        #expect(starts.count == 50)
        let source = MemorySource(bytes, piece: 188)
        let demuxer = try FFmpegLibrary().makeDemuxer(.mpegTS, source: source, expected: nil)
        var read: [Int] = []
        var packets: [Packet] = []
        loop: while true {
            switch try demuxer.next() {
            case .tracks: continue
            case .packet(let packet):
                packets.append(packet)
                read.append(bytes.count - source.remaining)
            case .end: break loop
            }
        }
        #expect(read == Array(starts.dropFirst()) + [bytes.count])
        #expect(packets.map(\.isKey).prefix(2) == [true, false])
        let times = packets.compactMap(\.presentation).sorted()
        #expect(times.count == 50)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs(($1 - $0).inSeconds - 0.04) < 0.0001 })
        #expect(Decoded(bytes, .mpegTS).frames.count == 50)
    }
}
