/// Decides when a device to drive is looked for: when something has changed, and never by the clock.
///
/// A value without I/O; the display's thread feeds it what happens and does what it says.
struct DeviceSearch: Sendable, Hashable {
    enum Event: Sendable, Hashable {
        /// Changes are heard of from here on: what came before may have been missed.
        case watching
        /// A node came, went or got other rights.
        case nodesChanged
        case found
        /// None fits, with why.
        case missing(String)
        /// The one that was driven is not there any more, with how that was seen.
        case gone(String)
    }

    enum Effect: Sendable, Hashable {
        case look
        /// Why there is nothing to drive; nil: there is.
        case tell(String?)
    }

    /// Nil: a device is driven.
    private(set) var trouble: String?

    /// - Parameter trouble: why none was found at first; nil: one was
    init(trouble: String?) {
        self.trouble = trouble
    }

    var isDriving: Bool { trouble == nil }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .watching, .nodesChanged: return isDriving ? [] : [.look]
        case .found: return change(nil)
        case .missing(let reason): return isDriving ? [] : change(reason)
        // What took its place may be there already.
        case .gone(let reason): return isDriving ? change(reason) + [.look] : []
        }
    }

    private mutating func change(_ reason: String?) -> [Effect] {
        defer { trouble = reason }
        return trouble == reason ? [] : [.tell(reason)]
    }
}
