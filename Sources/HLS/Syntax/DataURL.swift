/// A resource written into its URL (RFC 2397). Packagers put keys there; nothing is fetched for it.
enum DataURL {
    /// The bytes of `data:TYPE;base64,TEXT` or `data:TYPE,TEXT`; nil when it is neither.
    static func bytes(_ url: String) -> [UInt8]? {
        let text = Array(url.utf8)
        guard text.prefix(5).map({ $0 | 0x20 }) == Array("data:".utf8),
            let comma = text.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        guard let body = unescaped(text[(comma + 1)...]) else { return nil }
        let head = String(decoding: text[5..<comma], as: UTF8.self).lowercased()
        return head.hasSuffix(";base64") ? Base64.bytes(body) : body
    }

    /// Undoes percent-encoding; nil when a percent sign has no two digits behind it.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit)
            else { return nil }
            output.append(high << 4 | low)
        }
        return output
    }
}
