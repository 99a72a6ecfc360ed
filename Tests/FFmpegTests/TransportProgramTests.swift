import Devices
import MediaCore
import Testing

@testable import FFmpeg

@Suite("The programme of a transport stream, as a value")
struct TransportProgramTests {
    typealias Writer = TransportWriter

    /// What comes of bytes, cut as they may arrive.
    private struct Run {
        var framing = TransportFraming()
        var program = TransportProgram()
        var output: [UInt8] = []

        init(_ bytes: [UInt8], piece: Int = 1 << 16) {
            var rest = bytes[...]
            while !rest.isEmpty {
                add(Array(rest.prefix(piece)))
                rest = rest.dropFirst(piece)
            }
        }

        mutating func add(_ bytes: [UInt8]) { framing.add(bytes) { program.add($0, to: &output) } }

        mutating func finish() {
            framing.add([], isEnd: true) { program.add($0, to: &output) }
            program.finish(to: &output)
        }

        var codecs: [Int: ElementaryStream.Codec] {
            Dictionary(uniqueKeysWithValues: program.streams.map { ($0.pid, $0.codec) })
        }
        /// PIDs of what libavformat gets, in order, each once in a row.
        var pids: [Int] {
            stride(from: 0, to: output.count, by: 188).reduce(into: []) { pids, at in
                let pid = Int(output[at + 1] & 0x1f) << 8 | Int(output[at + 2])
                if pids.last != pid { pids.append(pid) }
            }
        }
    }

    private static let streams: [Writer.Stream] = [.init(0x1b, 0x100), .init(0x87, 0x101, Writer.registration("EAC3"))]
    private static let eac3: [UInt8] =
        [0x0b, 0x77, 0x01, 0x7f, 0x34, 0x86, 0xff, 0xe1] + [UInt8](repeating: 0, count: 90)
    private static let ac3: [UInt8] =
        [0x0b, 0x77, 0x12, 0x34, 0x14, 0x40, 0x2f, 0x84] + [UInt8](repeating: 0, count: 90)

    @Test(
        "sections lie across any number of packets, begin anywhere in one, and come in any pieces",
        arguments: [3, 10, 17, 50, 183, 184])
    func acrossPackets(room: Int) {
        var streams = Self.streams
        // Longer than a packet.
        streams[0].descriptors = [0x2a, 200] + [UInt8](repeating: 7, count: 200)
        var writer = Writer()
        writer.association([(1, 0x1000)])
        writer.section(0x1000, Writer.map(streams), room: room)
        for piece in [1, 7, 188, 1000] {
            let run = Run(writer.bytes, piece: piece)
            #expect(run.codecs == [0x100: .told(.video(.h264)), 0x101: .told(.audio(.eac3))])
            #expect(run.pids == [0, 0x1ffe] && run.output.count == 2 * 188)
        }
        // Behind the end of another table, in one packet.
        let other = Writer.section(0x42, number: 1, version: 0, [1, 2, 3])
        var sharing = Writer()
        sharing.association([(1, 0x1000)])
        let map = Writer.map(Self.streams)
        sharing.packet(0x1000, isStart: true, [0] + other + map.prefix(5), stuffing: 184 - 1 - other.count - 5)
        sharing.packet(
            0x1000, isStart: true,
            [UInt8(map.count - 5)] + map.dropFirst(5) + [UInt8](repeating: 0xff, count: 184 - 1 - map.count + 5))
        #expect(Run(sharing.bytes).codecs.count == 2)
    }

    @Test("a table with a wrong checksum, with a packet missing, or not in force yet says nothing")
    func damage() {
        for fault in 0..<4 {
            var map = Writer.map(Self.streams)
            if fault == 0 { map[13] ^= 1 }
            if fault == 1 {
                map[5] &= 0xfe
                map = map.dropLast(4) + SectionChecksum.bytes(of: map.dropLast(4))
            }
            var writer = Writer()
            writer.association([(1, 0x1000)])
            let before = writer.bytes.count
            writer.section(0x1000, map, room: 10)
            var bytes = writer.bytes
            if fault == 2 { bytes.removeSubrange(before + 188..<before + 376) }
            // A packet twice is no fault.
            if fault == 3 { bytes.insert(contentsOf: bytes[before + 188..<before + 376], at: before + 376) }
            #expect(Run(bytes).program.isKnown == (fault == 3), "\(fault)")
        }
    }

