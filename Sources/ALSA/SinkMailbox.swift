import Base
import Synchronization

/// Passes devices and counters between the audio thread and the thread that opens cards, without a
/// lock.
///
/// A device belongs to whoever took it out of a slot. Facts are passed as counters; `changed` wakes
/// the other side only when there is something to report.
final class SinkMailbox: Sendable {
    /// The device that was opened, for the audio thread to take.
    private let offered = Atomic<Unmanaged<ALSAPCM>?>(nil)
    /// The dead device, for the opener to close.
    private let returned = Atomic<Unmanaged<ALSAPCM>?>(nil)
    private let stopping = Atomic(false)

    /// The number of devices that have begun to play since `start`.
    let starts = Atomic<UInt64>(0)
    let underruns = Atomic<UInt64>(0)
    let framesPlayed = Atomic<UInt64>(0)
    let latencyNanoseconds = Atomic<Int64>(0)
    /// The error for which the device in `returned` was given up.
    let lostErrno = Atomic<Int32>(0)
    /// The event that wakes the opener.
    let changed: EventDescriptor

    init() throws(SystemCallError) {
        changed = try EventDescriptor()
    }

    deinit {
        take(offered)
        take(returned)
    }

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func stop() {
        stopping.store(true, ordering: .releasing)
        changed.signal()
    }

    func offer(_ device: ALSAPCM) {
        offered.exchange(.passRetained(device), ordering: .acquiringAndReleasing)?.release()
    }

    func takeOffered() -> ALSAPCM? { take(offered) }

    func surrender(_ device: ALSAPCM, errno: Int32) {
        lostErrno.store(errno, ordering: .relaxed)
        returned.exchange(.passRetained(device), ordering: .acquiringAndReleasing)?.release()
        changed.signal()
    }

    func takeReturned() -> ALSAPCM? { take(returned) }

    @discardableResult
    private func take(_ slot: borrowing Atomic<Unmanaged<ALSAPCM>?>) -> ALSAPCM? {
        slot.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue()
    }
}
