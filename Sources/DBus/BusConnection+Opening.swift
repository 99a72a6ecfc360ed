import CSystemd
import Glibc

/// The reason why a bus can't be used, in words for people.
struct BusTrouble: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// Throws where sd-bus says that something failed.
    @discardableResult
    static func check(_ result: Int32, _ what: String) throws(BusTrouble) -> Int32 {
        guard result < 0 else { return result }
        throw BusTrouble("\(what): \(String(cString: strerror(-result)))")
    }
}

extension BusConnection.Configuration.Bus {
    /// Opens a connection of sd-bus, which whoever asked closes.
    func open() throws(BusTrouble) -> OpaquePointer {
        var opened: OpaquePointer?
        switch self {
        case .system: try BusTrouble.check(sd_bus_open_system(&opened), "the system bus can't be reached")
        case .session: try BusTrouble.check(sd_bus_open_user(&opened), "the session bus can't be reached")
        case .address: try BusTrouble.check(sd_bus_new(&opened), "there is no memory for a bus")
        }
        guard let bus = opened else { throw BusTrouble("there is no bus") }
        guard case .address(let address) = self else { return bus }
        do throws(BusTrouble) {
            try BusTrouble.check(sd_bus_set_address(bus, address), "'\(address)' is no address of a bus")
            try BusTrouble.check(sd_bus_set_bus_client(bus, 1), "the bus can't be used")
            try BusTrouble.check(sd_bus_start(bus), "the bus at \(address) can't be reached")
        } catch {
            sd_bus_unref(bus)
            throw error
        }
        return bus
    }
}
