import Languages
import MediaCore

extension Strings {
    static var nothingPlays: String { say(.nothingPlays) }
    static let unknown = "–"
    static var none: String { say(.none) }
    package static var picture: String { say(.picture) }
    package static var pictureInPicture: String { say(.pictureInPicture) }
    package static var decoder: String { say(.decoder) }
    static var variant: String { say(.variant) }
    static var network: String { say(.network) }
    static var buffer: String { say(.buffer) }
    package static var behindLive: String { say(.behindLive) }
    static var trouble: String { say(.trouble) }
    static var keptReady: String { say(.keptReady) }
    static var lastFlip: String { say(.lastFlip) }
    static var noFlips: String { say(.noFlips) }
    static var keyToPicture: String { say(.keyToPicture) }
    static var warm: String { say(.warm) }
    static var cold: String { say(.cold) }

    static func variant(_ number: Int, of count: Int) -> String {
        say(.variantOf, ["number": String(number), "total": String(count)])
    }
    static func framesPerSecond(_ rate: Double) -> String { "\(decimal(rate, places: 2)) fps" }
    static func dropped(_ frames: UInt64) -> String { say(.droppedFrames, ["frames": String(frames)]) }
    static func stalls(_ count: Int) -> String { say(.stallCount, count: count) }
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
            case .playlist: say(.readyPlaylist)
            case .media: say(.readyMedia)
            case .picture: say(.readyPicture)
            case .full: say(.readyAll)
            }
        return isOnItsWay ? "\(what)…" : what
    }

    static func step(_ kind: FlipFigures.Step.Kind) -> String {
        switch kind {
        case .settle: say(.stepSettle)
        case .playlist: say(.stepPlaylist)
        case .media: say(.stepMedia)
        case .decode: say(.stepDecode)
        case .reveal: say(.stepReveal)
        case .scanout: say(.stepScreen)
        case .motion: say(.stepMotion)
        case .sound: say(.stepSound)
        }
    }

    static func verdict(_ flip: FlipFigures.Flip) -> String {
        guard let slowest = flip.slowest else { return flip.hasFailed ? say(.flipFailed) : " " }
        var values = ["step": step(slowest).lowercased()]
        if flip.hasFailed { return say(.flipFailedWaiting, values) }
        guard let length = flip.steps.first(where: { $0.kind == slowest })?.length else {
            return say(flip.isSlow ? .flipSlow : .flipLongest, values)
        }
        values["time"] = milliseconds(length)
        return say(flip.isSlow ? .flipSlowTook : .flipLongestTook, values)
    }

    static func usual(_ usual: FlipFigures.Usual) -> String {
        let phrase: Phrase =
            usual.isOfChannel
            ? usual.isWarm ? .usualHereWarm : .usualHereCold : usual.isWarm ? .usualAllWarm : .usualAllCold
        return say(phrase, ["number": String(usual.count)])
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
