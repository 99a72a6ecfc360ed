/// Decides who may use the loopback page: a browser that was given its address, and no page of anyone
/// else's.
///
/// The secret in the address keeps other users of the machine out. The `Host` check keeps out a
/// foreign page whose name was pointed at 127.0.0.1 (DNS rebinding), the `Origin` check one that
/// sends requests across.
package struct PageGate: Sendable, Equatable {
    package let token: String

    package init(token: String) {
        self.token = token
    }

    /// Makes a gate with a token of 128 random bits.
    package init() {
        var random = SystemRandomNumberGenerator()
        token = (0..<2).map { _ in
            let digits = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    package enum Refusal: Error, Equatable { case foreignHost, foreignOrigin, wrongToken }

    /// Checks a request, and throws when it is refused.
    /// - Parameters:
    ///   - host: the `Host` header
    ///   - origin: the `Origin` header, which browsers send with all but plain navigation
    ///   - token: from the address' query, or the `Authorization: Bearer` header
    package func admit(host: String?, origin: String?, token: String?) throws(Refusal) {
        guard let host, Self.isLoopback(host) else { throw .foreignHost }
        if let origin, origin != "http://\(host)" { throw .foreignOrigin }
        guard let token, Self.isEqual(token, self.token) else { throw .wrongToken }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, name == "127.0.0.1" || name == "localhost" else { return false }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }

    /// Compares two tokens in constant time, so that a nearly right one takes as long as a wrong one.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
