import Base

/// The thread that does for a player what the display's thread may not: it tells events, and carries out what items
/// decided at a vblank. To send for it takes no lock.
final class PlayerErrands: Sendable {
    private let due = Semaphore()

    /// - Parameter run: does what there is to do; called soon after each `send`.
    init(_ run: @escaping @Sendable () -> Void) throws {
        _ = try NamedThread("hearth-player") { [due, weak self] in
            while true {
                due.wait()
                guard self != nil else { return }
                run()
            }
        }
    }

    deinit { due.post() }

    func send() { due.post() }
}
