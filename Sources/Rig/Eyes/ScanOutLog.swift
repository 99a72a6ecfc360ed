import Base
import Devices
import Glibc
import MediaCore
import Synchronization

/// A log of the kernel's checksum of each picture that is scanned out, until `finish`: what was
/// really on the screen, vblank by vblank, whatever the program under test says.
package final class ScanOutLog: Sendable {
    package struct VBlank: Sendable, Hashable {
        /// The kernel's count of vblanks.
        package var sequence: UInt32
        package var checksum: UInt32
        /// When the log read the entry: a little after the vblank.
        package var time: HostTime
    }

    private let entries = Locked<[VBlank]>([])
    private let isStopping = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)
    private let data: Mutex<OwnedDescriptor?>

    /// - Parameter folder: the CRTC's CRC folder in debugfs; the screen must be lit
    package init(folder: String = "/sys/kernel/debug/dri/0/crtc-0/crc") throws {
        do {
            let control = try OwnedDescriptor(open: "\(folder)/control", flags: O_WRONLY)
            try checked("write control") { Glibc.write(control.raw, "auto", 4) }
        }
        let data = try OwnedDescriptor(open: "\(folder)/data", flags: O_RDONLY | O_NONBLOCK)
        let raw = data.raw
        self.data = Mutex(consume data)
        try thread.withLock { thread in
            thread = try NamedThread("scan-out") { [self] in run(raw) }
        }
    }

    package func finish() -> [VBlank] {
        isStopping.store(true, ordering: .relaxed)
        thread.withLock { if let running = $0.take() { running.join() } }
        // Closed, so that the kernel stops computing checksums that nobody reads.
        data.withLock { $0 = nil }
        return entries.withLock { $0 }
    }

    private func run(_ data: Int32) {
        // The kernel returns one line a call.
        var line = [UInt8](repeating: 0, count: 256)
        while !isStopping.load(ordering: .relaxed) {
            var wanted = pollfd(fd: data, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 100) > 0 else { continue }
            let count = read(data, &line, line.count)
            guard count > 0 else { continue }
            let now = MonotonicClock().now
            let words = String(decoding: line.prefix(count), as: UTF8.self)
                .split(whereSeparator: \.isWhitespace).compactMap { UInt32($0.dropFirst(2), radix: 16) }
            guard words.count == 2 else { continue }
            entries.withLock { $0.append(VBlank(sequence: words[0], checksum: words[1], time: now)) }
        }
    }
}
