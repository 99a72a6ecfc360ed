import Base
import Devices
import FFmpeg
import HLS
import MediaCore
import MediaEncryption
import Testing

@testable import Playback

@Suite("Pictures of other places", .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(5)))
struct PreviewTests {
    private static let key = [UInt8](repeating: 7, count: 16)
    private static let vector = [UInt8](0..<16)

    private static func file(_ name: String) throws -> [UInt8] { try #require(PlaybackFixtures.files[name]) }

    private static func request(
        whole: Bool = false, container: SegmentContainer = .mpegTS, initialization: Bool = false,
        encryption: SegmentEncryption = .none
    ) -> PreviewRequest {
        PreviewRequest(
            id: .init(url: "http://test/ts0.ts"), start: .zero, fetch: FetchRequest(url: "http://test/ts0.ts"),
            isWhole: whole, container: container,
            initialization: initialization ? InitializationSection(url: "http://test/init.mp4", range: nil) : nil,
            encryption: encryption)
    }

    private static func picture(
        _ request: PreviewRequest, _ media: [UInt8], section: [UInt8]? = nil, keys: [KeyIdentity: [UInt8]] = [:]
    ) throws -> VideoFrame {
        try PreviewReading(request, section: section, media: media, keys: keys).picture(by: FFmpegLibrary())
    }

    @Test("The first picture of a segment, MPEG-TS or fragmented MP4, comes out of its head")
    func heads() throws {
        let transport = try Self.file("ts2.ts")
        #expect(try Self.picture(Self.request(), Array(transport.prefix(transport.count / 2))).size.height == 180)
        let fragment = try Self.file("mp2.m4s")
        let section = try Self.file("init.mp4")
        let picture = try Self.picture(
            Self.request(container: .fragmentedMP4, initialization: true), Array(fragment.prefix(fragment.count / 2)),
            section: section)
        #expect(picture.size.height == 180)
    }

    @Test("A head that ends in the picture says so, and what is no media says that")
    func cut() throws {
        let transport = try Self.file("ts2.ts")
        #expect(throws: PreviewFailure.cut) { try Self.picture(Self.request(), Array(transport.prefix(188 * 6))) }
        #expect(throws: PreviewFailure.content) {
            try Self.picture(Self.request(whole: true), [UInt8](repeating: 0x47, count: 4000))
        }
    }

    @Test("A head that is encrypted as a whole opens without its end; without the key there is none")
    func encrypted() throws {
        let transport = try Self.file("ts2.ts")
        let identity = KeyIdentity(url: "http://test/key")
        let secret = try AESFixture.encrypt(transport, key: Self.key, vector: Self.vector)
        let request = Self.request(encryption: .aes128(key: identity, iv: Self.vector))
        let head = Array(secret.prefix(secret.count / 2 / 188 * 188))
        #expect(try Self.picture(request, head, keys: [identity: Self.key]).size.width == 320)
        #expect(throws: PreviewFailure.key) { try Self.picture(request, head) }
    }

