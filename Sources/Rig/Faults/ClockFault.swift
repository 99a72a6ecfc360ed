import Base
// `timespec` belongs to whichever of the modules was loaded first.
import CALSA
import CLinux
import Glibc

/// Somebody sets the clock (CLOCK_REALTIME). Where the origin is on the same machine, its live window
/// jumps too.
package final class ClockFault: Fault {
    package let kind = FaultKind.clockJump
    /// By how much, forward or back. Another value can be set before `strike`.
    package var seconds: Int
    private var owed = 0

    package init(seconds: Int = 3_600) { self.seconds = seconds }

    package func strike() throws { try jump(seconds) }
    package func mend() throws { try jump(-owed) }

    private func jump(_ seconds: Int) throws(SystemCallError) {
        guard seconds != 0 else { return }
        var time = timespec()
        try checked("clock_gettime") { clock_gettime(CLOCK_REALTIME, &time) }
        time.tv_sec += seconds
        try checked("clock_settime") { clock_settime(CLOCK_REALTIME, &time) }
        owed += seconds
    }
}
