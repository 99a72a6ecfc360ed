import Base
import Foundation

/// A cache of encoded channels on disk: encodes what is missing, once.
package struct ContentCache: Sendable {
    private let root: URL

    /// Makes a cache in `${XDG_CACHE_HOME:-~/.cache}/hearth/origin`, unless a directory is given.
    package init(directory: String? = nil) {
        let environment = ProcessInfo.processInfo.environment
        if let directory {
            root = URL(fileURLWithPath: directory)
        } else if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
            root = URL(fileURLWithPath: cache).appendingPathComponent("hearth/origin")
        } else {
            root = URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".cache/hearth/origin")
        }
    }

    package func directory(of content: ChannelContent) -> URL {
        // FNV-1a: names a directory, protects nothing.
        let hash = content.cacheKey.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return root.appendingPathComponent(String(hash, radix: 16))
    }

    package func contains(_ content: ChannelContent) -> Bool {
        FileManager.default.fileExists(atPath: directory(of: content).appendingPathComponent("logo.png").path)
    }

    /// Encodes what is missing, two channels at a time. Blocks. `report` is called with lines for people.
    package func prepare(_ channels: [ChannelContent], report: @escaping @Sendable (String) -> Void) throws {
        let missing = channels.filter { !contains($0) }
        guard !missing.isEmpty else { return }
        report("encoding \(missing.count) of \(channels.count) channels once, into \(root.path)")
        let queue = Locked(missing)
        let failure = Locked<(any Error)?>(nil)
        let work: @Sendable () -> Void = {
            while let content = queue.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                do {
                    try encode(content, report)
                } catch {
                    failure.withLock { $0 = error }
                    queue.withLock { $0.removeAll() }
                }
            }
        }
        let second = try NamedThread("origin-encode", work)
        work()
        second.join()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Encodes a channel into a directory of its own, which is then renamed: a channel that is there is
    /// whole.
    private func encode(_ content: ChannelContent, _ report: @escaping @Sendable (String) -> Void) throws {
        let files = FileManager.default
        let target = directory(of: content)
        let work = root.appendingPathComponent("\(target.lastPathComponent).\(UUID().uuidString)")
        try files.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: work) }
        let encoder = ContentEncoder(content: content, directory: work) { done, all in
            report("channel \(content.number) (\(content.name)): \(done * 100 / all) %")
        }
        try encoder.encode()
        do {
            try files.moveItem(at: work, to: target)
        } catch {
            // Another origin may have been faster; its result is the same.
            if !contains(content) { throw error }
        }
    }
}
