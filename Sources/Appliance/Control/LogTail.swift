import Base

/// The newest lines of the log, in memory, and whoever follows them.
package final class LogTail: Sendable {
    private struct State {
        var lines: [String] = []
        var followers: [Int: AsyncStream<String>.Continuation] = [:]
        var nextFollower = 0
    }

    private let capacity: Int
    private let state = Locked(State())

    /// The longest line in bytes; longer ones are cut.
    package static let longestLine = 4096

    /// Makes an empty log.
    /// - Parameter capacity: lines to keep
    package init(capacity: Int = 1000) {
        self.capacity = max(1, capacity)
    }

    package var lines: [String] { state.withLock { $0.lines } }

    /// Appends a line. From any thread; never waits for a follower.
    package func append(_ line: String) {
        let line = line.utf8.count <= Self.longestLine ? line : String(line.prefix(Self.longestLine / 4)) + "…"
        state.withLock { state in
            // Lines are dropped in bulk now and then, not one each time.
            if state.lines.count >= capacity * 2 { state.lines.removeFirst(capacity) }
            state.lines.append(line)
            for follower in state.followers.values { follower.yield(line) }
        }
    }

    /// A stream of the newest lines there are, then of every one to come. A follower that is too
    /// slow misses the oldest.
    package func follow() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(capacity * 2))
        let number = state.withLock { state in
            for line in state.lines { continuation.yield(line) }
            defer { state.nextFollower += 1 }
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
        }
        return stream
    }

    package var followerCount: Int { state.withLock { $0.followers.count } }
}
