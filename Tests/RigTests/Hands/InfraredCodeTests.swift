import Rig
import Testing

@Suite("Infrared codes")
struct InfraredCodeTests {
    @Test("NEC: leader, then address and command with their complements, low bit first")
    func nec() {
        let code = InfraredCode.nec(address: 0x40, command: 0x01).microseconds
        #expect(code.count == 2 + 2 * 32 + 1)
        #expect(code.prefix(2) == [9_000, 4_500])
        let bits = stride(from: 3, to: 67, by: 2).map { code[$0] > 1_000 }
        let bytes = stride(from: 0, to: 32, by: 8).map { start in
            bits[start..<start + 8].reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        #expect(bytes == [0x40, 0xbf, 0x01, 0xfe])
        #expect(stride(from: 2, through: 66, by: 2).allSatisfy { code[$0] == 563 })
        #expect(InfraredCode.necRepeat.microseconds == [9_000, 2_250, 563])
    }

    @Test("RC-5: halves of 889 µs, a one is dark then lit, and neighbours of one kind are one")
    func rc5() {
        // 1 1 0 00000 100000: channel up. The first half-bit is dark, before any light; the last one ends
        // the light.
        #expect(
            InfraredCode.rc5(system: 0, command: 0b100000, toggle: false).microseconds == [
                889, 889, 1_778, 889, 889, 889, 889, 889, 889, 889, 889, 889, 889, 1_778, 1_778, 889, 889, 889, 889,
                889, 889,
                889, 889,
            ])
        // Only the third bit differs: the toggle.
        #expect(
            InfraredCode.rc5(system: 0, command: 0b100000, toggle: true).microseconds.prefix(6) == [
                889, 889, 889, 889, 1_778, 889,
            ])
    }

    @Test("RC-5X: the seventh bit of a command is in the second start bit, upside down")
    func rc5x() {
        // Command 80 is 1010000: 1 0 0 00000 010000.
        #expect(
            InfraredCode.rc5(system: 0, command: 80, toggle: false).microseconds.prefix(4) == [1_778, 889, 889, 889])
    }

    @Test("RC-6: leader, start bit, mode 0, a toggle of double length, a one is lit then dark")
    func rc6() {
        let plain = InfraredCode.rc6(system: 0, command: 0, toggle: false).microseconds
        // Start bit: lit, dark; three zeros: dark, lit; toggle zero: 889 dark, 889 lit.
        #expect(plain.prefix(10) == [2_666, 889, 444, 888, 444, 444, 444, 444, 444, 889])
        #expect(plain[10] == 889)
        let toggled = InfraredCode.rc6(system: 0, command: 0, toggle: true).microseconds
        // Toggle one: lit joins the zero before, dark joins the zero after.
        #expect(toggled.prefix(10) == [2_666, 889, 444, 888, 444, 444, 444, 444, 1_333, 1_333])
        // Nothing is cut off: a zero ends with light.
        let length: UInt32 = plain.reduce(0, +)
        #expect(length == 23_093)
    }

    @Test("Each begins and ends with light, so that the kernel takes it", arguments: RemoteKey.allCases)
    func ends(key: RemoteKey) {
        for toggle in [false, true] {
            #expect(InfraredCode.nec(address: 0x40, command: key.necCommand).microseconds.count % 2 == 1)
            #expect(
                InfraredCode.rc5(system: 0, command: key.philipsCommand, toggle: toggle).microseconds.count % 2 == 1)
            #expect(
                InfraredCode.rc6(system: 0, command: key.philipsCommand, toggle: toggle).microseconds.count % 2 == 1)
        }
    }

    @Test("No remote has one code for two keys")
    func distinct() {
        let keys = RemoteKey.allCases
        #expect(Set(keys.map(\.necCommand)).count == keys.count)
        #expect(Set(keys.map(\.philipsCommand)).count == keys.count)
        let cec = keys.compactMap(\.cecCode)
        #expect(Set(cec).count == cec.count)
        #expect(keys.filter { $0.cecCode == nil } == [.zoom, .playPause])
        #expect(Set(keys.map(\.evdevCode)).count == keys.count)
        #expect(keys.allSatisfy { $0.philipsCommand < 128 })
    }
}
