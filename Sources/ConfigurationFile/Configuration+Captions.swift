import TOMLKit

/// How captions look, as far as the file says so; else they are drawn as they are sent.
extension Configuration {
    package struct Captions: Sendable, Equatable {
        package enum Face: String, Sendable, CaseIterable {
            case sent = "as_sent"
            case sans, serif, mono
        }
        package enum Edge: String, Sendable, CaseIterable {
            case sent = "as_sent"
            case none, outline, shadow, raised, depressed
        }
        package enum Place: String, Sendable, CaseIterable {
            case sent = "as_sent"
            case bottom, top
        }

        /// The size in per cent of the usual one, 50…200.
        package var size = 100
        package var face = Face.sent
        /// `as_sent`, a name, or `#rrggbb`.
        package var color = "as_sent"
        package var edge = Edge.sent
        package var background = "as_sent"
        /// How much the box behind the text hides, 0…100 per cent; −1: as it is sent.
        package var opacity = -1
        package var place = Place.sent

        package init() {}
    }
}

private let captionColor: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    let names = ["as_sent", "white", "black", "red", "green", "blue", "yellow", "magenta", "cyan"]
    guard let text = value.string,
        names.contains(text)
            || (text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy(\.isHexDigit))
    else { throw wrong("one of \(names.map { "\"\($0)\"" }.joined(separator: ", ")), or \"#rrggbb\"", value) }
    return text
}

extension ConfigurationKey {
    /// The keys of how captions look.
    static let captions: [ConfigurationKey] = [
        Self("captions.size", integer(50...200)) { $0.captions.size = $1 },
        Self("captions.face", oneOf(Configuration.Captions.Face.self)) { $0.captions.face = $1 },
        Self("captions.color", captionColor) { $0.captions.color = $1 },
        Self("captions.edge", oneOf(Configuration.Captions.Edge.self)) { $0.captions.edge = $1 },
        Self("captions.background", captionColor) { $0.captions.background = $1 },
        Self("captions.opacity", integer(-1...100)) { $0.captions.opacity = $1 },
        Self("captions.place", oneOf(Configuration.Captions.Place.self)) { $0.captions.place = $1 },
    ]
}
