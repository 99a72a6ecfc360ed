import Devices
import Foundation
import Logging
import MediaCore
import Testing

@testable import KMS

@Suite("Waiting for a screen")
struct DeviceSearchTests {
    private static let events: [DeviceSearch.Event] = [
        .watching, .nodesChanged, .found, .missing("none"), .missing("no rights"), .gone("gone"),
    ]

    @Test(
        "Over all orders of six events it looks only after news, tells each reason once, and never looks while it drives"
    )
    func exhaustive() {
        var checked = 0
        func visit(_ search: DeviceSearch, told: String?, depth: Int) {
            for event in Self.events {
                var search = search
                var told = told
                let wasDriving = search.isDriving
                let effects = search.handle(event)
                for case .tell(let reason) in effects {
                    #expect(reason != told, "\(event)")
                    told = reason
                }
                #expect(told == search.trouble)
                let looks = effects.filter { $0 == .look }.count
                switch event {
                case .watching, .nodesChanged: #expect(looks == (wasDriving ? 0 : 1))
                case .gone: #expect(looks == (wasDriving ? 1 : 0) && !search.isDriving)
                case .found: #expect(looks == 0 && search.isDriving)
                case .missing: #expect(looks == 0 && search.isDriving == wasDriving)
                }
                checked += 1
                if depth > 1 { visit(search, told: told, depth: depth - 1) }
            }
        }
        visit(DeviceSearch(trouble: nil), told: nil, depth: 5)
        visit(DeviceSearch(trouble: "none"), told: "none", depth: 5)
        #expect(checked == 2 * (6 + 36 + 216 + 1_296 + 7_776))
    }

    @Test("Folders that are watched: the kernel's, and that of a path of one's own")
    func folders() {
        #expect(KMSDevice.folders(nil) == ["/dev/dri"])
        #expect(KMSDevice.folders("vc4") == ["/dev/dri"])
        #expect(KMSDevice.folders("/dev/dri/card1") == ["/dev/dri"])
        #expect(KMSDevice.folders("/dev/dri/by-path/pci-card") == ["/dev/dri/by-path", "/dev/dri"])
    }

    @Test(
        "Without a device it starts, says why, asks for scenes, and looks again when a node comes, also into a folder that comes"
    )
    func waits() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-kms-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/dri/card0"
        let display = try KMSDisplay(.init(device: path), log: Logger(label: "test"))
        let first = try #require(display.output.trouble)
        #expect(first.contains(path) && first.contains("No such file"))
        #expect(!display.output.isConnected)
        let source = CountingSource()
        try display.start(source)
        defer { display.stop() }
        // What feeds the watchdog: scenes are asked for, and again after a wake.
        var asks = source.asks.makeAsyncIterator()
        for _ in 0..<3 {
            let output = try #require(await asks.next())
            #expect(!output.isConnected && output.trouble == first)
            display.wake()
        }
        try FileManager.default.createDirectory(atPath: "\(folder)/dri", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: path))
        var last = first
        // A plain file is there, and is no device: another reason.
        for await event in display.events {
            guard case .outputChanged(let output) = event, let trouble = output.trouble else { continue }
            last = trouble
            if !trouble.contains("No such file") { break }
        }
        #expect(last.contains(path) && last != first)
    }
}

/// Never has anything to show, and tells each time it was asked.
private final class CountingSource: SceneSource {
    let asks: AsyncStream<DisplayOutput>
    private let continuation: AsyncStream<DisplayOutput>.Continuation

    init() {
        (asks, continuation) = AsyncStream.makeStream()
    }

    func scene(for vblank: VBlank, on output: DisplayOutput) -> SceneUpdate {
        continuation.yield(output)
        return .idle
    }

    func presented(_ feedback: PresentationFeedback) {}
}
