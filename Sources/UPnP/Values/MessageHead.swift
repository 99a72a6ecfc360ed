/// The first line and the headers of a message, as HTTP and SSDP write them (RFC 9112, 2.1).
struct MessageHead {
    var first: Substring
    /// By their names in capitals; of one that stands twice the last.
    var headers: [String: Substring] = [:]

    /// Nil where there is no line.
    init?(_ text: some StringProtocol) {
        let lines = Substring(text).split(whereSeparator: \.isNewline)
        guard let first = lines.first else { return nil }
        self.first = first
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
            let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) } ?? value.startIndex
            headers[line[..<colon].uppercased()] = value[..<end]
        }
    }

    /// The lines as they are sent, with the empty one that ends them.
    static func text(_ lines: [String]) -> String { lines.map { "\($0)\r\n" }.joined() + "\r\n" }
}
