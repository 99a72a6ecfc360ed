/// The delivery directives of a playlist's request (RFC 8216bis 6.2.5).
struct DeliveryDirectives: Equatable, Sendable {
    enum Skip: Equatable, Sendable {
        case segments
        /// Segments and date ranges may be skipped.
        case version2
    }

    var sequence: Int64?
    var part: Int?
    var skip: Skip?

    static let prefix = "_HLS_"

    /// Parses a query; nil for what must be answered with 400: a part without its segment, or no
    /// numbers.
    init?(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            switch name {
            case "_HLS_msn":
                guard let number = Int64(value), (0...1 << 40).contains(number) else { return nil }
                sequence = number
            case "_HLS_part":
                guard let number = Int(value), (0...1 << 20).contains(number) else { return nil }
                part = number
            case "_HLS_skip": skip = value == "YES" ? .segments : value == "v2" ? .version2 : nil
            default: break
            }
        }
        if part != nil, sequence == nil { return nil }
    }

    /// The query without directives, as it is handed down.
    static func removed(from query: String) -> String {
        query.split(separator: "&").filter { !$0.hasPrefix(prefix) }.joined(separator: "&")
    }
}
