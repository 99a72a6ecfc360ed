import MediaCore

/// The keys that clients hold down. A page that was closed while a key was down never says `up`, so
/// a key is let go of after a while by itself.
struct HeldKeys: Sendable {
    static let longest = Duration.seconds(10)

    private var deadlines: [UInt16: HostTime] = [:]

    mutating func handle(_ press: KeyPress, at now: HostTime) {
        switch press.phase {
        case .down: deadlines[press.code] = now + Self.longest
        case .up, .tap: deadlines[press.code] = nil
        }
    }

    /// - Returns: the keys to let go of, in the order of their codes. They are forgotten.
    mutating func overdue(at now: HostTime) -> [UInt16] {
        let codes = deadlines.filter { $0.value <= now }.keys.sorted()
        for code in codes { deadlines[code] = nil }
        return codes
    }
}
