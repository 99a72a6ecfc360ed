import Channels
import Commands
import ControlProtocol
import Devices
import Headless
import MediaCore
import Screens
import Store
import TestSupport
import Testing

@testable import Appliance

@Suite("Box, what it tells of itself", .timeLimit(.minutes(10)))
struct BoxDiagnosticsTests {
    private static let size = PixelSize(width: 640, height: 360)

    private func flip(to channel: String, time: Int64, picture: Int64?) -> FlipRecord {
        var record = FlipRecord(from: nil, to: channel, warm: false, time: time)
        record.prepared = 1_000_000
        record.playlist = picture.map { $0 - 20_000_000 }
        record.firstFrameScanout = picture
        record.motion = picture.map { $0 + 40_000_000 }
        record.outcome = picture == nil ? .failed : .shown
        return record
    }

    private func showsFigures(_ box: isolated Box) -> Bool {
        let shown = Set(box.interface.layers(size: Self.size).map(\.id))
        return shown.isSuperset(of: [InterfaceLayer.ID(.diagnostics), InterfaceLayer.ID(.diagnostics, .flips)])
    }

    @Test("The figures come by the verb, are painted ahead, take no keys, and go")
    func verb() async throws {
        let rig = try await BoxRig(["One", "Two"])
        #expect(try await rig.box.setDiagnostics(true).shown)
        await rig.until { self.showsFigures($0) }
        #expect(await rig.box.paintedFigureCount == 2)
        #expect(await rig.box.focus == .video)
        #expect(try await rig.box.setDiagnostics(nil).shown == false)
        rig.clock.advance(by: .seconds(1))
        await rig.until { box in
            box.tell(.wake)
            return !self.showsFigures(box)
        }
    }

    @Test("Info, held, shows the figures; standby hides them until the box is on again")
    func key() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let info = try #require(KeyCode(name: "INFO")?.rawValue)
        rig.keys.press(info, at: rig.clock.now)
        await rig.until { $0.remotes.nextWake != nil }
        rig.clock.advance(by: .milliseconds(600))
        await rig.until { self.showsFigures($0) }
        rig.keys.release(info, at: rig.clock.now)
        #expect(await rig.box.perform(.standBy, key: rig.clock.now) == .done)
        #expect(await rig.box.figures.shown == nil)
        #expect(await rig.box.perform(.wake, key: rig.clock.now) == .done)
        await rig.until { $0.figures.shown != nil }
    }

    @Test("A flip that ended is in the figures, the list and the metrics")
    func flips() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let flips =
            (1...6).map { flip(to: "c2", time: Int64($0), picture: 100_000_000) }
            + [flip(to: "c2", time: 7, picture: 400_000_000), flip(to: "c1", time: 8, picture: nil)]
        for flip in flips { await rig.box.count(.ended(flip)) }
        await rig.until { [store = rig.store] _ in (try? await store.flips().count) == 8 }

        let list = try await rig.box.flips(FlipQuery(last: 2))
        #expect(list.flips.map(\.timeNanoseconds) == [7, 8])
        #expect(list.flips.map(\.slow) == [true, false])
        #expect(list.flips.first?.slowest == "playlist" && list.flips.last?.outcome == "failed")
        #expect(list.summary?.map(\.count) == [8, 1, 7])
        #expect(list.summary?.last?.name == "Two" && list.summary?.last?.sinceKey["motion"]?.p50 == 140_000_000)
        #expect(try await rig.box.flips(FlipQuery(channel: "2")).flips.count == 7)
        #expect(try await rig.box.flips(FlipQuery(channel: "One")).flips.count == 1)
        await #expect(throws: ControlError.self) { try await rig.box.flips(FlipQuery(channel: "99")) }

        let families = try MetricsReader.families(of: await rig.box.metrics())
        func value(_ family: String, _ labels: [String: String]) -> Double? {
            families[family]?.samples.first { $0.labels == labels }?.value
        }
        #expect(value("hearth_flips", ["outcome": "shown", "kind": "cold"]) == 7)
        #expect(value("hearth_flips", ["outcome": "failed", "kind": "cold"]) == 1)
        #expect(value("hearth_flips", ["outcome": "shown", "kind": "warm"]) == 0)
        #expect(value("hearth_slow_flips", ["phase": "playlist", "kind": "cold"]) == 1)
        #expect(value("hearth_flip_seconds", ["until": "motion", "kind": "cold", "le": "0.2"]) == 6)
        #expect(families["hearth_flip_phase_seconds"]?.unit == "seconds")
        #expect(value("hearth_state", ["state": "tuning"]) == 1)

        _ = try await rig.box.setDiagnostics(true)
        await rig.until { $0.figures.shown?.flips.last != nil }
        let shown = try #require(await rig.box.figures.shown?.flips)
        #expect(shown.last?.hasFailed == true && shown.last?.slowest == .playlist)
        #expect(shown.usual.map(\.count) == [7] && shown.usual.first?.p50 == .milliseconds(140))
    }
}
