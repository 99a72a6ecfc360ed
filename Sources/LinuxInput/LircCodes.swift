import Base
import CLinux
import Devices
import Glibc
import MediaCore

/// The codes that a receiver's decoders find, from its lirc node. Each open file has its own.
final class LircCodes {
    struct Record {
        var signal: InfraredSignal
        /// The key that the receiver's table has for it; nil: none.
        var code: UInt16?
    }

    private let file: OwnedDescriptor
    /// It tells pulses too.
    let hasPulses: Bool

    init(opening path: String) throws(SystemCallError) {
        let file = try OwnedDescriptor(open: path, flags: O_RDONLY | O_NONBLOCK)
        var features: UInt32 = 0
        try checked("LIRC_GET_FEATURES \(path)") { hearth_lirc_features(file.raw, &features) }
        // Where the kernel decodes it claims pulses alone, and has codes all the same; an emitter has neither.
        guard features & (HEARTH_LIRC_CAN_DECODE | HEARTH_LIRC_CAN_PULSES) != 0 else {
            throw SystemCallError(call: "LIRC_SET_REC_MODE \(path), which only sends", errno: ENOTSUP)
        }
        try checked("LIRC_SET_REC_MODE \(path)") { hearth_lirc_decoded(file.raw) }
        hasPulses = features & HEARTH_LIRC_CAN_PULSES != 0
        self.file = file
    }

    var descriptor: Int32 { file.raw }

    /// All that is there; never blocks. Nil: the receiver is gone.
    func read() -> [Record]? {
        var found: [Record] = []
        var records = [lirc_scancode](repeating: lirc_scancode(), count: 16)
        while true {
            let count = records.withUnsafeMutableBytes { Glibc.read(file.raw, $0.baseAddress, $0.count) }
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? found : nil }
            for record in records.prefix(count / MemoryLayout<lirc_scancode>.stride) {
                guard let kind = InfraredProtocol(rawValue: record.rc_proto) else { continue }
                let flags = Int32(record.flags)
                let signal = InfraredSignal(
                    time: HostTime(nanoseconds: Int64(clamping: record.timestamp)), kind: kind,
                    scancode: record.scancode,
                    toggle: flags & LIRC_SCANCODE_FLAG_TOGGLE != 0, isRepeat: flags & LIRC_SCANCODE_FLAG_REPEAT != 0)
                found.append(Record(signal: signal, code: record.keycode == 0 ? nil : UInt16(exactly: record.keycode)))
            }
        }
    }
}
