import ControlProtocol
import Foundation

/// The queue as it is kept over a restart.
struct KeptQueue: Codable, Sendable, Equatable {
    struct Entry: Codable, Sendable, Equatable {
        var item: DeclaredItem
        /// It was seen or heard: it goes on where it was left.
        var hasPlayed: Bool
    }

    var entries: [Entry]
    /// The place of the entry that played last, from 0.
    var current: Int?
    var repeats: QueueInfo.Repeat

    /// As it is stored; nil: there is nothing in it. May hold secrets.
    var text: String? {
        guard !entries.isEmpty || repeats != .off, let bytes = try? JSONEncoder().encode(self) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension PlayQueue {
    /// The queue that was kept, at rest; an empty one where that can't be read.
    init(kept text: String?) {
        let kept = text.flatMap { try? JSONDecoder().decode(KeptQueue.self, from: Data($0.utf8)) }
        if let kept { self.init(kept) } else { self.init() }
    }

    /// - Parameter without: entries that end with the daemon
    func kept(without ended: Set<Entry.ID>) -> KeptQueue {
        let entries = entries.filter { !ended.contains($0.id) }
        return KeptQueue(
            entries: entries.map { KeptQueue.Entry(item: $0.item, hasPlayed: $0.hasPlayed) },
            current: entries.firstIndex { $0.id == current }, repeats: repeats)
    }
}
