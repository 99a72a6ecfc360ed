import Appliance
import Logging

/// Logs one line a message on standard error, where systemd's journal adds the time.
struct StandardErrorHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level
    private let label: String

    init(label: String, logLevel: Logger.Level) {
        self.label = label
        self.logLevel = logLevel
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        FileDescriptorOutput.standardError(
            LogLine.text(event, label: label, metadata: metadata, provider: metadataProvider) + "\n")
    }
}
