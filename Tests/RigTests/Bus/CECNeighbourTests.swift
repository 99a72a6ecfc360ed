import Rig
import Testing

@Suite("A TV and an AVR on the bus")
struct CECNeighbourTests {
    private func fromBox(_ opcode: CECOpcode, to: CECAddress, _ operands: [UInt8] = []) -> CECMessage {
        CECMessage(time: 1, from: 4, to: to.rawValue, opcode: opcode.rawValue, operands: operands)
    }

    @Test(
        "A TV in standby wakes for Image View On and Text View On, and for nothing else", arguments: CECOpcode.allCases)
    func wakes(opcode: CECOpcode) {
        var television = CECNeighbour(.television, power: .standby)
        _ = television.hear(fromBox(opcode, to: .television, [0x10, 0x00]))
        _ = television.hear(fromBox(opcode, to: .all, [0x10, 0x00]))
        #expect((television.power == .on) == [.imageViewOn, .textViewOn].contains(opcode))
    }

    @Test("Power is told, and ends with Standby")
    func power() {
        var television = CECNeighbour(.television)
        #expect(television.hear(fromBox(.giveDevicePowerStatus, to: .television)).map(\.operands) == [[0]])
        #expect(television.hear(fromBox(.standby, to: .all)).isEmpty)
        let answers = television.hear(fromBox(.giveDevicePowerStatus, to: .television))
        #expect(answers == [CECMessage(time: 0, from: 0, to: 4, opcode: 0x90, operands: [1])])
    }

    @Test("A TV shows who says to be the source, and answers for itself when nobody is")
    func source() {
        var television = CECNeighbour(.television)
        let request = fromBox(.requestActiveSource, to: .all)
        #expect(television.hear(request) == [CECMessage(time: 0, from: 0, to: 15, opcode: 0x82, operands: [0, 0])])
        _ = television.hear(fromBox(.activeSource, to: .all, [0x10, 0x00]))
        #expect(television.source == 0x1000)
        #expect(television.hear(request).isEmpty)
        _ = television.hear(fromBox(.inactiveSource, to: .television, [0x10, 0x00]))
        #expect(television.source == nil)
    }

    @Test("What it does not know it refuses, but not what is for everybody or itself a refusal")
    func refuses() {
        var television = CECNeighbour(.television)
        #expect(television.hear(fromBox(.deckControl, to: .television)).map(\.operands) == [[0x42, 0]])
        #expect(television.hear(fromBox(.deckControl, to: .all)).isEmpty)
        #expect(television.hear(fromBox(.featureAbort, to: .television, [0x42, 0])).isEmpty)
        #expect(television.hear(CECMessage(time: 0, from: 4, to: 0, opcode: nil)).isEmpty)
        #expect(television.hear(fromBox(.deckControl, to: .audioSystem)).isEmpty)
    }

    @Test("An AVR takes volume keys, and tells its volume")
    func volume() {
        var receiver = CECNeighbour(.audioSystem)
        _ = receiver.hear(fromBox(.userControlPressed, to: .audioSystem, [0x41]))
        #expect(receiver.hear(fromBox(.giveAudioStatus, to: .audioSystem)).map(\.operands) == [[31]])
        for _ in 0..<40 { _ = receiver.hear(fromBox(.userControlPressed, to: .audioSystem, [0x42])) }
        #expect(receiver.volume == 0)
    }
}
