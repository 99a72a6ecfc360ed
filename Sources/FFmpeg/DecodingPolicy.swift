import Devices
import MediaCore

/// Decides which way of decoding is tried first, by what the machine offers and what has failed
/// before.
package struct DecodingPolicy: Sendable {
    package enum Preference: Sendable, Hashable {
        /// Decode in hardware where there is any that works.
        case automatic
        case software
    }

    /// The outcome of a decoder.
    package enum Outcome: Sendable, Hashable {
        case opened
        case firstPicture
        /// The decoder could not be opened.
        case refused
        /// The decoder died, or gave nothing, after it was opened.
        case died
    }

    private struct Key: Hashable {
        var method: DecodingMethod
        var codec: VideoCodec
    }

    private struct Record {
        var hasWorked = false
        var deaths = 0
        /// The time until which the method is left alone; `.distantFuture`: for good.
        var until: HostTime?
    }

    private let offered: [DecodingMethod]
    private var records: [Key: Record] = [:]
    /// How long a method is left alone after its first and second death; then for good.
    private static let pauses: [Duration] = [.seconds(60), .seconds(600)]

    /// Makes a policy.
    /// - Parameter offered: best first; software need not be named.
    package init(_ preference: Preference, offered: [DecodingMethod]) {
        self.offered = preference == .automatic ? offered.filter(\.isHardware) : []
    }

    /// The methods to try, best first; software is always the last.
    package func methods(for codec: VideoCodec, at now: HostTime) -> [DecodingMethod] {
        offered.filter { method in
            guard method.decoderName(codec) != nil else { return false }
            guard let until = records[Key(method: method, codec: codec)]?.until else { return true }
            return until <= now
        } + [.software]
    }

    package mutating func note(_ outcome: Outcome, of method: DecodingMethod, _ codec: VideoCodec, at now: HostTime) {
        guard method.isHardware else { return }
        var record = records[Key(method: method, codec: codec)] ?? Record()
        switch outcome {
        case .opened: break
        case .firstPicture: record.hasWorked = true
        case .refused:
            // A method that has worked is only busy: decoders in hardware are few. One that never
            // has never will.
            if !record.hasWorked { record.until = .distantFuture }
        case .died:
            let pause = record.deaths < Self.pauses.count ? Self.pauses[record.deaths] : nil
            record.until = pause.map { now + $0 } ?? .distantFuture
            record.deaths += 1
        }
        records[Key(method: method, codec: codec)] = record
    }
}
