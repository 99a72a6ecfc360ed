import Devices
import MediaCore
import TestSupport
import Testing

@testable import FFmpeg

@Suite("Photos")
struct PhotoTests {
    private typealias Fixtures = StillImageFixtures

    /// Where the red half is seen, by the eight ways of holding a camera.
    private static let sides = ["left", "right", "right", "left", "top", "top", "bottom", "bottom"]

    /// A source that gives all its bytes at once.
    private final class Bytes: ByteSource {
        private let left: LockedBytes

        init(_ bytes: [UInt8]) { left = LockedBytes(bytes) }
        func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult { left.take(into: buffer) }
    }

    private func photo(_ bytes: [UInt8], screen: PixelSize = PixelSize(width: 1920, height: 1080)) throws -> VideoFrame
    {
        let demuxer = PhotoDemuxer(Bytes(bytes))
        guard case .tracks(let tracks) = try demuxer.next(), case .packet(let packet) = try demuxer.next(),
            case .end = try demuxer.next()
        else { throw DemuxError.cancelled }
        #expect(tracks.map(\.codec) == [.video(.photo)])
        var frame: VideoFrame?
        try PhotoDecoder(fitting: screen).decode(packet) { frame = $0 }
        return try #require(frame)
    }

    /// The red in a pixel of the picture: high in red, low in blue.
    private func red(_ frame: VideoFrame, _ x: Int, _ y: Int) -> Int {
        let plane = frame.planes[2]
        return Int(plane.base[y / 2 * plane.stride + x / 2])
    }

    /// A JPEG with an Exif segment that says how it was held.
    private func turned(_ orientation: Int, isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        let entry = number(274, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        let tiff =
            (isLittle ? Array("II".utf8) : Array("MM".utf8)) + number(42, 2) + number(8, 4) + number(1, 2) + entry
        let body = Array("Exif\0\0".utf8) + tiff + [0, 0, 0, 0]
        let length = body.count + 2
        return [0xff, 0xd8, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + body + Fixtures.jpeg.dropFirst(2)
    }

    @Test("each format is a film of one picture, in its colours", arguments: Fixtures.all)
    func formats(bytes: [UInt8]) throws {
        let frame = try photo(bytes)
        #expect(frame.size == PixelSize(width: 32, height: 16) && frame.format == .i420)
        if bytes != Fixtures.greyPNG { #expect(red(frame, 4, 8) > 160 && red(frame, 27, 8) < 128) }
    }

    @Test(
        "a photo is upright, however the camera was held",
        arguments: Self.sides.indices, [true, false])
    func orientation(index: Int, isLittle: Bool) throws {
        let frame = try photo(turned(index + 1, isLittle: isLittle))
        let isTurned = index >= 4
        #expect(frame.size == (isTurned ? PixelSize(width: 16, height: 32) : PixelSize(width: 32, height: 16)))
        let (width, height) = (frame.size.width, frame.size.height)
        let sides = [
            "left": red(frame, 2, height / 2), "right": red(frame, width - 3, height / 2),
            "top": red(frame, width / 2, 2), "bottom": red(frame, width / 2, height - 3),
        ]
        let ends = isTurned ? ["top", "bottom"] : ["left", "right"]
        let seen = ends.max { (sides[$0] ?? 0) < (sides[$1] ?? 0) }
        #expect(seen == Self.sides[index], "\(sides)")
    }

    @Test("the corners are where they belong: what is turned twice by a quarter is upside down")
    func corners() {
        var random = SplitMix(seed: 1)
        var planes = [random.bytes(8 * 6), random.bytes(4 * 3), random.bytes(4 * 3)]
        let size = PixelSize(width: 8, height: 6)
        func make() -> PhotoPlanes {
            var sources: [(base: UnsafeMutablePointer<UInt8>, stride: Int)] = []
            for (index, width) in [8, 4, 4].enumerated() {
                let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: planes[index].count)
                memory.initialize(from: &planes[index], count: planes[index].count)
                sources.append((memory, width))
            }
            defer { for source in sources { source.base.deallocate() } }
            return PhotoPlanes(size: size, copying: sources)
        }
        let photo = make()
        #expect(photo.planes == planes)
        let upsideDown = photo.turned(.upsideDown)
        #expect(photo.turned(.right).turned(.right).planes == upsideDown.planes)
        #expect(photo.turned(.right).turned(.left).planes == planes && photo.turned(.right).size.width == 6)
        #expect(photo.turned(.mirrored).turned(.flipped).planes == upsideDown.planes)
        #expect(photo.turned(.transposed).planes == photo.turned(.right).turned(.mirrored).planes)
        #expect(photo.turned(.transversed).planes == photo.turned(.left).turned(.mirrored).planes)
        for orientation in PhotoOrientation.allCases where ![.right, .left].contains(orientation) {
            #expect(photo.turned(orientation).turned(orientation).planes == planes)
        }
    }

    @Test("no larger than the screen, in its own shape, and never enlarged")
    func sizes() throws {
        #expect(
            try photo(Fixtures.png, screen: PixelSize(width: 16, height: 16)).size == PixelSize(width: 16, height: 8))
        #expect(
            try photo(turned(6, isLittle: true), screen: PixelSize(width: 16, height: 16)).size
                == PixelSize(width: 8, height: 16))
        #expect(
            PhotoPlanes.size(of: PixelSize(width: 4032, height: 3024), fitting: PixelSize(width: 1920, height: 1080))
                == PixelSize(width: 1440, height: 1080))
        #expect(PhotoPlanes.size(of: PixelSize(width: 1, height: 1), fitting: .zero) == PixelSize(width: 2, height: 2))
    }

    @Test("more pixels than are decoded are refused by the header; what is damaged says so", arguments: 0..<60)
    func damaged(seed: Int) {
        var random = SplitMix(seed: seed)
        #expect(throws: (any Error).self) { try photo(PNG.declaring(width: 5000, height: 5000)) }
        var bytes = turned(Int.random(in: 0...70_000, using: &random) % 65_536, isLittle: seed % 2 == 0)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
        // Whatever comes of it, it comes to an end.
        _ = try? photo(bytes)
        _ = PhotoOrientation(exif: random.bytes(Int.random(in: 0..<64, using: &random))[...])
    }
}

/// Bytes that are taken from the front.
private final class LockedBytes: @unchecked Sendable {
    // Unchecked: a test reads it on one thread.
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    func take(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        guard !bytes.isEmpty else { return .end }
        let count = min(buffer.count, bytes.count)
        buffer.copyBytes(from: bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        return .bytes(count)
    }
}
