import MediaCore

extension Strings {
    static let nothingPlays = "Nothing plays"
    static let unknown = "–"
    static let none = "None"
    package static let picture = "Picture"
    package static let decoder = "Decoder"
    static let variant = "Variant"
    static let network = "Network"
    static let buffer = "Buffer"
    package static let behindLive = "Behind live"
    static let trouble = "Trouble"
    static let keptReady = "Kept ready"
    static let lastFlip = "Last flip"
    static let noFlips = "No flips yet"
    static let keyToPicture = "Key to moving picture, ms"
    static let warm = "Warm"
    static let cold = "Cold"

    static func variant(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }
    static func framesPerSecond(_ rate: Double) -> String { "\(decimal(rate, places: 2)) fps" }
    static func dropped(_ frames: UInt64) -> String { "\(frames) dropped" }
    static func stalls(_ count: Int) -> String { count == 1 ? "1 stall" : "\(count) stalls" }
    package static func seconds(_ duration: Duration) -> String { "\(fixed(duration.inSeconds, places: 1)) s" }

    /// A playing rate as text; nil at the channel's own.
    static func rate(_ rate: Double) -> String? { abs(rate - 1) < 0.0005 ? nil : "\(fixed(rate, places: 3))×" }

    package static func bitRate(_ bits: Int) -> String {
        bits >= 1_000_000 ? "\(fixed(Double(bits) / 1e6, places: 1)) Mbit/s" : "\(bits / 1000) kbit/s"
    }

    /// A duration in milliseconds, without the unit: `8.3`, `312`.
    package static func milliseconds(_ duration: Duration) -> String {
        let value = duration.inSeconds * 1000
        return value < 99.95 ? fixed(value, places: 1) : fixed(value, places: 0)
    }

    static func readiness(_ readiness: PlayingFigures.Readiness, isOnItsWay: Bool) -> String {
        let what =
            switch readiness {
            case .playlist: "playlist"
            case .media: "media"
            case .picture: "picture"
            case .full: "all"
            }
        return isOnItsWay ? "\(what)…" : what
    }

    static func step(_ kind: FlipFigures.Step.Kind) -> String {
        switch kind {
        case .settle: "Settle"
        case .playlist: "Playlist"
        case .media: "Media"
        case .decode: "Decode"
        case .reveal: "Reveal"
        case .scanout: "Screen"
        case .motion: "Motion"
        case .sound: "Sound"
        }
    }

    static func verdict(_ flip: FlipFigures.Flip) -> String {
        guard let slowest = flip.slowest else { return flip.hasFailed ? "Failed" : " " }
        let name = step(slowest).lowercased()
        if flip.hasFailed { return "Failed: it waited for \(name)" }
        let length = flip.steps.first { $0.kind == slowest }.map { " took \(milliseconds($0.length)) ms" } ?? ""
        return flip.isSlow ? "Slow: \(name)\(length)" : "Longest: \(name)\(length)"
    }

    static func usual(_ usual: FlipFigures.Usual) -> String {
        "\(usual.isOfChannel ? "This channel" : "All"), \(usual.isWarm ? "warm" : "cold") (\(usual.count))"
    }

    /// A number with exactly so many digits after the point.
    private static func fixed(_ value: Double, places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return unknown }
        let factor = places == 0 ? 1 : places == 1 ? 10 : places == 2 ? 100 : 1000
        let scaled = Int((value * Double(factor)).rounded())
        guard places > 0 else { return "\(scaled)" }
        let rest = "\(scaled.magnitude % UInt(factor))"
        let zeros = String(repeating: "0", count: max(0, places - rest.count))
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt(factor)).\(zeros)\(rest)"
    }

    /// A number with no more digits than it takes: `25`, `29.97`.
    private static func decimal(_ value: Double, places: Int) -> String {
        var text = fixed(value, places: places)
        while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") {
            let wasPoint = text.hasSuffix(".")
            text.removeLast()
            if wasPoint { break }
        }
        return text
    }
}
