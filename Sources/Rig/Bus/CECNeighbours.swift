/// The TV and perhaps the AVR on the box's HDMI-CEC bus, and everything that is said there.
package protocol CECNeighbours: AnyObject, Sendable {
    /// Every message on the bus so far, oldest first.
    func messages() throws -> [CECMessage]
    /// The TV as it is now: what was said may have woken it.
    var television: CECTelevision { get }
    /// The TV is so from now on.
    func become(_ television: CECTelevision) throws
    /// Says something as the TV; `message.from` is ignored.
    ///
    /// - Parameter reply: what to wait a second for; nil returns at once
    /// - Returns: the answer, which may be a Feature Abort; nil when there was none
    @discardableResult
    func say(_ message: CECMessage, awaiting reply: CECOpcode?) throws -> CECMessage?
}

extension CECNeighbours {
    /// Asks the box something as the TV. Nil when it does not answer within a second.
    package func ask(_ opcode: CECOpcode, for reply: CECOpcode) throws -> CECMessage? {
        try say(CECMessage(opcode, to: .box), awaiting: reply)
    }
}

/// What a TV is like, for better or worse.
package struct CECTelevision: Sendable, Hashable {
    package var power: CECNeighbour.Power
    /// False: it acknowledges nothing, as one whose CEC is switched off.
    package var listens: Bool
    /// How often it says again that a key is held; nil: never. The standard wants 200 to 500 ms.
    package var keyRepeat: Duration?
    /// Whether it says that a key was let go.
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
