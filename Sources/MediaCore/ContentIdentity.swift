import Synchronization

/// The name of one immutable picture, unique for as long as the process runs. Unlike an address it
/// is never used again, so that a display can remember what it uploaded or composed without keeping
/// the picture alive.
package struct ContentIdentity: Hashable, Sendable {
    private let number: UInt64

    /// Makes a new name.
    package init() {
        number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static let last = Atomic<UInt64>(0)
}
