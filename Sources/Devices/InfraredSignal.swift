import MediaCore

/// A frame of a remote's light as one decoder read it. Several decoders may report the same light, at one time.
package struct InfraredSignal: Sendable, Hashable {
    package var time: HostTime
    package var kind: InfraredProtocol
    package var scancode: UInt64
    /// The toggle bit (RC-5 and RC-6); changes with each press.
    package var toggle: Bool
    /// Whether the remote itself says that the key is still held (NEC, Sanyo).
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

/// An event of an infrared receiver.
package enum InfraredEvent: Sendable, Hashable {
    case signal(InfraredSignal)
    /// Light came, as much as a key makes, decoded or not.
    case light(HostTime)
    /// The receiver is gone; nothing follows.
    case gone
}

/// A receiver of infrared light (`/sys/class/rc`).
package struct InfraredReceiver: Sendable, Hashable {
    /// The receiver's id, such as `rc0`.
    package var id: String
    package var name: String
    /// The driver by which, with `table`, `/etc/rc_maps.cfg` knows it.
    package var driver: String
    package var table: String
    /// The protocol families that it can decode; `enabled` are decoded now.
    package var supported: [String]
    package var enabled: [String]
    /// The node of its raw light, such as `/dev/lirc0`.
    package var lirc: String?
    /// Its event node, such as `/dev/input/event3`.
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

/// Gives access to infrared receivers, to teach them a remote.
package protocol InfraredReceivers: Sendable {
    /// The receivers that are there now, by their ids.
    func all() -> [InfraredReceiver]
    /// The files of its keymaps, in order of precedence.
    func keymaps(of receiver: InfraredReceiver) -> [String]
    /// The names of the remotes that were learnt.
    func kept() -> Set<String>
    /// Starts to listen: the receiver decodes all it can from here on.
    func listen(to receiver: InfraredReceiver) async throws -> any InfraredListening
}

/// A receiver that is being listened to. Its protocols are restored afterwards, also when the process dies.
package protocol InfraredListening: AnyObject, Sendable {
    /// The events of the receiver. One consumer.
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
