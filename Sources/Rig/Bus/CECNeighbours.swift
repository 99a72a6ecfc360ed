/// The TV and perhaps the AVR on the box's HDMI-CEC bus, and all messages there.
package protocol CECNeighbours: AnyObject, Sendable {
    /// Every message on the bus so far, oldest first.
    func messages() throws -> [CECMessage]
    /// The TV's present state: a message may have woken it.
    var television: CECTelevision { get }
    /// Sets the TV's state.
    func become(_ television: CECTelevision) throws
    /// Sends a message as the TV; `message.from` is ignored.
    ///
    /// - Parameter reply: what to wait a second for; nil returns at once
    /// - Returns: the answer, which may be a Feature Abort; nil when there was none
    @discardableResult
    func say(_ message: CECMessage, awaiting reply: CECOpcode?) throws -> CECMessage?
}

extension CECNeighbours {
    /// Asks the box a question as the TV. Nil when it does not answer within a second.
    package func ask(_ opcode: CECOpcode, for reply: CECOpcode) throws -> CECMessage? {
        try say(CECMessage(opcode, to: .box), awaiting: reply)
    }
}

/// The properties of a TV, good or bad.
package struct CECTelevision: Sendable, Hashable {
    package var power: CECNeighbour.Power
    /// Whether it listens: otherwise it acknowledges nothing, as one whose CEC is switched off.
    package var listens: Bool
    /// How often it reports again that a key is held; nil: never. The standard wants 200 to 500 ms.
    package var keyRepeat: Duration?
    /// Whether it reports that a key was released.
    package var tellsRelease: Bool

    package init(
        power: CECNeighbour.Power = .on, listens: Bool = true, keyRepeat: Duration? = .milliseconds(400),
        tellsRelease: Bool = true
    ) {
        self.power = power
        self.listens = listens
        self.keyRepeat = keyRepeat
        self.tellsRelease = tellsRelease
    }

    package static let on = CECTelevision()
    package static let standby = CECTelevision(power: .standby)
    package static let deaf = CECTelevision(listens: false)
}
