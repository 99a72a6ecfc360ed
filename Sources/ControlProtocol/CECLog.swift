/// The messages of the HDMI-CEC line, oldest first: heard, sent and withheld.
package struct CECLogList: Codable, Sendable, Equatable {
    /// The number of messages that are kept, and may be asked for.
    package static let most = 500

    package var messages: [CECMessageInfo]

    package init(messages: [CECMessageInfo]) {
        self.messages = messages
    }
}

package struct CECMessageInfo: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case received, sent
        /// The message was to be sent, but was not.
        case withheld
    }

    /// The time since it was heard, sent or withheld, in milliseconds.
    package var ageMilliseconds: Int64
    package var kind: Kind
    /// Its bytes: `4f:82:10:00`.
    package var frame: String
    /// The message in words: `Playback 1 → all: Active Source 1.0.0.0`.
    package var meaning: String
    /// Whether a viewer of another device would notice it; only for messages of this box.
    package var noticeable: Bool
    /// Why it was to be sent, and why it was or was not; absent for received messages.
    package var cause: String?
    /// The outcome on the line.
    package var outcome: String?

    enum CodingKeys: String, CodingKey {
        case kind, frame, meaning, noticeable, cause, outcome
        case ageMilliseconds = "age_ms"
    }

    package init(
        ageMilliseconds: Int64, kind: Kind, frame: String, meaning: String, noticeable: Bool = false,
        cause: String? = nil,
        outcome: String? = nil
    ) {
        self.ageMilliseconds = ageMilliseconds
        self.kind = kind
        self.frame = frame
        self.meaning = meaning
        self.noticeable = noticeable
        self.cause = cause
        self.outcome = outcome
    }
}

/// The devices that answered on the HDMI-CEC line.
package struct CECDeviceList: Codable, Sendable, Equatable {
    package var devices: [CECDeviceInfo]

    package init(devices: [CECDeviceInfo]) {
        self.devices = devices
    }
}

/// A device's description of itself; what it did not answer is absent.
package struct CECDeviceInfo: Codable, Sendable, Equatable {
    /// The logical address, 0–14.
    package var logicalAddress: Int
    /// The physical address, such as `1.0.0.0`.
    package var physicalAddress: String?
    package var name: String?
    /// The vendor's IEEE OUI, such as `00e091`.
    package var vendor: String?
    /// The CEC version, such as `1.4`.
    package var version: String?
    /// The power state: `on`, `standby`, `waking` or `going to standby`.
    package var power: String?

    enum CodingKeys: String, CodingKey {
        case name, vendor, version, power
        case logicalAddress = "logical_address"
        case physicalAddress = "physical_address"
    }

    package init(
        logicalAddress: Int, physicalAddress: String? = nil, name: String? = nil, vendor: String? = nil,
        version: String? = nil, power: String? = nil
    ) {
        self.logicalAddress = logicalAddress
        self.physicalAddress = physicalAddress
        self.name = name
        self.vendor = vendor
        self.version = version
        self.power = power
    }
}
