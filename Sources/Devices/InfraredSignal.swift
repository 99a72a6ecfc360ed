import MediaCore

/// What one decoder made of a remote's light: one frame of it. Of one light several decoders may speak, at one time.
package struct InfraredSignal: Sendable, Hashable {
    package var time: HostTime
    package var kind: InfraredProtocol
    package var scancode: UInt64
    /// RC-5 and RC-6; changes with each press.
    package var toggle: Bool
    /// The remote says itself that the key is still held (NEC, Sanyo).
    package var isRepeat: Bool

    package init(
        time: HostTime, kind: InfraredProtocol, scancode: UInt64, toggle: Bool = false, isRepeat: Bool = false
    ) {
        self.time = time
        self.kind = kind
        self.scancode = scancode
        self.toggle = toggle
        self.isRepeat = isRepeat
    }
}

/// What an infrared receiver sees.
package enum InfraredEvent: Sendable, Hashable {
    case signal(InfraredSignal)
    /// As much light as a key makes, decoded or not.
    case light(HostTime)
    /// The receiver is gone; nothing follows.
    case gone
}

/// A receiver of infrared light (`/sys/class/rc`).
package struct InfraredReceiver: Sendable, Hashable {
    /// `rc0`
    package var id: String
    package var name: String
    /// With `table` what `/etc/rc_maps.cfg` knows it by.
    package var driver: String
    package var table: String
    /// Families that it can decode, and those that are decoded now.
    package var supported: [String]
    package var enabled: [String]
    /// `/dev/lirc0`
    package var lirc: String?
    /// `/dev/input/event3`
    package var input: String?

    package init(id: String, name: String, driver: String, table: String) {
        self.id = id
        self.name = name
        self.driver = driver
        self.table = table
        supported = []
        enabled = []
    }
}

/// Infrared receivers, for who teaches them a remote.
package protocol InfraredReceivers: Sendable {
    /// Those there are now, by their ids.
    func all() -> [InfraredReceiver]
    /// Files of its keymaps, those that count first.
    func keymaps(of receiver: InfraredReceiver) -> [String]
    /// Names of the remotes that were learnt.
    func kept() -> Set<String>
    /// Decodes all it can from here on.
    func listen(to receiver: InfraredReceiver) async throws -> any InfraredListening
}

/// One receiver that is listened to. What was decoded before is decoded again after it, also when the process dies.
package protocol InfraredListening: AnyObject, Sendable {
    /// One consumer.
    var events: AsyncStream<InfraredEvent> { get }
    /// Why less than all is decoded; nil: all is.
    var restriction: String? { get }
    /// Ends the listening and makes the keymap one of the receiver's, now and after a restart.
    ///
    /// - Parameter keymap: in `ir-keytable`'s TOML
    /// - Returns: the file's path
    func keep(_ name: String, keymap: String) async throws -> String
    func stop()
}
