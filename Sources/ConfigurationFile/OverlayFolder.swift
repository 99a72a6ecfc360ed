import Glibc
import Overlays

/// The folder in which an owner's overlays lie, a file `NAME.toml` for each page, in the order of their names.
package struct OverlayFolder: Sendable, Hashable {
    /// What stands in the folder: equal as long as nothing in it was changed.
    package struct Signature: Sendable, Hashable {
        fileprivate var files: [String: [Int64]]?
    }

    /// The most pages that are read.
    private static let most = 64

    package var path: String

    package init(_ path: String = "/etc/hearth/overlays") { self.path = path }

    /// Looks what stands in the folder, and when it was changed, without reading it.
    package func signature() -> Signature {
        guard let names = names() else { return Signature(files: nil) }
        var files: [String: [Int64]] = [:]
        for name in names {
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0 else { continue }
            files[name] = [
                Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                Int64(bitPattern: UInt64(status.st_ino)),
            ]
        }
        return Signature(files: files)
    }

    /// Reads all pages.
    package func read() -> OverlayNews {
        guard let names = names() else { return OverlayNews(pages: nil) }
        var news = OverlayNews(pages: [])
        for name in names {
            let reading = OverlayReading(file: "\(path)/\(name)")
            let id = OverlayReading.id(of: name)
            guard reading.errors.isEmpty else {
                news.broken[id] = reading.errors.map { "\($0)" }
                continue
            }
            if let page = reading.page { news.pages?.append(page) }
            if !reading.marks.isEmpty { news.marks[id] = reading.marks }
        }
        return news
    }

    /// The files of pages, in order; nil: there is no such folder.
    package func names() -> [String]? {
        guard let handle = opendir(path) else { return nil }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // What an editor leaves while it writes begins with a dot.
            if name.hasSuffix(".toml"), !name.hasPrefix(".") { names.append(name) }
        }
        return Array(names.sorted().prefix(Self.most))
    }
}
