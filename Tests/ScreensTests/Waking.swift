import MediaCore
import Screens
import Testing

extension Interface {
    /// When it asks to be woken after an event for which it asks nothing else of the box.
    mutating func nextWake(after event: InterfaceEvent, at time: HostTime) -> HostTime? {
        #expect(handle(event, at: time) == [])
        return nextWake
    }
}
