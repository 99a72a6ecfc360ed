import Base
import CLinux
import Devices
import Glibc
import MediaCore

/// What a receiver's lirc node tells: decoded codes, and that there was light at all. With `LircCodes` the only file that calls lirc.
/// Confined to `hearth-light`.
///
/// Learning uses lirc and not `MSC_SCAN`: one record has protocol, scancode, toggle and repeat together; the event
/// device has the scancode alone.
final class LircReader {
    private let path: String
    private let codes: LircCodes
    /// Absent where the hardware decodes.
    private let light: OwnedDescriptor?
    /// The number of `light`, or -1.
    private let lightNumber: Int32
    private var counter = PulseCounter()

    init(opening path: String) throws(SystemCallError) {
        let codes = try LircCodes(opening: path)
        let light = codes.hasPulses ? Self.pulses(of: path) : nil
        lightNumber = Self.number(of: light)
        self.light = light
        self.path = path
        self.codes = codes
    }

    /// Opens the node for pulses; nil when only decoded codes are available, not light.
    private static func pulses(of path: String) -> OwnedDescriptor? {
        guard let file = try? OwnedDescriptor(open: path, flags: O_RDONLY | O_NONBLOCK),
            hearth_lirc_pulses(file.raw) == 0
        else {
            return nil
        }
        return file
    }

    private static func number(of file: borrowing OwnedDescriptor?) -> Int32 {
        switch file {
        case .some(let file): file.raw
        case .none: -1
        }
    }

    /// Reads until `stop` is readable or the receiver is gone.
    func run(until stop: Int32, _ told: (InfraredEvent) -> Void) {
        var files = [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: codes.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        if lightNumber >= 0 { files.append(pollfd(fd: lightNumber, events: Int16(POLLIN), revents: 0)) }
        while true {
            guard poll(&files, nfds_t(files.count), -1) >= 0 || errno == EINTR else { return told(.gone) }
            if files[0].revents != 0 { return }
            // Codes first: light that is decoded is not reported as dark.
            guard readCodes(told), files.count < 3 || files[2].revents == 0 || readLight(told) else {
                return told(.gone)
            }
            if files[1].revents & Int16(POLLHUP | POLLERR) != 0 { return told(.gone) }
        }
    }

    private func readCodes(_ told: (InfraredEvent) -> Void) -> Bool {
        guard let records = codes.read() else { return false }
        for record in records { told(.signal(record.signal)) }
        return true
    }

    private func readLight(_ told: (InfraredEvent) -> Void) -> Bool {
        var samples = [UInt32](repeating: 0, count: 256)
        while true {
            let count = samples.withUnsafeMutableBytes { read(lightNumber, $0.baseAddress, $0.count) }
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            for sample in samples.prefix(count / 4) where counter.handle(sample) { told(.light(MonotonicClock().now)) }
        }
    }
}
