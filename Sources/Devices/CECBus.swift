import MediaCore

/// The HDMI-CEC line. Keys of the TV's remote come through `events` of the `KeySource` it also is.
///
/// No message that wakes a TV, takes its input, puts it to sleep or changes its sound leaves without a key that a person
/// pressed in the last few seconds, without the TV's own choice of this box, or without a setting that says so.
package protocol CECBus: KeySource {
    var status: CECStatus { get }
    /// What the TV and the line ask of the box. One consumer. Ends after `stop`.
    var orders: AsyncStream<CECOrder> { get }
    /// The newest messages, oldest first: heard, sent and withheld.
    var log: [CECLogEntry] { get }
    /// Tells the line about the box. From any thread; does not wait.
    func tell(_ news: CECNews)
    /// Asks every address which device is there; takes seconds. Throws `CECScanFailure`.
    func scan() async throws -> [CECPartner]
}

package struct CECStatus: Sendable, Hashable {
    package enum Power: String, Sendable, Hashable { case on, standby }

    /// The adapter's name; nil while there is none.
    package var adapter: String?
    /// The logical address, 0–15; nil while unregistered.
    package var logicalAddress: UInt8?
    /// The physical address as CEC writes it: 0x1000 is 1.0.0.0; nil when unknown.
    package var physicalAddress: UInt16?
    /// Whether the TV shows this box, as far as the line tells.
    package var isActiveSource = false
    /// The TV's power state; nil while it has not reported it.
    package var television: Power?
    /// Whether the volume keys go to an AVR or a TV by this line, and not to the box's own mixer.
    package var takesVolume = false
    /// The AVR's last reported volume, 0–100; nil while it has not reported it.
    package var volume: Int?
    package var isMuted: Bool?
    /// The language of the TV's menus: ISO 639-2, three small letters; nil while it has not reported it.
    package var menuLanguage: String?
    /// Why the line is not working, in words, or nil.
    package var trouble: String?

    package init(
        adapter: String? = nil, logicalAddress: UInt8? = nil, physicalAddress: UInt16? = nil,
        trouble: String? = nil
    ) {
        self.adapter = adapter
        self.logicalAddress = logicalAddress
        self.physicalAddress = physicalAddress
        self.trouble = trouble
    }
}

/// What a TV asks of the box, and the line itself.
package enum CECOrder: Sendable, Hashable {
    case wake, standBy, pause, resume, mute, unmute
    /// The TV has gone off, or over to something else: whoever comes next may be somebody else. Comes first.
    case lock
    /// To be kept for the daemon's next start: the physical address at which the TV shows this box; nil: it doesn't.
    case remember(UInt16?)
}

/// A message of the box to the line about itself and the person before it.
package enum CECNews: Sendable, Hashable {
    package enum Deck: Sendable, Hashable, CaseIterable { case playing, paused, stopped }
    package enum VolumeKey: Sendable, Hashable, CaseIterable { case up, down, mute }

    /// A person pressed a key of a remote that is not the TV's.
    case pressed(HostTime)
    case standby(Bool)
    case deck(Deck)
    /// A volume key was pressed at this time: one step.
    case volume(VolumeKey, HostTime)
}

/// A device on the line, as it described itself. What it did not answer is nil.
package struct CECPartner: Sendable, Hashable {
    /// The logical address, 0–14.
    package var logicalAddress: UInt8
    package var physicalAddress: UInt16?
    package var name: String?
    /// The vendor's IEEE OUI, 24 bits.
    package var vendor: UInt32?
    /// The CEC version by CEC's code: 4 is 1.3a, 5 is 1.4, 6 is 2.0.
    package var version: UInt8?
    /// The power state by CEC's code: 0 on, 1 standby, 2 and 3 on the way there.
    package var power: UInt8?

    package init(logicalAddress: UInt8) {
        self.logicalAddress = logicalAddress
    }
}

package enum CECScanFailure: Error, Sendable, Hashable {
    /// There is no line; the text says why.
    case noLine(String)
}
