import CFFmpeg
import Devices
import Foundation
import MediaCore
import MediaEncryption
import TestSupport
import Testing

@testable import FFmpeg

/// Tests of media encrypted here, and decrypted here and by the `ffmpeg` program, which has its own
/// implementations.
@Suite("FFmpeg: encrypted samples", .enabled(if: MediaFixtures.isAvailable))
struct SampleEncryptionTests {
    private static let key = [UInt8](0x20..<0x30)
    private static let vector = [UInt8](0xa0..<0xb0)
    private static let keyID = [UInt8](0x50..<0x60)
    private static let samples = SampleEncryption(key: key, vector: vector)
    private static var keyText: String { key.map { String($0, radix: 16) }.joined() }

    /// The bytes of the packets, by track.
    private func packets(_ decoded: Decoded) -> [Int: [[UInt8]]] {
        var packets: [Int: [[UInt8]]] = [:]
        for packet in decoded.packets {
            guard let payload = packet.payload as? AVPacketPayload, let data = payload.raw.pointee.data else {
                continue
            }
            packets[packet.track, default: []].append(Array(UnsafeBufferPointer(start: data, count: payload.byteCount)))
        }
        return packets
    }

    /// The frames that `ffmpeg` decodes: one line with a hash for each.
    private func frameHashes(_ arguments: [String], input: String? = nil) throws -> [String] {
        let told = try ProgramRun(
            "ffmpeg", ["-v", "error"] + arguments + ["-map", "0", "-f", "framemd5", "-"],
            input: try input.map { try Data(contentsOf: URL(filePath: $0)) } ?? Data())
        return told.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-sealed-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file.path
    }

    private func transportStream(_ audio: String) throws -> [UInt8] {
        try MediaFixtures.bytes(
            "sealed-\(audio).ts", DecodeTests.h264 + ["-c:a", audio, "-b:a", "128k", "-ac", "2", "-f", "mpegts"],
            size: "640x360")
    }

    @Test("a sealed transport stream opens to the very packets that were sealed", arguments: ["aac", "ac3", "eac3"])
    func transportStream(audio: String) throws {
        let clear = try transportStream(audio)
        let sealed = try #require(TransportStreamSealer(key: Self.key, vector: Self.vector)).seal(clear)
        #expect(sealed.count % 188 == 0)
        let expected = Decoded(clear, .mpegTS)
        let opened = Decoded(sealed, .mpegTS, samples: Self.samples)
        #expect(opened.tracks.map(\.codec) == expected.tracks.map(\.codec))
        #expect(packets(opened) == packets(expected))
        for track in [0, 1] {
            let times = opened.packets.filter { $0.track == track }.map(\.presentation)
            #expect(times == expected.packets.filter { $0.track == track }.map(\.presentation))
        }
        #expect(opened.frames.count == 50)
        // Without the key the packets differ.
        #expect(packets(Decoded(sealed, .mpegTS)) != packets(expected))
    }

