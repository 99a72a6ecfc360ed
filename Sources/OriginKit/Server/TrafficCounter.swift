import Base

/// Counts what the origin has sent since it was started, for benchmarks: `GET /stats`.
final class TrafficCounter: Sendable {
    private struct Counts {
        var requests = 0
        var bytes = 0
    }

    private let counts = Locked(Counts())

    func addRequest() { counts.withLock { $0.requests += 1 } }

    /// Counts bytes of a body; headers are not counted.
    func add(bytes: Int) { counts.withLock { $0.bytes &+= bytes } }

    /// The counts as JSON. `connections`: those open now, the client's own included.
    func text(connections: Int) -> String {
        let counts = counts.withLock { $0 }
        return "{\"requests\":\(counts.requests),\"bytes\":\(counts.bytes),\"connections\":\(connections)}\n"
    }
}
