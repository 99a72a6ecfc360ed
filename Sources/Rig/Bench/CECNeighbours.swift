import MediaCore

/// The TV and perhaps the AVR on the box's HDMI-CEC bus, and everything that is said there.
package protocol CECNeighbours: AnyObject {
    /// Every message on the bus so far, oldest first.
    func messages() throws -> [CECMessage]
}

/// One message on the bus, as seen by a neighbour.
package struct CECMessage: Sendable, Hashable, Codable {
    /// CLOCK_MONOTONIC, nanoseconds.
    package var time: Int64
    /// Logical addresses, 0…15; 15 as destination is everybody.
    package var from: UInt8
    package var to: UInt8
    /// Nil: a poll.
    package var opcode: UInt8?
    package var operands: [UInt8]

    package init(time: Int64, from: UInt8, to: UInt8, opcode: UInt8?, operands: [UInt8] = []) {
        self.time = time
        self.from = from
        self.to = to
        self.opcode = opcode
        self.operands = operands
    }
}
