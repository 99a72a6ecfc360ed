import MediaCore

/// Puts captions into presentation order: they come with their pictures in decoding order.
package struct CaptionReorder: Sendable {
    private var waiting: [(time: MediaTime, triplets: [CaptionTriplet])] = []
    /// The most pictures that wait: more than any codec reorders.
    private static let most = 32

    package init() {}

    /// Adds a picture's captions.
    /// - Parameter decode: no later picture is presented before it is decoded, so what is presented
    ///   up to then is complete.
    /// - Returns: what is in order now, earliest first.
    package mutating func add(
        _ triplets: [CaptionTriplet], presentation: MediaTime, decode: MediaTime?
    ) -> [(time: MediaTime, triplets: [CaptionTriplet])] {
        if !triplets.isEmpty {
            let index = waiting.lastIndex { $0.time <= presentation }.map { $0 + 1 } ?? 0
            waiting.insert((presentation, triplets), at: index)
        }
        let limit = decode ?? presentation
        var count = waiting.prefix { $0.time <= limit }.count
        if waiting.count - count > Self.most { count = waiting.count - Self.most }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Returns all that is left, earliest first.
    package mutating func flush() -> [(time: MediaTime, triplets: [CaptionTriplet])] {
        defer { waiting.removeAll() }
        return waiting
    }
}
