import Base
import Compositing
import Devices
import Foundation
import Glibc
import KMS
import Logging
import MediaCore
import Rig
import Testing

/// True on the virtual board, or on a real one that allows it by its environment: only there may a test
/// take the screen.
private let isOnBoard =
    ProcessInfo.processInfo.environment["HEARTH_BOARD"] == "1" && access("/dev/dri/card0", F_OK) == 0

@Suite(
    "A KMS display keeps the contract", .serialized,
    .enabled(if: isOnBoard, "needs a board: HEARTH_BOARD=1 and /dev/dri/card0"))
struct KMSContractTests {
    private func display(_ size: PixelSize = PixelSize(width: 1280, height: 720)) throws -> KMSDisplay {
        try KMSDisplay(.init(mode: .size(size)), log: Logger(label: "test"))
    }

    @Test(
        "It asks for every vblank and tells when scenes were seen",
        .enabled(if: !Board.isEmulated, "virtio-gpu flips at once and counts no vblanks"))
    func pacing() async throws {
        try await DisplayContract.asksForEveryVBlankAndTellsWhenScenesWereSeen(try display())
    }

    @Test("It sleeps when idle until woken")
    func idle() async throws { try await DisplayContract.sleepsWhenIdleUntilWoken(try display()) }

    @Test("It rests until the time that is named, or until woken")
    func rest() async throws { try await DisplayContract.restsUntilTheTimeThatIsNamed(try display()) }

    @Test("It captures what is seen")
    func capture() async throws { try await DisplayContract.capturesWhatIsSeen(try display()) }

    @Test("It stops for good")
    func stop() async throws { try await DisplayContract.stopsForGood(try display()) }

    @Test(
        "Sixty frames a second are flipped at sixty hertz, a surface over video on a plane of its own",
        .enabled(if: !Board.isEmulated, "an emulated processor keeps no pace"))
    func sixty() async throws { try await play(framesPerSecond: 60, seconds: 3) }

    @Test(
        "Twenty-five frames a second are flipped when they are due",
        .enabled(if: !Board.isEmulated, "an emulated processor keeps no pace"))
    func twentyFive() async throws { try await play(framesPerSecond: 25, seconds: 3) }

    private func play(framesPerSecond: Double, seconds: Double) async throws {
        let size = PixelSize(width: 1280, height: 720)
        let display = try display(size)
        let frames = (0..<4).map { BoardPictures.frame(size, luma: UInt8(40 + $0 * 40)) }
        let ui = BoardPictures.surface(PixelSize(width: 600, height: 120), 0xff20_40c0)
        let shown = Locked((start: HostTime?.none, last: -1, tag: UInt64(0)))
        let source = ScriptedVideo { vblank in
            shown.withLock { shown in
                let start = shown.start ?? vblank.time
                shown.start = start
                let index = Int(((vblank.time - start).inSeconds * framesPerSecond + 0.25).rounded(.down))
                if index == shown.last { return .unchanged() }
                shown.last = index
                shown.tag = UInt64(max(0, index))
                return .show(
                    Scene(
                        layers: [
                            Layer(.video(frames[max(0, index) % 4]), at: PixelRectangle(size)),
                            Layer(
                                .surface(ui), at: PixelRectangle(x: 340, y: 500 + index % 50, width: 600, height: 120)
                            ),
                        ], tag: shown.tag))
            }
        }
        try display.start(source)
        try await Task.sleep(for: .seconds(seconds))
        let capture = try await display.capture()
        display.stop()
        let flips = source.feedback
        let times = flips.map(\.time.nanoseconds)
        let rate = Double(times.count - 1) / (Double((times.last ?? 0) - (times.first ?? 0)) / 1e9)
        let statistics = display.statistics
        print("played \(framesPerSecond) fps: \(flips.count) flips at \(rate) Hz, \(statistics)")
        if let share = ProcessInfo.processInfo.environment["HEARTH_SHARE"] {
            try Data(capture.png()).write(to: URL(filePath: "\(share)/play-\(Int(framesPerSecond)).png"))
        }
        #expect(capture[640, 580] == 0xff20_40c0)
        #expect(Double(flips.count) > framesPerSecond * (seconds - 1) * 0.85)
        // The video is composed into the primary plane's buffer; the surface has a plane.
        #expect(statistics.composed == statistics.commits)
        #expect(Double(statistics.missedVBlanks) < framesPerSecond * seconds * 0.1)
    }

