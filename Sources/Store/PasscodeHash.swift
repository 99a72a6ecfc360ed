import CCrypt

/// The parents' code, as a yescrypt hash. The code itself is never kept.
struct PasscodeHash: Sendable, Equatable {
    /// The hash as `crypt(5)` writes it: `$y$…`. A secret too: a few digits can be guessed from it.
    let text: String

    /// Takes a hash that was stored.
    init(stored text: String) {
        self.text = text
    }

    /// Hashes a code. Takes tens of milliseconds, by design.
    init(of code: String) throws(StoreError) {
        var setting = [CChar](repeating: 0, count: Int(HEARTH_SALT_BYTES))
        guard hearth_yescrypt_setting(&setting, Int32(HEARTH_SALT_BYTES)) == 0,
            let hash = Self.crypt(code, setting: setting)
        else { throw .hashing }
        text = hash
    }

    /// Whether the hash is that of a code. Takes tens of milliseconds, by design; as long for every
    /// code.
    func matches(_ code: String) -> Bool {
        guard let hash = Self.crypt(code, setting: text.utf8CString.map { $0 }) else { return false }
        let (ours, theirs) = (Array(text.utf8), Array(hash.utf8))
        guard ours.count == theirs.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(ours, theirs) { difference |= a ^ b }
        return difference == 0
    }

    private static func crypt(_ code: String, setting: [CChar]) -> String? {
        // C would stop at a NUL, and take `4711` for any code that goes on after one.
        guard !code.utf8.contains(0) else { return nil }
        var output = [CChar](repeating: 0, count: Int(HEARTH_CRYPT_BYTES))
        guard hearth_crypt(code, setting, &output) == 0 else { return nil }
        return String(decoding: output.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
