import Base
import Devices
import MediaCore

/// A channel of one grey, for a box that plays without a network and without codecs.
struct PaintedChannel: Sendable {
    var size: PixelSize
    var framesPerSecond: Int
    /// The grey level, 16 … 235.
    var luma: UInt8
    var attributes = ""
    /// Every sample of its sound; nil: it has none.
    var level: StereoLevel?
    /// What the stream says of bars in the picture; nil: nothing.
    var activeFormat: UInt8?

    struct StereoLevel: Sendable, Hashable {
        var left: Float
        var right: Float
    }

    static let hd = PixelSize(width: 1920, height: 1080)
    static let ready = PixelSize(width: 1280, height: 720)
}

/// An origin that serves `http://origin/NUMBER.m3u8` from memory: ten minutes in segments of a second, which are
/// eight bytes that look like MP4, the channel's number and the segment's.
final class PaintedOrigin: Fetcher {
    private let channels: [PaintedChannel]
    private let answers: AsyncStream<@Sendable () -> Void>.Continuation
    /// Gives the answers one after the other, never on the asker's time.
    private let answering: Task<Void, Never>
    private static let segments = 600
    /// Every address that was asked for, in order.
    let asked = Locked<[String]>([])

    init(_ channels: [PaintedChannel]) {
        self.channels = channels
        let (stream, answers) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
        self.answers = answers
        answering = Task { for await answer in stream { answer() } }
    }

    deinit { answers.finish() }

    @discardableResult
    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let handle = Handle()
        asked.withLock { $0.append(request.url) }
        let body = body(of: request.url)
        answers.yield {
            if handle.isCancelled { return handler(.finished(.failure(.cancelled))) }
            guard let body else {
                return handler(.finished(.failure(.status(404, url: request.url, retryAfter: nil))))
            }
            handler(
                .response(FetchResponse(status: 200, url: request.url, headers: ["content-length": "\(body.count)"])))
            handler(.data(body))
            handler(
                .finished(
                    .success(
                        FetchTiming(
                            requested: .zero, firstByte: .zero, finished: .zero, bytes: body.count,
                            reusedConnection: true))))
        }
        return handle
    }

    private func body(of url: String) -> [UInt8]? {
        let name = url.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
        let parts = name.split(whereSeparator: { "-.".contains($0) }).map(String.init)
        guard let number = parts.first.flatMap({ Int($0) }), channels.indices.contains(number - 1) else { return nil }
        let channel = channels[number - 1]
        switch (parts.count, parts.last) {
        case (2, "m3u8"):
            return Array(
                """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.640028\(channel.level == nil ? "" : ",mp4a.40.2")",RESOLUTION=\(channel.size.width)x\(channel.size.height),FRAME-RATE=\(channel.framesPerSecond).000
                \(number)-media.m3u8

                """.utf8)
        case (3, "m3u8"):
            var text = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:1\n#EXT-X-INDEPENDENT-SEGMENTS\n"
            for index in 0..<Self.segments { text += "#EXTINF:1.0,\n\(number)-\(index).m4s\n" }
            return Array((text + "#EXT-X-ENDLIST\n").utf8)
        case (3, "m4s"):
            let index = Int(parts[1]) ?? 0
            return [0, 0, 0, 12] + Array("styp".utf8) + [UInt8(number), UInt8(index / 256), UInt8(index % 256), 0]
        default: return nil
        }
    }

    private final class Handle: FetchHandle {
        private let cancelled = Locked(false)
        var isCancelled: Bool { cancelled.withLock { $0 } }
        func cancel() { cancelled.withLock { $0 = true } }
    }
}

/// A codec library that makes the pictures of `PaintedOrigin`'s segments.
struct PaintedLibrary: CodecLibrary {
    let channels: [PaintedChannel]