    @Test(
        "What the engine scans out is the captured picture, to the bit (the kernel's own CRC)",
        .enabled(if: BoardCRC.areMade, "this driver makes no checksums of what it scans out"))
    func scanOut() async throws {
        let size = PixelSize(width: 1280, height: 720)
        let display = try display(size)
        let video = BoardPictures.frame(PixelSize(width: 640, height: 480), luma: 60)
        let ui = BoardPictures.surface(PixelSize(width: 301, height: 77), 0xff20_40c0)
        let corner = BoardPictures.surface(PixelSize(width: 200, height: 100), 0xffe0_e000)
        let source = ScriptedSource { ask in
            guard ask == 0 else { return .idle }
            return .show(
                Scene(
                    layers: [
                        Layer(.video(video), at: PixelRectangle(x: 160, y: 0, width: 960, height: 720), opacity: 0.4),
                        Layer(.surface(ui), at: PixelRectangle(x: 101, y: 503, width: 301, height: 77)),
                        Layer(.surface(corner), at: PixelRectangle(x: 1200, y: -50, width: 200, height: 100)),
                    ], tag: 1))
        }
        try display.start(source)
        #expect(await source.feedback { $0.tag == 1 } != nil)
        let capture = try await display.capture()
        let crcs = try BoardCRC.read(4)
        let state = try String(contentsOfFile: "/sys/kernel/debug/dri/0/state", encoding: .utf8)
        display.stop()
        if let share = ProcessInfo.processInfo.environment["HEARTH_SHARE"] {
            try Data(capture.png()).write(to: URL(filePath: "\(share)/scanout.png"))
        }
        let expected = BoardCRC.expected(of: capture)
        print(
            "crc of the capture \(String(expected, radix: 16)), of the scan-out \(crcs.map { String($0, radix: 16) })"
        )
        #expect(!crcs.isEmpty)
        // The primary plane with the dimmed video, and a plane for each of the two surfaces.
        #expect(
            state.split(separator: "\n").filter { $0 == "\tcrtc=crtc-0" }.count == 4, "three planes and the connector"
        )
        #expect(Set(crcs) == [expected])
    }

    @Test("While another program has the screen it waits, and takes it when it is free")
    func ownership() async throws {
        // The first to open the device is its DRM master.
        let other = try checked("open") { open("/dev/dri/card0", O_RDWR | O_CLOEXEC) }
        let display = try display()
        let source = ScriptedSource { .show(Scenes.color(0xff00_8000, tag: UInt64($0))) }
        try display.start(source)
        var events = display.events.makeAsyncIterator()
        var lost = false
        while let event = await events.next() {
            if event == .ownershipLost {
                lost = true
                break
            }
        }
        #expect(lost)
        let seen = source.presented.filter { !$0.wasSkipped }
        #expect(seen == [])
        close(other)
        var regained = false
        while let event = await events.next() {
            if event == .ownershipRegained {
                regained = true
                break
            }
        }
        #expect(regained)
        #expect(await source.feedback { !$0.wasSkipped } != nil)
        display.stop()
    }

    @Test("The TV may be unplugged and plugged in again")
    func hotplug() async throws {
        let display = try display()
        let source = ScriptedSource { .show(Scenes.color(0xff00_8000, tag: UInt64($0))) }
        try display.start(source)
        #expect(await source.feedback { $0.tag >= 3 && !$0.wasSkipped } != nil)
        try BoardConnector.set("off")
        let skipped = await source.feedback { $0.wasSkipped }
        #expect(skipped != nil)
        #expect(!display.output.isConnected)
        try BoardConnector.set("detect")
        let tag = skipped?.tag ?? 0
        #expect(await source.feedback { $0.tag > tag && !$0.wasSkipped } != nil)
        #expect(display.output.isConnected)
        display.stop()
        var events: [DisplayEvent] = []
        for await event in display.events { events.append(event) }
        #expect(events.filter { if case .outputChanged = $0 { true } else { false } }.count >= 3)
    }

    @Test("A content's frame rate that no mode fits changes nothing")
    func frameRate() async throws {
        let display = try display()
        let source = ScriptedSource { .show(Scenes.color(0xff00_8000, tag: UInt64($0))) }
        try display.start(source)
        #expect(await source.feedback { $0.tag >= 3 && !$0.wasSkipped } != nil)
        let before = display.output
        display.matchFrameRate(17)
        let tag = source.presented.last?.tag ?? 0
        #expect(await source.feedback { $0.tag > tag + 3 && !$0.wasSkipped } != nil)
        #expect(display.output == before)
        display.stop()
    }

    @Test(
        "A content's frame rate is followed by one change of mode where the TV has one, and the picture comes at its pace"
    )
    func followedRate() async throws {
        let display = try display(PixelSize(width: 1024, height: 768))
        let source = ScriptedSource { .show(Scenes.color(0xff00_8000, tag: UInt64($0))) }
        try display.start(source)
        #expect(await source.feedback { $0.tag >= 3 && !$0.wasSkipped } != nil)
        let home = display.output
        let modeSets = display.statistics.modeSets
        // VESA's 1024x768 at 75 Hz, which every driver without an EDID has.
        display.matchFrameRate(75.029)
        let told = source.presented.last?.tag ?? 0
        let first = await source.feedback { $0.tag > told + 10 && !$0.wasSkipped }
        #expect(first != nil)
        let followed = display.output
        print("\(home.name) at \(home.refreshRate) Hz, told 75.029: \(followed.refreshRate) Hz, \(display.statistics)")
        #expect(followed.size == home.size)
        #expect(followed.identity == home.identity)
        let hasMode = Cadence.isEven(refreshRate: followed.refreshRate, framesPerSecond: 75.029)
        #expect(display.statistics.modeSets == modeSets + (hasMode ? 1 : 0))
        #expect(hasMode || followed == home)
        // The same rate again, then one that needs no other mode.
        display.matchFrameRate(75.029)
        display.matchFrameRate(followed.refreshRate / 3)
        let again = source.presented.last?.tag ?? 0
        #expect(await source.feedback { $0.tag > again + 10 && !$0.wasSkipped } != nil)
        #expect(display.output == followed)
        #expect(display.statistics.modeSets == modeSets + (hasMode ? 1 : 0))
        display.stop()
    }

    @Test("Two translucent pictures over each other are scanned out as they are captured, and at every vblank")
    func crossFade() async throws {
        let size = PixelSize(width: 1280, height: 720)
        let display = try display(size)
        let old = BoardPictures.frame(size, luma: 180)
        let source = ScriptedVideo { vblank in
            let share = 0.7 + 0.05 * Double(vblank.sequence % 6)
            let new = BoardPictures.frame(size, luma: UInt8(40 + vblank.sequence % 4 * 20))
            return .show(
                Scene(
                    layers: [
                        Layer(.video(old), at: PixelRectangle(size), opacity: 0.45),
                        Layer(.video(new), at: PixelRectangle(size), opacity: share),
                    ], tag: vblank.sequence))
        }
        try display.start(source)
        try await Task.sleep(for: .seconds(2))
        let capture = try await display.capture()
        display.stop()
        let statistics = display.statistics
        print("cross-fading for two seconds: \(statistics)")
        #expect(Board.isEmulated || statistics.commits > 20, "an emulated processor keeps no pace")
        // Of both: a quarter of the old, most of the new. In the picture's middle, or at the edge of a smaller screen.
        let grey = capture[min(640, capture.size.width - 1), min(360, capture.size.height - 1)] & 255
        #expect(grey > 50 && grey < 180)
    }

    @Test("Without a TV at the start it waits for one")
    func noTV() async throws {
        try BoardConnector.set("off")
        let display = try display()
        let source = ScriptedSource { .show(Scenes.color(0xff00_8000, tag: UInt64($0))) }
        try display.start(source)
        #expect(await source.feedback { $0.tag >= 3 && $0.wasSkipped } != nil)
        try BoardConnector.set("detect")
        #expect(await source.feedback { !$0.wasSkipped } != nil)
        display.stop()
    }
}

