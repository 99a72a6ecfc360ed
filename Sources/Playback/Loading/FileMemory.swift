import Base
import Devices
import HLS

/// Knows the files that are played, so that going to another place in one need not open it anew.
final class FileMemory: Sendable {
    /// A file as it was when it was opened.
    struct Known: Sendable {
        var source: ProgressiveSession.Source
        /// What its server says that changes with it: an entity tag, or the time of its last change.
        var validator: String?
        let index: FileIndex
    }

    private struct Entry {
        var source: ProgressiveSession.Source
        var validator: String?
        /// An index may have megabytes: it goes with the last who reads the file.
        weak var index: FileIndex?

        var known: Known? { index.map { Known(source: source, validator: validator, index: $0) } }
    }

    private let state = Locked<[Entry]>([])

    init() {}

    /// What is known of the file of an address; nil: nobody reads it.
    subscript(url: String) -> Known? {
        state.withLock { entries in entries.first { $0.source.request.url == url }?.known }
    }

    /// Notes a file that was opened from its beginning.
    ///
    /// - Returns: what is known of it
    func opened(_ source: ProgressiveSession.Source, validator: String?) -> Known {
        let url = source.request.url
        if let known = self[url], known.source.length == source.length, known.validator == validator { return known }
        let new = Known(source: source, validator: validator, index: FileIndex())
        state.withLock { entries in
            entries.removeAll { $0.source.request.url == url || $0.index == nil }
            entries.append(Entry(source: source, validator: validator, index: new.index))
        }
        return new
    }

    /// Forgets a file that is not what it was.
    func forget(_ url: String) { state.withLock { $0.removeAll { $0.source.request.url == url } } }
}
