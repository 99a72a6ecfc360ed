import Foundation

/// The fault that something else takes the memory, all but `left`, and keeps it: a file in a tmpfs, which
/// cannot be swapped or dropped. The last page can't be taken here: in simulated time the kernel's search
/// for a process to kill never ends.
package final class MemoryFault: Fault {
    package let kind = FaultKind.memoryPressure
    private let file: String
    private let leftMebibytes: Int
    private var isStruck = false

    /// - Parameters:
    ///   - file: the file that takes the memory, in a tmpfs
    ///   - left: how much stays available, in MiB
    package init(file: String = "/dev/shm/hearth-rig-memory", left: Int = 128) {
        self.file = file
        leftMebibytes = left
    }

    /// How much memory the kernel could still give, in MiB (proc(5), MemAvailable).
    package static var availableMebibytes: Int {
        let text = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 1024 } ?? 0
    }

    package func strike() throws {
        isStruck = true
        let wanted = Self.availableMebibytes - leftMebibytes
        guard wanted > 0 else { return }
        let command =
            "mount -o remount,size=100% /dev/shm && dd if=/dev/zero of=\(file) bs=1M count=\(wanted) status=none"
        let said = try Board.run(command)
        guard said.isEmpty else { throw FaultNotMade(kind: kind, command: command, said: said) }
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try FileManager.default.removeItem(atPath: file)
    }
}
