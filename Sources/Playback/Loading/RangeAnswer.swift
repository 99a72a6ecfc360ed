import Devices

/// What a response says of byte ranges and of the length of the whole (RFC 9110 §14).
struct RangeAnswer: Sendable, Hashable {
    /// Whether the server gives ranges; nil: it does not say.
    let givesRanges: Bool?
    /// The length of the resource in bytes; nil: it does not say.
    let total: Int?

    init(_ response: FetchResponse) {
        if response.status == 206 {
            givesRanges = true
            // `bytes 0-99/1234`, or `/*` where the length is not known.
            total = response.headers["content-range"].flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
                .flatMap { $0 >= 0 ? $0 : nil }
        } else {
            let units = response.headers["accept-ranges"]?.lowercased()
            givesRanges = units.map { $0.contains("bytes") }
            let isEncoded = response.headers["content-encoding"].map { $0.lowercased() != "identity" } ?? false
            total =
                isEncoded ? nil : response.headers["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}
