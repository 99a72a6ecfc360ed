import Foundation

/// A command of QEMU's machine protocol, as this rig uses it (docs/interop/qmp-spec.txt of QEMU).
package struct QMPCommand: Sendable, Hashable, Encodable {
    package enum Value: Sendable, Hashable, Encodable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([Value])
        case object([String: Value])

        package func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .number(let number): try number.encode(to: encoder)
            case .flag(let flag): try flag.encode(to: encoder)
            case .list(let list): try list.encode(to: encoder)
            case .object(let object): try object.encode(to: encoder)
            }
        }
    }

    package var execute: String
    package var arguments: [String: Value] = [:]
    /// The command's id, which comes back with the answer.
    package var id = 0

    package static let capabilities = QMPCommand(execute: "qmp_capabilities")

    /// A command that writes the display's picture as a binary portable pixmap.
    package static func screendump(_ device: String, to path: String) -> QMPCommand {
        QMPCommand(
            execute: "screendump", arguments: ["device": .text(device), "head": .number(0), "filename": .text(path)])
    }

    /// A command that presses a key, by its QKeyCode, on the keyboard that was plugged in last.
    package static func key(_ qcode: String, down: Bool) -> QMPCommand {
        let key = Value.object(["type": .text("qcode"), "data": .text(qcode)])
        let event = Value.object(["type": .text("key"), "data": .object(["down": .flag(down), "key": key])])
        return QMPCommand(execute: "input-send-event", arguments: ["events": .list([event])])
    }

    /// A command that plugs or unplugs the cable of a network card.
    package static func link(_ device: String, up: Bool) -> QMPCommand {
        QMPCommand(execute: "set_link", arguments: ["name": .text(device), "up": .flag(up)])
    }

    /// A command that unplugs a device. The guest must agree: it has gone when the event
    /// `DEVICE_DELETED` comes.
    package static func unplug(_ device: String) -> QMPCommand {
        QMPCommand(execute: "device_del", arguments: ["id": .text(device)])
    }

    package static func plug(_ driver: String, as device: String, into bus: String) -> QMPCommand {
        QMPCommand(
            execute: "device_add", arguments: ["driver": .text(driver), "id": .text(device), "bus": .text(bus)])
    }

    /// The command as one line of JSON.
    package var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // It consists of strings, numbers and truth values, so encoding can't fail.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
