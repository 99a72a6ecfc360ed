/// A TV or an AVR that follows the standard: its answers, and its power and input after each
/// message. What the kernel answers by itself (names, addresses, versions) is left to it.
package struct CECNeighbour: Sendable, Hashable {
    /// HDMI 1.4 CEC, Power Status.
    package enum Power: UInt8, Sendable, Codable {
        case on = 0
        case standby = 1
    }

    package let address: CECAddress
    package var power: Power
    /// The physical address of the source that it shows; nil: its own tuner.
    package private(set) var source: UInt16?
    /// The volume, 0…100; only an AVR's is heard.
    package private(set) var volume: UInt8 = 30

    package init(_ address: CECAddress, power: Power = .on) {
        self.address = address
        self.power = power
    }

    /// Takes one message of another device, and returns the answers.
    package mutating func hear(_ message: CECMessage) -> [CECMessage] {
        guard let code = message.opcode, message.from != address.rawValue else { return [] }
        guard message.isForAll || message.to == address.rawValue else { return [] }
        switch CECOpcode(rawValue: code) {
        case .giveDevicePowerStatus: return [answer(message, .reportPowerStatus, [power.rawValue])]
        case .standby:
            power = .standby
            source = nil
            return []
        case .imageViewOn where address == .television, .textViewOn where address == .television:
            power = .on
            return []
        case .activeSource:
            // A TV that is off stays off: only the two above wake it (13.1.2).
            if power == .on { source = message.physicalAddress }
            return []
        case .inactiveSource:
            source = nil
            return []
        case .requestActiveSource:
            guard address == .television, power == .on, source == nil else { return [] }
            return [says(.activeSource, to: .all, [0, 0])]
        case .getMenuLanguage where address == .television:
            return [says(.setMenuLanguage, to: .all, Array("eng".utf8))]
        case .giveSystemAudioModeStatus where address == .audioSystem:
            return [answer(message, .systemAudioModeStatus, [0])]
        case .giveAudioStatus where address == .audioSystem:
            return [answer(message, .reportAudioStatus, [volume])]
        case .userControlPressed where address == .audioSystem:
            switch message.operands.first {
            case 0x41: volume = min(100, volume + 1)
            case 0x42: volume = volume == 0 ? 0 : volume - 1
            default: break
            }
            return []
        case .featureAbort, .reportPowerStatus, .setOSDName, .setOSDString, .menuStatus, .userControlPressed,
            .userControlReleased, .reportPhysicalAddress, .deviceVendorID, .cecVersion, .reportFeatures,
            .systemAudioModeStatus, .reportAudioStatus, .vendorCommandWithID:
            return []
        default:
            // Unrecognised; a broadcast is never aborted (7.3).
            return message.isForAll ? [] : [answer(message, .featureAbort, [code, 0])]
        }
    }

    private func answer(_ message: CECMessage, _ opcode: CECOpcode, _ operands: [UInt8]) -> CECMessage {
        CECMessage(time: 0, from: address.rawValue, to: message.from, opcode: opcode.rawValue, operands: operands)
    }

    private func says(_ opcode: CECOpcode, to: CECAddress, _ operands: [UInt8]) -> CECMessage {
        CECMessage(time: 0, from: address.rawValue, to: to.rawValue, opcode: opcode.rawValue, operands: operands)
    }
}
