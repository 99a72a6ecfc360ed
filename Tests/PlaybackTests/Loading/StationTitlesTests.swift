import Devices
import HLS
import MediaCore
import TestSupport
import Testing

@testable import FFmpeg
@testable import Playback

@Suite("Titles of radio stations")
struct StationTitlesTests {
    /// Sound with a text behind every `interval` bytes of it, as a station sends it; nil: none there.
    static func mixed(_ sound: [UInt8], _ interval: Int, _ texts: [String?]) -> [UInt8] {
        var (bytes, rest, texts): ([UInt8], ArraySlice<UInt8>, ArraySlice<String?>) = ([], sound[...], texts[...])
        while rest.count >= interval {
            bytes += rest.prefix(interval)
            rest = rest.dropFirst(interval)
            let text = Array(((texts.popFirst() ?? nil) ?? "").utf8)
            let sixteens = (text.count + 15) / 16
            bytes += [UInt8(sixteens)] + text + Array(repeating: 0, count: sixteens * 16 - text.count)
        }
        return bytes + rest
    }

    @Test("the sound comes out whole and the titles in order, however the bytes are cut", arguments: 0..<30)
    func anyCut(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let sound = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let interval = Int.random(in: 1...900, using: &random)
        let long = String(repeating: "ü", count: 300)
        let bytes = Self.mixed(
            sound, interval,
            ["StreamTitle='One - Two';StreamUrl='';", nil, "StreamTitle='\(long)';", "StreamTitle='';"])
        var titles = try #require(StationTitles(interval: " \(interval)"))
        var (rest, came, said): (ArraySlice<UInt8>, [UInt8], [String]) = (bytes[...], [], [])
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...700, using: &random))
            rest = rest.dropFirst(piece.count)
            let taken = titles.take(Array(piece))
            came += taken.sound
            said += taken.titles
        }
        #expect(came == sound)
        #expect(said == Array(["One - Two", long, ""].prefix(said.count)) && !said.isEmpty)
    }

    @Test("titles with quotes, in Latin 1, cut off; none; and intervals that can't be")
    func texts() {
        func title(_ text: String) -> String? { StationTitles.title(in: Array(text.utf8)) }
        #expect(title("StreamTitle='Don't Stop - 'Til You';StreamUrl='x';") == "Don't Stop - 'Til You")
        #expect(title("StreamUrl='x';StreamTitle='B'") == "B")
        #expect(
            title("StreamTitle='B") == "B" && title("StreamTitle='';") == "" && title("x") == nil && title("") == nil)
        #expect(StationTitles.title(in: Array("StreamTitle='Caf".utf8) + [0xe9, 0x27, 0x3b, 0, 0]) == "Café")
        for wrong in ["", "0", "-1", "x", "99999999999999999999", "20000000"] {
            #expect(StationTitles(interval: wrong) == nil)
        }
        #expect(StationTitles(interval: nil) == nil)
    }

    /// A transport stream of sound with an ID3 tag beside it, in front of the sound.
    /// - Parameter time: in ticks of 90 kHz
    private static func tagged(_ stream: [UInt8], _ tag: [UInt8], time: Int64) -> [UInt8] {
        let descriptor = [0x26, 13, 0xff, 0xff] + Array("ID3 ".utf8) + [0xff] + Array("ID3 ".utf8) + [0, 0x0f]
        return TransportAddition(
            pid: 0x102, type: 0x15, descriptors: descriptor,
            units: [(time, TransportAddition.pes(tag, at: time))]
        ).added(to: stream, beside: [(0x0f, 0x100)])
    }

    @Test(
        "a transport stream of sound names its songs by ID3 beside it, each from its time on",
        .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(2)))
    func beside() async throws {
        var files: [String: [UInt8]] = [:]
        // As ffmpeg muxes: the first sound at 1.4 s.
        for number in 0..<4 {
            let stream = try #require(PlaybackFixtures.files["a\(number).ts"])
            files["http://test/a\(number).ts"] =
                number == 1 || number == 3
                ? Self.tagged(
                    stream, Self.tag(number == 1 ? "Low Tide" : "The Ferry", "The Otters"),
                    time: 126_000 + 90_000 * Int64(number) + 45_000) : stream
        }
        let starts = try await starts(files, (0..<4).map { "a\($0).ts" }, seconds: 1)
        #expect(zip(starts, [1.5, 3.5]).allSatisfy { abs($0 - $1) < 0.06 }, "\(starts)")
    }

    /// Plays segments of so many seconds each.
    /// - Returns: the seconds at which the two songs that they name begin
    private func starts(_ files: [String: [UInt8]], _ segments: [String], seconds: Int) async throws -> [Double] {
        var files = files
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:\(seconds)"] + segments.flatMap { ["#EXTINF:\(seconds),", $0] }
        files["http://test/radio.m3u8"] = Array((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8)
        let rig = PlayerRig(files)
        rig.player.prepare(MediaSource(url: "http://test/radio.m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .ready })
        await rig.run(150)
        let songs = try #require(rig.player.status?.window?.songs)
        #expect(songs.map(\.title) == ["Low Tide", "The Ferry"] && songs.allSatisfy { $0.artist == "The Otters" })
        #expect(rig.peaks[20..<140].allSatisfy { $0 > 0.05 })
        rig.player.stop()
        return songs.map(\.start.seconds)
    }

    private static func tag(_ title: String, _ artist: String) -> [UInt8] {
        func frame(_ name: String, _ text: String) -> [UInt8] {
            let bytes = [3] + Array(text.utf8)
            return Array(name.utf8) + [0, 0, 0, UInt8(bytes.count), 0, 0] + bytes
        }
        let frames = frame("TIT2", title) + frame("TPE1", artist)
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
    }

    @Test(
        "segments of sound name their songs by ID3",
        .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(2)))
    func segments() async throws {
        var files: [String: [UInt8]] = [:]
        for (number, song) in [Self.tag("Low Tide", "The Otters"), Self.tag("The Ferry", "The Otters")].enumerated() {
            files["http://test/a\(number).aac"] = song + (PlaybackFixtures.files["whole.aac"] ?? [])
        }
        #expect(try await starts(files, ["a0.aac", "a1.aac"], seconds: 6) == [0, 6])
    }

    @Test(
        "a station says what it plays: asked for it, the song changes where its sound does, and no byte of it is heard",
        .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(2)))
    func station() async throws {
        let url = "http://test/radio.mp3"
        let sound = try #require(PlaybackFixtures.files["whole.mp3"])
        let rig = PlayerRig([:])
        // Six seconds of sound: a text after each of them.
        rig.origin.stream(
            url,
            [
                Self.mixed(
                    sound, sound.count / 6, ["StreamTitle='The Otters - Low Tide';", nil, nil, "StreamTitle='News';"])
            ],
            headers: ["icy-metaint": "\(sound.count / 6)", "content-type": "audio/mpeg"])
        rig.player.prepare(MediaSource(url: url), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .ready })
        for _ in 0..<200 { await rig.run(1) }
        let songs = try #require(rig.player.status?.window?.songs)
        #expect(songs.map(\.title) == ["Low Tide", "News"] && songs.map(\.artist) == ["The Otters", nil])
        #expect(songs.first?.start == .zero)
        // A tone all along: nothing of the texts is in it.
        #expect(rig.peaks[20..<190].allSatisfy { $0 > 0.05 && $0 < 0.5 })
        #expect(rig.origin.titleWishes > 0)
        rig.player.stop()
    }
}