    @Test(
        "An I-frame that is a range of an encrypted segment opens with the blocks around it, as does what lies before it"
    )
    func encryptedRange() throws {
        let transport = try Self.file("ts2.ts")
        let secret = try AESFixture.encrypt(transport, key: Self.key, vector: Self.vector)
        // Behind the service description, the association table and the map.
        let first = 3 * 188
        let length = transport.count / 2 / 188 * 188 - first
        let vector = "0x000102030405060708090A0B0C0D0E0F"
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:1
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-KEY:METHOD=AES-128,URI="http://test/key",IV=\(vector)
            #EXTINF:1,
            #EXT-X-BYTERANGE:\(length)@\(first)
            ts2.ts
            #EXT-X-ENDLIST

            """
        guard case .media(let main) = try PlaylistParser.parse(Array(text.utf8), url: "http://test/i.m3u8") else {
            throw PreviewFailure.content
        }
        var plan = PreviewPlan(height: 252)
        let source = PreviewSource(
            url: "u", iFrames: [Variant(url: "http://test/i.m3u8", bandwidth: 1)], main: main, origin: .zero)
        let timing = FetchTiming(requested: .zero, firstByte: nil, finished: .zero, bytes: 0, reusedConnection: false)
        _ = plan.handle(.opened(source), at: .zero)
        let loaded = LoadedPlaylist(body: Array(text.utf8), url: "http://test/i.m3u8", headers: [:], timing: timing)
        _ = plan.handle(.playlistLoaded(loaded, of: "http://test/i.m3u8"), at: .zero)
        var found: PreviewRequest?
        for case .load(let request) in plan.handle(.want(.zero, of: source, lineIsFree: true), at: .zero) {
            found = request
        }
        let request = try #require(found)
        func bytes(_ range: ByteRange?) throws -> [UInt8] {
            let range = try #require(range)
            return Array(secret.dropFirst(Int(range.offset)).prefix(Int(range.length ?? 0)))
        }
        #expect(request.fetch.range?.offset == 544)
        let picture = try Self.picture(
            request, try bytes(request.fetch.range), section: try bytes(request.initialization?.range),
            keys: [KeyIdentity(url: "http://test/key"): Self.key])
        #expect(picture.presentation == (try Self.picture(Self.request(whole: true), transport)).presentation)
    }

    // MARK: By a player

    private static let url = "http://test/film.m3u8"

    private func playing(_ key: String? = nil, _ files: [String: [UInt8]] = PlaybackFixtures.files) async throws
        -> PlayerRig
    {
        let rig = PlayerRig(Dictionary(uniqueKeysWithValues: files.map { ("http://test/\($0)", $1) }))
        let lines =
            ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:VOD"] + [key].compactMap(\.self)
            + (0..<6).flatMap { ["#EXTINF:1.000,", "ts\($0).ts"] } + ["#EXT-X-ENDLIST", ""]
        rig.origin.make(Self.url) { Array(lines.joined(separator: "\n").utf8) }
        rig.player.prepare(MediaSource(url: Self.url), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(10)
        return rig
    }

    private func plan(_ rig: PlayerRig, _ place: Double) throws -> PreviewRequest {
        let source = try #require(rig.player.previewSource(of: ItemID(1)))
        var plan = PreviewPlan(height: 252)
        for case .load(let request) in plan.handle(
            .want(MediaTime(seconds: place), of: source, lineIsFree: true), at: rig.clock.now)
        {
            return request
        }
        throw PreviewFailure.content
    }

    /// The picture that a request brings while the film plays on: its turn comes as the display asks for scenes.
    private func picture(_ rig: PlayerRig, _ request: PreviewRequest) async throws -> VideoFrame {
        let isDone = Locked(false)
        let player = rig.player
        let loading = Task {
            defer { isDone.withLock { $0 = true } }
            return try await player.previewPicture(request, of: ItemID(1))
        }
        while !isDone.withLock({ $0 }), !Task.isCancelled {
            await rig.run(1)
            await Task.yield()
        }
        return try await loading.value
    }

    @Test("What plays tells what its pictures are made of; one is fetched beside it, and is that of the place")
    func beside() async throws {
        let rig = try await playing()
        let request = try plan(rig, 4.1)
        #expect(request.fetch.url == "http://test/ts4.ts")
        let picture = try await picture(rig, request)
        let own = try Self.picture(Self.request(whole: true), Self.file("ts4.ts"))
        #expect(picture.size == own.size && picture.presentation == own.presentation)
        #expect(
            rig.origin.warmed.contains("http://test/ts4.ts")
                || rig.origin.requests.filter { $0.hasSuffix("ts4.ts") }.count > 1)
    }

    @Test("Its key is fetched once for all pictures")
    func keys() async throws {
        var files = PlaybackFixtures.files
        files["key"] = Self.key
        for number in 0..<6 {
            files["ts\(number).ts"] = try AESFixture.encrypt(
                Self.file("ts\(number).ts"), key: Self.key, vector: Self.vector)
        }
        let vector = "0x000102030405060708090A0B0C0D0E0F"
        let rig = try await playing("#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=\(vector)", files)
        let before = rig.origin.requests.filter { $0.hasSuffix("/key") }.count
        for place in [3.1, 5.1] {
            _ = try await picture(rig, try plan(rig, place))
        }
        #expect(rig.origin.requests.filter { $0.hasSuffix("/key") }.count == before + 1)
    }

    @Test("After another place has come pictures are made as before, though no playlist was loaded for it")
    func afterSeek() async throws {
        let rig = try await playing()
        var source = MediaSource(url: Self.url)
        source.options.start = .offset(.seconds(3))
        source.options.rememberedMedia = rig.player.remembered(ItemID(1))
        #expect(rig.player.seek(ItemID(1), with: source))
        while rig.player.status?.isSeeking == true, !Task.isCancelled {
            await rig.run(1)
            await Task.yield()
        }
        #expect(try plan(rig, 1.1).fetch.url == "http://test/ts1.ts")
    }

    @Test("A picture that is given up fails at once; of what has left the screen there is none")
    func cancelled() async throws {
        let rig = try await playing()
        let request = try plan(rig, 4.1)
        await #expect(throws: PreviewFailure.fetch(.cancelled)) {
            try await rig.player.previewPicture(request, of: ItemID(2))
        }
        rig.player.discard(ItemID(1))
        #expect(rig.player.previewSource(of: ItemID(1)) == nil)
    }

    // MARK: Speed

    @Test("Twice as fast goes twice as far, with the pitch kept; another item plays as usual")
    func speed() async throws {
        let rig = try await playing()
        let before = try #require(rig.player.status?.position)
        rig.player.setSpeed(2, of: ItemID(1))
        await rig.run(50)
        let gone = (try #require(rig.player.status?.position) - before).inSeconds
        #expect(gone > 1.85 && gone < 2.1, "\(gone) s in one")
        #expect(rig.player.status?.speed == 2 && rig.player.status?.rate == 2)
        rig.player.setSpeed(1, of: ItemID(1))
        await rig.run(25)
        #expect(rig.player.status?.rate == 1)
    }
}
