import MediaCore

/// The samples of a WAV file (RIFF/WAVE, PCM or IEEE float), as two channels at 48 kHz.
package struct WaveFile: Sendable {
    /// Why a file can't be played, in words for people.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        package var description: String
    }

    /// Two channels, one after the other, −1…1.
    package let samples: [Float]

    package var duration: Duration { AudioFormat.standard.duration(frames: samples.count / 2) }

    /// So long it is at most.
    package static let longest: Duration = .seconds(60)

    package init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count >= 12, Self.tag(bytes, 0) == "RIFF", Self.tag(bytes, 8) == "WAVE" else {
            throw Fault(description: "it is no WAV file; 'ffmpeg -i FILE sound.wav' makes one")
        }
        var format: Format?
        var place = 12
        while place + 8 <= bytes.count {
            let size = Int(Self.number(bytes, place + 4, 4))
            let start = place + 8
            let end = min(bytes.count, start.addingSaturating(size))
            switch Self.tag(bytes, place) {
            case "fmt ": format = try Format(bytes, start..<end)
            case "data":
                guard let format else { throw Fault(description: "its sound comes before its format") }
                samples = try format.samples(bytes, start..<end)
                return
            default: break
            }
            place = end + (size & 1)
        }
        throw Fault(description: format == nil ? "it has no format" : "it has no sound")
    }

    private struct Format {
        var isFloat: Bool
        var channels: Int
        var rate: Int
        var bytes: Int

        init(_ file: [UInt8], _ range: Range<Int>) throws(Fault) {
            guard range.count >= 16 else { throw Fault(description: "its format is cut") }
            var kind = WaveFile.number(file, range.lowerBound, 2)
            // An extensible format has the kind at the beginning of its GUID.
            if kind == 0xfffe, range.count >= 26 { kind = WaveFile.number(file, range.lowerBound + 24, 2) }
            channels = Int(WaveFile.number(file, range.lowerBound + 2, 2))
            rate = Int(WaveFile.number(file, range.lowerBound + 4, 4))
            let bits = Int(WaveFile.number(file, range.lowerBound + 14, 2))
            (isFloat, bytes) = (kind == 3, bits / 8)
            guard kind == 1 && [8, 16, 24, 32].contains(bits) || kind == 3 && bits == 32 else {
                throw Fault(description: "its sound is neither PCM of 8 to 32 bits nor float of 32")
            }
            guard (1...8).contains(channels), (8_000...192_000).contains(rate) else {
                throw Fault(
                    description: "it has \(channels) channels at \(rate) Hz: 1 to 8 at 8000 to 192000 can be played")
            }
        }

        func samples(_ file: [UInt8], _ range: Range<Int>) throws(Fault) -> [Float] {
            let frames = range.count / (bytes * channels)
            guard frames > 0 else { throw Fault(description: "it has no sound") }
            guard Double(frames) / Double(rate) <= WaveFile.longest.inSeconds else {
                throw Fault(description: "it is longer than \(Int(WaveFile.longest.inSeconds)) s")
            }
            let target = AudioFormat.standard.sampleRate
            let count = max(1, frames * target / rate)
            var samples = [Float](repeating: 0, count: count * 2)
            let right = channels > 1 ? 1 : 0
            for frame in 0..<count {
                // In a straight line from one sample to the next: good enough for a bell or a voice.
                let place = Double(frame) * Double(rate) / Double(target)
                let first = min(frames - 1, Int(place))
                let share = Float(place - Double(first))
                for (channel, source) in [0, right].enumerated() {
                    let one = sample(file, range, first, source)
                    let other = sample(file, range, min(frames - 1, first + 1), source)
                    samples[frame * 2 + channel] = one + (other - one) * share
                }
            }
            return samples
        }

        private func sample(_ file: [UInt8], _ range: Range<Int>, _ frame: Int, _ channel: Int) -> Float {
            let place = range.lowerBound + (frame * channels + channel) * bytes
            let raw = WaveFile.number(file, place, bytes)
            if isFloat {
                let value = Float(bitPattern: UInt32(truncatingIfNeeded: raw))
                return value.isFinite ? min(1, max(-1, value)) : 0
            }
            switch bytes {
            case 1: return (Float(raw) - 128) / 128
            case 2: return Float(Int16(truncatingIfNeeded: raw)) / 32_768
            case 3: return Float(Int32(truncatingIfNeeded: raw << 8) >> 8) / 8_388_608
            default: return Float(Int32(truncatingIfNeeded: raw)) / 2_147_483_648
            }
        }
    }

    /// So many bytes from there, the lowest first; what is beyond the end is 0.
    fileprivate static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { number, index in
            number | (bytes.indices.contains(place + index) ? UInt64(bytes[place + index]) << UInt64(index * 8) : 0)
        }
    }

    private static func tag(_ bytes: [UInt8], _ place: Int) -> String {
        String(decoding: bytes[place..<place + 4], as: UTF8.self)
    }
}
