import Logging

/// Makes the one line of text that the log says of an event.
package enum LogLine {
    /// The line: `notice hearth.flip: tuned channel=7`.
    package static func text(
        _ event: LogEvent, label: String, metadata: Logger.Metadata, provider: Logger.MetadataProvider?
    ) -> String {
        let all = metadata.merging(provider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let facts = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return printable("\(event.level) \(label): \(event.message)\(facts)")
    }

    /// The text as one line, without what a terminal obeys: names come from lists and streams that others wrote. Line
    /// ends become blanks; control characters, and marks that turn the direction of what follows, go.
    package static func printable(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09...0x0d, 0x85, 0x2028, 0x2029: kept.append(" ")
            case 0..<0x20, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069: continue
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }
}
