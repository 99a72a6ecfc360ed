/// The opcodes of CEC messages (HDMI 1.4 CEC, table 7 ff.).
package enum CECOpcode: UInt8, Sendable, CaseIterable {
    case featureAbort = 0x00
    case imageViewOn = 0x04
    case textViewOn = 0x0d
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
    case reportShortAudioDescriptor = 0xa3
    case requestShortAudioDescriptor = 0xa4
    case giveFeatures = 0xa5
    case reportFeatures = 0xa6
    case initiateARC = 0xc0
    case terminateARC = 0xc5
    case abort = 0xff

    /// The name as the standard writes it: `Image View On`.
    package var name: String {
        var words = ""
        var before: Character = " "
        for letter in "\(self)" {
            if letter.isUppercase, before.isLowercase { words.append(" ") }
            words.append(words.isEmpty ? Character(letter.uppercased()) : letter)
            before = letter
        }
        // Abbreviations are not separated from what follows them.
        return words.replacing("CECVersion", with: "CEC Version")
            .replacing("OSDName", with: "OSD Name").replacing("OSDString", with: "OSD String")
            .replacing("Cec", with: "CEC")
    }
}
