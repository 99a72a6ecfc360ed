import Base
import Synchronization

/// Where the audio thread and the thread that opens cards meet, without a lock.
///
/// A device belongs to whoever took it out of a slot. Facts flow up as counters; `changed` wakes the
/// other side only when there is something to tell.
final class SinkMailbox: Sendable {
    /// Opened, for the audio thread to take.
    private let offered = Atomic<Unmanaged<ALSAPCM>?>(nil)
    /// Dead, for the opener to close.
    private let returned = Atomic<Unmanaged<ALSAPCM>?>(nil)
    private let stopping = Atomic(false)

    /// Devices that have begun to play since `start`.
    let starts = Atomic<UInt64>(0)
    let underruns = Atomic<UInt64>(0)
    let framesPlayed = Atomic<UInt64>(0)
    let latencyNanoseconds = Atomic<Int64>(0)
    /// Why the device in `returned` is there.
    let lostErrno = Atomic<Int32>(0)
    /// Wakes the opener.
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
