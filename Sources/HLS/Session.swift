import Devices
import MediaCore

/// One presentation as a value: which playlist, which variant, which segment, when. The owner does what
/// the actions say and reports what came of it.
package struct HLSSession: Sendable {
    package let url: String
    package private(set) var options: SessionOptions

    package init(url: String, options: SessionOptions = SessionOptions()) {
        self.url = url
        self.options = options
    }

    package mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        []
    }
}
