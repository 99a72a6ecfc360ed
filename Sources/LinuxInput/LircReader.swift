import Base
import CLinux
import Devices
import Glibc
import MediaCore

/// Reads a receiver's lirc node: decoded codes, and whether there was light at all. The only file that calls lirc.
/// Confined to `hearth-light`.
///
/// Learning uses lirc and not `MSC_SCAN`: one record has protocol, scancode, toggle and repeat together; the event
/// device has the scancode alone.
final class LircReader {
    private let path: String
    private let codes: OwnedDescriptor
    /// The descriptor for pulses; nil where the hardware decodes.
    private let light: OwnedDescriptor?
    /// The number of `light`, or -1.
    private let lightNumber: Int32
    private var counter = PulseCounter()

    init(opening path: String) throws(SystemCallError) {
        let codes = try OwnedDescriptor(open: path, flags: O_RDONLY | O_NONBLOCK)
        var features: UInt32 = 0
        try checked("LIRC_GET_FEATURES \(path)") { hearth_lirc_features(codes.raw, &features) }
        // Where the kernel decodes, the device claims pulses alone, and has codes all the same; an emitter has neither.
        guard features & (HEARTH_LIRC_CAN_DECODE | HEARTH_LIRC_CAN_PULSES) != 0 else {
            throw SystemCallError(call: "LIRC_SET_REC_MODE \(path), which only sends", errno: ENOTSUP)
        }
        try checked("LIRC_SET_REC_MODE \(path)") { hearth_lirc_decoded(codes.raw) }
        let light = features & HEARTH_LIRC_CAN_PULSES == 0 ? nil : Self.pulses(of: path)
        lightNumber = Self.number(of: light)
        self.light = light
        self.path = path
        self.codes = codes
    }

    /// Opens the node for pulses; nil when only decoded codes are available, not light.
    private static func pulses(of path: String) -> OwnedDescriptor? {
        guard let file = try? OwnedDescriptor(open: path, flags: O_RDONLY | O_NONBLOCK), hearth_lirc_pulses(file.raw) == 0 else {
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
        var files = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0), pollfd(fd: codes.raw, events: Int16(POLLIN), revents: 0)]
        if lightNumber >= 0 { files.append(pollfd(fd: lightNumber, events: Int16(POLLIN), revents: 0)) }
        while true {
            guard poll(&files, nfds_t(files.count), -1) >= 0 || errno == EINTR else { return told(.gone) }
            if files[0].revents != 0 { return }
            // Codes first: light that is decoded is not reported as dark.
            guard readCodes(told), files.count < 3 || files[2].revents == 0 || readLight(told) else { return told(.gone) }
            if files[1].revents & Int16(POLLHUP | POLLERR) != 0 { return told(.gone) }
        }
    }

    private func readCodes(_ told: (InfraredEvent) -> Void) -> Bool {
        var records = [lirc_scancode](repeating: lirc_scancode(), count: 16)
        while true {
            let count = records.withUnsafeMutableBytes { read(codes.raw, $0.baseAddress, $0.count) }
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            for record in records.prefix(count / MemoryLayout<lirc_scancode>.stride) {
                guard let kind = InfraredProtocol(rawValue: record.rc_proto) else { continue }
                let flags = Int32(record.flags)
                told(
                    .signal(
                        InfraredSignal(
                            time: HostTime(nanoseconds: Int64(clamping: record.timestamp)), kind: kind, scancode: record.scancode,
                            toggle: flags & LIRC_SCANCODE_FLAG_TOGGLE != 0, isRepeat: flags & LIRC_SCANCODE_FLAG_REPEAT != 0)))
            }
        }
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
