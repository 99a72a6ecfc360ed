import Devices
import Foundation
import MediaCore
import Testing

@testable import FFmpeg

@Suite("Decoding in hardware: what is tried, and what is given up")
struct HardwareTests {
    private static let gpu = DecodingMethod.vaapi(node: "/dev/dri/renderD128")
    private func at(_ seconds: Int64) -> HostTime { HostTime(nanoseconds: seconds * 1_000_000_000) }

    @Test("best first, software last; only where the library has a decoder")
    func order() {
        let policy = DecodingPolicy(.automatic, offered: [Self.gpu, .v4l2])
        #expect(policy.methods(for: .h264, at: at(0)) == [Self.gpu, .v4l2, .software])
        #expect(policy.methods(for: .av1, at: at(0)) == [Self.gpu, .software])
        #expect(DecodingPolicy(.software, offered: [Self.gpu, .v4l2]).methods(for: .h264, at: at(0)) == [.software])
        #expect(DecodingPolicy(.automatic, offered: []).methods(for: .hevc, at: at(0)) == [.software])
    }

    @Test("what never opened is not tried again; what has worked is only busy")
    func refused() {
        var policy = DecodingPolicy(.automatic, offered: [.v4l2])
        policy.note(.refused, of: .v4l2, .h264, at: at(1))
        #expect(policy.methods(for: .h264, at: at(1_000_000)) == [.software])
        #expect(policy.methods(for: .hevc, at: at(1)) == [.v4l2, .software])
        policy.note(.opened, of: .v4l2, .hevc, at: at(2))
        policy.note(.firstPicture, of: .v4l2, .hevc, at: at(2))
        policy.note(.refused, of: .v4l2, .hevc, at: at(3))
        #expect(policy.methods(for: .hevc, at: at(3)) == [.v4l2, .software])
    }

    @Test("one that dies is left alone for a minute, then for ten, then for good")
    func died() {
        var policy = DecodingPolicy(.automatic, offered: [Self.gpu])
        policy.note(.died, of: Self.gpu, .h264, at: at(0))
        #expect(policy.methods(for: .h264, at: at(59)) == [.software])
        #expect(policy.methods(for: .h264, at: at(60)) == [Self.gpu, .software])
        policy.note(.died, of: Self.gpu, .h264, at: at(100))
        #expect(policy.methods(for: .h264, at: at(699)) == [.software])
        #expect(policy.methods(for: .h264, at: at(700)) == [Self.gpu, .software])
        policy.note(.died, of: Self.gpu, .h264, at: at(800))
        #expect(policy.methods(for: .h264, at: at(1_000_000)) == [.software])
        #expect(policy.methods(for: .hevc, at: at(801)) == [Self.gpu, .software])
    }

    @Test("software is never condemned")
    func software() {
        var policy = DecodingPolicy(.automatic, offered: [])
        for outcome in [DecodingPolicy.Outcome.refused, .died, .died, .died] {
            policy.note(outcome, of: .software, .h264, at: at(0))
        }
        #expect(policy.methods(for: .h264, at: at(0)) == [.software])
    }

    @Test("eight packets refused in a row, or sixty without a picture, end a decoder; less does not")
    func health() {
        func lasts(_ packets: [Bool], pictureAfter picture: Int? = nil) -> Int {
            var health = HardwareHealth()
            for (index, isAccepted) in packets.enumerated() {
                if index == picture { health.gotPicture() }
                if !health.sent(isAccepted: isAccepted) { return index }
            }
            return packets.count
        }
        func times(_ count: Int, _ isAccepted: Bool) -> [Bool] { Array(repeating: isAccepted, count: count) }
        #expect(lasts(times(20, false)) == 7)
        #expect(lasts(times(7, false) + [true] + times(7, false)) == 15)
        #expect(lasts(times(7, false) + [true] + times(20, false)) == 15)
        #expect(lasts(times(100, true)) == 59)
        #expect(lasts(times(200, true), pictureAfter: 59) == 118)
    }

    @Test("nodes are found by name; folders that are not there offer nothing")
    func probe() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let dri = folder.appendingPathComponent("dri").path
        #expect(HardwareDevices.probe(dri: dri, dev: folder.path).isEmpty)
        try FileManager.default.createDirectory(atPath: dri, withIntermediateDirectories: true)
        for name in ["dri/card0", "video", "videos", "null"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        #expect(HardwareDevices.probe(dri: dri, dev: folder.path).isEmpty)
        for name in ["dri/renderD129", "dri/renderD128", "video10"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        #expect(
            HardwareDevices.probe(dri: dri, dev: folder.path)
                == [.vaapi(node: dri + "/renderD128"), .vaapi(node: dri + "/renderD129"), .v4l2])
    }

    @Test(
        "nodes that decode nothing cost a try each, once; then software decodes",
        .enabled(if: MediaFixtures.isAvailable))
    func nodesThatDoNot() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", DecodeTests.h264 + DecodeTests.aac + ["-f", "mpegts"])
        let library = FFmpegLibrary(
            decoding: .automatic, offered: [.vaapi(node: "/dev/null"), .v4l2], clock: MonotonicClock())
        let track = try #require(Decoded(bytes, .mpegTS).tracks.first)
        for _ in 0..<2 {
            #expect(try library.makeVideoDecoder(track).name == "h264 (software)")
        }
    }

    @Test("VA-API's two layers become one NV12 picture; other layouts are taken or refused as KMS can name them")
    func layouts() throws {
        typealias Layer = DRMFrameLayout.Layer
        typealias Plane = DRMFrameLayout.Plane
        typealias Object = DRMFrameLayout.Object
        let luma = Layer(fourcc: DRMFrameLayout.fourcc("R8  "), planes: [Plane(object: 0, offset: 0, pitch: 2048)])
        let chroma = Layer(
            fourcc: DRMFrameLayout.fourcc("GR88"), planes: [Plane(object: 0, offset: 2_228_224, pitch: 2048)])
        let tiled = Object(descriptor: 7, modifier: 0x0100_0000_0000_0002)
        let joined = try #require(DRMFrameLayout.buffer([luma, chroma], [tiled]))
        #expect(joined.fourcc == 0x3231_564e)
        #expect(joined.modifier == tiled.modifier)
        #expect(joined.planes.map(\.descriptor) == [7, 7])
        #expect(joined.planes.map(\.offset) == [0, 2_228_224])

        let whole = Layer(
            fourcc: DRMFrameLayout.fourcc("P010"),
            planes: [Plane(object: 0, offset: 0, pitch: 4096), Plane(object: 1, offset: 64, pitch: 4096)])
        let two = [Object(descriptor: 3, modifier: 0), Object(descriptor: 4, modifier: 0)]
        #expect(DRMFrameLayout.buffer([whole], two)?.planes.map(\.descriptor) == [3, 4])

        #expect(DRMFrameLayout.buffer([chroma, luma], [tiled]) == nil)
        #expect(DRMFrameLayout.buffer([luma, chroma], []) == nil)
        #expect(DRMFrameLayout.buffer([], [tiled]) == nil)
        #expect(DRMFrameLayout.buffer([whole], [two[0], tiled]) == nil)
        let negative = Layer(fourcc: whole.fourcc, planes: [Plane(object: 0, offset: -1, pitch: 4096)])
        #expect(DRMFrameLayout.buffer([negative], two) == nil)
    }
}