    @Test("of several programmes the first with anything to play is taken, wherever its map comes")
    func programmes() {
        let data: [Writer.Stream] = [.init(0x05, 0x300)]
        let radio: [Writer.Stream] = [.init(0x0f, 0x201)]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            var writer = Writer()
            writer.association([(0, 0x10), (5, 0x1005), (6, 0x1006), (7, 0x1007)])
            let maps = [(data, 0x1005, 5), (Self.streams, 0x1006, 6), (radio, 0x1007, 7)]
            for index in order { writer.map(maps[index].0, pid: maps[index].1, programme: maps[index].2) }
            #expect(Set(Run(writer.bytes).codecs.keys) == [0x100, 0x101], "\(order)")
        }
        // The map of the first never comes: not for ever.
        var writer = Writer()
        writer.association([(5, 0x1005), (7, 0x1007)])
        writer.map(radio, pid: 0x1007, programme: 7)
        #expect(!Run(writer.bytes).program.isKnown)
        for _ in 0..<11_200 { writer.packet(0x201, isStart: false, [UInt8](repeating: 0, count: 184)) }
        #expect(Run(writer.bytes).codecs == [0x201: .told(.audio(.aac))])
    }

    @Test("a new version changes what has changed; the same again changes nothing")
    func versions() {
        var writer = Writer()
        writer.association([(1, 0x1000)])
        writer.map(Self.streams)
        var run = Run(writer.bytes)
        let known = run.program.revision
        var more = Writer()
        more.map(Self.streams, version: 1)
        more.map(Self.streams, version: 1)
        run.add(more.bytes)
        #expect(run.program.revision == known && run.output.count == 2 * 188)

        var next = Writer()
        next.map([Self.streams[0], .init(0x0f, 0x102, Writer.language("deu"))], version: 2)
        run.add(next.bytes)
        #expect(run.program.revision > known && run.output.count == 3 * 188)
        #expect(run.codecs == [0x100: .told(.video(.h264)), 0x102: .told(.audio(.aac))])
        #expect(run.program.streams.last?.language == "deu")
        #expect(run.program.stream(knownAs: 0x101) == nil && run.program.stream(knownAs: 0x102)?.pid == 0x102)
        // Another programme altogether.
        var other = Writer()
        other.association([(2, 0x1001)], version: 1)
        other.map([.init(0x24, 0x400)], pid: 0x1001, programme: 2)
        run.add(other.bytes)
        #expect(run.codecs == [0x400: .told(.video(.hevc))])
    }

    @Test("what a first frame tells goes under a PID that was never used, from that packet on; chance is not believed")
    func firstFrames() {
        var writer = Writer()
        writer.association([(1, 0x1000)])
        writer.map([.init(0x81, 0x101), .init(0x06, 0x102), .init(0x0f, 0x103)])
        writer.pes(0x101, Self.eac3, time: 0)
        writer.pes(0x102, [1, 2, 3, 4, 5, 6, 7, 8, 9], time: 0)
        writer.pes(0x102, Self.ac3, time: 0)
        // Looks like MPEG sound once, and then does not.
        writer.pes(0x103, [0xff, 0xfb, 0x94, 0x04, 0, 0, 0, 0, 0], time: 0)
        writer.pes(0x103, [0x56, 0xe0, 0x40, 0x04, 0, 0, 0, 0, 0], time: 0)
        writer.pes(0x103, [0xff, 0xf1, 0x4c, 0x80, 0x10, 0x1f, 0xfc, 0, 0], time: 0)
        var run = Run(writer.bytes)
        #expect(run.codecs == [0x101: .told(.audio(.eac3)), 0x102: .told(.audio(.ac3)), 0x103: .told(.audio(.aac))])
        // The map, the map once more, then the sound under its new name; the map with the second.
        #expect(run.pids == [0, 0x1ffe, 0x1ffd, 0x1ffe, 0x102, 0x103])
        #expect(run.program.stream(knownAs: 0x1ffd)?.pid == 0x101)
        let known = run.program.revision
        var again = Writer()
        again.map([.init(0x81, 0x101), .init(0x06, 0x102), .init(0x0f, 0x103), .init(0x15, 0x104)], version: 1)
        run.add(again.bytes)
        #expect(run.codecs[0x101] == .told(.audio(.eac3)) && run.program.revision == known + 1)
    }

    @Test("the subtitles of one stream are told apart by language, page and for whom they are; what is cut off is none")
    func subtitles() throws {
        func services(_ tag: UInt8, _ bytes: [UInt8], _ codec: SubtitleCodec) -> [SubtitleService] {
            SubtitleService.all(in: StreamDescriptors([tag, UInt8(bytes.count)][...] + bytes), of: codec)
        }
        let dvb = Array("GER".utf8) + [0x10, 0, 1, 0, 2] + Array("fra".utf8) + [0x24, 0, 3, 0, 4]
        let found = services(0x59, dvb + [0x65], .dvb)
        #expect(found.map(\.language) == ["ger", "fra"] && found.map(\.isForTheDeaf) == [false, true])
        #expect(found.map(\.configuration) == [[0, 1, 0, 2], [0, 3, 0, 4]])
        // The first page, subtitles of 888, for the deaf of 150, a page that can't be, and none that has a language.
        let entries: [(String, UInt8, UInt8)] = [
            ("eng", 0x09, 0x00), ("eng", 0x10, 0x88), ("ger", 0x29, 0x50), ("eng", 0x10, 0xa0), ("   ", 0x11, 0x01),
        ]
        let pages = services(0x56, entries.flatMap { Array($0.0.utf8) + [$0.1, $0.2] }, .teletext)
        #expect(pages.map { String(decoding: $0.configuration, as: UTF8.self) } == ["888", "150", "101"])
        #expect(pages.map(\.language) == ["eng", "ger", nil] && pages.map(\.isForTheDeaf) == [false, true, false])
        #expect(services(0x59, [1, 2, 3], .dvb).isEmpty && services(0x56, [], .teletext).isEmpty)
    }

    @Test("what numbers mean is told by who registered the programme")
    func meanings() {
        func codec(_ type: UInt8, _ descriptors: [UInt8] = [], programme: [UInt8] = []) -> ElementaryStream.Codec {
            StreamKnowledge.codec(
                type, StreamDescriptors(descriptors[...]), programme: StreamDescriptors(programme[...]))
        }
        let bluRay = Writer.registration("HDMV")
        #expect(codec(0x86, programme: bluRay) == .told(.audio(.dts)))
        for other in [[], Writer.registration("CUEI"), Writer.registration("GA94")] as [[UInt8]] {
            #expect(codec(0x86, programme: other) == .told(.unsupported("SCTE 35 cues", .data)))
            #expect(codec(0x82, programme: other) == .untold && codec(0x80, programme: other) == .untold)
        }
        #expect(codec(0x80, programme: bluRay) == .told(.unsupported("Blu-ray PCM", .sound)))
        #expect(codec(0x83, programme: bluRay) == .told(.unsupported("Dolby TrueHD", .sound)))
        #expect(codec(0x90, programme: bluRay) == .told(.unsupported("Blu-ray graphics", .text)))
        for (descriptors, name) in [
            // A newspaper: its first page, and the times of programmes.
            ([0x56, 0], "teletext"), ([0x46, 5, 101, 110, 103, 9, 0], "teletext"),
            ([0x56, 5, 101, 110, 103, 33, 0], "teletext"), ([0xfd, 0], "ARIB captions"),
        ] {
            #expect(codec(0x06, descriptors.map(UInt8.init)) == .told(.unsupported(name, .text)))
        }
        #expect(codec(0x06, [0x59, 0]) == .told(.subtitles(.dvb)))
        #expect(codec(0x06, [0x56, 5, 101, 110, 103, 16, 0x88]) == .told(.subtitles(.teletext)))
        #expect(codec(0x06, Writer.registration("ID3 ")) == .told(.tags) && codec(0x15) != .told(.tags))
        for name in ["KLVA", "CUEI"] {
            guard case .told(.unsupported(_, .data)) = codec(0x06, Writer.registration(name)) else {
                Issue.record("\(name)")
                continue
            }
        }
        for (type, name) in [
            (0x10, "MPEG-4 Part 2"), (0x33, "VVC"), (0x42, "AVS"), (0xd1, "Dirac"), (0xd2, "AVS2"), (0xea, "VC-1"),
        ] {
            #expect(codec(UInt8(type)) == .told(.unsupported(name, .picture)))
        }
    }

    @Test("packets of 192 and 204 bytes, and what lies between damaged ones, are passed over")
    func framing() {
        var writer = Writer()
        writer.association([(1, 0x1000)])
        writer.map(Self.streams)
        for index in 0..<6 { writer.pes(0x101, Self.eac3, time: Int64(index)) }
        let packets = stride(from: 0, to: writer.bytes.count, by: 188).map { Array(writer.bytes[$0..<$0 + 188]) }
        let whole = Run(writer.bytes).output
        for (front, back) in [(0, 16), (4, 0), (0, 0)] {
            let bytes = packets.flatMap {
                [UInt8](repeating: 0x11, count: front) + $0 + [UInt8](repeating: 0x33, count: back)
            }
            for piece in [1, 100, 5000] {
                var run = Run(bytes, piece: piece)
                run.finish()
                #expect(run.output == whole, "\(front) \(back) \(piece)")
            }
        }
        var run = Run(Array(packets.prefix(3).joined()) + [1, 0x47, 2, 3] + Array(packets.dropFirst(3).joined()))
        run.finish()
        #expect(run.output == whole)
    }

    @Test("bytes turned, cut and doubled never trap, and what comes out are whole packets")
    func hostile() async {
        var writer = Writer()
        writer.association([(1, 0x1000), (2, 0x1001)])
        writer.map(Self.streams + [.init(0x06, 0x102, [0x7f, 5, 0x06, 0x87, 0x66, 0x72, 0x61, 0x6a, 2, 0x80, 0x10])])
        writer.map([.init(0x0f, 0x201)], pid: 0x1001, programme: 2)
        for index in 0..<4 {
            writer.pes(0x101, Self.eac3, time: Int64(index) * 100)
            writer.pes(0x102, Self.ac3, time: Int64(index) * 100)
        }
        writer.map([.init(0x81, 0x101), .init(0x06, 0x100)], version: 3)
        writer.pes(0x100, [0, 0, 0, 1, 9, 0xf0, 0, 0, 0], time: 0)
        var random: UInt64 = 7
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % max(1, bound)
        }
        for round in 0..<400 {
            if round % 50 == 0 { await Task.yield() }
            var bytes = writer.bytes
            for _ in 0...next(12) {
                let at = next(bytes.count)
                switch next(5) {
                case 0: bytes[at] = UInt8(next(256))
                case 1: bytes[at / 188 * 188 + next(24)] = UInt8(next(256))
                case 2: bytes.removeSubrange(at..<min(bytes.count, at + next(400)))
                case 3: bytes.insert(contentsOf: Array(bytes[at...].prefix(next(400))), at: next(bytes.count))
                default: bytes[at] ^= UInt8(1 << next(8))
                }
                guard bytes.count > 1000 else { break }
            }
            var run = Run(bytes, piece: 1 + next(700))
            run.finish()
            #expect(run.output.count % 188 == 0 && run.output.count <= bytes.count + 188 * 64)
            #expect(stride(from: 0, to: run.output.count, by: 188).allSatisfy { run.output[$0] == 0x47 })
        }
    }
}
