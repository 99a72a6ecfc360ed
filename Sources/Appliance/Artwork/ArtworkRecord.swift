import MediaCore

/// Artwork as it is kept in a file: the bytes as they came, and by what its server knows them.
struct ArtworkRecord: Hashable, Sendable {
    /// The address, hashed: another address with the same file's name is told apart.
    var address: UInt64
    /// When the server last said that it is so, in seconds since 1970.
    var checked: Int64
    var etag: String
    var lastModified: String
    var bytes: [UInt8]

    /// How long it is used before its server is asked again.
    private static let life: Int64 = 24 * 3600

    /// The name of an address's file, which tells nothing of it.
    static func name(of url: String) -> String {
        let digits = String(StableHash.of(url.utf8), radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits + suffix
    }

    static let suffix = ".art"

    /// Whether it may be used unasked. A clock that was set back does not make it live for ever.
    func isFresh(at wall: Int64) -> Bool { checked <= wall && wall - checked < Self.life }

    /// The headers by which a server says that nothing has changed.
    var conditions: [String: String] {
        var headers: [String: String] = [:]
        if !etag.isEmpty { headers["If-None-Match"] = etag }
        if !lastModified.isEmpty { headers["If-Modified-Since"] = lastModified }
        return headers
    }
}

extension ArtworkRecord {
    private static let version = "hearth artwork 1"

    init(url: String, checked: Int64, headers: [String: String], bytes: [UInt8]) {
        self.init(
            address: Self.address(of: url), checked: checked, etag: Self.line(headers["etag"]),
            lastModified: Self.line(headers["last-modified"]), bytes: bytes)
    }

    /// A second hash of the address, beside that of the file's name.
    private static func address(of url: String) -> UInt64 { StableHash.of(url.utf8.reversed()) }

    /// What fits a line of the file and a header; nothing of what does not.
    private static func line(_ text: String?) -> String {
        guard let text, text.utf8.count <= 1024, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return "" }
        return text
    }

    /// The file's contents: five lines, and the artwork itself.
    var file: [UInt8] {
        let lines = [Self.version, String(address), String(checked), etag, lastModified]
        return Array(lines.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")] + bytes
    }

    /// Reads a file's contents; nil where they are not of this address, or were damaged.
    init?(file: [UInt8], url: String) {
        var lines: [String] = []
        var start = 0
        while lines.count < 5 {
            guard let end = file[start...].prefix(2048).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            lines.append(String(decoding: file[start..<end], as: UTF8.self))
            start = end + 1
        }
        guard lines[0] == Self.version, UInt64(lines[1]) == Self.address(of: url), let checked = Int64(lines[2]) else {
            return nil
        }
        self.init(
            address: Self.address(of: url), checked: checked, etag: Self.line(lines[3]),
            lastModified: Self.line(lines[4]), bytes: Array(file[start...]))
    }
}
