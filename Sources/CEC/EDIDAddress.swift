import Glibc

/// Reads the physical address that a TV gives each of its inputs, from the EDID it shows there.
package enum EDIDAddress {
    /// The address in the HDMI vendor-specific data block (HDMI 1.4 8.3.2, CTA-861 7.5); nil
    /// without one.
    package static func read(_ edid: [UInt8]) -> UInt16? {
        // The base block is 128 bytes, and so is each extension.
        var start = 128
        while edid.count >= start + 128 {
            defer { start += 128 }
            // A CTA extension; its data blocks end where the detailed timings begin.
            guard edid[start] == 0x02 else { continue }
            let end = start + min(Int(edid[start + 2]), 127)
            var block = start + 4
            while block < end {
                let length = Int(edid[block] & 0x1f)
                guard block + length < end else { break }
                let isVendor = edid[block] >> 5 == 3
                if isVendor, length >= 5, edid[block + 1...block + 3].elementsEqual([0x03, 0x0c, 0x00]) {
                    let address = UInt16(edid[block + 4]) << 8 | UInt16(edid[block + 5])
                    return address == 0 || address == CECAddress.nowhere ? nil : address
                }
                block += length + 1
            }
        }
        return nil
    }

    /// The address from the EDID of the only TV that is plugged in; nil: none is, or several are.
    static func ofConnectedTelevision(folder: String = "/sys/class/drm") -> UInt16? {
        guard let entries = opendir(folder) else { return nil }
        defer { closedir(entries) }
        var found: [UInt16] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("card"), let address = read(bytes(of: "\(folder)/\(name)/edid")) else { continue }
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
