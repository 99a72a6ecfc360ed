/// What `[inputs]` can name: the devices of the box that capture.
package struct InputDevicesInfo: Codable, Sendable, Equatable {
    package struct Video: Codable, Sendable, Equatable {
        /// The node.
        package var device: String
        package var card: String
        package var driver: String
        package var connectors: [Connector]
        /// As `format` in `[inputs]` names them.
        package var formats: [String]
        /// `1920x1080@60`; nil: there is none, or nobody measures it.
        package var signal: String?

        package init(
            device: String, card: String, driver: String, connectors: [Connector], formats: [String], signal: String?
        ) {
            self.device = device
            self.card = card
            self.driver = driver
            self.connectors = connectors
            self.formats = formats
            self.signal = signal
        }
    }

    package struct Connector: Codable, Sendable, Equatable {
        package var number: Int
        package var name: String
        package var selected: Bool
        /// Nil: the driver says so of the selected one alone.
        package var signal: Bool?

        package init(number: Int, name: String, selected: Bool, signal: Bool?) {
            self.number = number
            self.name = name
            self.selected = selected
            self.signal = signal
        }
    }

    package struct Sound: Codable, Sendable, Equatable {
        package var device: String
        package var name: String

        package init(device: String, name: String) {
            self.device = device
            self.name = name
        }
    }

    package var video: [Video]
    package var sound: [Sound]

    package init(video: [Video], sound: [Sound]) {
        self.video = video
        self.sound = sound
    }
}
