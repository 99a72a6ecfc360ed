/// The opcodes (HDMI 1.4 CEC table 7 ff.) that matter to a player.
package enum CECOpcode: UInt8, Sendable, CaseIterable {
    case featureAbort = 0x00
    case imageViewOn = 0x04
    case textViewOn = 0x0d
    case giveDeckStatus = 0x1a
    case deckStatus = 0x1b
    case setMenuLanguage = 0x32
    case standby = 0x36
    case play = 0x41
    case deckControl = 0x42
    case userControlPressed = 0x44
    case userControlReleased = 0x45
    case giveOSDName = 0x46
    case setOSDName = 0x47
    case setOSDString = 0x64
    case systemAudioModeRequest = 0x70
    case giveAudioStatus = 0x71
    case setSystemAudioMode = 0x72
    case reportAudioStatus = 0x7a
    case giveSystemAudioModeStatus = 0x7d
    case systemAudioModeStatus = 0x7e
    case routingChange = 0x80
    case routingInformation = 0x81
    case activeSource = 0x82
    case givePhysicalAddress = 0x83
    case reportPhysicalAddress = 0x84
    case requestActiveSource = 0x85
    case setStreamPath = 0x86
    case deviceVendorID = 0x87
    case vendorCommand = 0x89
    case vendorRemoteDown = 0x8a
    case vendorRemoteUp = 0x8b
    case giveDeviceVendorID = 0x8c
    case menuRequest = 0x8d
    case menuStatus = 0x8e
    case giveDevicePowerStatus = 0x8f
    case reportPowerStatus = 0x90
    case getMenuLanguage = 0x91
    case inactiveSource = 0x9d
    case cecVersion = 0x9e
    case getCECVersion = 0x9f
    case vendorCommandWithID = 0xa0
    case giveFeatures = 0xa5
    case reportFeatures = 0xa6
    case abort = 0xff

    /// The name as the standard writes it: `Image View On`.
    package var name: String {
        switch self {
        case .featureAbort: "Feature Abort"
        case .imageViewOn: "Image View On"
        case .textViewOn: "Text View On"
        case .giveDeckStatus: "Give Deck Status"
        case .deckStatus: "Deck Status"
        case .setMenuLanguage: "Set Menu Language"
        case .standby: "Standby"
        case .play: "Play"
        case .deckControl: "Deck Control"
        case .userControlPressed: "User Control Pressed"
        case .userControlReleased: "User Control Released"
        case .giveOSDName: "Give OSD Name"
        case .setOSDName: "Set OSD Name"
        case .setOSDString: "Set OSD String"
        case .systemAudioModeRequest: "System Audio Mode Request"
        case .giveAudioStatus: "Give Audio Status"
        case .setSystemAudioMode: "Set System Audio Mode"
        case .reportAudioStatus: "Report Audio Status"
        case .giveSystemAudioModeStatus: "Give System Audio Mode Status"
        case .systemAudioModeStatus: "System Audio Mode Status"
        case .routingChange: "Routing Change"
        case .routingInformation: "Routing Information"
        case .activeSource: "Active Source"
        case .givePhysicalAddress: "Give Physical Address"
        case .reportPhysicalAddress: "Report Physical Address"
        case .requestActiveSource: "Request Active Source"
        case .setStreamPath: "Set Stream Path"
        case .deviceVendorID: "Device Vendor ID"
        case .vendorCommand: "Vendor Command"
        case .vendorRemoteDown: "Vendor Remote Button Down"
        case .vendorRemoteUp: "Vendor Remote Button Up"
        case .giveDeviceVendorID: "Give Device Vendor ID"
        case .menuRequest: "Menu Request"
        case .menuStatus: "Menu Status"
        case .giveDevicePowerStatus: "Give Device Power Status"
        case .reportPowerStatus: "Report Power Status"
        case .getMenuLanguage: "Get Menu Language"
        case .inactiveSource: "Inactive Source"
        case .cecVersion: "CEC Version"
        case .getCECVersion: "Get CEC Version"
        case .vendorCommandWithID: "Vendor Command With ID"
        case .giveFeatures: "Give Features"
        case .reportFeatures: "Report Features"
        case .abort: "Abort"
        }
    }

    /// Whether the standard broadcasts it: sent to one device it is to be ignored (CEC 12.2).
    var isForAll: Bool {
        switch self {
        case .activeSource, .requestActiveSource, .setStreamPath, .routingChange, .routingInformation,
            .reportPhysicalAddress, .deviceVendorID, .setMenuLanguage, .reportFeatures:
            true
        default: false
        }
    }

    /// Whether it may be sent to one device and to all.
    var isForEither: Bool {
        switch self {
        // Since CEC 2.0 a change of power is broadcast.
        case .standby, .reportPowerStatus, .setSystemAudioMode, .vendorCommandWithID, .vendorRemoteDown,
            .vendorRemoteUp:
            true
        default: false
        }
    }

    /// Whether it only reports: it wants no answer even from a device that can't use it.
    var isReport: Bool {
        switch self {
        case .featureAbort, .deckStatus, .setOSDName, .setSystemAudioMode, .reportAudioStatus, .systemAudioModeStatus,
            .menuStatus, .reportPowerStatus, .cecVersion, .inactiveSource, .userControlPressed, .userControlReleased,
            .vendorRemoteUp:
            true
        default: isForAll
        }
    }
}
