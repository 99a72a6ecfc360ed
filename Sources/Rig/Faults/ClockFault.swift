/// The fault that the clock (CLOCK_REALTIME) is set an hour ahead; mending sets it back. Where the origin is
/// on the same machine, its live window jumps too.
package final class ClockFault: Fault {
    package let kind = FaultKind.clockJump
    private var isStruck = false

    package init() {}

    package func strike() throws {
        try jump("+1 hour")
        isStruck = true
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try jump("-1 hour")
    }

    private func jump(_ by: String) throws {
        // date(1) prints the new time on success, its error message otherwise.
        let command = "date --utc --set='\(by)' >/dev/null"
        let said = try Board.run(command)
        guard said.isEmpty else { throw FaultNotMade(kind: kind, command: command, said: said) }
    }
}
