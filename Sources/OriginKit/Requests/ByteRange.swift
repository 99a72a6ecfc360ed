/// One range of bytes of a request (RFC 9110 14.1.2).
struct ByteRange: Equatable, Sendable {
    /// The last byte that a client names for a resource that still grows (RFC 8673).
    static let endOfGrowth = 9_007_199_254_740_991

    let first: Int
    /// The last byte's position; nil: to the end.
    let last: Int?

    /// Parses `bytes=4-7`, `bytes=4-`; nil for a header that counts as no range.
    init?(header: String) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), first >= 0 else { return nil }
        self.first = first
        if ends[1].isEmpty {
            last = nil
        } else {
            guard let last = Int(ends[1]), last >= first else { return nil }
            self.last = last
        }
    }

    /// Whether it asks for bytes that are not there yet, too.
    var isOpen: Bool { (last ?? Self.endOfGrowth) >= Self.endOfGrowth }

    /// Narrows an answer to the range: 206, or 416 behind its end.
    func narrow(_ answer: inout OriginAnswer) {
        guard answer.status == 200 else { return }
        switch answer.body {
        case .bytes(let bytes):
            guard first < bytes.count else {
                answer = OriginAnswer(
                    status: 416, headers: [("Content-Range", "bytes */\(bytes.count)")], body: .bytes([]))
                return
            }
            let end = min(bytes.count, last.map { $0 < bytes.count ? $0 + 1 : bytes.count } ?? bytes.count)
            answer.body = .bytes(Array(bytes[first..<end]))
            answer.headers.append(("Content-Range", "bytes \(first)-\(end - 1)/\(bytes.count)"))
        case .growing(let growths):
            var skipped = 0
            var left: [OriginAnswer.Growth] = []
            for growth in growths {
                let bytes = growth.bytes.dropFirst(max(0, first - skipped))
                skipped += growth.bytes.count
                if !bytes.isEmpty { left.append(.init(at: growth.at, bytes: Array(bytes))) }
            }
            answer.body = .growing(left)
            answer.notBefore = left.first?.at
            answer.headers.append(("Content-Range", "bytes \(first)-\(Self.endOfGrowth)/*"))
        case .pieces, .endless: return
        }
        answer.status = 206
    }
}
