/// Keeps account of the files in which artwork is kept, and says which go when they take too much: those that were not
/// used for longest.
struct ArtworkShelf: Sendable {
    struct File: Hashable, Sendable {
        var bytes: Int
        /// When it was used last, in seconds since 1970.
        var used: Int64
    }

    /// The most bytes of all files: logos of a few thousand channels, or pictures of a week's evenings.
    static let capacity = 64 << 20
    /// The most files: each takes a block of the disk at least.
    static let mostFiles = 4000

    private var files: [String: File]
    private var bytes: Int

    init(_ files: [String: File] = [:]) {
        self.files = files
        bytes = files.values.reduce(0) { $0 + $1.bytes }
    }

    /// Notes that a file was written.
    /// - Returns: the names of those that have to go for it
    mutating func wrote(_ name: String, bytes count: Int, at wall: Int64) -> [String] {
        bytes += count - (files[name]?.bytes ?? 0)
        files[name] = File(bytes: count, used: wall)
        guard bytes > Self.capacity || files.count > Self.mostFiles else { return [] }
        var gone: [String] = []
        // A tenth more than needed, so that not every new one costs a look at all.
        for (other, file) in files.sorted(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }) {
            guard bytes > Self.capacity / 10 * 9 || files.count > Self.mostFiles / 10 * 9 else { break }
            guard other != name else { continue }
            bytes -= file.bytes
            files[other] = nil
            gone.append(other)
        }
        return gone
    }

    /// Notes that a file was read.
    mutating func used(_ name: String, at wall: Int64) { files[name]?.used = wall }
}
