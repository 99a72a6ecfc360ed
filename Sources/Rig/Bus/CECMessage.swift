import MediaCore

/// One message on the bus, as seen by a neighbour.
package struct CECMessage: Sendable, Hashable, Codable {
    /// The time in nanoseconds of CLOCK_MONOTONIC.
    package var time: Int64
    /// The logical addresses, 0…15; 15 as destination is all devices.
    package var from: UInt8
    package var to: UInt8
    /// The opcode; nil for a poll.
    package var opcode: UInt8?
    package var operands: [UInt8]

    package init(time: Int64, from: UInt8, to: UInt8, opcode: UInt8?, operands: [UInt8] = []) {
        self.time = time
        self.from = from
        self.to = to
        self.opcode = opcode
        self.operands = operands
    }

    /// Makes a message to be sent.
    package init(_ opcode: CECOpcode, to: CECAddress, _ operands: [UInt8] = []) {
        self.init(time: 0, from: 0, to: to.rawValue, opcode: opcode.rawValue, operands: operands)
    }

    package var host: HostTime { HostTime(nanoseconds: time) }
    package var isForAll: Bool { to == 15 }

    package func says(_ opcode: CECOpcode) -> Bool { self.opcode == opcode.rawValue }

    /// The operands 0 and 1 as a physical address.
    package var physicalAddress: UInt16? {
        operands.count >= 2 ? UInt16(operands[0]) << 8 | UInt16(operands[1]) : nil
    }

    /// The operands as text, for a Set OSD Name.
    package var text: String { String(decoding: operands, as: UTF8.self) }
}

extension CECMessage: CustomStringConvertible {
    /// The message in words: `Playback 1 → TV: Image View On`.
    package var description: String {
        let what =
            opcode.map { code in CECOpcode(rawValue: code)?.name ?? "0x\(String(code, radix: 16))" } ?? "poll"
        let said = operands.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        return "\(CECAddress.name(of: from)) → \(isForAll ? "all" : CECAddress.name(of: to)): \(what)"
            + (said.isEmpty ? "" : " [\(said)]")
    }
}

/// The logical addresses that matter here (HDMI 1.4 CEC table 5).
package enum CECAddress: UInt8, Sendable, CaseIterable {
    case television = 0
    /// Playback Device 1: the first player on the bus, which is the box.
    case box = 4
    case audioSystem = 5
    case all = 15

    package static func name(of address: UInt8) -> String {
        let names = [
            "TV", "Recorder 1", "Recorder 2", "Tuner 1", "Playback 1", "Audio", "Tuner 2", "Tuner 3", "Playback 2",
            "Recorder 3", "Tuner 4", "Playback 3", "Backup 1", "Backup 2", "Specific", "Unregistered",
        ]
        return Int(address) < names.count ? names[Int(address)] : "\(address)"
    }
}
