import Glibc

/// What an address names, however it is spelt: for finding out whether two addresses are one.
package struct AddressForm: Hashable, Sendable {
    /// The address in its simplest spelling: equal for addresses that RFC 3986 (§6) says are the same.
    package let normal: String
    /// Host and path, decoded and without letter case: equal too for addresses that differ only in what servers often
    /// ignore, such as scheme, port, user and query.
    package let place: String
    /// The folders in which the place lies, nearest first; not the host's root, which says nothing.
    package var folders: [String] { folderEnds.map { String(Substring(place.utf8.prefix($0))) } }
    /// Where in `place` their names end, nearest first.
    private let folderEnds: [Int]

    package init(_ address: String) {
        var address = address
        self = address.withUTF8(Self.plain) ?? AddressForm(general: address)
    }

    private init(normal: String, place: String, folderEnds: [Int]) {
        (self.normal, self.place, self.folderEnds) = (normal, place, folderEnds)
    }

    /// The form of an address, however it is written.
    package init(general text: String) {
        let address = Self.encoded(text)
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
        var ends: [Int] = []
        var end = host.utf8.count
        for name in names.dropLast() {
            end += 1 + name.utf8.count
            ends.append(end)
        }
        folderEnds = ends.reversed()
    }

    /// The form of an address as most are: of plain characters, with a host by name and no dots to follow; nil for any
    /// other. A list has a hundred thousand.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> AddressForm? {
        for byte in bytes where byte <= 0x20 || byte >= 0x7f || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
        {
            return nil
        }
        let whole = bytes[..<(bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex)]
        let queryStart = whole.firstIndex(of: UInt8(ascii: "?")) ?? whole.endIndex
        var rest = whole[..<queryStart]
        var scheme: [UInt8] = []
        if let end = rest.indices.first(where: { rest[$0...].starts(with: "://".utf8) }) {
            scheme = rest[..<end].map(small)
            rest = rest[(end + 3)...]
        }
        let slash = UInt8(ascii: "/")
        let authority = rest[..<(rest.firstIndex(of: slash) ?? rest.endIndex)]
        let path = rest[authority.endIndex...]
        let serverStart = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        let server = authority[serverStart...]
        var colon = server.lastIndex(of: UInt8(ascii: ":")) ?? server.endIndex
        if server[colon...].contains(UInt8(ascii: "]")) { colon = server.endIndex }
        var host = server[..<colon].map(small)
        if let first = host.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) { return nil }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        if host.elementsEqual("localhost".utf8) { return nil }
        for index in path.indices.dropFirst() where path[index] == UInt8(ascii: ".") && path[index - 1] == slash {
            return nil
        }

        var normal = scheme
        normal.reserveCapacity(bytes.count + 2)
        normal += "://".utf8
        normal += authority[..<serverStart]
        normal += host
        let port = server[colon...].dropFirst()
        let isUsualPort =
            port.isEmpty || (scheme.elementsEqual("http".utf8) && port.elementsEqual("80".utf8))
            || (scheme.elementsEqual("https".utf8) && port.elementsEqual("443".utf8))
        if !isUsualPort { normal += server[colon...] }
        if path.isEmpty { normal.append(slash) } else { normal += path }
        normal += whole[queryStart...]

        var place = host
        place.reserveCapacity(host.count + path.count)
        var ends: [Int] = []
        for name in path.split(separator: slash) {
            if place.count > host.count { ends.append(place.count) }
            place.append(slash)
            for byte in name { place.append(small(byte)) }
        }
        ends.reverse()
        return AddressForm(
            normal: String(decoding: normal, as: UTF8.self), place: String(decoding: place, as: UTF8.self),
            folderEnds: ends)
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
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
        let segments = path.utf8.split(omittingEmptySubsequences: !keepsEmpty) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }.map { Substring($0) }.dropFirst(keepsEmpty ? 1 : 0)
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

    /// Percent-encodes all that is not ASCII (RFC 3987 §3.1): what is left is read as servers read it, to whom a `/` with
    /// an accent behind it is a `/`.
    private static func encoded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 || $0 < 0x20 }) else { return text }
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte >= 0x80 || byte < 0x20 {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xf)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
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
