import Glibc

/// The daemon dies without a word. It stays dead until `mend`, which does what its supervisor does.
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
