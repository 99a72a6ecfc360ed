/// A signal sent on another thread. Waiting has no limit of its own: a busy machine may be slow,
/// and the suite's limit ends a test that would wait for ever.
package struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func send() { continuation.yield() }

    /// Returns when the signal has been sent once more often than it was waited for. One waiter at
    /// a time.
    package func arrives() async {
        for await _ in stream { return }
    }
}
