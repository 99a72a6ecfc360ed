/// An answer of the origin, before pacing.
struct OriginAnswer: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// The body is made piece by piece as it is sent, so that a long file needs no memory.
        /// `bytes` in all.
        case pieces(count: Int64, bytes: Int, @Sendable (Int64) -> [UInt8])
        /// The first part is sent, and then for ever the second one.
        case endless(head: String, repeated: String)
        /// The body comes into being while it is sent.
        case growing([Growth])
    }

    struct Growth: Equatable, Sendable {
        /// The time in seconds since 1970 at which the bytes are there.
        let at: Double
        let bytes: [UInt8]
    }

    var status = 200
    var headers: [(name: String, value: String)] = []
    var body: Body
    /// The time at which it may be sent, in seconds since 1970; nil: at once.
    var notBefore: Double?
    /// The number of bytes after which the connection is cut; `Content-Length` still promises all.
    var cutAfter: Int?
    /// The number of bytes after which nothing more comes, while the connection stays.
    var stallAfter: Int?

    static func text(_ text: String, type: String) -> OriginAnswer {
        OriginAnswer(headers: [("Content-Type", type), ("Cache-Control", "no-cache")], body: .bytes(Array(text.utf8)))
    }

    static func badRequest(_ why: String) -> OriginAnswer {
        OriginAnswer(
            status: 400, headers: [("Content-Type", "text/plain; charset=utf-8")], body: .bytes(Array("\(why)\n".utf8)))
    }

    static func notFound(_ what: String) -> OriginAnswer {
        OriginAnswer(
            status: 404, headers: [("Content-Type", "text/plain; charset=utf-8")], body: .bytes(Array("\(what)\n".utf8))
        )
    }
}
