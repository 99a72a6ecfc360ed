/// The screen and the TV behind it.
package struct DisplayInfo: Codable, Sendable, Equatable {
    package var name: String
    package var connected: Bool
    package var width: Int
    package var height: Int
    package var refreshHertz: Double
    package var missedVBlanks: UInt64
    /// Why there is no video output that a TV could be plugged into; absent: there is one. It is waited for.
    package var trouble: String?
    /// The per cent of the screen that are kept free at each edge, as the TV cuts them off; absent: none.
    package var overscanPercent: Int?

    enum CodingKeys: String, CodingKey {
        case name, connected, width, height, trouble
        case refreshHertz = "refresh_hz"
        case missedVBlanks = "missed_vblanks"
        case overscanPercent = "overscan_percent"
    }

    package init(
        name: String, connected: Bool, width: Int, height: Int, refreshHertz: Double, missedVBlanks: UInt64 = 0,
        trouble: String? = nil, overscanPercent: Int? = nil
    ) {
        self.name = name
        self.connected = connected
        self.width = width
        self.height = height
        self.refreshHertz = refreshHertz
        self.missedVBlanks = missedVBlanks
        self.trouble = trouble
        self.overscanPercent = overscanPercent
    }
}

/// The sound card.
package struct AudioInfo: Codable, Sendable, Equatable {
    package var device: String
    /// The time between rendering a sample and hearing it, in milliseconds.
    package var latencyMilliseconds: Double
    package var underruns: UInt64
    /// The milliseconds that sound is heard after its picture, as the viewer set it; absent: none.
    package var delayMilliseconds: Int?
    /// Whether quiet sound is made louder and loud sound quieter; absent: not.
    package var night: Bool?

    enum CodingKeys: String, CodingKey {
        case device, underruns, night
        case delayMilliseconds = "delay_ms"
        case latencyMilliseconds = "latency_ms"
    }

    package init(
        device: String, latencyMilliseconds: Double, underruns: UInt64, delayMilliseconds: Int? = nil,
        night: Bool? = nil
    ) {
        self.device = device
        self.latencyMilliseconds = latencyMilliseconds
        self.underruns = underruns
        self.delayMilliseconds = delayMilliseconds
        self.night = night
    }
}

/// A remote or a keyboard.
package struct RemoteInfo: Codable, Sendable, Equatable {
    /// The id of its event node that sent a key last, or came first.
    package var id: String
    /// The ids of all its event nodes, where it has several.
    package var nodes: [String]?
    package var name: String
    /// The bus: `usb`, `bluetooth`, `infrared`, `cec`, …
    package var bus: String
    /// The kernel's name of the key that was pressed last; nil: none yet. A passcode's keys don't count.
    package var lastKey: String?
    /// The key's name in the plan; nil: nothing.
    package var lastMeaning: String?
    /// The seconds since that key was pressed.
    package var lastKeySecondsAgo: Double?
    /// The battery's charge, 0–100; absent where the remote doesn't tell.
    package var batteryPercent: Int?
    /// The battery's level where there is no number: `critical`, `low`, `normal`, `high` or `full`.
    package var batteryLevel: String?
    package var batteryCharging: Bool?
    /// The keymaps of an infrared receiver, in order of precedence; `protocols` are those that it
    /// decodes.
    package var keymaps: [String]?
    package var protocols: [String]?
    /// The name of the key plan, which is the same for all remotes.
    package var plan: String?

    enum CodingKeys: String, CodingKey {
        case id, nodes, name, bus, keymaps, protocols, plan
        case lastKeySecondsAgo = "last_key_seconds_ago"
        case batteryPercent = "battery_percent"
        case batteryLevel = "battery_level"
        case batteryCharging = "battery_charging"
        case lastKey = "last_key"
        case lastMeaning = "last_meaning"
    }

    package init(id: String, name: String, bus: String) {
        self.id = id
        self.name = name
        self.bus = bus
    }
}

package struct CECInfo: Codable, Sendable, Equatable {
    package var adapter: String?
    /// The physical address, such as `1.0.0.0`.
    package var physicalAddress: String?
    /// The logical address, 0–15.
    package var logicalAddress: Int?
    /// Whether the TV shows this box, as far as the line tells; absent without a line.
    package var activeSource: Bool?
    /// The TV's last reported power state, `on` or `standby`.
    package var television: String?
    /// Whether the volume keys go to an AVR or a TV; absent without a line.
    package var takesVolume: Bool?
    /// The AVR's volume, 0–100; `muted` says whether it is muted.
    package var volume: Int?
    package var muted: Bool?
    /// The language of the TV's menus, ISO 639-2: `deu`.
    package var menuLanguage: String?
    package var trouble: String?

    enum CodingKeys: String, CodingKey {
        case adapter, television, volume, muted, trouble
        case physicalAddress = "physical_address"
        case logicalAddress = "logical_address"
        case activeSource = "active_source"
        case takesVolume = "takes_volume"
        case menuLanguage = "menu_language"
    }

    package init(
        adapter: String? = nil, physicalAddress: String? = nil, logicalAddress: Int? = nil, activeSource: Bool? = nil,
        television: String? = nil, takesVolume: Bool? = nil, volume: Int? = nil, muted: Bool? = nil,
        menuLanguage: String? = nil, trouble: String? = nil
    ) {
        self.adapter = adapter
        self.physicalAddress = physicalAddress
        self.logicalAddress = logicalAddress
        self.activeSource = activeSource
        self.television = television
        self.takesVolume = takesVolume
        self.volume = volume
        self.muted = muted
        self.menuLanguage = menuLanguage
        self.trouble = trouble
    }
}
