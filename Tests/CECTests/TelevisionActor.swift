@testable import CEC

/// A TV with a viewer: its reactions to messages, and to its own remote.
struct TelevisionActor {
    enum Manner: CaseIterable {
        case polite
        /// Takes the input back as soon as another device has it.
        case thief
        /// Repeats the last message it received, and sends everything twice.
        case repeater
        /// Reacts, but sends nothing.
        case silent
    }

    var manner: Manner
    private(set) var isOn = false
    /// The physical address of the device it shows.
    private(set) var shows: UInt16 = 0
    /// How many times a message has woken it.
    private(set) var wakeUps = 0

    init(_ manner: Manner) {
        self.manner = manner
    }

    /// Takes a message; returns the TV's replies.
    mutating func hear(_ frame: CECFrame) -> [CECFrame] {
        guard frame.isBroadcast || frame.destination == 0 else { return [] }
        let back = frame.initiator
        switch frame.opcode {
        case 0x04?, 0x0d?:
            if !isOn { wakeUps += 1 }
            isOn = true
            return []
        case 0x82?:
            guard let address = frame.physicalAddress() else { return [] }
            shows = address
            isOn = true
            switch manner {
            case .thief:
                shows = 0
                return [CECFrame(from: 0, to: 15, opcode: 0x82, [0, 0])]
            case .repeater: return [path(address), path(address)]
            case .polite, .silent: return []
            }
        case 0x9d?:
            shows = 0
            return says([CECFrame(from: 0, to: 15, opcode: 0x82, [0, 0])])
        case 0x36?: isOn = false
        case 0x8f?: return says([CECFrame(from: 0, to: back, opcode: 0x90, [isOn ? 0 : 1])])
        case 0x83?: return says([CECFrame(from: 0, to: 15, opcode: 0x84, [0, 0, 0])])
        case 0x46?: return says([CECFrame(from: 0, to: back, opcode: 0x47, Array("TV".utf8))])
        case 0x8c?: return says([CECFrame(from: 0, to: 15, opcode: 0x87, [0, 0x0c, 3])])
        case 0x9f?, 0x44?: return says([CECFrame(from: 0, to: back, opcode: 0x00, [frame.opcode ?? 0, 0])])
        default: break
        }
        return []
    }

    /// Lets the viewer use the TV's remote: one of `choices` actions.
    mutating func act(_ choice: Int, box: UInt16?) -> [CECFrame] {
        switch choice {
        case 0:
            isOn = true
            return says([CECFrame(from: 0, to: 15, opcode: 0x85)])
        case 1:
            isOn = false
            return says([CECFrame(from: 0, to: 15, opcode: 0x36)])
        case 2: return show(box ?? 0, [path(box ?? 0)])
        case 3: return show(0, [CECFrame(from: 0, to: 15, opcode: 0x82, [0, 0])])
        case 4: return show(0x2000, [CECFrame(from: 0, to: 15, opcode: 0x80, bytes(shows) + [0x20, 0])])
        case 5: return show(0x2000, [path(0x2000)])
        default:
            guard isOn, let box, shows == box else { return [] }
            return [CECFrame(from: 0, to: 4, opcode: 0x44, [0x30]), CECFrame(from: 0, to: 4, opcode: 0x45)]
        }
    }

    static let choices = 7

    private mutating func show(_ address: UInt16, _ said: [CECFrame]) -> [CECFrame] {
        isOn = true
        shows = address
        return says(said)
    }

    private func says(_ frames: [CECFrame]) -> [CECFrame] {
        switch manner {
        case .polite, .thief: frames
        case .repeater: frames + frames
        case .silent: []
        }
    }

    private func path(_ address: UInt16) -> CECFrame { CECFrame(from: 0, to: 15, opcode: 0x86, bytes(address)) }
    private func bytes(_ address: UInt16) -> [UInt8] { [UInt8(address >> 8), UInt8(address & 0xff)] }
}
