import TOMLKit

/// How the interface looks and reads, as far as the file says so.
extension Configuration {
    package struct Look: Sendable, Equatable {
        package enum Contrast: String, Sendable, CaseIterable { case normal, high }
        package enum Motion: String, Sendable, CaseIterable { case full, reduced }
        package enum Hours: String, Sendable, CaseIterable {
            /// As the language has them.
            case language
            case twelve = "12"
            case twentyFour = "24"
        }
        package enum Direction: String, Sendable, CaseIterable {
            /// As the language is read.
            case language
            case left, right
        }

        package enum Speech: String, Sendable, CaseIterable { case off, events, speak }
        package enum Inset: String, Sendable, CaseIterable { case off, guide, all }

        /// A BCP 47 tag; `system`: the machine's.
        package var language = "system"
        package var contrast = Contrast.normal
        package var motion = Motion.full
        /// How large text is beside its usual size, 0.8…1.4.
        package var textSize = 1.0
        package var hours = Hours.language
        package var direction = Direction.language
        /// Whether what has the focus is put into words, for `events` or aloud.
        package var speech = Speech.events
        /// Where the picture goes on, made small.
        package var inset = Inset.guide
        /// The path of the film that is seen where nothing plays; empty: none is.
        package var splash = ""
        /// The folder with files of texts, after `/etc/hearth/languages`.
        package var languageFolder = "/usr/share/hearth/languages"

        package init() {}
    }
}

private let hoursOfDay: Read<Configuration.Look.Hours> = { value throws(ConfigurationKey.WrongValue) in
    let text = value.string ?? value.int.map { String($0) }
    guard let hours = text.flatMap(Configuration.Look.Hours.init(rawValue:)) else {
        throw wrong("12, 24 or \"language\"", value)
    }
    return hours
}

private let pathOrNone: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    guard let path = value.string, path.isEmpty || path.hasPrefix("/") else {
        throw wrong("a path that starts with /, or \"\" for none", value)
    }
    return path
}

extension ConfigurationKey {
    /// The keys of how the interface looks and reads.
    static let look: [ConfigurationKey] = [
        Self("interface.language", language) { $0.look.language = $1 },
        Self("interface.languages_dir", absolutePath) { $0.look.languageFolder = $1 },
        Self("interface.contrast", oneOf(Configuration.Look.Contrast.self)) { $0.look.contrast = $1 },
        Self("interface.motion", oneOf(Configuration.Look.Motion.self)) { $0.look.motion = $1 },
        Self("interface.text_size", number(0.8...1.4)) { $0.look.textSize = $1 },
        Self("interface.hours", hoursOfDay) { $0.look.hours = $1 },
        Self("interface.direction", oneOf(Configuration.Look.Direction.self)) { $0.look.direction = $1 },
        Self("interface.speech", oneOf(Configuration.Look.Speech.self)) { $0.look.speech = $1 },
        Self("interface.splash", pathOrNone) { $0.look.splash = $1 },
        Self("interface.inset", oneOf(Configuration.Look.Inset.self)) { $0.look.inset = $1 },
    ]
}
