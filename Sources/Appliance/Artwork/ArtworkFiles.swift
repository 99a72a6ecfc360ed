import FoundationEssentials
import Glibc

/// The folder in which artwork is kept. Its calls block for as long as the disk does.
struct ArtworkFiles: Sendable {
    let folder: String

    /// The largest file that is read: what is larger was not written here.
    private static let most = 5 << 20

    /// Makes the folder where it is not there, and looks what is in it; throws where it can't be used.
    func open() throws -> [String: ArtworkShelf.File] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var files: [String: ArtworkShelf.File] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard name.hasSuffix(ArtworkRecord.suffix) else { continue }
            var status = stat()
            guard stat(path(name), &status) == 0 else { continue }
            files[name] = ArtworkShelf.File(bytes: Int(status.st_size), used: Int64(status.st_mtim.tv_sec))
        }
        return files
    }

    /// The artwork of an address; nil: none is kept, or none that is sound.
    func read(_ url: String) -> ArtworkRecord? {
        let path = path(ArtworkRecord.name(of: url))
        var status = stat()
        guard stat(path, &status) == 0, status.st_size <= Self.most,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        // So that what is in use stays, over restarts too.
        utimensat(AT_FDCWD, path, nil, 0)
        return ArtworkRecord(file: Array(data), url: url)
    }

    /// Keeps artwork, whole or not at all. A power cut may take it: it is fetched again then.
    func write(_ record: ArtworkRecord, of url: String) throws {
        try Data(record.file).write(to: URL(fileURLWithPath: path(ArtworkRecord.name(of: url))), options: .atomic)
    }

    func remove(_ names: [String]) {
        for name in names { unlink(path(name)) }
    }

    private func path(_ name: String) -> String { folder + "/" + name }
}
