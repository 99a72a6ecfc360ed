import Glibc

/// The versions of the parts that matter in a bug report.
package enum Versions {
    package static let hearth = "0.1.0"

    static var all: [String: String] {
        var name = utsname()
        var kernel = "unknown"
        if uname(&name) == 0 {
            kernel = withUnsafeBytes(of: &name.release) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        return ["hearth": hearth, "kernel": kernel]
    }
}
