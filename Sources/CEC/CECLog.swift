import Devices

/// The newest messages of the line, oldest first: a ring, so that a TV that never stops talking costs nothing.
package struct CECLog: Sendable, Hashable {
    package static let capacity = 500

    private var ring: [CECLogEntry] = []
    /// The index of the oldest message, once the ring is full.
    private var start = 0

    package init() {}

    package var entries: [CECLogEntry] { Array(ring[start...] + ring[..<start]) }

    package mutating func append(_ entry: CECLogEntry) {
        guard ring.count >= Self.capacity else {
            ring.append(entry)
            return
        }
        ring[start] = entry
        start = (start + 1) % Self.capacity
    }

    /// Notes the outcome of the newest sent message with these bytes whose outcome is not known yet.
    package mutating func settle(_ frame: String, _ outcome: String) {
        for offset in 1...max(1, min(ring.count, 16)) where offset <= ring.count {
            let index = (start + ring.count - offset) % ring.count
            guard ring[index].kind == .sent, ring[index].frame == frame, ring[index].outcome == nil else { continue }
            ring[index].outcome = outcome
            return
        }
    }
}
