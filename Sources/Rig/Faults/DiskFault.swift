import Base

/// The fault that the file system of the box's state, a tmpfs, is full to the last page (`mount -o
/// remount,size=`).
package final class DiskFault: Fault {
    package let kind = FaultKind.diskFull
    private let mount: String
    private var isStruck = false

    /// - Parameter mount: the tmpfs that holds the state folder and nothing that the rig writes to
    package init(mount: String) { self.mount = mount }

    package func strike() throws {
        isStruck = true
        let used = try Board.run("df -B1 --output=used \(mount) | tail -1").filter(\.isNumber)
        try resize(used.isEmpty ? "0" : used)
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try resize("64m")
    }

    private func resize(_ size: String) throws(FaultNotMade) {
        let command = "mount -o remount,size=\(size) \(mount)"
        let said = (try? Board.run(command)) ?? "no shell"
        guard said.isEmpty else { throw FaultNotMade(kind: kind, command: command, said: said) }
    }
}
