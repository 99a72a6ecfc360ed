import Base
import Devices
import Glibc
import MediaCore

/// An infrared remote: sends its light by an emitter that the kernel drives (`/dev/lircN`).
///
/// A held key repeats as on a real remote: NEC sends its repeat code, RC-5 and RC-6 the same code
/// again, and the toggle bit changes with each press. No remote sends that a key was let go: the
/// kernel infers it, up to 250 ms late.
package final class InfraredHand: Hand {
    package static let necAddress: UInt8 = 0x40

    package let kind: HandKind
    private let emitter: Emitter
    private let clock = MonotonicClock()
    private var toggle = false
    private var held: HeldKey?

    /// - Parameters:
    ///   - kind: `nec`, `rc5` or `rc6`; nil for any other
    ///   - lirc: the path of the emitter's node
    package init?(_ kind: HandKind, lirc: String) throws {
        guard [.nec, .rc5, .rc6].contains(kind) else { return nil }
        self.kind = kind
        emitter = try Emitter(lirc)
    }

    package func has(_ key: RemoteKey) -> Bool { true }

    /// Presses a key; returns when the first code is sent, up to 70 ms later. The returned time is
    /// that of its first light.
    package func press(_ key: RemoteKey) throws -> HostTime {
        held?.release()
        toggle.toggle()
        let code: InfraredCode
        let (again, interval): (InfraredCode, Duration)
        switch kind {
        case .rc5:
            code = .rc5(system: 0, command: key.philipsCommand, toggle: toggle)
            (again, interval) = (code, .microseconds(113_778))
        case .rc6:
            code = .rc6(system: 0, command: key.philipsCommand, toggle: toggle)
            (again, interval) = (code, .microseconds(106_667))
        default:
            code = .nec(address: Self.necAddress, command: key.necCommand)
            (again, interval) = (.necRepeat, .microseconds(108_000))
        }
        let time = clock.now
        try emitter.send(code)
        held = try HeldKey(from: time, every: interval) { [emitter] in try emitter.send(again) }
        return time
    }

    package func release(_ key: RemoteKey) {
        held?.release()
        held = nil
    }

    private final class Emitter: Sendable {
        private let device: OwnedDescriptor
        private let path: String

        init(_ path: String) throws(SystemCallError) {
            self.path = path
            device = try OwnedDescriptor(open: path, flags: O_WRONLY)
        }

        /// Sends a code. Blocks for as long as the light takes.
        func send(_ code: InfraredCode) throws(SystemCallError) {
            try checked("write \(path)") {
                code.microseconds.withUnsafeBytes { write(device.raw, $0.baseAddress, $0.count) }
            }
        }
    }
}
