import Base
import Devices
import Logging
import MediaCore

/// Says once, with their number, the lines that a log would else repeat: those marked with `RepeatedLine.about`.
/// From any thread.
package final class LogRepetitions: Sendable {
    private struct Subject: Hashable {
        var label: String
        var level: Logger.Level
        var message: String
        var about: String
    }

    private struct Words {
        var event: LogEvent
        var handler: any LogHandler
    }

    private let clock: any HostClock
    private let counts = Locked(Repetitions<Subject, Words>())

    package init(clock: any HostClock) {
        self.clock = clock
    }

    /// A handler that passes on to another what is to be said.
    package func handler(label: String, _ handler: any LogHandler) -> any LogHandler {
        RepetitionHandler(label: label, repetitions: self, inner: handler)
    }

    /// Says what is due, now and then, until cancelled.
    package func run() async {
        while !Task.isCancelled {
            try? await clock.sleep(for: .seconds(5))
            say(counts.withLock { $0.due(at: clock.now) })
        }
    }

    /// Says what was counted and not said.
    package func finish() { say(counts.withLock { $0.finish(at: clock.now) }) }

    fileprivate func log(_ event: LogEvent, label: String, by handler: any LogHandler) {
        guard let about = event.metadata?[RepeatedLine.about] else { return handler.log(event: event) }
        var event = event
        event.metadata?[RepeatedLine.about] = nil
        let subject = Subject(label: label, level: event.level, message: "\(event.message)", about: "\(about)")
        let now = clock.now
        if counts.withLock({ $0.note(subject, Words(event: event, handler: handler), at: now) }) {
            handler.log(event: event)
        }
    }

    private func say(_ summaries: [Repetitions<Subject, Words>.Summary]) {
        for summary in summaries {
            var event = summary.newest.event
            event.message = "\(event.message): \(summary.count) more in \(Int(summary.within.inSeconds.rounded())) s"
            summary.newest.handler.log(event: event)
        }
    }
}

private struct RepetitionHandler: LogHandler {
    let label: String
    let repetitions: LogRepetitions
    var inner: any LogHandler

    var metadata: Logger.Metadata {
        get { inner.metadata }
        set { inner.metadata = newValue }
    }
    var metadataProvider: Logger.MetadataProvider? {
        get { inner.metadataProvider }
        set { inner.metadataProvider = newValue }
    }
    var logLevel: Logger.Level {
        get { inner.logLevel }
        set { inner.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { inner[metadataKey: key] }
        set { inner[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { repetitions.log(event, label: label, by: inner) }
}
