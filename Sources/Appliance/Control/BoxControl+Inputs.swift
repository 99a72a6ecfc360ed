import Base
import ControlProtocol
import Devices

extension BoxControl {
    package func inputDevices() async throws -> InputDevicesInfo {
        let inputs = box.devices.inputs
        // Drivers are asked, on a thread that may block.
        return InputDevicesInfo(try await blocking(on: "hearth-file") { inputs.devices() })
    }
}

extension InputDevicesInfo {
    fileprivate init(_ devices: InputDevices) {
        self.init(
            video: devices.video.map { video in
                Video(
                    device: video.path, card: video.card, driver: video.driver,
                    connectors: video.connectors.map {
                        Connector(number: $0.number, name: $0.name, selected: $0.isSelected, signal: $0.hasSignal)
                    }, formats: video.formats, signal: video.signal)
            }, sound: devices.sound.map { Sound(device: $0.device, name: $0.name) })
    }
}
