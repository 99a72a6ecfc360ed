import ArgumentParser
import ControlProtocol

/// `hearthctl inputs`: the devices that `[inputs]` can name.
struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs", abstract: "Shows what [inputs] in the configuration can name: cameras, grabbers, sound.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.inputs)
        try connection.print(answer, as: InputDevicesInfo.self, Self.lines)
    }

    static func lines(_ devices: InputDevicesInfo) -> [String] {
        guard !devices.video.isEmpty || !devices.sound.isEmpty else {
            return ["Nothing that captures is wired to the box; see docs/inputs.md."]
        }
        return devices.video.flatMap(lines)
            + devices.sound.map { "sound = \"\($0.device)\"   \($0.name)" }
    }

    private static func lines(_ video: InputDevicesInfo.Video) -> [String] {
        let formats = video.formats.isEmpty ? "no format that is read" : video.formats.joined(separator: " ")
        let signal = video.signal.map { ", \($0)" } ?? ""
        return ["device = \"\(video.device)\"   \(video.card) (\(video.driver)), \(formats)\(signal)"]
            + video.connectors.map { connector in
                let selected = connector.selected ? ", selected" : ""
                let signal = connector.signal.map { $0 ? ", signal" : ", no signal" } ?? ""
                return "  connector = \(connector.number)   \(connector.name)\(selected)\(signal)"
            }
    }
}
