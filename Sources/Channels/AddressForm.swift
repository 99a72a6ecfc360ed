import Glibc

/// What an address names, however it is spelt: for finding out whether two addresses are one.
package struct AddressForm: Hashable, Sendable {
    /// The address in its simplest spelling: equal for addresses that RFC 3986 (§6) says are the same.
    package let normal: String
    /// Host and path, decoded and without letter case: equal too for addresses that differ only in what servers often
    /// ignore, such as scheme, port, user and query.
    package let place: String
    /// The folders in which the place lies, nearest first; not the host's root, which says nothing.
    package let folders: [String]

    package init(_ address: String) {
        let halves = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves.count > 1 ? "?" + Self.decoded(halves[1]) : ""
        var rest = halves.first ?? ""
        var scheme = ""
        if let end = rest.firstRange(of: "://") {
            scheme = rest[..<end.lowerBound].lowercased()
            rest = rest[end.upperBound...]
        }
        let authority = rest.prefix { $0 != "/" && $0 != "\\" }
        let path = rest[authority.endIndex...]
        let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? authority.prefix(0)
        let server = authority[user.endIndex...]
        let colon = server.lastIndex(of: ":").flatMap { server[$0...].contains("]") ? nil : $0 } ?? server.endIndex
        let host = Self.host(String(server[..<colon]))
        let port = server[colon...].dropFirst()
        let isUsualPort = port.isEmpty || (scheme == "http" && port == "80") || (scheme == "https" && port == "443")

        let segments = Self.withoutDots(Self.decoded(path), keepsEmpty: true)
        normal = "\(scheme)://\(user)\(host)\(isUsualPort ? "" : ":\(port)")/\(segments.joined(separator: "/"))\(query)"
        let names = Self.withoutDots(Self.decoded(path, everything: true).lowercased(), keepsEmpty: false)
        place = ([host] + names).joined(separator: "/")
        folders = (1..<max(names.count, 1)).reversed().map { ([host] + names.prefix($0)).joined(separator: "/") }
    }

    /// A host in one spelling: numbers in any notation as `1.2.3.4`, names in small letters without the last dot.
    private static func host(_ text: String) -> String {
        var name = decoded(text[...], everything: true).lowercased()
        if name.last == "." { name.removeLast() }
        if name == "localhost" { return "127.0.0.1" }
        var address = in_addr()
        guard name.first?.isNumber == true, inet_aton(name, &address) != 0 else { return name }
        let bytes = withUnsafeBytes(of: address.s_addr) { Array($0) }
        return bytes.map(String.init).joined(separator: ".")
    }

    /// The segments of a path, with `.` and `..` followed.
    private static func withoutDots(_ path: String, keepsEmpty: Bool) -> [String] {
        let segments = path.split(omittingEmptySubsequences: !keepsEmpty) { $0 == "/" || $0 == "\\" }
            .dropFirst(keepsEmpty ? 1 : 0)
        var result: [String] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast, keepsEmpty { result.append("") }
            case "..":
                if !result.isEmpty { result.removeLast() }
                if isLast, keepsEmpty { result.append("") }
            default: result.append(String(segment))
            }
        }
        return result
    }

    /// Undoes percent-encoding: of what needs none, or of everything.
    private static func decoded(_ text: Substring, everything: Bool = false) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "%")) else { return String(text) }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
            else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let byte = high << 4 | low
            if everything || isUnreserved(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(high)], digits[Int(low)]]
            }
            index += 3
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }
}
