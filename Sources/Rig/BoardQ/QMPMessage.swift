import Foundation

/// A message of QEMU: one line of JSON.
package enum QMPMessage: Sendable, Hashable {
    case greeting
    /// The command with this id was done.
    case done(id: Int)
    case refused(id: Int, class: String, reason: String)
    /// An event by its name: `DEVICE_DELETED`, with the device where it is about one.
    case event(String, device: String?)

    /// Parses a line; nil for an unknown message.
    package init?(line: String) {
        struct Wire: Decodable {
            struct Refusal: Decodable {
                var `class`: String
                var desc: String
            }
            struct Details: Decodable { var device: String? }
            struct Present: Decodable { init(from decoder: any Decoder) {} }
            // The protocol's own spelling.
            // swift-format-ignore: AlwaysUseLowerCamelCase
            var QMP: Present?
            var id: Int?
            var `return`: Present?
            var error: Refusal?
            var event: String?
            var data: Details?
        }
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(line.utf8)) else { return nil }
        if wire.QMP != nil {
            self = .greeting
        } else if let event = wire.event {
            self = .event(event, device: wire.data?.device)
        } else if let error = wire.error {
            // An error without an id: the command could not even be parsed.
            self = .refused(id: wire.id ?? 0, class: error.class, reason: error.desc)
        } else if wire.return != nil, let id = wire.id {
            self = .done(id: id)
        } else {
            return nil
        }
    }
}
