import Devices
import Glibc
import RemoteKeymaps

/// Lists the kernel's receivers of infrared light, from `/sys/class/rc`.
struct InfraredDirectory: Sendable {
    var path = "/sys/class/rc"

    /// The receivers of light that are there. HDMI-CEC adapters are rc devices too, and are left
    /// out.
    func receivers() -> [InfraredReceiver] {
        Self.entries(of: path).filter(KeymapOrder.isReceiver).compactMap(receiver)
            .sorted { ($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id) }
    }

    /// Families that the receiver decodes now.
    func decoders(of id: String) -> Set<String> {
        Set(Self.enabled(Self.text(of: "\(path)/\(id)/protocols").split { $0 == " " || $0 == "\n" }))
    }

    /// `[nec]` is on.
    private static func enabled(_ words: [Substring]) -> [String] {
        words.filter { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) }.filter { $0 != "lirc" }
    }

    private func receiver(_ id: String) -> InfraredReceiver? {
        let folder = "\(path)/\(id)"
        let facts = Self.pairs(Self.text(of: "\(folder)/uevent"))
        guard let protocols = try? Self.readable("\(folder)/protocols") else { return nil }
        var receiver = InfraredReceiver(
            id: id, name: facts["DEV_NAME"] ?? id, driver: facts["DRV_NAME"] ?? "", table: facts["NAME"] ?? "")
        let words = protocols.split { $0 == " " || $0 == "\n" }
        receiver.supported = words.map { String($0.filter { $0 != "[" && $0 != "]" }) }.filter { $0 != "lirc" }
        receiver.enabled = Self.enabled(words)
        guard receiver.supported != ["cec"] else { return nil }
        receiver.lirc = Self.entries(of: folder).first { $0.hasPrefix("lirc") }.map { "/dev/\($0)" }
        if let input = Self.entries(of: folder).first(where: { $0.hasPrefix("input") }) {
            receiver.input = Self.entries(of: "\(folder)/\(input)").first { $0.hasPrefix("event") }.map {
                "/dev/input/\($0)"
            }
        }
        return receiver
    }

    private struct Unreadable: Error {}

    static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The beginning of a file; no attribute of sysfs is longer than a page.
    static func text(of file: String, most: Int = 4_096) -> String { (try? readable(file, most)) ?? "" }

    private static func readable(_ file: String, _ most: Int = 4_096) throws -> String {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable() }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: most)
        var count = 0
        while count < most {
            let got = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: count), most - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    static func pairs(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "=" }
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
