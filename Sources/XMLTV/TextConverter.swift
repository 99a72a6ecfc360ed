import Glibc

/// Turns text of another encoding into UTF-8, by the C library's iconv.
final class TextConverter {
    private let handle: iconv_t
    /// What a character that can't be read is at least in bytes.
    private let unit: Int
    private var output = [UInt8](repeating: 0, count: 4096)

    /// - Parameter name: one of `isKnown`.
    init?(from name: String, unit: Int = 1) {
        guard let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
        self.handle = handle
        self.unit = unit
    }

    deinit {
        iconv_close(handle)
    }

    /// Converts as much as there is whole, with U+FFFD for what can't be read.
    /// - Returns: how many bytes at the end are the beginning of a character.
    func convert(_ input: UnsafeRawBufferPointer, to result: inout [UInt8]) -> Int {
        guard let start = input.baseAddress else { return 0 }
        var from: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(
            mutating: start.assumingMemoryBound(to: CChar.self))
        var left = input.count
        while left > 0 {
            let (status, made) = output.withUnsafeMutableBytes { output -> (Int32, Int) in
                var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var room = output.count
                let status = iconv(handle, &from, &left, &to, &room)
                return (status == -1 ? errno : 0, output.count - room)
            }
            result += output[..<made]
            switch status {
            case 0: return 0
            case E2BIG: continue
            case EINVAL: return left
            default:
                result += [0xef, 0xbf, 0xbd]
                let skipped = min(unit, left)
                from = from.map { $0 + skipped }
                left -= skipped
            }
        }
        return 0
    }

    /// Begins anew.
    func reset() {
        iconv(handle, nil, nil, nil, nil)
    }
}
