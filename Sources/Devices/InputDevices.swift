/// The devices of the box that `[inputs]` can name, as they are now.
package struct InputDevices: Sendable, Equatable {
    /// A device of pictures.
    package struct Video: Sendable, Equatable {
        /// Its node: `/dev/video0`.
        package var path: String
        package var card: String
        package var driver: String
        package var connectors: [Connector]
        /// The formats that are read, by their names in `[inputs]`.
        package var formats: [String]
        /// The signal on the wire, `1920x1080@60`; nil: the device does not measure it, or there is none.
        package var signal: String?

        package init(
            path: String, card: String, driver: String, connectors: [Connector] = [], formats: [String] = [],
            signal: String? = nil
        ) {
            self.path = path
            self.card = card
            self.driver = driver
            self.connectors = connectors
            self.formats = formats
            self.signal = signal
        }
    }

    /// One connector of such a device.
    package struct Connector: Sendable, Equatable {
        package var number: Int
        package var name: String
        package var isSelected: Bool
        /// Whether the driver sees a signal; nil: it says so of the selected one alone.
        package var hasSignal: Bool?

        package init(number: Int, name: String, isSelected: Bool, hasSignal: Bool?) {
            self.number = number
            self.name = name
            self.isSelected = isSelected
            self.hasSignal = hasSignal
        }
    }

    /// A device of sound.
    package struct Sound: Sendable, Equatable {
        /// As `[inputs]` names it: `hw:CARD=Capture,DEV=0`.
        package var device: String
        package var name: String

        package init(device: String, name: String) {
            self.device = device
            self.name = name
        }
    }

    package var video: [Video]
    package var sound: [Sound]

    package init(video: [Video] = [], sound: [Sound] = []) {
        self.video = video
        self.sound = sound
    }
}
