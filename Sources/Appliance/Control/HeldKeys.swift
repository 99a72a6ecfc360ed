import MediaCore

/// The keys that clients hold down. A page that was closed while a key was down never sends `up`,
/// so a key is released after a while.
struct HeldKeys: Sendable {
    static let longest = Duration.seconds(10)

    private var deadlines: [UInt16: HostTime] = [:]

    mutating func handle(_ press: KeyPress, at now: HostTime) {
        switch press.phase {
        case .down: deadlines[press.code] = now + Self.longest
        case .up, .tap: deadlines[press.code] = nil
        }
    }

    /// Removes the keys that have been held too long.
    /// - Returns: the keys to release, in the order of their codes.
    mutating func overdue(at now: HostTime) -> [UInt16] {
        let codes = deadlines.filter { $0.value <= now }.keys.sorted()
        for code in codes { deadlines[code] = nil }
        return codes
    }
}