    func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
    ) throws(DemuxError) -> any Demuxer {
        var bytes = [UInt8](repeating: 0, count: 12)
        var count = 0
        reading: while count < bytes.count {
            let result = bytes.withUnsafeMutableBytes { bytes in
                source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            }
            switch result {
            case .bytes(let more): count += more
            case .end: break reading
            case .cancelled: throw .cancelled
            }
        }
        guard count == 12, channels.indices.contains(Int(bytes[8]) - 1) else {
            throw .unreadable(container, code: -1, reason: "not painted")
        }
        return PaintedDemuxer(channels[Int(bytes[8]) - 1], bytes[8], segment: Int(bytes[9]) * 256 + Int(bytes[10]))
    }

    func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        PaintedDecoder(
            size: track.size, luma: track.configuration.first ?? 16,
            activeFormat: track.configuration.dropFirst().first.map(ActiveFormat.init(code:)))
    }

    func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder {
        guard let number = track.configuration.first, let level = channels[Int(number) - 1].level else {
            throw .unsupported("sound")
        }
        return PaintedSound(level)
    }
}

/// Makes a tenth of a second of one level from each packet.
private final class PaintedSound: AudioDecoder {
    let name = "aac (painted)"
    private let samples: [Float]

    init(_ level: PaintedChannel.StereoLevel) {
        samples = (0..<AudioFormat.standard.sampleRate / 10).flatMap { _ in [level.left, level.right] }
    }

    func decode(_ packet: Packet, _ emit: (AudioBlock) -> Void) throws(DecodeError) {
        emit(AudioBlock(presentation: packet.presentation, samples: samples))
    }

    func drain(_ emit: (AudioBlock) -> Void) {}
}

private final class PaintedPayload: PacketPayload {
    let byteCount = 1000
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { body(UnsafeRawBufferPointer(start: nil, count: 0)) }
}

private final class PaintedDemuxer: Demuxer {
    private var events: [DemuxEvent]

    init(_ channel: PaintedChannel, _ number: UInt8, segment: Int) {
        let track = Track(
            id: 1, codec: .video(.h264), configuration: [channel.luma] + (channel.activeFormat.map { [$0] } ?? []),
            size: channel.size)
        let rate = channel.framesPerSecond
        let sound = Track(
            id: 2, codec: .audio(.aac), configuration: [number], sampleRate: AudioFormat.standard.sampleRate,
            channels: AudioFormat.standard.channels)
        events = [.tracks(channel.level == nil ? [track] : [track, sound])]
        if channel.level != nil {
            for tenth in 0..<10 {
                let time = MediaTime(ticks: Int64(segment * 10 + tenth), timescale: 10)
                events.append(
                    .packet(
                        Packet(
                            track: 2, presentation: time, decode: time, duration: .milliseconds(100), isKey: true,
                            payload: PaintedPayload())))
            }
        }
        for frame in 0..<rate {
            let time = MediaTime(ticks: Int64(segment * rate + frame), timescale: Int64(rate))
            events.append(
                .packet(
                    Packet(
                        track: 1, presentation: time, decode: time, duration: .seconds(1) / rate, isKey: frame == 0,
                        payload: PaintedPayload())))
        }
        events.reverse()
    }

    func next() throws(DemuxError) -> DemuxEvent { events.popLast() ?? .end }
}

private final class PaintedDecoder: VideoDecoder {
    let name = "h264 (painted)"
    var skipsNonReference = false
    private let size: PixelSize
    private let picture: Painting
    private let activeFormat: ActiveFormat?

    init(size: PixelSize, luma: UInt8, activeFormat: ActiveFormat?) {
        self.size = size
        self.activeFormat = activeFormat
        picture = Painting(size: size, luma: luma)
    }

    func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
        let picture = picture
        emit(
            VideoFrame(
                size: size, activeFormat: activeFormat, format: .i420, presentation: packet.presentation ?? .zero,
                duration: packet.duration,
                planes: picture.planes, release: { _ = picture }))
    }

    func drain(_ emit: (VideoFrame) -> Void) {}
}

/// A grey picture in memory, shared by all frames of a decoder.
private final class Painting: @unchecked Sendable {
    // Unchecked: the bytes are never written after `init`.
    private let memory: UnsafeMutablePointer<UInt8>
    let planes: [VideoFrame.Plane]

    init(size: PixelSize, luma: UInt8) {
        let count = size.width * size.height
        memory = .allocate(capacity: count * 3 / 2)
        memory.initialize(repeating: luma, count: count)
        (memory + count).initialize(repeating: 128, count: count / 2)
        planes = [
            .init(base: memory, stride: size.width), .init(base: memory + count, stride: size.width / 2),
            .init(base: memory + count + count / 4, stride: size.width / 2),
        ]
    }

    deinit { memory.deallocate() }
}