    @Test(
        "the ffmpeg program decodes the sealed transport stream to the same frames", arguments: ["aac", "ac3", "eac3"])
    func foreignTransportStream(audio: String) throws {
        let clear = try transportStream(audio)
        let sealed = try #require(TransportStreamSealer(key: Self.key, vector: Self.vector)).seal(clear)
        _ = try write(sealed, "\(audio).ts")
        let keyFile = try write(Self.key, "\(audio).key")
        let vector = Self.vector.map { String($0, radix: 16) }.joined()
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:5
            #EXT-X-TARGETDURATION:2
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="\(keyFile)",IV=0x\(vector)
            #EXTINF:2.0,
            \(audio).ts
            #EXT-X-ENDLIST

            """
        let path = try write(Array(playlist.utf8), "\(audio).m3u8")
        let clearPlaylist = playlist.split(separator: "\n").filter { !$0.contains("KEY") }.joined(separator: "\n")
            .replacingOccurrences(of: "\(audio).ts", with: "clear-\(audio).ts")
        _ = try write(clear, "clear-\(audio).ts")
        let clearPath = try write(Array(clearPlaylist.utf8), "clear-\(audio).m3u8")
        // At the end of a list `ffmpeg` passes on undecrypted what its demuxer still held: the last packet of
        // each stream, and the frames that refer to it.
        func trusted(_ path: String) throws -> [[String]] {
            let hashes = try frameHashes(["-allowed_extensions", "ALL", "-i", path])
            return ["0,", "1,"].map { stream in hashes.filter { $0.hasPrefix(stream) }.dropLast(4) }
        }
        let expected = try trusted(clearPath)
        #expect(expected[0].count == 46)
        #expect(expected[1].count > 50)
        #expect(try trusted(path) == expected)
    }

    @Test("sealed packed audio opens to the very frames that were sealed", arguments: ["aac", "ac3", "eac3"])
    func packedAudio(codec: String) throws {
        let format = codec == "aac" ? "adts" : codec
        let clear = try MediaFixtures.bytes(
            "packed-\(codec).\(codec)", ["-vn", "-c:a", codec, "-b:a", "128k", "-ac", "2", "-f", format])
        let (kind, container): (StreamSampleCipher.Codec, MediaContainer) =
            codec == "aac" ? (.aac, .aac) : codec == "ac3" ? (.ac3, .ac3) : (.eac3, .eac3)
        let sealed = try #require(StreamSampleCipher(.encrypt, key: Self.key, vector: Self.vector)).process(clear, kind)
        #expect(sealed != clear)
        let expected = packets(Decoded(clear, container))
        #expect(expected[0]?.isEmpty == false)
        #expect(packets(Decoded(sealed, container, samples: Self.samples)) == expected)
    }

    /// The initialization section, and the rest.
    private func fragments() throws -> ([UInt8], [UInt8]) {
        let bytes = try MediaFixtures.bytes(
            "sealed.mp4", DecodeTests.h264 + DecodeTests.aac + DecodeTests.fragmented, size: "640x360")
        let place = try #require(bytes.firstRange(of: Array("moof".utf8))).lowerBound - 4
        return (Array(bytes[..<place]), Array(bytes[place...]))
    }

    private func seal(_ scheme: FragmentedSealer.Scheme) throws -> (clear: [UInt8], sealed: [UInt8]) {
        let (initialization, segment) = try fragments()
        let sealer = try #require(FragmentedSealer(scheme, key: Self.key, keyID: Self.keyID, vector: Self.vector))
        return (
            initialization + segment,
            sealer.sealInitialization(initialization)
                + sealer.sealSegment(segment, initialization: initialization, firstSample: 100)
        )
    }

    @Test(
        "sealed fragments open to the very packets that were sealed", arguments: [FragmentedSealer.Scheme.cbcs, .cenc])
    func fragments(scheme: FragmentedSealer.Scheme) throws {
        let (clear, sealed) = try seal(scheme)
        let expected = Decoded(clear, .mp4)
        let opened = Decoded(sealed, .mp4, samples: SampleEncryption(key: Self.key, vector: []))
        #expect(opened.tracks.map(\.codec) == expected.tracks.map(\.codec))
        #expect(packets(opened) == packets(expected))
        #expect(opened.packets.map(\.presentation) == expected.packets.map(\.presentation))
        #expect(opened.frames.count == 50)
    }

    @Test(
        "the ffmpeg program decodes the sealed fragments to the same frames",
        arguments: [FragmentedSealer.Scheme.cbcs, .cenc])
    func foreignFragments(scheme: FragmentedSealer.Scheme) throws {
        let (clear, sealed) = try seal(scheme)
        let hashes = try frameHashes(["-i", write(clear, "clear.mp4")])
        #expect(hashes.count > 100)
        // Through a pipe: in a seekable file, version 5.1 reads the second fragment's lengths for the first,
        // in its own files, too.
        let file = try write(sealed, "\(scheme.rawValue).mp4")
        let opened = try frameHashes(["-decryption_key", Self.keyText, "-i", "pipe:"], input: file)
        #expect(opened == hashes)
    }

    @Test("fragments without their key give no packets, rather than noise")
    func withoutKey() throws {
        #expect(Decoded(try seal(.cbcs).sealed, .mp4).packets.isEmpty)
    }

    @Test("damaged encryption boxes trap nowhere")
    func damaged() throws {
        let (_, sealed) = try seal(.cenc)
        for name in ["senc", "saiz", "saio", "tenc", "schm", "trun"] {
            let place = try #require(sealed.firstRange(of: Array(name.utf8))).upperBound
            for offset in 0..<24 {
                var bytes = sealed
                bytes[place + offset] = 0xff
                _ = Decoded(bytes, .mp4, samples: SampleEncryption(key: Self.key, vector: []))
            }
        }
    }
}
