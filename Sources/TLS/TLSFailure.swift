import CSSL

/// What OpenSSL could not do, and why by its own words.
package struct TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    init(_ what: String) {
        var buffer = [CChar](repeating: 0, count: 256)
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else {
            description = what
            return
        }
        ERR_error_string_n(code, &buffer, buffer.count)
        description =
            "\(what): \(String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))"
    }
}
