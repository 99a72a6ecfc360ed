@preconcurrency import Dispatch
import Glibc

/// The signal that asks a program to read its settings again, SIGHUP.
package final class ReloadSignals: Sendable {
    /// One element for each signal, those that come together once; a single consumer.
    package let arrivals: AsyncStream<Void>
    // Made in `init` and never touched again: only kept alive.
    nonisolated(unsafe) private let source: any DispatchSourceSignal

    package init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        arrivals = stream
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
    }
}

/// The signals that ask a program to end, SIGTERM and SIGINT, as something to wait for.
package final class StopSignals: Sendable {
    private let stream: AsyncStream<Void>
    // Made in `init` and never touched again: only kept alive.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    package init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Returns after the first signal, or when cancelled.
    package func wait() async {
        for await _ in stream { return }
    }
}
