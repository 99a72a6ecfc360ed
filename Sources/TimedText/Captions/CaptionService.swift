/// One of the caption services that are carried in the pictures, by the names of INSTREAM-ID
/// (§4.4.6.1).
package enum CaptionService: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// A CEA-608 channel, 1…4.
    case cc(Int)
    /// A CEA-708 service, 1…63.
    case service(Int)

    /// Parses `CC1` … `CC4`, `SERVICE1` … `SERVICE63`.
    package init?(instreamID: String) {
        func number(after prefix: String, in range: ClosedRange<Int>) -> Int? {
            guard instreamID.hasPrefix(prefix), let number = Int(instreamID.dropFirst(prefix.count)) else { return nil }
            return range.contains(number) ? number : nil
        }
        if let channel = number(after: "CC", in: 1...4) {
            self = .cc(channel)
        } else if let service = number(after: "SERVICE", in: 1...63) {
            self = .service(service)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .cc(let channel): "CC\(channel)"
        case .service(let service): "SERVICE\(service)"
        }
    }
}
