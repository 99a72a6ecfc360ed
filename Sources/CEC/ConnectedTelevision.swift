import Devices
import Glibc

/// The only TV that is plugged in, as DRM shows it to everybody.
enum ConnectedTelevision {
    /// Its input's CEC address; nil: no TV is plugged in, or several are.
    static func physicalAddress(folder: String = "/sys/class/drm") -> UInt16? {
        guard let entries = opendir(folder) else { return nil }
        defer { closedir(entries) }
        var found: [UInt16] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("card"), let edid = EDID(bytes(of: "\(folder)/\(name)/edid")),
                let address = edid.physicalAddress
            else { continue }
            found.append(address)
        }
        return found.count == 1 ? found.first : nil
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 32_768)
        return Array(bytes.prefix(fread(&bytes, 1, bytes.count, file)))
    }
}
