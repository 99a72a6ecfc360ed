import Devices
import MediaCore

/// Gathers a response's head from its lines. A new status line starts anew: interim answers (1xx),
/// redirects and proxies' greetings come before the final one.
struct ResponseHead: Equatable {
    /// The most header bytes that are kept: a flood can't fill memory.
    static let maximumBytes = 64 << 10

    private(set) var status = 0
    private(set) var headers: [String: String] = [:]
    private var bytes = 0

    /// Takes a line; true at the empty line that ends a head.
    mutating func take(line: some Collection<UInt8>) -> Bool {
        let text = String(decoding: line, as: UTF8.self).trimming { $0.isWhitespace || $0.isNewline }
        if text.isEmpty { return status != 0 }
        if text.hasPrefix("HTTP/") {
            self = ResponseHead()
            let words = text.split(separator: " ", maxSplits: 2)
            status = words.count > 1 ? Int(words[1]) ?? 0 : 0
            return false
        }
        guard let colon = text.firstIndex(of: ":"), bytes + text.utf8.count <= Self.maximumBytes else { return false }
        bytes += text.utf8.count
        headers[text[..<colon].lowercased()] = String(
            text[text.index(after: colon)...].trimming { $0.isWhitespace })
        return false
    }

    /// Whether the head belongs to the final answer.
    var isFinal: Bool { status >= 200 && !isRedirect }

    /// Whether it is a redirect, as libcurl decides it: any 3xx with a location.
    var isRedirect: Bool { (300...399).contains(status) && headers["location"] != nil }

    var isError: Bool { status >= 400 }

    /// The length of the body in bytes; nil when the server does not state it, or states nonsense.
    var contentLength: Int? {
        headers["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension StringProtocol {
    func trimming(_ isTrimmed: (Character) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
