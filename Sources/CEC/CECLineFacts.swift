/// The box's addresses on the line, and the questions that are answered below it.
package struct CECLineFacts: Sendable, Hashable {
    /// The kernel's node, or a serial port.
    package var port: String
    /// The logical address, 0–14; nil: none is free, or nothing is plugged in.
    package var logicalAddress: UInt8?
    /// The physical address, from the EDID of what is plugged in; nil: nothing is.
    package var physicalAddress: UInt16?
    /// The questions that the kernel or libcec answers: answered here too they would be answered twice.
    package var answeredBelow: Set<CECOpcode>

    package init(
        port: String, logicalAddress: UInt8? = nil, physicalAddress: UInt16? = nil, answeredBelow: Set<CECOpcode> = []
    ) {
        self.port = port
        self.logicalAddress = logicalAddress
        self.physicalAddress = physicalAddress == CECAddress.nowhere ? nil : physicalAddress
        self.answeredBelow = answeredBelow
    }

    /// The questions that the kernel answers for an adapter that is not in passthrough mode
    /// (Documentation/userspace-api/media/cec, "CEC_S_MODE", core message processing).
    package static let kernel: Set<CECOpcode> = [
        .getCECVersion, .giveDeviceVendorID, .abort, .givePhysicalAddress, .giveOSDName, .giveFeatures,
    ]

    /// The questions that libcec 6 answers whatever it is told (CECCommandHandler.cpp). Chosen on the TV (Set Stream
    /// Path, Routing Change, Routing Information) it sends Image View On and Active Source; asked for the active source
    /// it answers while it believes to be it. Other questions it refuses.
    package static let libcec: Set<CECOpcode> = kernel.union([
        .giveDevicePowerStatus, .menuRequest, .getMenuLanguage, .giveDeckStatus, .requestActiveSource, .setStreamPath,
        .routingChange, .routingInformation, .vendorCommand, .vendorCommandWithID, .vendorRemoteDown, .deckControl,
        .play,
    ])
}
