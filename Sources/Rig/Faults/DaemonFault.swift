import Glibc

/// The fault that the daemon is killed. It stays dead until `mend`, which starts it as its
/// supervisor would.
package final class DaemonFault: Fault {
    package let kind = FaultKind.daemonKilled
    private let box: LocalBox
    private var isStruck = false

    package init(_ box: LocalBox) { self.box = box }

    package func strike() throws {
        guard let process = box.process else { return }
        isStruck = true
        kill(process, SIGKILL)
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try box.restart()
    }
}
