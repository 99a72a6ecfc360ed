import Base

/// The TV and the AVR on board U's bus, which vivid emulates: three adapters, the box's own among them.
package final class EmulatedBus: CECNeighbours {
    private let monitor: CECMonitor
    private let set: CECPartner
    private let receiver: CECPartner?
    private let wanted = Locked(CECTelevision.on)

    /// Makes the bus.
    /// - Parameter receiver: the AVR's adapter; nil: none is on the bus
    package init(television: String = "/dev/cec-tv", receiver: String? = "/dev/cec-avr") throws {
        monitor = try CECMonitor(television)
        set = try CECPartner(television, as: .television, name: "Rig TV")
        self.receiver = try receiver.map { try CECPartner($0, as: .audioSystem, name: "Rig AVR") }
    }

    package func messages() throws -> [CECMessage] { try monitor.messages() }

    package var television: CECTelevision {
        var now = wanted.withLock { $0 }
        now.power = set.neighbour.power
        return now
    }

    package func become(_ television: CECTelevision) throws {
        let before = wanted.withLock { wanted in
            defer { wanted = television }
            return wanted
        }
        if television.listens != before.listens { try set.setPresent(television.listens) }
        set.setPower(television.power)
    }

    @discardableResult
    package func say(_ message: CECMessage, awaiting reply: CECOpcode?) throws -> CECMessage? {
        try set.say(message, awaiting: reply)
    }
}
