import Base
import Devices
import HLS

/// Knows the files that were played last, so that going to another place in one need not open it anew.
final class FileMemory: Sendable {
    /// A file as it was when it was opened.
    struct Known: Sendable {
        var source: ProgressiveSession.Source
        /// What its server says that changes with it: an entity tag, or the time of its last change.
        var validator: String?
        let index = FileIndex()
    }

    private let state = Locked<[Known]>([])
    /// The one on the screen, and the one that comes next.
    private static let most = 2

    init() {}

    /// What is known of the file of an address; nil: nothing.
    subscript(url: String) -> Known? {
        state.withLock { known in
            guard let found = known.firstIndex(where: { $0.source.request.url == url }) else { return nil }
            known.append(known.remove(at: found))
            return known.last
        }
    }

    /// Notes a file that was opened from its beginning.
    ///
    /// - Returns: what is known of it
    func opened(_ source: ProgressiveSession.Source, validator: String?) -> Known {
        let url = source.request.url
        if let known = self[url], known.source.length == source.length, known.validator == validator { return known }
        return state.withLock { known in
            known.removeAll { $0.source.request.url == url }
            if known.count >= Self.most { known.removeFirst() }
            let new = Known(source: source, validator: validator)
            known.append(new)
            return new
        }
    }

    /// Forgets a file that is not what it was.
    func forget(_ url: String) { state.withLock { $0.removeAll { $0.source.request.url == url } } }
}
