/// The value of a CHANNELS attribute (§4.4.6.1): "count/coding identifiers/usage".
package struct ChannelLayout: Sendable, Hashable {
    package enum Usage: Sendable, Hashable {
        case binaural, immersive, downmix
        case bed(UInt64)
        case degreesOfFreedom(UInt64)
        case unknown(String)
    }

    /// The number of channels; nil when the parameter is not a number.
    package var count: UInt64?
    /// Coding identifiers such as `JOC` and `3OA`; empty for channel-based sound.
    package var codings: [String] = []
    package var usage: [Usage] = []
    /// Whether there are more parameters than the standard has: prefer a rendition without them
    /// (§6.3.1).
    package var hasUnknownParameters = false

    package init(_ text: String) {
        let parameters = text.split(separator: "/", omittingEmptySubsequences: false)
        count = parameters.first.flatMap { Numeral.integer($0.utf8) }
        if parameters.count > 1, parameters[1] != "-" {
            codings = parameters[1].split(separator: ",").map(String.init)
        }
        if parameters.count > 2, parameters[2] != "-" {
            usage = parameters[2].split(separator: ",").map(ChannelLayout.usage)
        }
        hasUnknownParameters =
            parameters.count > 3 || usage.contains { if case .unknown = $0 { true } else { false } }
    }

    private static func usage(_ identifier: Substring) -> Usage {
        func number(after prefix: String) -> UInt64? {
            identifier.hasPrefix(prefix) ? Numeral.integer(identifier.utf8.dropFirst(prefix.utf8.count)) : nil
        }
        switch identifier {
        case "BINAURAL": return .binaural
        case "IMMERSIVE": return .immersive
        case "DOWNMIX": return .downmix
        default:
            if let count = number(after: "BED-") { return .bed(count) }
            if let count = number(after: "DOF-") { return .degreesOfFreedom(count) }
            return .unknown(String(identifier))
        }
    }
}

extension Rendition {
    /// The CHANNELS attribute, parsed; nil without one.
    package var channelLayout: ChannelLayout? { channels.map(ChannelLayout.init) }
}
