import ControlProtocol
import Devices

extension RemoteInfo {
    init(_ device: InputDevice) { self.init(id: device.id, name: device.name, bus: device.bus.rawValue) }
}
