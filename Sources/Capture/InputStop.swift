import Base

/// Ends what waits for an input, from any thread.
final class InputStop: Sendable {
    private let event: EventDescriptor

    init() throws(SystemCallError) { event = try EventDescriptor() }

    /// Readable once it is to end.
    var descriptor: Int32 { event.raw }

    func signal() { event.signal() }
}
