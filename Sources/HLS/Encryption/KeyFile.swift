import MediaCore

/// What is wrong with a file that should be a key and nothing else (§5.1).
package enum KeyFileFault: Error, Sendable, Hashable {
    case empty
    case length(bytes: Int, expected: Int)
    /// The key is written in hexadecimal digits or Base64.
    case text(encoding: String)
    /// Line ends or blanks stand behind the key.
    case trailingWhitespace
    /// The file is HTML or JSON: a login page, a message.
    case page
    /// The `data:` URL can't be read.
    case dataURL
}

/// Reads a key file with KEYFORMAT "identity".
enum KeyFile {
    /// The key, which must be the whole file; a fault says what else the file is.
    static func key(_ file: [UInt8], byteCount: Int) -> Result<[UInt8], KeyFileFault> {
        file.count == byteCount ? .success(file) : .failure(fault(file, byteCount))
    }

    private static func fault(_ file: [UInt8], _ expected: Int) -> KeyFileFault {
        guard !file.isEmpty else { return .empty }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let text = Array(file.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
        if let first = text.first, first == UInt8(ascii: "<") || first == UInt8(ascii: "{") { return .page }
        let digits =
            text.starts(with: Array("0x".utf8)) || text.starts(with: Array("0X".utf8)) ? text.dropFirst(2) : text[...]
        if digits.count == 2 * expected, digits.allSatisfy({ Hexadecimal.digit($0) != nil }) {
            return .text(encoding: "hexadecimal digits")
        }
        if Base64.bytes(text)?.count == expected { return .text(encoding: "Base64") }
        if file.count > expected, file[expected...].allSatisfy(isBlank) { return .trailingWhitespace }
        return .length(bytes: file.count, expected: expected)
    }
}

extension KeyFileFault: CustomStringConvertible {
    /// What is wrong with the file, in words for an administrator.
    package var description: String {
        switch self {
        case .empty: "it is empty"
        case .length(let bytes, let expected): "it is \(bytes) bytes long and has to be \(expected)"
        case .text(let encoding): "it is written in \(encoding), and has to be the bytes themselves"
        case .trailingWhitespace: "line ends or blanks stand behind the key"
        case .page: "it is a page or a message: the provider likely wants a login"
        case .dataURL: "its data: URL can't be read"
        }
    }
}
