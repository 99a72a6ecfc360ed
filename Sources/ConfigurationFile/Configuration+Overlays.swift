import Overlays
import TOMLKit

/// The owner's overlays, and the programs that their buttons may run.
extension Configuration {
    package struct Overlays: Sendable, Equatable {
        /// The folder with the owner's pages.
        package var folder = "/etc/hearth/overlays"
        /// The programs of `[command.NAME]`, by their names.
        package var programs: [OwnerProgram] = []

        package init() {}

        fileprivate mutating func change(_ name: String, _ set: (inout OwnerProgram) -> Void) {
            if !programs.contains(where: { $0.name == name }) {
                programs.append(OwnerProgram(name: name, arguments: []))
                programs.sort { $0.name < $1.name }
            }
            for index in programs.indices where programs[index].name == name { set(&programs[index]) }
        }
    }
}

/// A program and its arguments, which no shell ever sees.
private let argumentList: Read<[String]> = { value throws(ConfigurationKey.WrongValue) in
    let expected =
        "a list of texts that begins with a program's whole path, such as [\"/usr/local/bin/lights\", \"on\"]"
    guard let array = value.array, !array.isEmpty, array.count <= 64 else { throw wrong(expected, value) }
    var words: [String] = []
    for item in array {
        guard let word = item.tomlValue.string, !word.utf8.contains(0), word.utf8.count <= 4096 else {
            throw wrong(expected, value)
        }
        words.append(word)
    }
    guard let path = words.first, path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw wrong(expected, value)
    }
    return words
}

private let seconds: Read<Duration> = { value throws(ConfigurationKey.WrongValue) in
    guard let number = value.int, (1...3600).contains(number) else {
        throw wrong("a whole number from 1 to 3600", value)
    }
    return .seconds(number)
}

extension ConfigurationKey {
    /// The keys of the owner's overlays.
    static let overlays: [ConfigurationKey] = [
        Self("interface.overlays_dir", absolutePath) { $0.overlays.folder = $1 }
    ]

    /// The keys of a program's table, one for each name: `command.NAME.…`.
    static let ofCommand: [@Sendable (String) -> ConfigurationKey] = [
        { name in
            Self("command.\(name).argv", argumentList) { configuration, words in
                configuration.overlays.change(name) { $0.arguments = words }
            }
        },
        { name in
            Self("command.\(name).timeout_seconds", seconds) { configuration, limit in
                configuration.overlays.change(name) { $0.limit = limit }
            }
        },
    ]
}
