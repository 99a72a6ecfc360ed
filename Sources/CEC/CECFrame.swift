/// One message on the line (HDMI 1.4 CEC 6.1.2).
package struct CECFrame: Sendable, Hashable {
    /// The logical addresses, 0–15. As an initiator 15 is a device without an address, as a destination all
    /// devices.
    package let initiator: UInt8
    package let destination: UInt8
    /// The opcode; nil for a poll.
    package let opcode: UInt8?
    /// The operands, at most 14 bytes.
    package let operands: [UInt8]

    package init(from initiator: UInt8, to destination: UInt8, opcode: UInt8?, _ operands: [UInt8] = []) {
        self.initiator = initiator & 15
        self.destination = destination & 15
        self.opcode = opcode
        self.operands = opcode == nil ? [] : Array(operands.prefix(14))
    }

    package init(from initiator: UInt8, to destination: UInt8, _ opcode: CECOpcode, _ operands: [UInt8] = []) {
        self.init(from: initiator, to: destination, opcode: opcode.rawValue, operands)
    }

    /// Makes a frame of the bytes that came off the line; nil without a header.
    package init?(bytes: some Collection<UInt8>) {
        guard let header = bytes.first else { return nil }
        let rest = bytes.dropFirst()
        self.init(from: header >> 4, to: header, opcode: rest.first, Array(rest.dropFirst()))
    }

    package var bytes: [UInt8] { [initiator << 4 | destination] + (opcode.map { [$0] } ?? []) + operands }

    package var isBroadcast: Bool { destination == CECAddress.broadcast }

    package func says(_ opcode: CECOpcode) -> Bool { self.opcode == opcode.rawValue }

    /// Operands from `index` on as a physical address.
    package func physicalAddress(at index: Int = 0) -> UInt16? {
        guard index >= 0, operands.count >= index + 2 else { return nil }
        return UInt16(operands[index]) << 8 | UInt16(operands[index + 1])
    }

    /// The bytes as text: `4f:82:10:00`.
    package var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    /// Whether its operands say which key was pressed: a code may be typed with the TV's remote.
    package var isKey: Bool {
        says(.userControlPressed) || says(.vendorRemoteDown)
    }

    /// The bytes as text for people, without the key that was pressed: `04:44:**`.
    package var logged: String {
        guard isKey else { return hexadecimal }
        let shown = CECFrame(from: initiator, to: destination, opcode: opcode)
        return ([shown.hexadecimal] + operands.map { _ in "**" }).joined(separator: ":")
    }
}

extension CECFrame: CustomStringConvertible {
    /// The frame in words: `Playback 1 → all: Active Source 1.0.0.0`. Which key was pressed is not said.
    package var description: String {
        let to = isBroadcast ? "all" : CECAddress.name(of: destination)
        let start = "\(CECAddress.name(of: initiator)) → \(to): "
        guard let opcode else { return start + "poll" }
        let known = CECOpcode(rawValue: opcode)
        return start + (known?.name ?? "0x" + String(opcode, radix: 16)) + (operandText(known).map { " " + $0 } ?? "")
    }

    private func operandText(_ opcode: CECOpcode?) -> String? {
        switch opcode {
        case .activeSource?, .setStreamPath?, .routingInformation?, .reportPhysicalAddress?, .inactiveSource?,
            .systemAudioModeRequest?:
            if let address = physicalAddress() { return CECAddress.text(address) }
        case .routingChange?:
            if let old = physicalAddress(), let new = physicalAddress(at: 2) {
                return "\(CECAddress.text(old)) → \(CECAddress.text(new))"
            }
        case .setOSDName?, .setMenuLanguage?, .setOSDString?:
            if let text = CECText.read(operands) { return "“\(text)”" }
        case .featureAbort?:
            if let first = operands.first {
                return CECOpcode(rawValue: first)?.name ?? "0x" + String(first, radix: 16)
            }
        case .userControlPressed?, .vendorRemoteDown?: return nil
        default: break
        }
        guard !operands.isEmpty else { return nil }
        return operands.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
