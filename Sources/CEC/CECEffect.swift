/// The effect of a message on those who receive it, as their viewers see it; for messages that this box
/// might send.
package enum CECEffect: Sendable, Hashable, CaseIterable {
    /// The message asks, answers or reports: nobody notices.
    case nothing
    /// A TV or an AVR may come out of standby.
    case wakes
    /// The TV may go over to another input.
    case takesInput
    /// The TV may leave our input.
    case givesUpInput
    case sleeps
    case changesSound
    /// Any other message: only those known to be quiet count as quiet.
    case unknown

    package init(of frame: CECFrame) {
        guard let code = frame.opcode else {
            self = .nothing
            return
        }
        switch CECOpcode(rawValue: code) {
        case .featureAbort, .giveDeckStatus, .deckStatus, .userControlReleased, .giveOSDName, .setOSDName,
            .giveAudioStatus,
            .giveSystemAudioModeStatus, .givePhysicalAddress, .reportPhysicalAddress, .deviceVendorID,
            .giveDeviceVendorID,
            .menuStatus, .giveDevicePowerStatus, .reportPowerStatus, .getMenuLanguage, .cecVersion, .getCECVersion,
            .giveFeatures, .reportFeatures:
            self = .nothing
        case .imageViewOn, .textViewOn, .systemAudioModeRequest, .setSystemAudioMode: self = .wakes
        case .activeSource, .setStreamPath, .routingChange, .routingInformation, .requestActiveSource:
            self = .takesInput
        case .inactiveSource: self = .givesUpInput
        case .standby: self = .sleeps
        case .userControlPressed: self = Self(ofKey: frame.operands.first)
        case .setMenuLanguage, .play, .deckControl, .setOSDString, .reportAudioStatus, .systemAudioModeStatus,
            .vendorCommand, .vendorRemoteDown, .vendorRemoteUp, .menuRequest, .vendorCommandWithID, .abort, nil:
            self = .unknown
        }
    }

    private init(ofKey code: UInt8?) {
        switch code {
        // Volume up, down, mute; mute and restore volume functions.
        case 0x41?, 0x42?, 0x43?, 0x65?, 0x66?: self = .changesSound
        // Power, power toggle, power on.
        case 0x40?, 0x6b?, 0x6d?: self = .wakes
        case 0x6c?: self = .sleeps
        default: self = .unknown
        }
    }
}
