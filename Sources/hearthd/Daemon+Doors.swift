import Appliance
import ConfigurationFile
import DBus
import Logging
import Sessions

/// The doors that the configuration opens beside the control socket.
extension Daemon {
    /// MPRIS, on the bus that is configured; nil: on none.
    func mprisDoor(_ box: Box, _ logger: Logger) -> MPRISDoor? {
        let bus: BusConnection.Configuration.Bus
        switch configuration.mpris.bus {
        case .off: return nil
        case .system: bus = .system
        case .session: bus = .session
        }
        do {
            let connection = try BusConnection(
                BusConnection.Configuration(bus: bus, name: MPRISObject.name, path: MPRISObject.path))
            return MPRISDoor(box, bus: connection, logger: logger)
        } catch {
            logger.warning("MPRIS can't be had: \(error)")
            return nil
        }
    }
}
