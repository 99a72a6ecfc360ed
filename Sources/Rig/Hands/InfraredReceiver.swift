import Base
import CLinux
import Foundation
import Glibc

/// A receiver of infrared light that the kernel decodes (rc-core), with the rig's remote in its keymap.
package struct InfraredReceiver: Sendable {
    /// The path of the lirc node, `/dev/lirc0`.
    package let lirc: String
    /// The path of the event device, `/dev/input/event0`.
    package let node: String

    /// Finds the receiver by its driver, as vivid's CEC adapters are rc devices too. Nil: there is
    /// none.
    package init?(driver: String = "rc-loopback", sysfs: String = "/sys/class/rc") throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sysfs)) ?? []
        let folder = names.sorted().map { "\(sysfs)/\($0)" }.first {
            (try? String(contentsOfFile: "\($0)/uevent", encoding: .utf8))?
                .split(separator: "\n").contains("DRV_NAME=\(driver)") == true
        }
        guard let folder, let lirc = Self.child(of: folder, "lirc"),
            let input = Self.child(of: folder, "input"), let event = Self.child(of: "\(folder)/\(input)", "event")
        else { return nil }
        self.lirc = "/dev/\(lirc)"
        node = "/dev/input/\(event)"
        try learn(protocols: "\(folder)/protocols")
    }

    /// Sets the protocols to decode and the keymap, as ir-keytable does.
    private func learn(protocols: String) throws {
        let file = try OwnedDescriptor(open: protocols, flags: O_WRONLY)
        let wanted = "none +nec +rc-5 +rc-6"
        try checked("write \(protocols)") { write(file.raw, wanted, wanted.utf8.count) }
        let device = try OwnedDescriptor(open: node, flags: O_RDWR)
        for key in RemoteKey.allCases {
            let codes = [
                UInt32(InfraredHand.necAddress) << 8 | UInt32(key.necCommand), UInt32(key.philipsCommand),
            ]
            for code in codes {
                try checked("EVIOCSKEYCODE \(node)") { hearth_input_set_key(device.raw, code, UInt32(key.evdevCode)) }
            }
        }
    }

    private static func child(of folder: String, _ prefix: String) -> String? {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted().first { $0.hasPrefix(prefix) }
    }
}
