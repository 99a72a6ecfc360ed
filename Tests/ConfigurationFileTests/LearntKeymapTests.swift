import Commands
import Devices
import MediaCore
import Testing

@testable import ConfigurationFile

@Suite("Keymaps that are written")
struct LearntKeymapTests {
    /// A lesson in which each key has been learnt with its code.
    private func learning(_ codes: [(KeyCode, RemoteLearning.Code)]) -> RemoteLearning {
        var now = HostTime.zero
        var learning = RemoteLearning(keys: codes.map(\.0), now: now)
        for (_, code) in codes {
            for toggle in [false, true] {
                let signal = InfraredSignal(time: now, kind: code.kind, scancode: code.scancode, toggle: toggle)
                _ = learning.handle(.infrared(.signal(signal)), at: now)
                now = now + .milliseconds(400)
                _ = learning.handle(.wake, at: now)
            }
        }
        return learning
    }

    @Test("What was learnt is read back equal, of every protocol", arguments: InfraredProtocol.allCases)
    func roundTrip(kind: InfraredProtocol) {
        let codes = [(KeyCode(0x160), UInt64(0x800f_0422)), (KeyCode(103), 1), (KeyCode(0x18e), UInt64.max)]
        let learning = learning(codes.map { ($0.0, RemoteLearning.Code(kind, $0.1)) })
        #expect(learning.ending == .complete && learning.codes.count == 3)
        let reading = RemoteKeymapReading(text: learning.keymap(named: "living-room"), name: "x")
        #expect(reading.errors == [] && reading.warnings == [])
        var part = RemoteKeymap.Part(kind: kind.family)
        part.variant = kind.variant
        part.name = "living-room"
        part.keys = codes.map { RemoteKeymap.Entry(scancode: $0.1, code: $0.0) }
        #expect(reading.keymap.parts == [part])
    }

    @Test("Two hundred random remotes of mixed protocols are read back equal")
    func random() {
        var random = SplitMix(seed: 11)
        for _ in 0..<200 {
            let kinds = (0..<3).map { _ in
                InfraredProtocol.allCases[Int(random.next() % UInt64(InfraredProtocol.allCases.count))]
            }
            let codes = RemoteLearning.usualKeys.enumerated().map { index, key in
                (
                    key,
                    RemoteLearning.Code(
                        kinds[index % 3], ((random.next() >> (random.next() % 58)) << 6) | UInt64(index))
                )
            }
            let learning = learning(codes)
            let reading = RemoteKeymapReading(text: learning.keymap(named: "r"), name: "r")
            #expect(reading.errors == [] && reading.warnings == [])
            let read = reading.keymap.parts.flatMap { part in
                part.keys.map { "\(part.kind) \(part.variant ?? "") \($0.scancode ?? 0) \($0.code)" }
            }
            let written = learning.codes.map { "\($1.kind.family) \($1.kind.variant) \($1.scancode) \($0)" }
            #expect(read.sorted() == written.sorted() && !written.isEmpty)
        }
    }

    @Test("Keys without a name of the kernel's go by their number")
    func numbers() {
        let learning = learning([(KeyCode(0x2fe), RemoteLearning.Code(.nec, 5))])
        let reading = RemoteKeymapReading(text: learning.keymap(named: "x"), name: "x")
        #expect(reading.keymap.codes == [KeyCode(0x2fe)])
    }
}

private struct SplitMix {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
