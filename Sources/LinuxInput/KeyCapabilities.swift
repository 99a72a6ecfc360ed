import CEvdev
import Devices

/// The keys that a device claims, and what follows from them.
package struct KeyCapabilities: Sendable, Hashable {
    package var codes: Set<UInt16>

    package init(_ codes: Set<UInt16>) {
        self.codes = codes
    }

    /// Whether a code is a key, as opposed to the buttons of mice, joysticks and touch pads that
    /// share the number space (`linux/input-event-codes.h`: BTN_*).
    package static func isKey(_ code: UInt16) -> Bool {
        switch Int32(code) {
        case KEY_ESC..<BTN_MISC, KEY_OK..<BTN_DPAD_UP, KEY_ALS_TOGGLE..<BTN_TRIGGER_HAPPY: true
        case (BTN_TRIGGER_HAPPY + 40)..<KEY_MAX: true
        default: false
        }
    }

    private static let powerCodes = Set([KEY_POWER, KEY_POWER2, KEY_SLEEP, KEY_WAKEUP, KEY_SUSPEND].map { UInt16($0) })

    /// Whether the device is a remote or a keyboard, at least a small one. A case's power button
    /// counts only if `includingPowerButtons`.
    package func isRemote(includingPowerButtons: Bool) -> Bool {
        codes.contains { Self.isKey($0) && (includingPowerButtons || !Self.powerCodes.contains($0)) }
    }
}

extension InputDevice.Bus {
    /// Derives the bus from the kernel's bus type and from where the device is in `/sys`: rc-core's
    /// devices carry the bus of their receiver, and are infrared remotes all the same.
    package init(busType: Int32, sysfsPath: String) {
        self =
            switch busType {
            case Int32(BUS_CEC): .cec
            case _ where sysfsPath.contains("/rc/rc"): .infrared
            case Int32(BUS_USB): .usb
            case Int32(BUS_BLUETOOTH): .bluetooth
            case Int32(BUS_VIRTUAL): .virtual
            default: .other
            }
    }
}
