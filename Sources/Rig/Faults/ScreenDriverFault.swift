import Base
import Foundation
import Glibc

/// The screen's driver is not there: its module is taken out, which it lets happen only while nobody has it open, and
/// comes back.
package final class ScreenDriverFault: Fault {
    package let kind = FaultKind.screenDriverGone
    private let module: String
    private var isStruck = false

    /// - Parameter kernel: the folder of the board's kernel; nil: of the board that this runs on
    package init?(kernel: String? = ProcessInfo.processInfo.environment["HEARTH_BOARD_KERNEL"]) {
        guard let kernel else { return nil }
        module = "\(kernel)/modules/vkms.ko"
    }

    package func strike() throws {
        let command = "busybox rmmod vkms"
        let said = try Board.run(command)
        guard access("/dev/dri/card0", F_OK) != 0 else { throw FaultNotMade(kind: kind, command: command, said: said) }
        isStruck = true
    }

    /// Returns when the node is there.
    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try Board.run("busybox insmod \(module) enable_overlay=1")
    }
}