enum BoardPictures {
    static func frame(_ size: PixelSize, luma: UInt8) -> VideoFrame {
        let count = size.width * size.height
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count * 3 / 2)
        memory.initialize(repeating: 128, count: count * 3 / 2)
        for row in 0..<size.height {
            memset(memory + row * size.width, Int32(luma) + Int32(row * 60 / size.height), size.width)
        }
        nonisolated(unsafe) let owned = memory
        let chroma = UnsafePointer(memory + count)
        return VideoFrame(
            size: size, format: .i420, presentation: .zero, duration: .zero,
            planes: [
                .init(base: UnsafePointer(memory), stride: size.width), .init(base: chroma, stride: size.width / 2),
                .init(base: chroma + count / 4, stride: size.width / 2),
            ]
        ) { owned.deallocate() }
    }

    static func surface(_ size: PixelSize, _ pixel: UInt32) -> Surface {
        Surface(size: size) { bytes, _ in
            bytes.withMemoryRebound(to: UInt32.self) { $0.update(repeating: pixel) }
        }
    }
}

/// A scene source whose scene depends on the vblank.
final class ScriptedVideo: SceneSource {
    private let decide: @Sendable (VBlank) -> SceneUpdate
    private let told = Locked<[PresentationFeedback]>([])

    init(_ decide: @escaping @Sendable (VBlank) -> SceneUpdate) {
        self.decide = decide
    }

    var feedback: [PresentationFeedback] { told.withLock { $0 } }
    func scene(for vblank: VBlank, on output: DisplayOutput) -> SceneUpdate { decide(vblank) }
    func presented(_ feedback: PresentationFeedback) { told.withLock { $0.append(feedback) } }
}
