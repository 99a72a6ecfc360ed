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

@Suite("The table of keymaps")
struct KeymapTableTests {
    private static let text = """
        # Keymaps table
        #driver table                    file

        *\trc-anysee                anysee.toml
        cx8800 *  ./keycodes/x.toml # a comment
        rc-loopback rc-empty  own.toml#c
        broken line
        """

    @Test("Lines are read as ir-keytable reads them")
    func lines() {
        let table = KeymapTable(text: Self.text)
        #expect(
            table.lines == [
                .init(driver: "*", table: "rc-anysee", file: "anysee.toml"),
                .init(driver: "cx8800", table: "*", file: "./keycodes/x.toml"),
                .init(driver: "rc-loopback", table: "rc-empty", file: "own.toml"),
            ])
        #expect(table.files(driver: "CX8800", table: "rc-anysee") == ["anysee.toml", "./keycodes/x.toml"])
        #expect(table.files(driver: "other", table: "rc-empty") == [])
    }

    @Test("A line is added before all others, once; removed, all is as it was")
    func change() {
        var table = KeymapTable(text: Self.text + "\n")
        let line = KeymapTable.Line(driver: "rc-loopback", table: "rc-empty", file: "hearth-a.toml")
        table.add(line)
        #expect(table.files(driver: "rc-loopback", table: "rc-empty") == ["hearth-a.toml", "own.toml"])
        #expect(table.text.hasPrefix("# Keymaps table\n#driver"))
        let once = table.text
        table.add(line)
        #expect(table.text == once)
        #expect(KeymapTable(text: once).lines == table.lines)
        table.remove(file: "hearth-a.toml")
        #expect(table.text == Self.text + "\n")
    }

    @Test("Where there is no table yet, one line is one")
    func empty() {
        var table = KeymapTable(text: "")
        table.add(KeymapTable.Line(driver: "a", table: "*", file: "b"))
        #expect(table.text == "a\t*\tb\n")
    }
}

@Suite("Orders to the keeper of keymaps")
struct KeymapOrderTests {
    @Test(
        "An order is read as it was written",
        arguments: [
            KeymapOrder.listen(receiver: "rc0"), .keep(name: "living-room_2", receiver: "rc12", length: 1),
            .forget(name: "a"),
        ])
    func roundTrip(_ order: KeymapOrder) {
        #expect(KeymapOrder(line: order.line.dropLast()) == order)
    }

    @Test(
        "What could leave its folder, or is none, is no order",
        arguments: [
            "", "listen", "listen rc", "listen ../rc0", "listen rc0 ", "listen rc99999999", "keep .. rc0 5",
            "keep a/b rc0 5", "keep A rc0 5",
            "keep a rc0 0", "keep a rc0 -1", "keep a rc0 99999999999999999999", "keep a rc0 262145", "forget",
            "forget -a",
            "forget ä", "forget a b",
            "keep \(String(repeating: "a", count: 41)) rc0 5", "quit",
        ])
    func wrong(_ line: String) {
        #expect(KeymapOrder(line: line) == nil)
    }

    @Test("Files and names are one")
    func files() {
        #expect(KeymapOrder.name(ofFile: KeymapOrder.file(of: "tv")) == "tv")
        for file in ["hearth-.toml", "hearth-A.toml", "tivo.toml", "hearth-a.toml.bak", "hearth-a.toml.new"] {
            #expect(KeymapOrder.name(ofFile: file) == nil)
        }
        #expect(KeymapOrder.newName(besides: []) == "remote")
        #expect(KeymapOrder.newName(besides: ["remote", "remote-2", "x"]) == "remote-3")
    }
}
