import FoundationEssentials
import Logging

/// Writes swift-log's messages to a `LogTail`: `2026-11-20T10:00:00.250Z notice hearth.flip: tuned channel=7`.
package struct LogTailHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level

    private let label: String
    private let tail: LogTail

    package init(label: String, tail: LogTail, logLevel: Logger.Level = .info) {
        self.label = label
        self.tail = tail
        self.logLevel = logLevel
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let time = Date.now.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
        // One event is one line, whatever it holds.
        tail.append("\(time) \(LogLine.text(event, label: label, metadata: metadata, provider: metadataProvider))")
    }
}
