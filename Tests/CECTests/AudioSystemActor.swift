@testable import CEC

/// An AVR that plays the TV's sound, or does not, and has a volume.
struct AudioSystemActor {
    var isPresent = true
    private(set) var hasSystemAudio = false
    private(set) var volume: UInt8 = 30
    private(set) var isMuted = false

    mutating func hear(_ frame: CECFrame) -> [CECFrame] {
        guard isPresent, frame.destination == 5 else { return [] }
        let back = frame.initiator
        switch frame.opcode {
        case 0x7d?: return [CECFrame(from: 5, to: back, opcode: 0x7e, [hasSystemAudio ? 1 : 0])]
        case 0x71?: return [report(to: back)]
        case 0x44?:
            switch frame.operands.first {
            case 0x41?: volume = min(100, volume + 1)
            case 0x42?: volume = volume == 0 ? 0 : volume - 1
            case 0x43?: isMuted.toggle()
            default: return [CECFrame(from: 5, to: back, opcode: 0x00, [0x44, 0])]
            }
            return [report(to: back)]
        case 0x45?, nil: return []
        case let opcode?: return [CECFrame(from: 5, to: back, opcode: 0x00, [opcode, 0])]
        }
    }

    /// Switches the TV's sound over to the AVR, or back, as its own remote does.
    mutating func toggle() -> [CECFrame] {
        guard isPresent else { return [] }
        hasSystemAudio.toggle()
        return [CECFrame(from: 5, to: 15, opcode: 0x72, [hasSystemAudio ? 1 : 0])]
    }

    private func report(to address: UInt8) -> CECFrame {
        CECFrame(from: 5, to: address, opcode: 0x7a, [volume | (isMuted ? 0x80 : 0)])
    }
}
